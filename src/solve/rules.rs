//! What files of the solver hold for: a game and the options of its rules.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::{Game, SettingError, Settings};

/// A game and the options of its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The game.
    pub game: String,
    /// All its options and their values.
    pub options: BTreeMap<String, String>,
}

impl Rules {
    /// The rules of a game with these settings.
    #[must_use]
    pub fn new<G: Game>(settings: &Settings) -> Rules {
        let all = G::FACTS.options.iter().enumerate();
        let options = all
            .map(|(i, option)| (option.name.to_owned(), option.values[settings.get(i)].to_owned()));
        Rules { game: G::FACTS.name.to_owned(), options: options.collect() }
    }

    /// The settings of the game that they tell.
    ///
    /// # Errors
    /// If the game has no such options.
    pub fn settings<G: Game>(&self) -> Result<Settings, SettingError> {
        let mut settings = Settings::defaults(&G::FACTS);
        for (name, value) in &self.options {
            settings.set(&G::FACTS, name, value)?;
        }
        Ok(settings)
    }

    /// Sees to it that they are those that are expected.
    ///
    /// # Errors
    /// If they are not.
    pub fn expect(&self, expected: &Rules) -> Result<(), OtherRules> {
        if self == expected {
            return Ok(());
        }
        Err(OtherRules { found: self.clone(), expected: expected.clone() })
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game)?;
        self.options.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

/// A file is of another game or of other rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is of {found}, not of {expected}")]
pub struct OtherRules {
    /// The rules of the file.
    pub found: Rules,
    /// The rules that are asked about.
    pub expected: Rules,
}
