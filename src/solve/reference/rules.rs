//! What each game says to each question, question by question.

use crate::games::Variant::{self, *};

use super::board::{Board, Step};

/// The rules of a game.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Where it is played.
    pub board: Board,
    /// `W` or `B`, who starts.
    pub first: char,
    /// The rows of men of a side at the start, counted from its own edge.
    pub rows: (i32, i32),
    /// The lines along which pieces go.
    pub lines: Lines,
    /// Whether men capture backward.
    pub men_capture_back: bool,
    /// Whether men capture kings.
    pub men_capture_kings: bool,
    /// Whether kings move any distance.
    pub kings_fly: bool,
    /// Where a king lands.
    pub landing: Landing,
    /// Whether a king that may go on from one landing square must choose such a one.
    pub lands_to_go_on: bool,
    /// Whether what is captured leaves the board before the next jump.
    pub taken_at_once: bool,
    /// Whether a king may turn round between two jumps.
    pub half_turns: bool,
    /// What becomes of a man on the far row in the middle of a capture.
    pub promotion: Promotion,
    /// Which captures may be chosen.
    pub choice: Choice,
    /// Whether a king must rest after three moves.
    pub king_limit: bool,
    /// Whether a king on the board ends the game.
    pub first_king: bool,
    /// Whether the side that cannot move has won.
    pub gives_away: bool,
    /// Whether one piece against one is a draw, unless it can be captured at once.
    pub draws_one_each: bool,
}

/// The lines along which pieces go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Diagonals.
    Diagonal,
    /// Steps along diagonals, captures along rows and columns too.
    Frisian,
    /// Rows and columns.
    Orthogonal,
}

/// Where a flying king lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On any free square behind what it takes.
    Anywhere,
    /// Directly behind.
    Behind,
    /// Behind a king that is captured last, else anywhere.
    BehindLastKing,
}

/// What a man does on the far row in the middle of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// It goes on as a man.
    GoesOnAsMan,
    /// Its turn ends.
    Stops,
    /// It goes on as a king.
    GoesOnAsKing,
}

/// Which captures must be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Any.
    Free,
    /// Most pieces.
    Most,
    /// Most pieces, then most kings.
    MostThenKings,
    /// Most pieces, then by a king, then most kings, then kings soonest.
    Italian,
    /// Most worth, then by a king.
    Frisian,
    /// By a king if there is one.
    KingFirst,
}

/// The game whose moves a game has, itself included.
pub fn base(variant: Variant) -> Variant {
    match variant {
        Losing => International,
        Poddavki => Russian,
        FrisianLosing => Frisian,
        BrazilianLosing => Brazilian,
        PoolLosing => Pool,
        EnglishLosing => English,
        ItalianLosing => Italian,
        SpanishLosing | Portuguese => Spanish,
        CzechLosing => Czech,
        ThaiLosing => Thai,
        CanadianLosing => Canadian,
        other => other,
    }
}

impl Rules {
    /// The rules of a game of the draughts family.
    pub fn of(variant: Variant) -> Option<Rules> {
        let game = base(variant);
        if matches!(game, Impasse | Extreme | Alquerque) {
            return None;
        }
        let board = match game {
            Italian | Spanish => Board::Mirrored,
            Turkish => Board::All,
            Canadian => Board::Dark(12),
            International | Killer | Breakthrough | Frisian | Frysk => Board::Dark(10),
            _ => Board::Dark(8),
        };
        Some(Rules {
            board,
            first: if matches!(game, Pool | English | Thai) { 'B' } else { 'W' },
            rows: match game {
                Frysk => (0, 1),
                Thai => (0, 2),
                Turkish => (1, 3),
                _ => (0, board.size() / 2 - 1),
            },
            lines: match game {
                Turkish => Lines::Orthogonal,
                Frisian | Frysk => Lines::Frisian,
                _ => Lines::Diagonal,
            },
            men_capture_back: !matches!(game, English | Italian | Spanish | Czech | Thai | Turkish),
            men_capture_kings: game != Italian,
            kings_fly: !matches!(game, English | Italian),
            landing: match game {
                Thai => Landing::Behind,
                Killer => Landing::BehindLastKing,
                _ => Landing::Anywhere,
            },
            lands_to_go_on: true,
            taken_at_once: matches!(game, Thai | Turkish),
            half_turns: game != Turkish,
            promotion: match game {
                Russian => Promotion::GoesOnAsKing,
                English | Italian | Spanish | Czech | Thai => Promotion::Stops,
                _ => Promotion::GoesOnAsMan,
            },
            choice: match game {
                Russian | Pool | English | Thai => Choice::Free,
                Czech => Choice::KingFirst,
                Spanish => Choice::MostThenKings,
                Italian => Choice::Italian,
                Frisian | Frysk => Choice::Frisian,
                _ => Choice::Most,
            },
            king_limit: matches!(game, Frisian | Frysk),
            first_king: game == Breakthrough,
            gives_away: game != variant && variant != Portuguese,
            draws_one_each: game == Turkish,
        })
    }

    /// How many men a side has at the start.
    pub fn men(&self) -> usize {
        let row = if self.board == Board::All { 8 } else { self.board.size() / 2 };
        (row * (self.rows.1 - self.rows.0)) as usize
    }

    /// The steps of a man of a side, forward or, in Turkish draughts, to the side.
    pub fn man_steps(&self, side: char) -> Vec<Step> {
        let forward = if side == 'W' { -1 } else { 1 };
        match self.lines {
            Lines::Orthogonal => vec![(0, forward), (-1, 0), (1, 0)],
            Lines::Diagonal | Lines::Frisian => vec![(-1, forward), (1, forward)],
        }
    }

    /// The steps of a king.
    pub fn king_steps(&self) -> Vec<Step> {
        match self.lines {
            Lines::Orthogonal => vec![(0, -1), (-1, 0), (1, 0), (0, 1)],
            Lines::Diagonal | Lines::Frisian => vec![(-1, -1), (1, -1), (-1, 1), (1, 1)],
        }
    }

    /// The steps along which a king captures. On dark squares the next square of a row or a column
    /// is two away.
    pub fn king_captures(&self) -> Vec<Step> {
        let mut steps = self.king_steps();
        if self.lines == Lines::Frisian {
            steps.extend([(0, -2), (-2, 0), (2, 0), (0, 2)]);
        }
        steps
    }

    /// The steps along which a man captures.
    pub fn man_captures(&self, side: char) -> Vec<Step> {
        if self.men_capture_back { self.king_captures() } else { self.man_steps(side) }
    }
}
