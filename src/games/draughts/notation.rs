//! The texts of the family: FEN and Hub positions, Hub turns, and what players write.

use crate::game::{Game, HubPosition, Notation, PositionError, Settings, Side, TurnError, Turns};
use crate::games::draughts::Draughts;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::draws::Counters;
use crate::games::draughts::eval::Evaluation;
use crate::games::draughts::king_limit::KingMoves;
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::{Goal, Kings, Promotion, Rules};
use crate::games::draughts::turn::Turn;
use crate::notation::fen::{KingRun, Piece, Placement, syntax, write_square};
use crate::notation::square::Squares;
use crate::notation::turn::{Shape, WrittenTurn};

impl<R: Rules> Draughts<R> {
    const SQUARES: Squares = R::SET.facts.squares;

    /// The limit of plies without progress under these settings.
    pub(super) fn quiet_limit(settings: &Settings) -> u16 {
        let draws = R::SET.draws;
        if draws.quiet_is_optional && settings.get(0) == 0 { 0 } else { draws.quiet }
    }

    fn place(placement: &Placement, settings: &Settings) -> Result<Position<R>, PositionError> {
        placement.check(Self::MOST_PIECES, R::SET.facts.naming, &Self::SQUARES)?;
        let quiet_limit = Self::quiet_limit(settings);
        let quiet = if quiet_limit > 0 { placement.halfmove } else { 0 };
        let mut pieces = [R::Bits::EMPTY; 2];
        let mut kings = R::Bits::EMPTY;
        for side in Side::ALL {
            for (square, king) in placement.pieces(side) {
                let bit = R::Bits::bit(Board::<R>::index(square));
                pieces[side.index()] |= bit;
                if king {
                    kings |= bit;
                }
            }
        }
        let counters = Counters::new(quiet_limit, quiet);
        let king_moves = Self::king_moves(placement)?;
        Ok(Position::new(placement.side, pieces, kings, counters, king_moves))
    }

    /// The moves of kings that are told with a position. What does not bind is left out: of sides
    /// without men, and of squares where no king stands.
    fn king_moves(placement: &Placement) -> Result<KingMoves, PositionError> {
        let mut moves = KingMoves::default();
        for side in Side::ALL {
            let told = placement.king_moves[side.index()];
            let bound = placement.pieces(side).any(|(_, king)| !king);
            let kings: Vec<usize> =
                placement.pieces(side).filter(|piece| piece.1).map(|piece| piece.0).collect();
            if R::SET.king_limit == 0 || told.count == 0 || !bound || kings.is_empty() {
                continue;
            }
            let king = match (told.square, &kings[..]) {
                (Some(square), _) => Some(square).filter(|square| kings.contains(square)),
                (None, &[only]) => Some(only),
                (None, _) => {
                    let part = format!("+{}", told.count);
                    let expected = format!("{side} has several kings: name the one that has moved");
                    return Err(syntax(&part, &expected));
                }
            };
            if let Some(king) = king {
                moves.set(side, Board::<R>::index(king), told.count.min(R::SET.king_limit));
            }
        }
        Ok(moves)
    }

    fn placement(position: &Position<R>) -> Placement {
        let mut placement = Placement::new(position.side, &Self::SQUARES);
        for side in Side::ALL {
            for index in position.pieces(side).squares() {
                let king = position.kings_of(side).meets(R::Bits::bit(index));
                placement.squares[Board::<R>::square(index)] = Some(Piece { side, king });
            }
        }
        if position.counters.quiet_limit > 0 {
            placement.halfmove = position.counters.quiet;
        }
        for side in Side::ALL {
            if let Some((king, count)) = position.king_moves.get(side) {
                let square = Some(Board::<R>::square(king));
                placement.king_moves[side.index()] = KingRun { square, count };
            }
        }
        placement
    }

    fn shape(turn: &Turn<R::Bits>) -> Shape {
        let captured =
            turn.captured.squares().fold(0, |set, index| set | 1 << Board::<R>::square(index));
        Shape {
            from: Board::<R>::square(u32::from(turn.from)),
            to: Board::<R>::square(u32::from(turn.to)),
            captured,
            crowned: Self::is_crowned_on_the_way(turn),
        }
    }

    /// Whether a man becomes a king and its capture ends elsewhere than on the far row: only
    /// then can another capture with the same squares leave it a man.
    fn is_crowned_on_the_way(turn: &Turn<R::Bits>) -> bool {
        let ends = R::Bits::bit(u32::from(turn.to));
        let far_rows = Board::<R>::far_row(Side::White) | Board::<R>::far_row(Side::Black);
        R::SET.promotion == Promotion::AtOnce
            && turn.promotes
            && turn.is_capture()
            && !ends.meets(far_rows)
    }

    /// The number (from 1) that a notation gives to a square.
    fn number(square: usize, notation: Notation) -> usize {
        if notation == Notation::National {
            R::SET.facts.numbering.turn(square + 1, &Self::SQUARES)
        } else {
            square + 1
        }
    }

    fn write_numbers(position: &Position<R>, turn: Turn<R::Bits>, notation: Notation) -> String {
        let number = |index: u32| Self::number(Board::<R>::square(index), notation).to_string();
        let (from, to) = (number(u32::from(turn.from)), number(u32::from(turn.to)));
        if !turn.is_capture() {
            return format!("{from}-{to}");
        }
        let mut text = format!("{from}x{to}");
        for index in turn.captured.squares() {
            text.push('x');
            text.push_str(&number(index));
        }
        if Self::is_crowned_on_the_way(&turn) {
            let mut turns = Turns::new();
            crate::game::Position::generate(position, &mut turns);
            if turns.contains(&Turn { promotes: false, ..turn }) {
                text.push_str("+K");
            }
        }
        text
    }

    fn write_own(position: &Position<R>, turn: Turn<R::Bits>) -> String {
        let name = |index: u32| {
            write_square(Board::<R>::square(index), R::SET.facts.naming, &Self::SQUARES)
        };
        let (from, to) = (u32::from(turn.from), u32::from(turn.to));
        if !turn.is_capture() {
            return format!("{}-{}", name(from), name(to));
        }
        let alone = !R::SET.full_captures && {
            let mut turns = Turns::new();
            crate::game::Position::generate(position, &mut turns);
            turns.iter().filter(|t| t.from == turn.from && t.to == turn.to).count() == 1
        };
        let landings = if alone { vec![to] } else { position.way(turn) };
        let mut text = name(from);
        for landing in landings {
            text.push(R::SET.capture_sign);
            text.push_str(&name(landing));
        }
        text
    }
}

impl<R: Rules> Game for Draughts<R> {
    type Position = Position<R>;
    type Evaluator = Evaluation<R>;
    const FACTS: crate::game::Facts = R::SET.facts;
    const SEARCH: crate::search::Parameters = R::SET.search;
    const PACE: f64 = match (R::SET.goal, R::SET.kings) {
        (Goal::GiveAway, _) => 0.65,
        (_, Kings::Short) => 2.1,
        (_, Kings::Flying) => 1.2,
    };

    fn start(settings: &Settings) -> Position<R> {
        let height = Self::SQUARES.height;
        let mut pieces = [R::Bits::EMPTY; 2];
        for row in 0..Self::ROWS {
            let row = R::SET.rows_behind + row;
            pieces[Side::White.index()] |= Board::<R>::row(height - 1 - row);
            pieces[Side::Black.index()] |= Board::<R>::row(row);
        }
        let counters = Counters::new(Self::quiet_limit(settings), 0);
        Position::new(R::SET.facts.first, pieces, R::Bits::EMPTY, counters, KingMoves::default())
    }

    fn read_fen(text: &str, settings: &Settings) -> Result<Position<R>, PositionError> {
        Self::place(&Placement::read_fen(text, &Self::SQUARES)?, settings)
    }

    fn write_fen(position: &Position<R>) -> String {
        Self::placement(position).write_fen(R::SET.facts.naming, &Self::SQUARES)
    }

    fn read_hub(hub: &HubPosition, settings: &Settings) -> Result<Position<R>, PositionError> {
        Self::place(&Placement::read_hub(hub, &Self::SQUARES)?, settings)
    }

    fn write_hub(position: &Position<R>) -> String {
        Self::placement(position).write_hub()
    }

    fn write_turn(position: &Position<R>, turn: Turn<R::Bits>, notation: Notation) -> String {
        match notation {
            Notation::Hub | Notation::National => Self::write_numbers(position, turn, notation),
            Notation::Own => Self::write_own(position, turn),
        }
    }

    fn read_turn(
        position: &Position<R>,
        turns: &[Turn<R::Bits>],
        text: &str,
        notation: Notation,
    ) -> Result<Turn<R::Bits>, TurnError> {
        let squares = Self::SQUARES;
        let written = WrittenTurn::read(text, &squares, |number| {
            let square = squares.numbered(number)?;
            Some(Self::number(square, notation) - 1)
        })?;
        let shapes: Vec<Shape> = turns.iter().map(Self::shape).collect();
        let index = written.find(
            text,
            notation,
            &shapes,
            |index, landings, exact| {
                let wanted: Vec<u32> = landings.iter().map(|&s| Board::<R>::index(s)).collect();
                position.lands(turns[index], &wanted, exact)
            },
            |index| Self::write_turn(position, turns[index], notation),
        )?;
        Ok(turns[index])
    }
}
