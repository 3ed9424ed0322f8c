//! The file of games that weights are fitted to: the quiet positions of each game, what a search
//! thought of them, and the result. It grows at its end only, a whole game at a time.
//!
//! All numbers are little-endian. The file begins with
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `damierGM` |
//! | 2 | the version of the format, 1 |
//! | 4 | the length of the header |
//! | | the header: [`Header`] as JSON |
//! | 4 | CRC-32 of the header |
//!
//! and goes on with blocks, one a game:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | the length of the contents |
//! | | the contents |
//! | 4 | CRC-32 of the contents |
//!
//! The contents are the number of the game (4 bytes), its result for White (1 byte: 1, 0 or -1),
//! the number of positions (2 bytes), and the positions in the order in which they stood:
//!
//! | bytes | what |
//! |---|---|
//! | 2 | plies played before it, those of the opening among them |
//! | 2 | the score of the search, in centimen for the side to move, beyond 9000 a decided one |
//! | 1 | bit 0: Black is to move; bit 1: the turn that the search chose is tactical |
//! | (squares + 7) / 8 | a bit for each square in the order of Hub: whether a piece stands there |
//! | (pieces + 3) / 4 | two bits for each of these pieces, the lowest bits first: 0 `w`, 1 `b`, 2 `W`, 3 `B` in the letters of Hub |
//!
//! A file whose last block is cut is a file of the games before it.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::game::{GameResult, Side};
use crate::score::Score;

const MAGIC: [u8; 8] = *b"damierGM";
const VERSION: u16 = 1;
/// No header is longer, in bytes.
const LONGEST_HEADER: u32 = 1 << 16;
/// No game is longer, in bytes: the positions of one are counted in two.
const LONGEST_GAME: u32 = 1 << 23;
/// What is told of a game before its positions, in bytes.
const GAME_HEAD: usize = 7;
/// What is told of a position before its squares, in bytes.
const POSITION_HEAD: usize = 5;
const BLACK: u8 = 1;
const TACTICAL: u8 = 2;

/// How the games of a file were played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game, by the name that Hub uses.
    pub game: String,
    /// The rules that were chosen: names and values.
    pub options: Vec<(String, String)>,
    /// The squares of its board.
    pub squares: usize,
    /// The version of the program that plays.
    pub program: String,
    /// Nodes for each turn.
    pub nodes: u64,
    /// What chance goes by.
    pub seed: u64,
    /// The fewest and the most random plies before the first search.
    pub plies: (u32, u32),
    /// Of a thousand turns behind these so many were random.
    pub random: u32,
    /// CRC-32 of the list of openings before the random plies; none for the start of the game.
    pub openings: Option<u32>,
    /// Plies after which a game is called a draw.
    pub most_plies: u32,
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The position as Hub tells it: the side to move, then a letter a square.
    pub hub: String,
    /// Plies played before it.
    pub ply: u16,
    /// What the search thought of it.
    pub score: Score,
    /// Whether the turn that the search chose is tactical.
    pub is_tactical: bool,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number: with the seed it tells how chance fell.
    pub number: u32,
    /// How it ended.
    pub result: GameResult,
    /// Its quiet positions.
    pub positions: Vec<Recorded>,
}

/// A file that cannot be read or added to.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// The system says no.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is another kind of file.
    #[error("it is no file of games for fitting")]
    Foreign,
    /// A later version of the program has written it.
    #[error("it has version {0} of the format; {VERSION} is known")]
    Version(u16),
    /// What stands at its beginning cannot be read.
    #[error("its header is damaged: {0}")]
    Header(String),
    /// A game cannot be read.
    #[error("it is damaged at byte {at}: {what}")]
    Damaged {
        /// Where the block begins.
        at: u64,
        /// What is wrong with it.
        what: String,
    },
    /// Other games are in it than those that are to be added.
    #[error("its games were played otherwise: {0} differs")]
    Other(String),
}

impl Header {
    fn bytes(&self) -> io::Result<Vec<u8>> {
        let json = serde_json::to_vec(self)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((json.len() as u32).to_le_bytes());
        bytes.extend(&json);
        bytes.extend(crc32fast::hash(&json).to_le_bytes());
        Ok(bytes)
    }

    fn read(reader: &mut impl Read) -> Result<Header, GamesError> {
        let cut = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => GamesError::Foreign,
            _ => error.into(),
        };
        let mut head = [0; 14];
        reader.read_exact(&mut head).map_err(cut)?;
        let [magic @ .., v0, v1, l0, l1, l2, l3] = head;
        if magic != MAGIC {
            return Err(GamesError::Foreign);
        }
        let version = u16::from_le_bytes([v0, v1]);
        if version != VERSION {
            return Err(GamesError::Version(version));
        }
        let length = u32::from_le_bytes([l0, l1, l2, l3]);
        if length > LONGEST_HEADER {
            return Err(GamesError::Header(format!("it cannot have {length} bytes")));
        }
        let mut json = vec![0; length as usize];
        let mut sum = [0; 4];
        reader.read_exact(&mut json).and_then(|()| reader.read_exact(&mut sum)).map_err(cut)?;
        if crc32fast::hash(&json) != u32::from_le_bytes(sum) {
            return Err(GamesError::Header("its checksum is wrong".to_owned()));
        }
        serde_json::from_slice(&json).map_err(|error| GamesError::Header(error.to_string()))
    }

    /// The first thing in which two headers differ.
    fn difference(&self, other: &Header) -> Option<String> {
        let table = |header: &Header| serde_json::to_value(header).unwrap_or_default();
        let (a, b) = (table(self), table(other));
        let mut names = a.as_object()?.iter().map(|(name, _)| name);
        names.find(|name| a[name.as_str()] != b[name.as_str()]).cloned()
    }
}

impl Played {
    /// The contents of its block, for a board of so many squares.
    fn contents(&self) -> Vec<u8> {
        let mut bytes = self.number.to_le_bytes().to_vec();
        let result: i8 = match self.result {
            GameResult::WhiteWins => 1,
            GameResult::Draw => 0,
            GameResult::BlackWins => -1,
        };
        bytes.extend(result.to_le_bytes());
        bytes.extend((self.positions.len() as u16).to_le_bytes());
        for position in &self.positions {
            position.write(&mut bytes);
        }
        bytes
    }

    fn read(contents: &[u8], squares: usize) -> Result<Played, String> {
        let Some((&[a, b, c, d, result, low, high], mut rest)) =
            contents.split_first_chunk::<GAME_HEAD>()
        else {
            return Err("a game is too short".to_owned());
        };
        let result = match result as i8 {
            1 => GameResult::WhiteWins,
            0 => GameResult::Draw,
            -1 => GameResult::BlackWins,
            other => return Err(format!("{other} is no result")),
        };
        let count = u16::from_le_bytes([low, high]);
        let mut positions = Vec::with_capacity(usize::from(count));
        for _ in 0..count {
            let (position, after) =
                Recorded::read(rest, squares).ok_or("a position is cut or has no such piece")?;
            positions.push(position);
            rest = after;
        }
        if !rest.is_empty() {
            return Err(format!("{} bytes stand behind the last position", rest.len()));
        }
        Ok(Played { number: u32::from_le_bytes([a, b, c, d]), result, positions })
    }
}

impl Recorded {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.ply.to_le_bytes());
        bytes.extend(self.score.0.to_le_bytes());
        let mut letters = self.hub.bytes();
        let black = if letters.next() == Some(b'B') { BLACK } else { 0 };
        bytes.push(black | if self.is_tactical { TACTICAL } else { 0 });
        let at = bytes.len();
        bytes.resize(at + letters.len().div_ceil(8), 0);
        let mut pieces = 0;
        for (square, letter) in letters.enumerate() {
            let kind = match letter {
                b'w' => 0,
                b'b' => 1,
                b'W' => 2,
                b'B' => 3,
                _ => continue,
            };
            bytes[at + square / 8] |= 1 << (square % 8);
            if pieces % 4 == 0 {
                bytes.push(0);
            }
            if let Some(last) = bytes.last_mut() {
                *last |= kind << (2 * (pieces % 4));
            }
            pieces += 1;
        }
    }

    /// The position at the beginning of some bytes, and the bytes behind it.
    fn read(bytes: &[u8], squares: usize) -> Option<(Recorded, &[u8])> {
        let (&[p0, p1, s0, s1, flags], rest) = bytes.split_first_chunk::<POSITION_HEAD>()?;
        let (taken, rest) = rest.split_at_checked(squares.div_ceil(8))?;
        let pieces: u32 = taken.iter().map(|byte| byte.count_ones()).sum();
        let (kinds, rest) = rest.split_at_checked(pieces.div_ceil(4) as usize)?;
        let mut hub = String::with_capacity(squares + 1);
        hub.push(if flags & BLACK != 0 { Side::Black } else { Side::White }.letter());
        let mut piece = 0;
        for square in 0..8 * taken.len() {
            if taken[square / 8] >> (square % 8) & 1 == 0 {
                if square < squares {
                    hub.push('e');
                }
            } else if square < squares {
                let kind = kinds[piece / 4] >> (2 * (piece % 4)) & 3;
                hub.push(['w', 'b', 'W', 'B'][usize::from(kind)]);
                piece += 1;
            } else {
                return None;
            }
        }
        let position = Recorded {
            hub,
            ply: u16::from_le_bytes([p0, p1]),
            score: Score(i16::from_le_bytes([s0, s1])),
            is_tactical: flags & TACTICAL != 0,
        };
        Some((position, rest))
    }
}

/// The games of a file, one after the other. After an error there are no more.
#[derive(Debug)]
pub struct Games<R> {
    reader: R,
    header: Header,
    /// Bytes up to the end of the last whole game.
    length: u64,
    is_over: bool,
}

impl Games<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or does not begin as such a file does.
    pub fn open(path: &Path) -> Result<Self, GamesError> {
        Games::new(BufReader::with_capacity(1 << 16, File::open(path)?))
    }
}

impl<R: Read> Games<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If there is none.
    pub fn new(mut reader: R) -> Result<Games<R>, GamesError> {
        let header = Header::read(&mut reader)?;
        let length = header.bytes()?.len() as u64;
        Ok(Games { reader, header, length, is_over: false })
    }

    /// How the games were played.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes up to the end of the last game that was read.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The contents of the next block, none where the file ends or is cut.
    fn contents(&mut self) -> Result<Option<Vec<u8>>, GamesError> {
        let mut contents = Vec::new();
        let Some(length) = self.word()? else { return Ok(None) };
        if length > LONGEST_GAME {
            return Err(self.damage(format!("no game has {length} bytes")));
        }
        let read = self.reader.by_ref().take(length.into()).read_to_end(&mut contents)?;
        let Some(sum) = self.word()?.filter(|_| read == length as usize) else { return Ok(None) };
        if crc32fast::hash(&contents) != sum {
            return Err(self.damage("the checksum of a game is wrong".to_owned()));
        }
        Ok(Some(contents))
    }

    fn word(&mut self) -> io::Result<Option<u32>> {
        let mut bytes = [0; 4];
        match self.reader.read_exact(&mut bytes) {
            Ok(()) => Ok(Some(u32::from_le_bytes(bytes))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn damage(&self, what: String) -> GamesError {
        GamesError::Damaged { at: self.length, what }
    }

    fn read(&mut self) -> Result<Option<Played>, GamesError> {
        let Some(contents) = self.contents()? else { return Ok(None) };
        let played = Played::read(&contents, self.header.squares);
        let played = played.map_err(|what| self.damage(what))?;
        self.length += contents.len() as u64 + 8;
        Ok(Some(played))
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Played, GamesError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.read().transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}

/// A file that games are added to.
#[derive(Debug)]
pub struct Writer {
    file: File,
}

impl Writer {
    /// Begins a file, or goes on with one behind its last whole game; tells how many games and
    /// positions it has.
    ///
    /// # Errors
    /// If the file cannot be written, is damaged, or its games were played otherwise.
    pub fn open(path: &Path, header: &Header) -> Result<(Writer, u32, u64), GamesError> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        if file.metadata()?.len() == 0 {
            file.write_all(&header.bytes()?)?;
            return Ok((Writer { file }, 0, 0));
        }
        let mut games = Games::new(BufReader::new(&file))?;
        if let Some(what) = games.header().difference(header) {
            return Err(GamesError::Other(what));
        }
        let (mut count, mut positions) = (0, 0);
        for played in games.by_ref() {
            let played = played?;
            if played.number != count {
                let what = format!("game {} stands where {count} is due", played.number);
                return Err(GamesError::Damaged { at: 0, what });
            }
            count += 1;
            positions += played.positions.len() as u64;
        }
        let length = games.length();
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Writer { file }, count, positions))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the system says no.
    pub fn add(&mut self, played: &Played) -> io::Result<()> {
        let contents = played.contents();
        let mut block = (contents.len() as u32).to_le_bytes().to_vec();
        block.extend(&contents);
        block.extend(crc32fast::hash(&contents).to_le_bytes());
        self.file.write_all(&block)
    }
}
