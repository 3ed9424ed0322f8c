#!/usr/bin/env python3
"""Whole games through pydraughts' `DXPEngine`, the DXP client of lidraughts-bot's library.

pydraughts calls, asks for a game and is the referee: a move of the engine that its board does not
find legal is passed over, and the game does not go on.

    dxp_test.py PROGRAM
"""

import os
import random
import re
import subprocess
import sys
import threading
import time
import unittest

import draughts
from draughts.engine import DXPEngine

PROGRAM = os.path.realpath(sys.argv.pop(1)) if len(sys.argv) > 1 else "target/release/damier"
PATIENCE = 60  # seconds for a move; pydraughts itself waits for ever
LONGEST_GAME = 300  # plies


class DxpTest(unittest.TestCase):
    def play(self, variant, name, first):
        """A game against one who plays at random; `first` is whether the engine begins."""
        program = subprocess.Popen(
            [PROGRAM, "-v", "dxp", "-g", variant, "--listen", "127.0.0.1:0", "--once"]
            + ["--depth", "4", "--hash", "16"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        log = [program.stderr.readline()]
        port = re.search(r"waits for a caller on \S+:(\d+)$", log[0].strip()).group(1)
        reader = threading.Thread(target=lambda: log.extend(program.stderr), daemon=True)
        reader.start()

        engine = DXPEngine(options={"ip": "127.0.0.1", "port": port, "initial-time": 60})
        board = draughts.Board(variant=name)
        chance = random.Random(variant)
        turn = first
        while board.legal_moves() and len(board.move_stack) < LONGEST_GAME:
            if turn:
                move = self.move(engine, board, log)
                if move is None:
                    break
            else:
                move = chance.choice(board.legal_moves())
            board.push(move)
            turn = not turn
        self.assertGreater(len(board.move_stack), 20)
        self.assertEqual(engine.id["name"].split()[0], "damier")
        has_ended = engine.receiver.gameend_sent
        # pydraughts takes some seconds to close a connection.
        threading.Thread(target=engine.quit, daemon=True).start()
        self.assertEqual(program.wait(timeout=PATIENCE), 0)
        told = program.stdout.read()
        reader.join(PATIENCE)
        program.stdout.close()
        program.stderr.close()
        self.assertNotIn("WARN", "".join(log))
        if not board.legal_moves():
            # Who is to move has lost; nobody loses to chance.
            self.assertFalse(turn, told)
            starts = board.turn == draughts.BLACK
            self.assertIn("  1-0  " if starts else "  0-1  ", told)
            self.assertIn("by the rules", told)
        elif has_ended:
            self.assertIn("  1/2-1/2  ", told)

    def move(self, engine, board, log):
        """The engine's move; nothing if it has ended the game."""
        found = []

        def wait():
            found.append(engine.play(board).move)

        thread = threading.Thread(target=wait, daemon=True)
        thread.start()
        end = time.monotonic() + PATIENCE
        while thread.is_alive() and not engine.receiver.gameend_sent:
            self.assertLess(time.monotonic(), end, "".join(log))
            thread.join(0.001)
        return found[0] if found else None

    def test_international(self):
        self.play("normal", "standard", first=True)

    def test_russian(self):
        # The position by the places of the board, the moves by the numbers of the books.
        self.play("russian", "russian", first=False)

    def test_english(self):
        # The board is turned, and the side that starts is called White in the position only.
        self.play("english", "english", first=True)


if __name__ == "__main__":
    unittest.main(verbosity=2)
