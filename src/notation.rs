//! Texts that games share: the names of squares, the FEN and Hub forms of a position with men
//! and kings, the text of a turn from square to square. No rule of any game is known here.

pub mod fen;
pub mod pdn;
pub mod square;
pub mod turn;
