//! The games that damier plays, in one table. This is the only place that knows them all.

pub mod alquerque;
pub mod draughts;
pub mod extreme;
pub mod impasse;

use std::fmt;

use crate::game::{Facts, Game};
use crate::search::Parameters;
use crate::tables::Tabled;
use draughts::{Draughts, rules, rules::losing::Losing};

/// Work to be done for one game, whichever it is.
pub trait Visitor {
    /// What the work gives.
    type Output;

    /// Does it for the game `G`.
    fn visit<G: Tabled>(self) -> Self::Output;
}

macro_rules! variants {
    ($($variant:ident => $game:ty,)*) => {
        /// A game, by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Variant {
            $(
                #[allow(missing_docs)]
                $variant,
            )*
        }

        impl Variant {
            /// All games, the names of the Hub protocol first.
            pub const ALL: &'static [Variant] = &[$(Variant::$variant),*];

            /// What is known of the game.
            #[must_use]
            pub const fn facts(self) -> &'static Facts {
                match self {
                    $(Variant::$variant => &<$game as Game>::FACTS,)*
                }
            }

            /// How the game is searched.
            #[must_use]
            pub const fn search(self) -> Parameters {
                match self {
                    $(Variant::$variant => <$game as Game>::SEARCH,)*
                }
            }

            /// Does the visitor's work for this game.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Variant::$variant => visitor.visit::<$game>(),)*
                }
            }
        }
    };
}

variants! {
    International => Draughts<rules::international::International>,
    Killer => Draughts<rules::killer::Killer>,
    Breakthrough => Draughts<rules::breakthrough::Breakthrough>,
    Frisian => Draughts<rules::frisian::Frisian>,
    Losing => Draughts<Losing<rules::international::International>>,
    Russian => Draughts<rules::russian::Russian>,
    Poddavki => Draughts<rules::poddavki::Poddavki>,
    Impasse => impasse::Impasse,
    Extreme => extreme::Extreme,
    Brazilian => Draughts<rules::brazilian::Brazilian>,
    Pool => Draughts<rules::pool::Pool>,
    English => Draughts<rules::english::English>,
    Italian => Draughts<rules::italian::Italian>,
    Spanish => Draughts<rules::spanish::Spanish>,
    Portuguese => Draughts<rules::portuguese::Portuguese>,
    Czech => Draughts<rules::czech::Czech>,
    Thai => Draughts<rules::thai::Thai>,
    Turkish => Draughts<rules::turkish::Turkish>,
    Canadian => Draughts<rules::canadian::Canadian>,
    Frysk => Draughts<rules::frysk::Frysk>,
    FrisianLosing => Draughts<Losing<rules::frisian::Frisian>>,
    BrazilianLosing => Draughts<Losing<rules::brazilian::Brazilian>>,
    PoolLosing => Draughts<Losing<rules::pool::Pool>>,
    EnglishLosing => Draughts<Losing<rules::english::English>>,
    ItalianLosing => Draughts<Losing<rules::italian::Italian>>,
    SpanishLosing => Draughts<Losing<rules::spanish::Spanish>>,
    CzechLosing => Draughts<Losing<rules::czech::Czech>>,
    ThaiLosing => Draughts<Losing<rules::thai::Thai>>,
    CanadianLosing => Draughts<Losing<rules::canadian::Canadian>>,
    Alquerque => alquerque::Alquerque,
}

impl Variant {
    /// The name that Hub and the command line use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        let is_meant = |variant: &&Variant| {
            let facts = variant.facts();
            facts.name == name || facts.aliases.contains(&name)
        };
        Variant::ALL.iter().find(is_meant).copied().ok_or_else(|| UnknownVariant {
            name: crate::notation::turn::shown(name),
            known: Variant::ALL.iter().map(|v| v.name()).collect::<Vec<_>>().join(" "),
        })
    }
}

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant '{name}': the variants are {known}")]
pub struct UnknownVariant {
    name: String,
    known: String,
}
