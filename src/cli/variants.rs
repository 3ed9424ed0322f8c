//! `damier variants`: what games there are.

use std::io::{self, Write};

use clap::Args;
use damier::games::Variant;
use damier::notation::square::Layout;
use serde::Serialize;

/// List the games: names, boards, start positions, options
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier variants --json")]
pub(super) struct Arguments {
    /// This game only.
    #[arg(short = 'g', long = "game", value_name = "VARIANT")]
    variant: Option<Variant>,

    /// A JSON array, an object a game.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
    board: String,
    squares: usize,
    #[serde(skip)]
    places: &'static str,
    first: String,
    start: String,
    pdn: &'static str,
    options: Vec<ListedOption>,
}

#[derive(Serialize)]
struct ListedOption {
    name: &'static str,
    values: &'static [&'static str],
    default: &'static str,
    help: &'static str,
}

impl Listed {
    fn new(variant: Variant) -> Listed {
        let facts = variant.facts();
        let options = facts.options.iter().map(|option| ListedOption {
            name: option.name,
            values: option.values,
            default: option.values[option.default],
            help: option.help,
        });
        Listed {
            name: facts.name,
            title: facts.title,
            aliases: facts.aliases,
            board: format!("{}x{}", facts.squares.width, facts.squares.height),
            squares: facts.squares.count(),
            places: if facts.squares.layout == Layout::Points { "points" } else { "squares" },
            first: facts.first.to_string(),
            start: variant.game().fen(),
            pdn: facts.pdn,
            options: options.collect(),
        }
    }
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        let mut output = io::stdout().lock();
        let is_wanted = |variant: &Variant| self.variant.is_none_or(|only| only == *variant);
        let games = Variant::ALL.iter().copied().filter(is_wanted);
        let all: Vec<Listed> = games.map(Listed::new).collect();
        if self.json {
            super::write_json(&mut output, &all)?;
            return Ok(true);
        }
        for game in all {
            writeln!(output, "{}: {}", game.name, game.title)?;
            if !game.aliases.is_empty() {
                writeln!(output, "  aliases  {}", game.aliases.join(" "))?;
            }
            writeln!(output, "  board    {}, {} {}", game.board, game.squares, game.places)?;
            writeln!(output, "  start    {} ({} first)", game.start, game.first)?;
            writeln!(output, "  PDN      {}", game.pdn)?;
            for option in game.options {
                let values = option.values.join("|");
                writeln!(
                    output,
                    "  option   {}={values} (default {}): {}",
                    option.name, option.default, option.help
                )?;
            }
        }
        Ok(true)
    }
}
