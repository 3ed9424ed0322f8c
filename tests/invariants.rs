//! What holds in every game at every position: keys, counts, texts there and back, and that
//! results differ where turns do. Random games of each variant, random crowded positions, and
//! arbitrary texts.

mod common;

use std::collections::HashMap;

use common::checks::position::{NOTATIONS, check_position};
use common::{checks, random_games, settings, turns};
use damier::game::{Game, HubPosition, Outcome, Position, UpperPiece};
use damier::games::{Variant, Visitor};
use damier::line::Line;
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

struct RandomGames(u64);

impl Visitor for RandomGames {
    type Output = ();

    fn visit<G: Game>(self) {
        let mut known = HashMap::new();
        random_games::<G>(self.0, 200, |position, legal| {
            check_position::<G>(position, legal, &settings::<G>());
            // Equal keys and equal boards are the same thing.
            let hub = G::write_hub(position);
            let before = known.insert(position.key(), hub.clone());
            assert!(before.is_none_or(|before| before == hub), "{hub}");
        });
    }
}

#[test]
fn random_games_of_every_variant() {
    for variant in Variant::ALL {
        variant.visit(RandomGames(12));
    }
}

struct Lines(u64);

impl Visitor for Lines {
    type Output = ();

    fn visit<G: Game>(self) {
        for seed in 0..self.0 {
            let mut random = StdRng::seed_from_u64(100 + seed);
            let mut line = Line::<G>::new(G::start(&settings::<G>()));
            let mut stood = HashMap::<String, u32>::new();
            for _ in 0..400 {
                let times = stood.entry(G::write_hub(line.position())).or_default();
                *times += 1;
                assert_eq!(line.turns(), turns(line.position()));
                let own = line.position().outcome(line.turns());
                let repeated = (*times >= 3).then_some(Outcome::Draw);
                assert_eq!(line.outcome(), own.or(repeated), "{}", G::write_fen(line.position()));
                if line.turns().is_empty() {
                    break;
                }
                let turn = line.turns()[random.random_range(0..line.turns().len())];
                line.play(turn);
                assert_eq!(line.last(), Some(turn));
            }
        }
    }
}

#[test]
fn a_line_ends_by_its_position_or_by_the_third_repetition() {
    for variant in Variant::ALL {
        variant.visit(Lines(10));
    }
}

/// A random position of men and kings, or of singles and doubles, or of pieces of one kind: few
/// of the side to move and many of the other, so that captures are long.
fn crowded(random: &mut StdRng, squares: usize, upper: UpperPiece) -> String {
    let mut board = vec!['e'; squares];
    let is_upper = |random: &mut StdRng| upper != UpperPiece::None && random.random();
    for _ in 0..random.random_range(1..4) {
        board[random.random_range(0..squares)] = if is_upper(random) { 'W' } else { 'w' };
    }
    for _ in 0..random.random_range(2..squares / 3) {
        board[random.random_range(0..squares)] = if is_upper(random) { 'B' } else { 'b' };
    }
    std::iter::once('W').chain(board).collect()
}

struct Crowded(usize);

impl Visitor for Crowded {
    type Output = ();

    fn visit<G: Game>(self) {
        let mut random = StdRng::seed_from_u64(5);
        let mut read = 0;
        for _ in 0..self.0 {
            let hub = crowded(&mut random, G::FACTS.squares.count(), G::FACTS.upper);
            if let Ok(position) = G::read_hub(&HubPosition::new(&hub), &settings::<G>()) {
                check_position::<G>(&position, &turns(&position), &settings::<G>());
                read += 1;
            }
        }
        assert!(read * 20 > self.0, "{read} of {} could be read", self.0);
    }
}

#[test]
fn crowded_positions_of_every_variant() {
    for variant in Variant::ALL {
        variant.visit(Crowded(2_500));
    }
}

struct AnyTurn<'a>(&'a str);

impl Visitor for AnyTurn<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let position = G::start(&settings::<G>());
        let legal = turns(&position);
        for notation in NOTATIONS {
            match G::read_turn(&position, &legal, self.0, notation) {
                Ok(turn) => assert!(legal.contains(&turn), "{:?}", self.0),
                Err(error) => checks::error(&error, self.0),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_text_like_a_fen_is_refused_or_kept(
        text in "[WB](:[WB](K?([a-h][1-8]|[1-4]?[0-9](-[1-4]?[0-9])?),){0,8}K?[a-h][1-8]?){0,3}(:H[0-9]{0,4})?(:F[0-9]{0,2})?\\.?"
    ) {
        checks::fen(text.as_bytes());
    }

    #[test]
    fn numbers_like_a_fen_are_refused_or_kept(
        text in "[WB]:WK?[3-4][0-9](,K?[2-3][0-9]){0,3}:BK?[0-9](,K?[1-2][0-9]){0,3}(:H[0-9]{1,4})?"
    ) {
        checks::fen(text.as_bytes());
    }

    #[test]
    fn a_text_like_a_fen_of_impasse_is_refused_or_kept(
        text in "([wbWB1-8]{1,4}|8)(/([wbWB1-8]{1,4}|8)){6,8} [wb]?"
    ) {
        checks::fen(text.as_bytes());
    }

    #[test]
    fn a_text_like_a_hub_position_is_refused_or_kept(
        text in "[WB]([wbWBeeeeeeeee]{32}|[wbWBeeeeeeeee]{50}|[wbeee]{25}|[wbWBeeeeeeeee]{64}|[wbWBex]{0,66})"
    ) {
        checks::fen(text.as_bytes());
    }

    #[test]
    fn any_text_is_refused_or_kept(text in any::<String>()) {
        checks::fen(text.as_bytes());
    }

    #[test]
    fn any_turn_is_refused_or_legal(
        text in "([a-j]?[0-9]{0,2}[-x:+K]?){0,6}", anything in any::<String>()
    ) {
        for variant in Variant::ALL {
            variant.visit(AnyTurn(&text));
            variant.visit(AnyTurn(&anything));
        }
    }
}
