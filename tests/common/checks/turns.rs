//! Turns that are read and played from a position. The first line of an input names the game,
//! options of its rules and the plies without progress: `extreme wrap=off halfmove=3`; the second
//! is the position, and each further line the text of a turn.

use damier::any::PositionText;
use damier::game::{Game, HubPosition, Settings};
use damier::games::{Variant, Visitor};
use damier::line::Line;

use super::position::{NOTATIONS, check_position};

/// No more texts are read.
const MOST_TEXTS: usize = 16;

/// A text of a turn is refused or means a legal turn, which is then played; in every position
/// that is reached all turns can be written and read.
pub(crate) fn turns(input: &[u8]) {
    let input = String::from_utf8_lossy(input);
    let mut lines = input.split('\n');
    let mut words = lines.next().unwrap_or_default().split_whitespace();
    let Some(Ok(variant)) = words.next().map(str::parse::<Variant>) else { return };
    let options = words.filter_map(|word| word.split_once('=')).collect();
    let position = lines.next().unwrap_or_default();
    variant.visit(Played { options, position, texts: lines.take(MOST_TEXTS).collect() });
}

struct Played<'a> {
    options: Vec<(&'a str, &'a str)>,
    position: &'a str,
    texts: Vec<&'a str>,
}

impl Played<'_> {
    fn position<G: Game>(&self, settings: &Settings) -> Option<G::Position> {
        let halfmove = self.options.iter().find(|(name, _)| *name == "halfmove");
        let halfmove = halfmove.and_then(|(_, plies)| plies.parse().ok()).unwrap_or(0);
        let read = match PositionText::guess(self.position) {
            PositionText::Hub(hub) => {
                let squares = &fitted(hub.squares, G::FACTS.squares.count());
                PositionText::Hub(HubPosition { squares, halfmove, ..hub }).read::<G>(settings)
            }
            other => other.read::<G>(settings),
        };
        read.inspect_err(|error| super::error(error, self.position)).ok()
    }
}

/// The text as one that has a piece or none for each square, so that changes of it remain
/// positions.
fn fitted(text: &str, squares: usize) -> String {
    let side = if text.starts_with('B') { 'B' } else { 'W' };
    let letters =
        text.chars().skip(1).map(|letter| if "wbWB".contains(letter) { letter } else { 'e' });
    let letters = letters.chain(std::iter::repeat('e')).take(squares);
    std::iter::once(side).chain(letters).collect()
}

impl Visitor for Played<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let mut settings = Settings::defaults(&G::FACTS);
        for (name, value) in &self.options {
            if let Err(error) = settings.set(&G::FACTS, name, value) {
                super::error(&error, value);
            }
        }
        let Some(position) = self.position::<G>(&settings) else { return };
        let mut line = Line::<G>::new(position);
        check_position::<G>(line.position(), line.turns(), &settings);
        for text in self.texts {
            let mut meant = None;
            for notation in NOTATIONS {
                match G::read_turn(line.position(), line.turns(), text, notation) {
                    Ok(turn) => {
                        assert!(line.turns().contains(&turn), "{text:?}");
                        meant = meant.or(Some(turn));
                    }
                    Err(error) => super::error(&error, text),
                }
            }
            if let Some(turn) = meant {
                line.play(turn);
                check_position::<G>(line.position(), line.turns(), &settings);
            }
        }
    }
}
