#!/usr/bin/env python3
"""Whole games of international draughts through py-draughts' `HubEngine`.

py-draughts mixes select() with a buffered readline(): of two lines that come together it sees the
second only when a third comes, and waits for ever if that was `done`. Hence the delay between
lines, `DAMIER_LINE_DELAY_MS`. Its board and a second process, which is told the whole game, must
agree on the legal moves of every position and on how the game ends.

    py_draughts_test.py PROGRAM
"""

import os
import statistics
import sys
import time
import unittest
from unittest.mock import patch

from draughts import HubEngine, StandardBoard
from draughts.engines.hub import move_to_hub_notation
from loguru import logger
from selfplay import ALLOWED, PATIENCE, Process, legal, result, squares

PROGRAM = os.path.realpath(sys.argv.pop(1)) if len(sys.argv) > 1 else "target/release/damier"
LINE_DELAY = "2"  # milliseconds
STARTS = 9
LONGEST_GAME = 300  # plies
SILENCE = 0.3  # seconds after which a line counts as lost; no search here takes as long
WORST = 2.0  # seconds that a busy machine may add to a move


class PatientEngine(HubEngine):
    """HubEngine that gets over a line that it has lost, and counts them.

    On a busy machine two lines come together at times, whatever the delay. The answer to a `ping`
    then pushes the lost one out of the client's buffer.
    """

    lost = 0

    def _read_line(self, timeout=1.0):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            line = super()._read_line(timeout=SILENCE)
            if line:
                return line
            if line is not None:
                raise EOFError(f"the engine has ended with {self.process.wait()}")
            self.lost += 1
            self._send("ping")
        raise TimeoutError("the engine is silent")


def start(engine):
    with patch.dict(os.environ, DAMIER_LINE_DELAY_MS=LINE_DELAY):
        engine.start()


def close_pipes(process):
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()


class PyDraughtsTest(unittest.TestCase):
    def setUp(self):
        self.warnings = []
        logger.add(self.warnings.append, level="WARNING")
        self.referee = Process(PROGRAM, "normal", "referee")

    def tearDown(self):
        self.assertTrue(self.referee.close())
        self.assertEqual(self.warnings, [])

    def play(self, **limits):
        """A whole game against itself; how long each move took."""
        engine = PatientEngine(PROGRAM, init_timeout=PATIENCE, **limits)
        start(engine)
        process = engine.process
        self.assertEqual(engine.info.name, "damier")
        self.assertEqual(engine.params["line-delay"].value, LINE_DELAY)
        self.assertIn("normal", engine.params["variant"].values)
        engine.new_game()
        board, moves, times = StandardBoard(), [], []
        while len(moves) < LONGEST_GAME:
            listed = {squares(text) for text in legal(self.referee, moves)}
            if board.game_over or not listed:
                break
            found = {squares(move_to_hub_notation(move)) for move in board.legal_moves}
            self.assertEqual(found, listed, f"after {moves}")
            begun = time.monotonic()
            # Raises unless what `done` tells is one of the board's legal moves.
            move, score = engine.get_best_move(board, with_evaluation=True)
            times.append(time.monotonic() - begun)
            self.assertLessEqual(abs(score), 100.0)
            moves.append(move_to_hub_notation(move))
            board.push(move)
        if len(moves) < LONGEST_GAME:
            self.assertEqual(board.result, result(PROGRAM, "normal", moves), f"after {moves}")
        self.assertGreater(len(moves), 20)
        self.assertLess(engine.lost, 3 + len(moves) / 8, "lines are lost in spite of the delay")
        engine.quit()
        self.assertEqual(process.returncode, 0)
        close_pipes(process)
        return times

    def test_start(self):
        # The client as it is; without the delay it never gets through.
        started = 0
        for _ in range(STARTS):
            engine = HubEngine(PROGRAM, init_timeout=2.0)
            try:
                start(engine)
                started += 1
                process = engine.process
                engine.quit()
                close_pipes(process)
            except TimeoutError:
                pass
        self.assertGreater(started, STARTS // 2)

    def test_by_depth(self):
        self.play(depth_limit=6)

    def test_by_move_time(self):
        move_time = 0.05
        times = self.play(time_limit=move_time)
        self.assertLess(statistics.median(times), move_time + ALLOWED)
        self.assertLess(max(times), move_time + WORST)


if __name__ == "__main__":
    unittest.main(verbosity=2)
