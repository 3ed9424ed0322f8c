#!/usr/bin/env python3
"""Self-play over the Hub protocol: two engines play, a third process is the referee.

Every move is looked up in the referee's list of legal moves, every `done` is measured against
the move time, and every wait has an end. A game is over when the referee lists no move: a side
cannot move, or the rules say draw. Whose win that is, `damier moves` tells from all its moves.

Exit code 1 if there was any fault: an illegal move, a hang, a crash, or a move time passed over.
"""

import argparse
import contextlib
import pathlib
import queue
import random
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALLOWED = 0.050  # seconds that a move may come late
PATIENCE = 20.0  # seconds after which a silent process counts as hanging


class Fault(Exception):
    """Something that an engine must not do."""


class Process:
    """A `damier hub` process with a thread that reads its lines and notes when they come."""

    def __init__(self, binary, variant, name):
        self.name = name
        self.process = subprocess.Popen(
            [binary, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        self.ask("hub", "wait")
        self.send(f"set-param name=variant value={variant}")
        self.ask("init", "ready")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.rstrip("\n")))
        self.lines.put((time.monotonic(), None))

    def send(self, *lines):
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines))
            self.process.stdin.flush()
        except OSError as error:
            raise Fault(f"{self.name} is gone: {error}") from error

    def until(self, word, patience=PATIENCE):
        """The first line that begins with `word`, and when it came."""
        end = time.monotonic() + patience
        while True:
            try:
                when, line = self.lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise Fault(f"{self.name} hangs: no '{word}'") from None
            if line is None:
                raise Fault(f"{self.name} has ended with {self.process.wait()}")
            if line.startswith("error"):
                raise Fault(f"{self.name}: {line}")
            if line.split(" ", 1)[0] == word:
                return when, line

    def ask(self, line, word):
        self.send(line)
        return self.until(word)[1]

    def close(self):
        """Quits; true if the process ended as it should."""
        try:
            self.send("quit")
            return self.process.wait(timeout=PATIENCE) == 0
        except (Fault, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
            return False
        finally:
            self.reader.join()
            self.process.stdout.close()
            with contextlib.suppress(OSError):
                self.process.stdin.close()


class Tally:
    """What has been seen of a variant."""

    def __init__(self):
        self.games = self.white = self.black = self.draws = self.long = 0
        self.plies = self.late = self.illegal = self.faults = 0
        self.overrun = float("-inf")
        self.messages = []


def pos(moves):
    return f'pos start moves="{" ".join(moves)}"' if moves else "pos start"


def legal(referee, moves):
    referee.send(pos(moves))
    listed = referee.ask("list-moves", "movelist").split('"')[1]
    return listed.split()


def squares(text):
    """The identity of a move: captured squares may stand in any order."""
    if "x" not in text:
        return text
    first, last, *captured = text.split("x")
    return "x".join([first, last, *sorted(captured, key=int)])


def result(binary, variant, moves):
    """The result in the words of `damier moves`."""
    told = subprocess.run(
        [binary, "moves", "-g", variant, "--moves", " ".join(moves)],
        capture_output=True, text=True, timeout=PATIENCE, check=True,
    )
    return told.stderr.strip()


def play(engines, referee, generator, arguments, tally):
    """One game; its moves, and whether it came to its end."""
    moves = []
    for engine in engines:
        engine.send("new-game")
    opening = generator.randint(2, 5)
    while len(moves) < arguments.max_plies:
        choices = legal(referee, moves)
        if not choices:
            return moves, True
        if len(moves) < opening:
            moves.append(generator.choice(choices))
            continue
        engine = engines[len(moves) % 2]
        begun = time.monotonic()
        engine.send(pos(moves), f"level move-time={arguments.move_time}", "go think")
        when, done = engine.until("done", PATIENCE + arguments.move_time)
        overrun = when - begun - arguments.move_time
        tally.overrun = max(tally.overrun, overrun)
        tally.late += overrun > ALLOWED
        words = done.split(" ")
        move = words[1].removeprefix("move=") if len(words) > 1 else None
        if move not in choices:
            tally.illegal += 1
            raise Fault(f"{engine.name}: '{done}' is none of {' '.join(choices)}")
        moves.append(move)
        if len(words) > 2 and len(moves) < arguments.max_plies:
            answer = words[2].removeprefix("ponder=")
            if answer not in legal(referee, moves):
                tally.illegal += 1
                raise Fault(f"{engine.name}: '{done}': no such answer")
    return moves, False


def play_variant(variant, arguments):
    tally = Tally()
    binary = arguments.engine
    processes = []

    def start():
        processes[:] = [Process(binary, variant, name) for name in ("A", "B", "referee")]

    start()
    for number in range(arguments.games):
        generator = random.Random(f"{arguments.seed} {variant} {number}")
        a, b, referee = processes
        engines = [a, b] if number % 2 == 0 else [b, a]
        tally.games += 1
        try:
            moves, ended = play(engines, referee, generator, arguments, tally)
            tally.plies += len(moves)
            if not ended:
                tally.long += 1
                continue
            told = result(binary, variant, moves)
            if told == "1-0":
                tally.white += 1
            elif told == "0-1":
                tally.black += 1
            elif told == "1/2-1/2":
                tally.draws += 1
            else:
                raise Fault(f"no result but '{told}' after {' '.join(moves)}")
        except (Fault, subprocess.SubprocessError) as fault:
            tally.faults += 1
            tally.messages.append(f"{variant}, game {number + 1}: {fault}")
            for process in processes:
                process.close()
            start()
    for process in processes:
        if not process.close():
            tally.faults += 1
            tally.messages.append(f"{variant}: {process.name} does not quit")
    return tally


def variants(binary):
    listed = subprocess.run([binary, "hub"], input="hub\n", capture_output=True, text=True,
                            timeout=PATIENCE, check=True).stdout
    line = next(line for line in listed.splitlines() if line.startswith("param name=variant "))
    return line.split('values="')[1].rstrip('"').split()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--engine", default=str(ROOT / "target" / "release" / "damier"),
                        help="the program (default: %(default)s)")
    parser.add_argument("--games", type=int, default=20, help="games a variant (default: 20)")
    parser.add_argument("--move-time", type=float, default=0.1, help="seconds (default: 0.1)")
    parser.add_argument("--variant", default="all", help="a name, or all (default)")
    parser.add_argument("--seed", type=int, default=1, help="of the openings (default: 1)")
    parser.add_argument("--max-plies", type=int, default=400,
                        help="a longer game is broken off (default: 400)")
    parser.add_argument("--late", type=int, default=0,
                        help="moves a variant that may come late, for busy machines (default: 0)")
    arguments = parser.parse_args()

    names = variants(arguments.engine) if arguments.variant == "all" else [arguments.variant]
    print(f"{'variant':12} {'games':>5} {'white':>5} {'black':>5} {'draw':>5} {'long':>5} "
          f"{'plies':>6} {'max over':>9} {'late':>5} {'illegal':>7} {'faults':>6}")
    failed = False
    for name in names:
        tally = play_variant(name, arguments)
        print(f"{name:12} {tally.games:5} {tally.white:5} {tally.black:5} {tally.draws:5} "
              f"{tally.long:5} {tally.plies:6} {tally.overrun * 1000:6.1f} ms {tally.late:5} "
              f"{tally.illegal:7} {tally.faults:6}", flush=True)
        for message in tally.messages:
            print(f"  {message}", file=sys.stderr)
        failed |= bool(tally.faults or tally.illegal) or tally.late > arguments.late
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
