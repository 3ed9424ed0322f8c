//! Checks proofs on disk by the second generator alone. Tables are believed where the file says
//! that it leans on them, if they are the same.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::game::{HubPosition, Outcome, PositionError, SettingError, Side};
use crate::games::{UnknownVariant, Variant, Visitor};
use crate::solve::file::{FormError, Heading, digits, read};
use crate::solve::proof::Claim;
use crate::solve::proven::number;
use crate::solve::reference::{Generator, View};
use crate::tables::Tabled;
use crate::tables::catalogue::material;
use crate::tables::store::{Sources, Store};

/// A proof that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What its heading says, which is true.
    pub heading: Heading,
    /// The position as people write it.
    pub fen: String,
    /// The side to move.
    pub side: Side,
    /// The positions of all proofs.
    pub positions: u64,
    /// How many of them the endgame tables know.
    pub tabled: u64,
}

/// A file is no proof, or it cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// It tells no proof.
    #[error(transparent)]
    Form(#[from] FormError),
    /// Its game is not known.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// Its rules are not known.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Its position is none of the game.
    #[error("its position cannot be read: {0}")]
    Position(#[from] PositionError),
    /// The second generator does not know the game.
    #[error("proofs of {0} cannot be checked: the second generator does not know it")]
    Game(&'static str),
    /// A table is missing.
    #[error("it leans on the table {0}, which is not there")]
    NoTable(String),
    /// A table is not the one that was used.
    #[error("it leans on a table {name} with the sum {told}, and that which is there has {found}")]
    OtherTable {
        /// The table.
        name: String,
        /// The sum that the file tells.
        told: String,
        /// The sum of the table that is there.
        found: String,
    },
    /// It does not show what it says.
    #[error("at {position}: {fault}")]
    Fault {
        /// The position, as Hub writes it.
        position: String,
        /// What is wrong.
        fault: Fault,
    },
    /// There is more in it than proofs.
    #[error("something follows its last proof")]
    TooLong,
    /// It was told to end.
    #[error("it was broken off")]
    Stopped,
}

/// What is wrong with a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The text tells no position.
    #[error("this is no position")]
    Unreadable,
    /// The game ends in another way.
    #[error("the game is over, and not as is claimed")]
    Ended,
    /// The tables tell something else, or nothing.
    #[error("the tables that it leans on do not tell what is claimed")]
    Tabled,
    /// A turn is chosen that does not exist.
    #[error("there is no such turn")]
    NoTurn,
    /// A win would never come.
    #[error("the line leads in a circle")]
    Circle,
    /// The proof ends too early.
    #[error("the proof ends here, but not the game")]
    Cut,
}

/// Checks a file with proofs. `done` is told the number of positions now and then.
///
/// # Errors
/// If it does not show what it says, or that cannot be found out.
pub fn check(
    bytes: &[u8],
    sources: &Sources,
    stop: &AtomicBool,
    done: &mut dyn FnMut(u64),
) -> Result<Checked, CheckError> {
    let (heading, codes) = read(bytes)?;
    let variant: Variant = heading.rules.game.parse()?;
    struct Check<'a>(Heading, &'a Sources, Walk<'a>);
    impl Visitor for Check<'_> {
        type Output = Result<Checked, CheckError>;
        fn visit<G: Tabled>(self) -> Self::Output {
            all::<G>(self.0, self.1, self.2)
        }
    }
    let options: Vec<(&str, &str)> =
        heading.rules.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let generator = Generator::of(variant, &options).ok_or(CheckError::Game(variant.name()))?;
    let walk = Walk { generator, codes: &codes, positions: 0, tabled: 0, stop, done };
    variant.visit(Check(heading.clone(), sources, walk))
}

fn all<G: Tabled>(
    heading: Heading,
    sources: &Sources,
    mut walk: Walk<'_>,
) -> Result<Checked, CheckError> {
    let settings = heading.rules.settings::<G>()?;
    let root = G::read_hub(&HubPosition::new(&heading.position), &settings)?;
    let (store, _) = Store::<G>::open(settings, sources);
    for (name, told) in &heading.tables {
        let mut tables = store.tables().map(|table| &table.entry);
        let entry = tables.find(|entry| entry.material.digits::<G>() == *name);
        let entry = entry.ok_or_else(|| CheckError::NoTable(name.clone()))?;
        let found = digits(entry.sum);
        if found != *told {
            return Err(CheckError::OtherTable { name: name.clone(), told: told.clone(), found });
        }
    }
    let ask = |text: &str| {
        let position = G::read_hub(&HubPosition::new(text), &settings).ok()?;
        let material = material(&G::pieces(&position));
        heading.tables.contains_key(&material.digits::<G>()).then(|| store.stored(&position))?
    };
    for &claim in &heading.claims {
        walk.walk(claim, &heading.position, &ask)?;
    }
    if !walk.codes.is_empty() {
        return Err(CheckError::TooLong);
    }
    let side = side_of(&heading.position);
    let (positions, tabled) = (walk.positions, walk.tabled);
    Ok(Checked { fen: G::write_fen(&root), side, positions, tabled, heading })
}

fn side_of(text: &str) -> Side {
    if text.starts_with('B') { Side::Black } else { Side::White }
}

/// The way through a proof.
struct Walk<'a> {
    generator: Generator,
    codes: &'a [u8],
    positions: u64,
    tabled: u64,
    stop: &'a AtomicBool,
    done: &'a mut dyn FnMut(u64),
}

/// Positions between two looks at what goes on outside.
const GLANCE: u64 = 1_000;

impl Walk<'_> {
    fn walk(
        &mut self,
        claim: Claim,
        root: &str,
        ask: &dyn Fn(&str) -> Option<Outcome>,
    ) -> Result<(), CheckError> {
        // Whether all that follows a position has been looked at.
        let mut known: HashMap<String, bool> = HashMap::new();
        let mut stack: Vec<(String, std::vec::IntoIter<String>)> = Vec::new();
        let mut next = Some(root.to_owned());
        loop {
            if let Some(text) = next.take() {
                match known.get(&text) {
                    Some(true) => {}
                    Some(false) if matches!(claim, Claim::Wins(_)) => {
                        return Err(fault(&text, Fault::Circle));
                    }
                    Some(false) => {}
                    None => {
                        let behind = self.look(claim, &text, ask)?;
                        known.insert(text.clone(), false);
                        stack.push((text, behind.into_iter()));
                    }
                }
            }
            let Some((text, behind)) = stack.last_mut() else { return Ok(()) };
            next = behind.next();
            if next.is_none() {
                if let Some(is_done) = known.get_mut(text) {
                    *is_done = true;
                }
                stack.pop();
            }
        }
    }

    /// The positions that must be looked at behind a position.
    fn look(
        &mut self,
        claim: Claim,
        text: &str,
        ask: &dyn Fn(&str) -> Option<Outcome>,
    ) -> Result<Vec<String>, CheckError> {
        self.positions += 1;
        if self.positions.is_multiple_of(GLANCE) {
            (self.done)(self.positions);
            if self.stop.load(Relaxed) {
                return Err(CheckError::Stopped);
            }
        }
        let view = self.generator.look(text).ok_or_else(|| fault(text, Fault::Unreadable))?;
        let (mut behind, is_quiet) = match view {
            View::Ended(outcome) if claim.is_met(outcome, side_of(text)) => return Ok(Vec::new()),
            View::Ended(_) => return Err(fault(text, Fault::Ended)),
            View::On { behind, is_quiet } => (behind, is_quiet),
        };
        let code = number(&mut self.codes).ok_or_else(|| fault(text, Fault::Cut))?;
        if code == 0 {
            // Where something can be captured tables store nothing.
            let outcome = is_quiet.then(|| ask(text)).flatten();
            self.tabled += 1;
            return match outcome.filter(|&outcome| claim.is_met(outcome, side_of(text))) {
                Some(_) => Ok(Vec::new()),
                None => Err(fault(text, Fault::Tabled)),
            };
        }
        if behind.len() > 1 && side_of(text) == claim.side() {
            let chosen = usize::try_from(code - 1).unwrap_or(usize::MAX);
            if chosen >= behind.len() {
                return Err(fault(text, Fault::NoTurn));
            }
            return Ok(vec![behind.swap_remove(chosen)]);
        }
        if code == 1 { Ok(behind) } else { Err(fault(text, Fault::NoTurn)) }
    }
}

fn fault(position: &str, fault: Fault) -> CheckError {
    CheckError::Fault { position: position.to_owned(), fault }
}
