//! Impasse from outside: published perft numbers, round trips of every text, and small endings
//! solved anew.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use damier::any::PositionText;
use damier::game::{Game, HubPosition, Notation, Outcome, Position, Settings, Side, Turns};
use damier::games::Variant;
use damier::games::impasse::{Impasse, ImpassePosition, ImpasseTurn};
use damier::search::{Control, Limits};
use proptest::prelude::{any, prop, prop_assert_eq, proptest};
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};

fn settings() -> Settings {
    Settings::defaults(&Impasse::FACTS)
}

fn position(fen: &str) -> ImpassePosition {
    Impasse::read_fen(fen, &settings()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn turns_of(position: &ImpassePosition) -> Vec<ImpasseTurn> {
    let mut turns = Turns::new();
    position.generate(&mut turns);
    turns
}

fn after(position: &ImpassePosition, turn: ImpasseTurn) -> ImpassePosition {
    let mut after = *position;
    after.play(turn);
    after
}

fn perft(position: &ImpassePosition, depth: usize) -> u64 {
    if depth == 1 {
        return position.count(&mut Turns::new());
    }
    turns_of(position).into_iter().map(|turn| perft(&after(position, turn), depth - 1)).sum()
}

/// Perft where turns with the same result count once.
fn perft_of_results(position: &ImpassePosition, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let results: HashSet<_> =
        turns_of(position).into_iter().map(|turn| after(position, turn)).collect();
    results.iter().map(|result| perft_of_results(result, depth - 1)).sum()
}

#[test]
fn perft_equals_the_published_numbers() {
    let lines = include_str!("data/perft/impasse.epd").lines();
    let mut counted = 0;
    for line in lines.filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().unwrap();
        let position = position(fen);
        for field in fields {
            let (kind, number) = field.split_once(' ').unwrap();
            let (kind, depth) = kind.split_at(1);
            let (depth, expected) = (depth.parse().unwrap(), number.parse::<u64>().unwrap());
            let found = match kind {
                "D" => perft(&position, depth),
                "R" => perft_of_results(&position, depth),
                _ => panic!("unknown field {field}"),
            };
            assert_eq!(found, expected, "{fen} {field}");
            counted += 1;
        }
    }
    assert!(counted > 1_700, "only {counted} numbers were compared");
}

/// Every position of random games, the last one included, with the turns that it has.
fn random_games(seed: u64, games: usize, mut visit: impl FnMut(&ImpassePosition, &[ImpasseTurn])) {
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..games {
        let mut position = Impasse::start(&settings());
        loop {
            let turns = turns_of(&position);
            visit(&position, &turns);
            if turns.is_empty() {
                break;
            }
            position.play(turns[random.random_range(0..turns.len())]);
        }
    }
}

#[test]
fn the_key_is_kept_and_the_count_is_the_length_of_the_list() {
    random_games(1, 300, |position, turns| {
        assert_eq!(position.key(), position.computed_key());
        assert_eq!(position.count(&mut Turns::new()), turns.len() as u64);
        let unique: HashSet<_> = turns.iter().collect();
        assert_eq!(unique.len(), turns.len(), "{}", Impasse::write_fen(position));
    });
}

#[test]
fn a_half_turn_of_the_board_changes_nothing() {
    random_games(2, 100, |position, turns| {
        let turned = position.turned();
        assert_eq!(turned.turned(), *position);
        let results: HashSet<_> = turns.iter().map(|&t| after(position, t).turned()).collect();
        let of_turned: HashSet<_> =
            turns_of(&turned).into_iter().map(|turn| after(&turned, turn)).collect();
        assert_eq!(results, of_turned);
    });
}

#[test]
fn a_game_ends_when_a_side_has_no_checkers_and_not_before() {
    random_games(3, 300, |position, turns| {
        let outcome = position.outcome(turns);
        assert_eq!(outcome.is_some(), turns.is_empty());
        let over = position.checkers(position.side().opponent()) == 0;
        assert_eq!(outcome, over.then_some(Outcome::Loss));
    });
}

#[test]
fn every_turn_of_a_legal_position_gives_a_legal_position() {
    random_games(4, 300, |position, turns| {
        for &turn in turns {
            let result = after(position, turn);
            result
                .check()
                .unwrap_or_else(|error| panic!("{}: {error}", Impasse::write_fen(position)));
            let lost = Side::ALL.map(|side| position.checkers(side) - result.checkers(side));
            assert_eq!(lost[position.side().opponent().index()], 0);
            let off = usize::from(position.is_tactical(turn));
            assert_eq!(lost[position.side().index()], off);
            assert!(position.is_irreversible(turn));
        }
    });
}

#[test]
fn positions_survive_their_texts() {
    random_games(5, 100, |position, _| {
        assert_eq!(crate::position(&Impasse::write_fen(position)), *position);
        let hub = Impasse::write_hub(position);
        assert_eq!(Impasse::read_hub(&HubPosition::new(&hub), &settings()).unwrap(), *position);
    });
}

#[test]
fn turns_survive_their_texts_in_every_notation() {
    let notations = [Notation::Hub, Notation::National, Notation::Own];
    random_games(6, 60, |position, turns| {
        for &turn in turns {
            for written in notations {
                let text = Impasse::write_turn(position, turn, written);
                for read in notations {
                    let found = Impasse::read_turn(position, turns, &format!(" {text} "), read);
                    assert_eq!(found, Ok(turn), "{text} in {}", Impasse::write_fen(position));
                }
            }
        }
    });
}

/// All ways to stand for a side with so many checkers, as letters on square numbers, without
/// regard to the rules of a start of a turn.
fn stands(checkers: usize, single: char, double: char) -> Vec<[char; 32]> {
    fn add(
        left: usize,
        next: usize,
        letters: (char, char),
        stand: &mut [char; 32],
        all: &mut Vec<[char; 32]>,
    ) {
        if left == 0 {
            all.push(*stand);
            return;
        }
        for square in next..32 {
            for (letter, worth) in [(letters.0, 1), (letters.1, 2)] {
                if worth <= left {
                    stand[square] = letter;
                    add(left - worth, square + 1, letters, stand, all);
                    stand[square] = 'e';
                }
            }
        }
    }
    let mut all = Vec::new();
    add(checkers, 0, (single, double), &mut ['e'; 32], &mut all);
    all
}

/// Every legal position with White to move and so many checkers a side.
fn positions(white: usize, black: usize) -> Vec<ImpassePosition> {
    let (whites, blacks) = (stands(white, 'w', 'W'), stands(black, 'b', 'B'));
    let mut all = Vec::new();
    for white in &whites {
        for black in &blacks {
            if white.iter().zip(black).any(|(w, b)| *w != 'e' && *b != 'e') {
                continue;
            }
            let squares = white.iter().zip(black).map(|(w, b)| if *w == 'e' { *b } else { *w });
            let hub: String = std::iter::once('W').chain(squares).collect();
            all.extend(Impasse::read_hub(&HubPosition::new(&hub), &settings()));
        }
    }
    all
}

/// Whether the side to move wins, and in how many turns of both sides the game ends if the
/// winner hurries and the loser does not. `known` has White to move.
fn solve(
    position: &ImpassePosition,
    known: &mut HashMap<ImpassePosition, (bool, u32)>,
) -> (bool, u32) {
    let position = if position.side() == Side::White { *position } else { position.turned() };
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let turns = turns_of(&position);
    let value = if position.outcome(&turns).is_some() {
        (false, 0)
    } else {
        let (mut quickest_win, mut slowest_loss) = (None, 0);
        for turn in turns {
            let (opponent_wins, length) = solve(&after(&position, turn), known);
            if opponent_wins {
                slowest_loss = slowest_loss.max(length + 1);
            } else {
                quickest_win =
                    Some(quickest_win.map_or(length + 1, |old: u32| old.min(length + 1)));
            }
        }
        quickest_win.map_or((false, slowest_loss), |length| (true, length))
    };
    known.insert(position, value);
    value
}

#[test]
fn endings_of_up_to_four_checkers_are_solved_as_published() {
    // Checkers of White, who is to move, and of Black; positions; won; longest.
    let endings = [
        (1, 1, 992, 762, 7),
        (1, 2, 12_208, 12_208, 11),
        (2, 1, 12_208, 43, 12),
        (2, 2, 146_080, 78_531, 38),
        (1, 3, 121_044, 121_044, 15),
        (3, 1, 121_044, 0, 16),
    ];
    let mut known = HashMap::new();
    let mut by_checkers = HashMap::<_, usize>::new();
    for (white, black, count, won, longest) in endings {
        let positions = positions(white, black);
        let values: Vec<_> = positions.iter().map(|p| solve(p, &mut known)).collect();
        let wins = values.iter().filter(|(win, _)| *win).count();
        let length = values.iter().map(|(_, length)| *length).max();
        assert_eq!(
            (positions.len(), wins, length),
            (count, won, Some(longest)),
            "{white} against {black}"
        );
        *by_checkers.entry(white + black).or_default() += count;
    }
    assert_eq!(by_checkers, HashMap::from([(2, 992), (3, 24_416), (4, 388_168)]));
}

#[test]
fn the_search_finds_the_shortest_win_and_the_longest_loss_of_small_endings() {
    const DEPTH: u32 = 26;
    let mut known = HashMap::new();
    let mut random = StdRng::seed_from_u64(9);
    let mut engine = Variant::Impasse.engine(1, 16 << 20).unwrap();
    for (white, black) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        for position in positions(white, black).into_iter().choose_multiple(&mut random, 50) {
            let (won, length) = solve(&position, &mut known);
            if length > DEPTH {
                continue;
            }
            let hub = Impasse::write_hub(&position);
            engine.game_mut().set_position(&PositionText::Hub(HubPosition::new(&hub))).unwrap();
            let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
            let control = Control::new(Instant::now(), false);
            let score = engine.search(&limits.into(), &control, &mut |_| ()).news().score;
            assert_eq!((score.is_win(), score.plies_to_end()), (won, Some(length)), "{hub}");
        }
    }
}

#[test]
fn every_turn_of_every_small_ending_is_legal_and_listed_as_counted() {
    for (white, black) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        for position in positions(white, black) {
            let turns = turns_of(&position);
            assert!(!turns.is_empty());
            assert_eq!(position.count(&mut Turns::new()), turns.len() as u64);
            for turn in turns {
                after(&position, turn).check().unwrap();
            }
        }
    }
}

proptest! {
    #[test]
    fn no_text_of_a_position_panics(text in "[wbWBe1-9/ x]{0,40}", anything in any::<String>()) {
        for text in [text, anything] {
            let _ = Impasse::read_fen(&text, &settings());
            let _ = Impasse::read_hub(&HubPosition::new(&text), &settings());
        }
    }

    #[test]
    fn no_text_of_a_turn_panics(text in "[a-i0-9x+:-]{0,9}", anything in any::<String>()) {
        let start = Impasse::start(&settings());
        let turns = turns_of(&start);
        for text in [text, anything] {
            let _ = Impasse::read_turn(&start, &turns, &text, Notation::Own);
        }
    }

    #[test]
    fn a_position_that_reads_survives_its_texts(
        squares in prop::collection::vec(prop::sample::select(b"eeeewbWB".to_vec()), 32),
        side in prop::sample::select(b"WB".to_vec()),
    ) {
        let hub: String = std::iter::once(side).chain(squares).map(char::from).collect();
        if let Ok(position) = Impasse::read_hub(&HubPosition::new(&hub), &settings()) {
            prop_assert_eq!(Impasse::write_hub(&position), hub);
            prop_assert_eq!(crate::position(&Impasse::write_fen(&position)), position);
            for turn in turns_of(&position) {
                after(&position, turn).check().unwrap();
            }
        }
    }
}
