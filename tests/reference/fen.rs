//! Reads what the library writes.

use damier::solve::reference::board::Board;
use damier::solve::reference::position::Position;

/// The position of a FEN without ranges.
pub(crate) fn read_fen(text: &str, board: Board) -> Position {
    let mut parts = text.split(':');
    let side = parts.next().and_then(|side| side.chars().next()).expect("the side to move");
    let mut squares = vec!['e'; board.places().len()];
    let mut runs = [None; 2];
    for part in parts {
        let (kind, list) = part.split_at(1);
        match kind {
            "W" | "B" => {
                for name in list.split(',').filter(|name| !name.is_empty()) {
                    let king = name.strip_prefix('K');
                    let square = read_square(king.unwrap_or(name), board);
                    squares[square] = match (kind, king) {
                        ("W", None) => 'w',
                        ("W", Some(_)) => 'W',
                        (_, None) => 'b',
                        (_, Some(_)) => 'B',
                    };
                }
            }
            "+" => {
                let (black, white) = list.split_once('+').expect("two counts");
                runs = [white, black].map(|run| {
                    let (count, square) = run.split_at(1);
                    (count != "0")
                        .then(|| (read_square(square, board), count.parse().expect("a count")))
                });
            }
            "H" => (),
            _ => panic!("unknown part {part}"),
        }
    }
    Position { squares, side, runs }
}

fn read_square(name: &str, board: Board) -> usize {
    let mut letters = name.chars();
    let first = letters.next().expect("a square");
    if first.is_ascii_digit() {
        return name.parse::<usize>().expect("a number") - 1;
    }
    let rank: i32 = letters.as_str().parse().expect("a row");
    let column = first as i32 - 'a' as i32;
    board.number((column, board.size() - rank)).expect("a square of the board")
}
