//! A game as a JSON object; `pdn.md` has its schema.

use damier::game::Side;
use damier::notation::pdn::clock::Clock;
use damier::notation::pdn::ending::Ending;
use damier::notation::pdn::record::{Item, Played, Record};
use serde::{Serialize, Serializer};

#[derive(Serialize)]
struct Game<'a> {
    /// Which game of the file, from 1.
    game: u64,
    variant: &'static str,
    #[serde(serialize_with = "map")]
    tags: Vec<(&'a str, String)>,
    /// The position that it starts from.
    fen: &'a str,
    moves: Vec<Element<'a>>,
    result: Option<&'static str>,
}

fn map<S: Serializer>(tags: &[(&str, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(tags.iter().map(|(name, value)| (name, value)))
}

/// Something in a line of moves.
#[derive(Serialize)]
#[serde(untagged)]
enum Element<'a> {
    Turn(Box<Turn<'a>>),
    Setup { setup: &'a str },
    Comment { comment: &'a str },
    Variation { variation: Vec<Element<'a>> },
}

#[derive(Serialize)]
struct Turn<'a> {
    number: u32,
    side: char,
    hub: &'a str,
    own: &'a str,
    /// The position behind it.
    fen: &'a str,
    nags: Vec<u16>,
    comments: Vec<&'a str>,
    clock: Option<Time>,
    variations: Vec<Vec<Element<'a>>>,
}

/// What the comments tell of time, in seconds.
#[derive(Serialize)]
struct Time {
    white: Option<f64>,
    black: Option<f64>,
    running: Option<char>,
    taken: Option<f64>,
}

impl Time {
    fn new(comments: &[&str], side: Side) -> Option<Time> {
        let mut clock = Clock::default();
        for comment in comments {
            clock.read(comment, side);
        }
        let [white, black] = clock.left;
        let running = clock.running.map(Side::letter);
        (!clock.is_empty()).then_some(Time { white, black, running, taken: clock.taken })
    }
}

impl<'a> Turn<'a> {
    fn new(played: &'a Played) -> Turn<'a> {
        Turn {
            number: played.number,
            side: played.side.letter(),
            hub: &played.hub,
            own: &played.text,
            fen: &played.fen,
            nags: Vec::new(),
            comments: Vec::new(),
            clock: None,
            variations: Vec::new(),
        }
    }
}

/// The lines of a game: each variation with the move that it replaces. Comments and variations
/// that no move goes before are elements of their own.
fn elements(items: &[Item]) -> Vec<Element<'_>> {
    let mut lines: Vec<Vec<Element>> = vec![Vec::new()];
    for item in items {
        // The line of the game is never closed.
        let Some(line) = lines.last_mut() else { break };
        match item {
            Item::Turn(played) => line.push(Element::Turn(Box::new(Turn::new(played)))),
            Item::Setup(position) => line.push(Element::Setup { setup: &position.fen }),
            Item::Nag(nag) => {
                if let Some(Element::Turn(turn)) = line.last_mut() {
                    turn.nags.push(*nag);
                }
            }
            Item::Comment(comment) => match line.last_mut() {
                Some(Element::Turn(turn)) => {
                    turn.comments.push(comment);
                    let side = if turn.side == 'W' { Side::White } else { Side::Black };
                    turn.clock = Time::new(&turn.comments, side);
                }
                _ => line.push(Element::Comment { comment }),
            },
            Item::Open => lines.push(Vec::new()),
            Item::Close => {
                let variation = lines.pop().unwrap_or_default();
                let Some(line) = lines.last_mut() else { break };
                if let Some(Element::Turn(turn)) = line.last_mut() {
                    turn.variations.push(variation);
                } else {
                    line.push(Element::Variation { variation });
                }
            }
        }
    }
    lines.into_iter().next().unwrap_or_default()
}

/// The game in one line.
pub(super) fn line(record: &Record, game: u64) -> anyhow::Result<String> {
    let game = Game {
        game,
        variant: record.variant.name(),
        tags: record.all_tags(),
        fen: &record.start.fen,
        moves: elements(&record.items),
        result: Some(record.ending.write(false)).filter(|_| record.ending != Ending::Open),
    };
    Ok(serde_json::to_string(&game)? + "\n")
}
