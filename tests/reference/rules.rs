//! What each game says to each question, question by question.

use damier::games::Variant::{self, *};

use super::board::{Board, Step};

/// The rules of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) board: Board,
    /// `W` or `B`, who starts.
    pub(crate) first: char,
    /// The rows of men of a side at the start, counted from its own edge.
    pub(crate) rows: (i32, i32),
    pub(crate) lines: Lines,
    pub(crate) men_capture_back: bool,
    pub(crate) men_capture_kings: bool,
    pub(crate) kings_fly: bool,
    pub(crate) landing: Landing,
    /// Whether a king that may go on from one landing square must choose such a one.
    pub(crate) lands_to_go_on: bool,
    /// Whether what is captured leaves the board before the next jump.
    pub(crate) taken_at_once: bool,
    pub(crate) half_turns: bool,
    pub(crate) promotion: Promotion,
    pub(crate) choice: Choice,
    /// Whether a king must rest after three moves.
    pub(crate) king_limit: bool,
    /// Whether a king on the board ends the game.
    pub(crate) first_king: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    Diagonal,
    /// Steps along diagonals, captures along rows and columns too.
    Frisian,
    Orthogonal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Landing {
    Anywhere,
    Behind,
    /// Behind a king that is captured last, else anywhere.
    BehindLastKing,
}

/// What a man does on the far row in the middle of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promotion {
    GoesOnAsMan,
    Stops,
    GoesOnAsKing,
}

/// Which captures must be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Free,
    Most,
    MostThenKings,
    Italian,
    Frisian,
    KingFirst,
}

/// The game whose moves a game has, itself included.
pub(crate) fn base(variant: Variant) -> Variant {
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
    pub(crate) fn of(variant: Variant) -> Option<Rules> {
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
        })
    }

    /// How many men a side has at the start.
    pub(crate) fn men(&self) -> usize {
        let row = if self.board == Board::All { 8 } else { self.board.size() / 2 };
        (row * (self.rows.1 - self.rows.0)) as usize
    }

    /// The steps of a man of a side, forward or, in Turkish draughts, to the side.
    pub(crate) fn man_steps(&self, side: char) -> Vec<Step> {
        let forward = if side == 'W' { -1 } else { 1 };
        match self.lines {
            Lines::Orthogonal => vec![(0, forward), (-1, 0), (1, 0)],
            Lines::Diagonal | Lines::Frisian => vec![(-1, forward), (1, forward)],
        }
    }

    /// The steps of a king.
    pub(crate) fn king_steps(&self) -> Vec<Step> {
        match self.lines {
            Lines::Orthogonal => vec![(0, -1), (-1, 0), (1, 0), (0, 1)],
            Lines::Diagonal | Lines::Frisian => vec![(-1, -1), (1, -1), (-1, 1), (1, 1)],
        }
    }

    /// The steps along which a king captures. On dark squares the next square of a row or a column
    /// is two away.
    pub(crate) fn king_captures(&self) -> Vec<Step> {
        let mut steps = self.king_steps();
        if self.lines == Lines::Frisian {
            steps.extend([(0, -2), (-2, 0), (2, 0), (0, 2)]);
        }
        steps
    }

    /// The steps along which a man captures.
    pub(crate) fn man_captures(&self, side: char) -> Vec<Step> {
        if self.men_capture_back { self.king_captures() } else { self.man_steps(side) }
    }

    /// The same rules with one thing changed, for each thing that may be, and what it is.
    pub(crate) fn altered(&self) -> Vec<(&'static str, Rules)> {
        let mut all = vec![
            ("men capture back", Rules { men_capture_back: !self.men_capture_back, ..*self }),
            ("men capture kings", Rules { men_capture_kings: !self.men_capture_kings, ..*self }),
            ("kings fly", Rules { kings_fly: !self.kings_fly, ..*self }),
            ("kings land to go on", Rules { lands_to_go_on: !self.lands_to_go_on, ..*self }),
            ("taken at once", Rules { taken_at_once: !self.taken_at_once, ..*self }),
            ("half turns", Rules { half_turns: !self.half_turns, ..*self }),
            ("king limit", Rules { king_limit: !self.king_limit, ..*self }),
            ("first king", Rules { first_king: !self.first_king, ..*self }),
        ];
        for (what, landing) in [
            ("landing anywhere", Landing::Anywhere),
            ("landing behind", Landing::Behind),
            ("landing behind the last king", Landing::BehindLastKing),
        ] {
            all.push((what, Rules { landing, ..*self }));
        }
        for (what, promotion) in [
            ("a man that passes the far row goes on", Promotion::GoesOnAsMan),
            ("a man that passes the far row stops", Promotion::Stops),
            ("a man that passes the far row goes on as a king", Promotion::GoesOnAsKing),
        ] {
            all.push((what, Rules { promotion, ..*self }));
        }
        for (what, choice) in [
            ("free choice", Choice::Free),
            ("most pieces", Choice::Most),
            ("most pieces, then most kings", Choice::MostThenKings),
            ("the Italian choice", Choice::Italian),
            ("the Frisian choice", Choice::Frisian),
            ("a king's capture first", Choice::KingFirst),
        ] {
            all.push((what, Rules { choice, ..*self }));
        }
        all
    }
}
