#!/usr/bin/env python3
"""damier's legal moves against those of other libraries, in random positions.

The library is the one that is installed where this runs: pydraughts or py-draughts. Half of the
positions are those of random games, half are a few pieces, many of them kings, put down at random;
a seed gives both libraries the same. Moves are compared by from, to and the set of captured
squares: several ways of one capture are one move.

Where a library is known to be wrong, `FAULTS` tells by which article and mends its answer; then it
must agree. Any other disagreement is a failure.

    oracles.py PROGRAM [--positions N] [--seed N] [--variant NAME]
"""

import argparse
import random
import sys
from collections import Counter, namedtuple

from selfplay import Process

try:
    import numpy
    from draughts import (
        AmericanBoard, AntidraughtsBoard, BrazilianBoard, BreakthroughBoard, Color, FrisianBoard,
        FryskBoard, RussianBoard, StandardBoard,
    )
    LIBRARY = "py-draughts"
except ImportError:
    from draughts.core.game import Game
    LIBRARY = "pydraughts"

LONGEST_GAME = 200  # plies
# Of the boards that have not 32.
SQUARES = {"normal": 50, "losing": 50, "bt": 50, "frisian": 50, "frysk": 50, "turkish": 64}
EXCHANGED = str.maketrans("WBwb", "BWbw")

# Every square where the piece stands on its way, and what it captures, in order; all by Hub.
Move = namedtuple("Move", "path captured")


class PyDraughts:
    """py-draughts: squares from 0, otherwise those of Hub."""

    PIECES = {"e": 0, "w": -1, "W": -2, "b": 1, "B": 2}

    def __init__(self):
        self.boards = {
            "normal": StandardBoard, "losing": AntidraughtsBoard, "bt": BreakthroughBoard,
            "frisian": FrisianBoard, "frysk": FryskBoard, "russian": RussianBoard,
            "poddavki": RussianBoard, "brazilian": BrazilianBoard, "english": AmericanBoard,
        }

    def moves(self, variant, position):
        squares = numpy.array([self.PIECES[letter] for letter in position[1:]], dtype=numpy.int8)
        side = Color.WHITE if position[0] == "W" else Color.BLACK
        return [
            Move([square + 1 for square in move.square_list],
                 [square + 1 for square in move.captured_list])
            for move in self.boards[variant](squares, side).legal_moves
        ]


class Pydraughts:
    """pydraughts: the squares of Hub, but English draughts are turned and White begins."""

    def __init__(self):
        self.boards = {
            "normal": "standard", "losing": "antidraughts", "bt": "breakthrough",
            "frisian": "frisian", "frysk": "frysk!", "russian": "russian", "poddavki": "russian",
            "brazilian": "brazilian", "english": "english", "italian": "italian",
            "turkish": "turkish",
        }

    def moves(self, variant, position):
        return self.listed(variant, position, Game.legal_moves)

    def captures(self, variant, position):
        """All captures that are played to their end, be there better ones or not."""
        return self.listed(variant, position, Game.get_moves)

    def listed(self, variant, position, method):
        is_turned = variant == "english"
        if is_turned:
            position = (position[0] + position[:0:-1]).translate(EXCHANGED)

        def place(square):
            return len(position) - square if is_turned else square

        return [
            Move([place(jumps[0][0])] + [place(to) for _, to in jumps],
                 [place(square) for square in captured if square is not None])
            for jumps, captured in zip(*method(Game(self.boards[variant], position)))
        ]


ORACLE = PyDraughts() if LIBRARY == "py-draughts" else Pydraughts()

# What a library does wrong, by which article it is so, what mends its moves, and a position where
# it shows.
Fault = namedtuple("Fault", "library variants what article mend example")


def only_captures(_variant, _position, moves):
    return [move for move in moves if move.captured] or moves


def kings_met_soonest(_variant, position, moves):
    def kings(move):
        return [position[square] in "WB" for square in move.captured]

    first = max(map(kings, moves))
    return [move for move in moves if kings(move) == first]


def frisian_values(variant, position, _moves):
    def rank(move):
        value = sum(199 if position[square] in "WB" else 100 for square in move.captured)
        return value, position[move.path[0]] in "WB"

    moves = ORACLE.captures(variant, position)
    best = max(map(rank, moves))
    return [move for move in moves if rank(move) == best]


def nothing_passed_over(_variant, position, moves):
    def is_free(move):
        low, high = sorted(move.path)
        step = 8 if (high - low) % 8 == 0 else 1
        return all(position[square] == "e" for square in range(low + step, high, step))

    return [move for move in moves if move.captured or is_free(move)]


FAULTS = [
    Fault("py-draughts", ["english"], "lets a side step that can capture",
          "WCDF 1.20: captures are compulsory",
          only_captures, "W:W22,32:B1,18"),
    Fault("pydraughts", ["italian"], "compares the place of the first king only",
          "FID 6.9: at each step where two captures differ, the king goes first",
          kings_met_soonest, "W:WK30:B10,K12,K18,20,K26,K27"),
    Fault("pydraughts", ["frisian", "frysk"],
          "adds up binary fractions, 1.501 a king: equal captures differ by their order, and three "
          "kings weigh less than five men",
          "WFD, as lidraughts and Scan: a king counts 199 to a man's 100; of equal captures any, "
          "but a king's first",
          frisian_values, "W:WK5,K6,K17,47:BK2,8,K10,K13,14,21,K22,23,26,K27,K34,37,K44,K46"),
    Fault("pydraughts", ["turkish"], "lets a king step over pieces",
          "damaturk.com: a king moves over free squares",
          nothing_passed_over, "W:WKa1,a4:Bh7"),
]


class Damier:
    """The legal moves and random games of a variant, by one process."""

    def __init__(self, program, variant):
        self.process = Process(program, variant, "damier")

    def ask(self, command, answer):
        return self.process.ask(command, answer).split('"')[1]

    def texts(self):
        return self.ask("list-moves", "movelist").split()

    def moves(self, position):
        self.process.send(f"pos pos={position}")
        return self.texts()

    def game(self, generator):
        """The FENs of a random game, while it goes on."""
        self.process.send("pos start")
        for _ in range(LONGEST_GAME):
            texts = self.texts()
            if not texts:
                return
            fen = self.ask("fen", "fen")
            yield fen
            self.process.send(f'pos fen="{fen}" moves="{generator.choice(texts)}"')


def hub(fen, count):
    """A position by Hub, without what was counted before it."""
    squares = ["e"] * count
    side, *groups = fen.split(":")
    for colour, *names in groups:
        for name in filter(None, "".join(names).split(",") if colour in "WB" else ()):
            square = name.removeprefix("K")
            if square.isdigit():
                place = int(square) - 1
            else:
                column, row = ord(square[0]) - ord("a"), 8 - int(square[1])
                place = row * 8 + column if count == 64 else row * 4 + column // 2
            squares[place] = colour.lower() if square == name else colour
    return side + "".join(squares)


def sparse(generator, variant, count):
    """A few pieces, or at times many, and a side that moves."""
    width = {32: 4, 50: 5, 64: 8}[count]
    squares = generator.sample(range(count), count)
    # The first king of breakthrough ends the game.
    kings = 0.0 if variant == "bt" else generator.choice([0.1, 0.5, 0.9])
    most = count // 4 if kings < 0.5 else 6
    position = ["e"] * count
    for side in "WB":
        # And one against one ends that of Turkish draughts.
        for _ in range(generator.randint(2 if variant == "turkish" else 1, most)):
            square = squares.pop()
            is_far = square < width if side == "W" else square >= count - width
            if generator.random() < kings:
                position[square] = side
            elif not is_far:
                position[square] = side.lower()
    return generator.choice("WB") + "".join(position)


def positions(damier, variant, generator, wanted):
    count = SQUARES.get(variant, 32)
    given = 0
    while given < wanted // 2:
        for fen in damier.game(generator):
            # Not all of a game, so that there are more games.
            if given < wanted // 2 and generator.random() < 0.3:
                yield hub(fen, count)
                given += 1
    for _ in range(wanted - given):
        yield sparse(generator, variant, count)


def told(text):
    """What identifies a move of damier."""
    squares = [int(square) for square in text.removesuffix("+K").replace("-", "x").split("x")]
    return squares[0], squares[1], frozenset(squares[2:])


def identities(moves):
    return {(move.path[0], move.path[-1], frozenset(move.captured)) for move in moves}


def shown(moves):
    return " ".join(
        f"{start}x{end}({','.join(map(str, sorted(captured)))})" if captured else f"{start}-{end}"
        for start, end, captured in sorted(moves, key=lambda move: (move[:2], sorted(move[2])))
    )


def compare(variant, position, texts, seen):
    """What the two disagree about without a reason, or nothing; reasons are counted."""
    found = {told(text) for text in texts}
    moves = ORACLE.moves(variant, position)
    if identities(moves) == found:
        return None
    for fault in FAULTS:
        if (fault.library, variant in fault.variants) == (LIBRARY, True):
            if identities(fault.mend(variant, position, moves)) == found:
                seen[fault.what] += 1
                return None
    return (f"{variant} {position}:\n    only damier: {shown(found - identities(moves))}\n"
            f"    only {LIBRARY}: {shown(identities(moves) - found)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program")
    parser.add_argument("--positions", type=int, default=2000, help="a variant (default: 2000)")
    parser.add_argument("--seed", type=int, default=1, help="of the positions (default: 1)")
    parser.add_argument("--variant", help="one only")
    arguments = parser.parse_args()

    failed = False
    for variant in [arguments.variant] if arguments.variant else ORACLE.boards:
        generator = random.Random(f"{arguments.seed} {variant}")
        damier = Damier(arguments.program, variant)
        seen, disagreements = Counter(), []
        # A fault that is none any more should not stand in the table.
        for fault in FAULTS:
            if (fault.library, variant in fault.variants) == (LIBRARY, True):
                position = hub(fault.example, SQUARES.get(variant, 32))
                disagreement = compare(variant, position, damier.moves(position), seen)
                if disagreement or not seen[fault.what]:
                    disagreements.append(disagreement or f"{variant} {position}: no {fault.what}")
        seen.clear()
        tested = captures = 0
        for position in positions(damier, variant, generator, arguments.positions):
            texts = damier.moves(position)
            tested += 1
            captures += any("x" in text for text in texts)
            disagreement = compare(variant, position, texts, seen)
            if len(set(texts)) != len(texts):
                disagreement = f"{variant} {position}: a move twice in {' '.join(texts)}"
            if disagreement:
                disagreements.append(disagreement)
        if not damier.process.close():
            disagreements.append(f"{variant}: damier does not quit")
        print(f"{LIBRARY} {variant:10} {tested:5} positions, {captures:5} with captures, "
              f"{sum(seen.values()):4} explained, {len(disagreements):3} not", flush=True)
        for fault in FAULTS:
            if seen[fault.what] and variant in fault.variants:
                print(f"    {seen[fault.what]}: {LIBRARY} {fault.what} ({fault.article})")
        for disagreement in disagreements[:10]:
            print(f"  {disagreement}", file=sys.stderr)
        failed |= bool(disagreements)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
