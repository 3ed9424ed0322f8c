#!/usr/bin/env python3
"""Whole games through pydraughts' `HubEngine`, the client of lidraughts-bot.

pydraughts is the referee: each move of the engine is looked up among the moves that its board
finds legal, and its parser raises at any line that it does not take. The patterns of the
strictest of the other clients are tried on every line as well.

    hubengine_test.py PROGRAM
"""

import logging
import os
import random
import re
import signal
import statistics
import sys
import threading
import time
import unittest

import draughts
from draughts.engine import HubEngine, Limit
from selfplay import ALLOWED, PATIENCE, Process, result, squares

PROGRAM = os.path.realpath(sys.argv.pop(1)) if len(sys.argv) > 1 else "target/release/damier"
LONGEST_GAME = 300  # plies
LONGEST_TEST = 240  # seconds; pydraughts itself waits for ever
WORST = 2.0  # seconds that a busy machine may add to a move

# From lidraughts' scanProtocol.ts, and its moves of digits, `-`, `x` and blanks only.
LIDRAUGHTS_INFO = re.compile(
    r'^info depth=(\d+) mean-depth=\S+ score=(\S+) nodes=(\d+) (time=\S+ )?(nps=\S+ )?pv="?([0-9\-x ]+)"?$'
)
LIDRAUGHTS_ID = re.compile(r"^id name=(.+) version=(.+) author=(.+)")
# draughtsnet takes the first argument of `done` for the move.
DONE = re.compile(r"^done( move=[0-9x+K-]+( ponder=[0-9x+K-]+)?)?$")
VARIANT = re.compile(r'^param name=variant value=\S+ type=enum values="([^"=]+)"$')

# What pydraughts knows a game by. To it poddavki is Russian draughts.
BOARDS = {"normal": "standard", "losing": "antidraughts", "poddavki": "russian"}
# Games that count squares from White's side, with the squares of a row.
UPWARD = {"russian": 4, "poddavki": 4, "brazilian": 4, "turkish": 8}
# Games whose draws by counting pydraughts tells as damier does.
COUNTED = ("english", "italian", "turkish")


def by_board(move, width):
    """A move by the numbers of the game's books, by those of the board."""

    def place(text):
        row, column = divmod(int(text) - 1, width)
        return str(width * (7 - row) + column + 1)

    sign = "x" if "x" in move else "-"
    return sign.join(map(place, move.split(sign)))


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
        self.late = []
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

    def search(self, engine, board, limit):
        """A move on the engine's clock, which both find legal; what it expects then."""
        legal = self.legal(board)
        answer = engine.play(board, limit, ponder=False)
        if limit.depth is not None:
            self.assertLessEqual(answer.info["depth"], limit.depth)
        if limit.nodes is not None:
            self.assertLessEqual(answer.info["nodes"], limit.nodes)
        # A move that is forced comes at once.
        if limit.movetime is not None and len(legal) > 1:
            self.late.append(engine.spent - limit.movetime)
            self.assertLess(self.late[-1], WORST)
        self.push(board, answer.move, legal)
        return answer.ponder and squares(answer.ponder.hub_move)

    def push(self, board, move, legal):
        self.assertIn(squares(move.hub_move), legal)
        board.push(move)

    def is_over(self, board, variant):
        """Whether the game is over, by what pydraughts knows of its rules."""
        if variant == "poddavki":
            # It is Russian draughts to pydraughts; counting draws none.
            return not board.legal_moves() or board._game.is_threefold()
        return board.is_over()

    def agree(self, board, variant):
        """The engine's rules tell the same end, but for draws that are counted otherwise."""
        moves = [move.hub_move for move in board.move_stack]
        if variant in UPWARD:
            moves = [by_board(move, UPWARD[variant]) for move in moves]
        told = result(PROGRAM, variant, moves)
        white_moves = (len(moves) % 2 == 0) != (variant == "english")
        if not board.legal_moves():
            mover_wins = variant in ("losing", "poddavki")
            self.assertEqual(told, "1-0" if white_moves == mover_wins else "0-1")
        elif board._game.is_threefold() or (variant in COUNTED and board.winner() == 0):
            self.assertEqual(told, "1/2-1/2")

    def start(self, variant):
        """An engine and a board."""
        options = {"variant": variant, "hash": 16, "book": False}
        if variant not in ("normal", "losing"):
            options["numbering"] = "national"
        return self.engine(options), draughts.Board(variant=BOARDS.get(variant, variant))

    def play(self, variant, limits):
        """A whole game of an engine against itself, by each of the limits in turn."""
        engine, board = self.start(variant)
        expected, plies = None, 0
        while plies < LONGEST_GAME and not self.is_over(board, variant):
            if expected is not None:
                self.assertIn(expected, self.legal(board))
            expected = self.search(engine, board, limits[plies % len(limits)])
            plies += 1
        self.assertGreater(plies, 20)
        self.agree(board, variant)

    def meet(self, variant):
        """Whole games against random moves, as pydraughts writes them; both know the same moves at
        any time. The engine moves first, and second."""
        for turn in (0, 1):
            self.meet_at(variant, turn)

    def meet_at(self, variant, turn):
        engine, board = self.start(variant)
        referee = Process(PROGRAM, variant, "referee")
        referee.send("set-param name=numbering value=national")
        generator = random.Random(f"{variant} {turn}")
        while len(board.move_stack) < LONGEST_GAME and not self.is_over(board, variant):
            moves = " ".join(move.hub_move for move in board.move_stack)
            referee.send(f'pos pos={board._game.initial_hub_fen} moves="{moves}"')
            texts = referee.ask("list-moves", "movelist").split('"')[1].split()
            legal = self.legal(board)
            if variant == "turkish":
                # pydraughts lets Turkish kings step over pieces.
                self.assertLessEqual(set(map(squares, texts)), legal)
                legal = set(map(squares, texts))
            elif texts or not board.legal_moves():
                self.assertEqual(set(map(squares, texts)), legal)
            if not legal:
                break
            if len(board.move_stack) % 2 == turn:
                self.search(engine, board, Limit(depth=4))
            else:
                choice = generator.choice(sorted(legal))
                board.push(draughts.Move(board, hub_move=choice))
        self.assertGreater(len(board.move_stack), 10)
        self.agree(board, variant)
        self.assertTrue(referee.close())

    def test_international_by_depth(self):
        self.play("normal", [Limit(depth=6)])

    def test_international_by_move_time(self):
        self.play("normal", [Limit(movetime=0.03)])
        # Typically; the machine may be busy at times.
        self.assertLess(statistics.median(self.late), ALLOWED)

    def test_international_by_nodes(self):
        self.play("normal", [Limit(nodes=3000)])

    def test_international_by_clock(self):
        engines = [self.engine({"variant": "normal"}), self.engine({"variant": "normal"})]
        board = draughts.Board()
        clocks, increment = [3.0, 3.0], 0.1
        while len(board.move_stack) < LONGEST_GAME and not board.is_over():
            side = len(board.move_stack) % 2
            clocks[side] += increment
            # The client takes the increment off what it sends; it may fall below zero.
            self.search(engines[side], board, Limit(time=clocks[side], inc=increment))
            clocks[side] -= engines[side].spent
            self.assertGreater(clocks[side], 0.0, "a flag has fallen")
        self.agree(board, "normal")

    def test_pondering(self):
        engine = self.engine({"variant": "normal", "ponder": True})
        board = draughts.Board()
        hits = misses = 0
        result = engine.play(board, Limit(movetime=0.1), ponder=False)
        self.push(board, result.move, self.legal(board))
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
            self.push(board, result.move, self.legal(board))
        self.assertGreater(hits, 3)
        self.assertGreater(misses, 3)

    def test_pondering_on_a_clock(self):
        # A whole game against one who plays what is expected, and something else every other time.
        engine = self.engine({"variant": "normal", "ponder": True})
        board = draughts.Board()
        clock, increment, hits, misses, stops = 1.5, 0.1, 0, 0, []
        limit = Limit(time=clock, inc=increment)
        expected = self.search(engine, board, limit)
        while len(board.move_stack) < LONGEST_GAME and not board.is_over():
            answers = self.legal(board)
            guess = expected or min(answers)
            self.assertIn(guess, answers)
            ahead = board.copy()
            ahead.push(draughts.Move(ahead, hub_move=guess))
            others = sorted(answers - {guess})
            if ahead.is_over():
                board = ahead
                break
            legal = self.legal(ahead)
            thread, found = self.ponder(engine, ahead, limit)
            if hits <= misses or not others:
                hits += 1
                engine.ponderhit()
                thread.join(PATIENCE)
                clock += increment - engine.spent
                board = ahead
                self.push(board, found[0].move, legal)
                expected = found[0].ponder and squares(found[0].ponder.hub_move)
            else:
                misses += 1
                engine.stop()
                thread.join(PATIENCE)
                stops.append(engine.spent)
                self.assertIn(squares(found[0].move.hub_move), legal)
                board.push(draughts.Move(board, hub_move=others[misses % len(others)]))
                if board.is_over():
                    break
                expected = self.search(engine, board, limit)
                clock += increment - engine.spent
            self.assertGreater(clock, 0.0, "the flag has fallen")
            limit = Limit(time=clock + increment, inc=increment)
        self.assertGreater(min(hits, misses), 3)
        self.assertLess(statistics.median(stops), ALLOWED)
        self.agree(board, "normal")

    def ponder(self, engine, board, limit):
        """Begins to ponder, and holds the answer; the thread that waits for it, and where it puts
        it."""
        found = []

        def wait():
            found.append(engine.play(board, limit, ponder=True))

        thread = threading.Thread(target=wait, daemon=True)
        thread.start()
        end = time.monotonic() + PATIENCE
        while engine._last_sent != "go ponder" and time.monotonic() < end:
            time.sleep(0.001)
        time.sleep(0.03)
        self.assertEqual(found, [], "the answer is held")
        return thread, found

    def test_give_away(self):
        self.play("losing", [Limit(depth=5)])

    def test_russian(self):
        self.play("russian", [Limit(depth=7), Limit(movetime=0.03), Limit(nodes=3000)])
        self.meet("russian")

    def test_poddavki(self):
        self.play("poddavki", [Limit(depth=7), Limit(movetime=0.03), Limit(nodes=3000)])
        self.meet("poddavki")

    def test_brazilian(self):
        self.play("brazilian", [Limit(depth=7), Limit(nodes=3000)])
        self.meet("brazilian")

    def test_english(self):
        # pydraughts turns the board and calls the side that begins White.
        self.play("english", [Limit(depth=7), Limit(nodes=3000)])
        self.meet("english")

    def test_italian(self):
        self.play("italian", [Limit(depth=7), Limit(nodes=3000)])
        self.meet("italian")

    def test_turkish(self):
        self.play("turkish", [Limit(depth=5), Limit(nodes=3000)])
        self.meet("turkish")


if __name__ == "__main__":
    unittest.main(verbosity=2)
