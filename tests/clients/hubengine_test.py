#!/usr/bin/env python3
"""Whole games through pydraughts' `HubEngine`, the client of lidraughts-bot.

pydraughts is the referee: each move of the engine is looked up among the moves that its board
finds legal, and its parser raises at any line that it does not take. The patterns of the
strictest of the other clients are tried on every line as well.

    hubengine_test.py PROGRAM
"""

import logging
import os
import re
import signal
import sys
import threading
import time
import unittest

import draughts
from draughts.engine import HubEngine, Limit

PROGRAM = os.path.realpath(sys.argv.pop(1)) if len(sys.argv) > 1 else "target/release/damier"
LONGEST_GAME = 300  # plies
LONGEST_TEST = 240  # seconds; pydraughts itself waits for ever

# From lidraughts' scanProtocol.ts, and its moves of digits, `-`, `x` and blanks only.
LIDRAUGHTS_INFO = re.compile(
    r'^info depth=(\d+) mean-depth=\S+ score=(\S+) nodes=(\d+) (time=\S+ )?(nps=\S+ )?pv="?([0-9\-x ]+)"?$'
)
LIDRAUGHTS_ID = re.compile(r"^id name=(.+) version=(.+) author=(.+)")
# draughtsnet takes the first argument of `done` for the move.
DONE = re.compile(r"^done( move=[0-9x+K-]+( ponder=[0-9x+K-]+)?)?$")
VARIANT = re.compile(r'^param name=variant value=\S+ type=enum values="([^"=]+)"$')


def squares(text):
    """The identity of a move: captured squares may stand in any order."""
    if "x" not in text:
        return text
    first, last, *captured = text.split("x")
    return f"{first}x{last}x" + "x".join(sorted(captured, key=int))


class StrictEngine(HubEngine):
    """HubEngine that tries the other clients' patterns, and measures the searches without the
    client's own work."""

    spent = 0.0

    def send(self, line):
        self.begun = time.monotonic()
        super().send(line)

    def recv(self):
        line = super().recv()
        self.spent = time.monotonic() - self.begun
        first = line.split()[0]
        assert line.isprintable(), repr(line)
        if first == "info":
            assert LIDRAUGHTS_INFO.match(line), line
        elif first == "done":
            assert DONE.match(line), line
        elif first == "id":
            assert LIDRAUGHTS_ID.match(line), line
        elif line.startswith("param name=variant"):
            assert VARIANT.match(line), line
        else:
            assert first in ("param", "wait", "ready", "pong"), line
        return line


class Warnings(logging.Handler):
    """What pydraughts would only warn of is a fault here."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.messages = []

    def emit(self, record):
        self.messages.append(record.getMessage())


class HubEngineTest(unittest.TestCase):
    def setUp(self):
        self.warnings = Warnings()
        logging.getLogger("pydraughts").addHandler(self.warnings)
        self.engines = []
        # A hanging engine is killed; pydraughts then sees the end of its output.
        self.watchdog = threading.Timer(LONGEST_TEST, self.kill)
        self.watchdog.start()

    def tearDown(self):
        self.watchdog.cancel()
        for engine in self.engines:
            engine.quit()
            self.assertEqual(engine.p.wait(timeout=10), 0)
            engine.p.stdin.close()
            engine.p.stdout.close()
        self.assertEqual(self.warnings.messages, [])

    def kill(self):
        for engine in self.engines:
            os.killpg(engine.p.pid, signal.SIGKILL)

    def engine(self, options):
        engine = StrictEngine([PROGRAM, "hub"])
        self.engines.append(engine)
        for name in ("normal", "losing"):
            self.assertIn(name, engine.variants)
        self.assertIn("ponder", engine.options)
        self.assertEqual(engine.id["name"], "damier")
        engine.configure(options)
        engine.init()
        engine.ping()
        return engine

    def legal(self, board):
        """The Hub texts of the moves that pydraughts finds legal."""
        return {squares(move.hub_move) for move in board.legal_moves()}

    def push(self, board, move):
        self.assertIn(squares(move.hub_move), self.legal(board))
        board.push(move)

    def play(self, board, engines, limit):
        """A game between engines, from its start; `limit` is asked before each move."""
        plies = 0
        while plies < LONGEST_GAME and self.legal(board):
            result = engines[plies % len(engines)].play(board, limit(), ponder=False)
            self.push(board, result.move)
            if result.ponder is not None and self.legal(board):
                self.assertIn(squares(result.ponder.hub_move), self.legal(board))
            plies += 1
            if board.is_over():
                break
        self.assertGreater(plies, 20)
        return plies

    def test_international_by_depth_and_time(self):
        engine = self.engine({"variant": "normal", "hash": 16, "book": False})
        limits = [Limit(depth=6), Limit(movetime=0.05), Limit(nodes=5000)]
        turn = iter(range(10**6))
        self.play(draughts.Board(), [engine], lambda: limits[next(turn) % 3])

    def test_international_by_clock(self):
        engines = [self.engine({"variant": "normal"}), self.engine({"variant": "normal"})]
        board = draughts.Board()
        clocks, increment, plies = [3.0, 3.0], 0.1, 0
        while plies < LONGEST_GAME and not board.is_over():
            side = plies % 2
            clocks[side] += increment
            # The client takes the increment off what it sends; it may fall below zero.
            result = engines[side].play(board, Limit(time=clocks[side], inc=increment), False)
            clocks[side] -= engines[side].spent
            self.push(board, result.move)
            plies += 1
        self.assertGreater(min(clocks), 0.0, "a flag has fallen")

    def test_pondering(self):
        engine = self.engine({"variant": "normal", "ponder": True})
        board = draughts.Board()
        hits = misses = 0
        result = engine.play(board, Limit(movetime=0.1), ponder=False)
        self.push(board, result.move)
        for number in range(24):
            answers = self.legal(board)
            if not answers:
                break
            guess = squares(result.ponder.hub_move) if result.ponder else sorted(answers)[0]
            self.assertIn(guess, answers)
            pondered = board.copy()
            pondered.push(draughts.Move(pondered, hub_move=guess))
            if not self.legal(pondered) or pondered.is_over():
                break
            found = []
            thread = threading.Thread(
                target=lambda: found.append(engine.play(pondered, Limit(movetime=0.1), ponder=True))
            )
            thread.start()
            while engine._last_sent != "go ponder":
                time.sleep(0.001)
            time.sleep(0.15)
            self.assertEqual(found, [], "the answer is held")
            others = sorted(answers - {guess})
            if number % 2 == 0 or not others:
                hits += 1
                engine.ponderhit()
                thread.join(10)
                board, result = pondered, found[0]
            else:
                misses += 1
                engine.stop()
                thread.join(10)
                self.assertEqual(len(found), 1)
                board.push(draughts.Move(board, hub_move=others[0]))
                if not self.legal(board) or board.is_over():
                    break
                result = engine.play(board, Limit(movetime=0.1), ponder=False)
            self.push(board, result.move)
        self.assertGreater(hits, 3)
        self.assertGreater(misses, 3)

    def test_russian(self):
        engine = self.engine({"variant": "russian", "numbering": "national"})
        board = draughts.Board(variant="russian")
        self.play(board, [engine], lambda: Limit(movetime=0.05))

    def test_poddavki_by_russian_moves(self):
        # pydraughts does not know the game, but its moves are those of Russian draughts; it is
        # over when the side to move has none.
        engine = self.engine({"variant": "poddavki", "numbering": "national"})
        board = draughts.Board(variant="russian")
        plies = 0
        while plies < LONGEST_GAME and self.legal(board):
            result = engine.play(board, Limit(movetime=0.05), ponder=False)
            self.push(board, result.move)
            plies += 1
        self.assertGreater(plies, 20)


if __name__ == "__main__":
    unittest.main(verbosity=2)
