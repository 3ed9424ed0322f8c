//! Fitting weights: the file of games, games that come out the same however they are played,
//! evaluations that are the sum of what they count, and a fit that finds what is there to find.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::random_games;
use damier::game::{Evaluator, Game, GameResult, Position};
use damier::games::{Variant, Visitor};
use damier::linear::{Group, Linear, between};
use damier::score::Score;
use damier::tune::fit::{self, Plan};
use damier::tune::games::{Games, GamesError, Header, Played, Recorded, Writer};
use damier::tune::samples::{Samples, count};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn header(squares: usize) -> Header {
    Header {
        game: "poddavki".to_owned(),
        options: vec![("kings15".to_owned(), "off".to_owned())],
        squares,
        program: "0".to_owned(),
        nodes: 10,
        seed: 7,
        plies: (2, 4),
        random: 50,
        openings: None,
        most_plies: 100,
    }
}

fn write(path: &Path, header: &Header, games: &[Played]) {
    let (mut writer, count, _) = Writer::open(path, header).expect("a file");
    for played in &games[count as usize..] {
        writer.add(played).expect("written");
    }
}

fn read(path: &Path) -> Result<Vec<Played>, GamesError> {
    Games::open(path)?.collect()
}

fn recorded(squares: usize) -> impl Strategy<Value = Recorded> {
    let side = prop::sample::select(vec!["W", "B"]);
    let letters =
        prop::collection::vec(prop::sample::select(vec!['e', 'w', 'b', 'W', 'B']), squares);
    (side, letters, any::<u16>(), any::<i16>(), any::<bool>()).prop_map(
        |(side, letters, ply, score, is_tactical)| {
            let hub = side.chars().chain(letters).collect();
            Recorded { hub, ply, score: Score(score), is_tactical }
        },
    )
}

fn played(squares: usize) -> impl Strategy<Value = Played> {
    let results = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins];
    (prop::sample::select(results.to_vec()), prop::collection::vec(recorded(squares), 0..6))
        .prop_map(|(result, positions)| Played { number: 0, result, positions })
}

/// Games of a board, numbered from 0.
fn games() -> impl Strategy<Value = (usize, Vec<Played>)> {
    let boards = prop::sample::select(vec![25_usize, 32, 50, 64, 72]);
    boards.prop_flat_map(|squares| {
        let games = prop::collection::vec(played(squares), 0..5);
        (
            Just(squares),
            games.prop_map(|mut games| {
                games.iter_mut().zip(0..).for_each(|(played, number)| played.number = number);
                games
            }),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn what_is_written_is_read((squares, games) in games()) {
        let folder = folder();
        let path = folder.path().join("a.games");
        write(&path, &header(squares), &games);
        prop_assert_eq!(read(&path).expect("whole"), games);
    }

    #[test]
    fn a_cut_file_is_that_of_the_games_before_and_goes_on(
        (squares, games) in games(),
        cut in 0.0..1.0_f64,
    ) {
        let folder = folder();
        let path = folder.path().join("a.games");
        let empty = folder.path().join("b.games");
        write(&path, &header(squares), &games);
        write(&empty, &header(squares), &[]);
        let whole = fs::read(&path).expect("written");
        let least = fs::read(&empty).expect("written").len();
        let kept = least + ((whole.len() - least) as f64 * cut) as usize;
        fs::write(&path, &whole[..kept]).expect("cut");
        let rest = read(&path).expect("cut, not damaged");
        prop_assert_eq!(&games[..rest.len()], &rest[..]);
        write(&path, &header(squares), &games);
        prop_assert_eq!(fs::read(&path).expect("written"), whole);
    }

    #[test]
    fn a_changed_byte_is_found(
        (squares, games) in games(),
        place in any::<prop::sample::Index>(),
        change in 1..=255_u8,
    ) {
        let folder = folder();
        let path = folder.path().join("a.games");
        write(&path, &header(squares), &games);
        let mut bytes = fs::read(&path).expect("written");
        let place = place.index(bytes.len());
        bytes[place] ^= change;
        fs::write(&path, &bytes).expect("changed");
        // A length that is changed may look like a file that is cut.
        let found = read(&path).map_or(true, |read| read.len() < games.len());
        prop_assert!(found, "byte {} of {}", place, bytes.len());
    }
}

#[test]
fn games_that_were_played_otherwise_are_not_gone_on_with() {
    let folder = folder();
    let path = folder.path().join("a.games");
    write(&path, &header(32), &[]);
    let other = Header { nodes: 11, ..header(32) };
    let error = Writer::open(&path, &other).expect_err("other games");
    assert!(matches!(&error, GamesError::Other(what) if what == "nodes"), "{error}");
}

/// Exit code, standard output, standard error of `damier tune`.
fn tune(arguments: &[&str], folder: &Path) -> (i32, String, String) {
    let mut program = assert_cmd::Command::new(env!("CARGO_BIN_EXE_damier"));
    let output = program.arg("tune").args(arguments).current_dir(folder).output();
    let output = output.expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it writes UTF-8");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

fn play(variant: &str, games: u32, more: &str, folder: &Path, name: &str) -> PathBuf {
    let games = games.to_string();
    let mut arguments =
        vec!["selfplay", "-g", variant, "--nodes", "60", "--games", &games, "--out", name];
    arguments.extend(more.split_whitespace());
    let (code, output, errors) = tune(&arguments, folder);
    assert_eq!((code, output.as_str()), (0, ""), "{errors}");
    assert!(errors.contains(&format!("{name}: {games} games")), "{errors}");
    folder.join(name)
}

#[test]
fn games_come_out_the_same_by_several_threads_and_after_a_break() {
    for variant in ["poddavki", "impasse", "extreme"] {
        let folder = folder();
        let at_once = fs::read(play(variant, 6, "", folder.path(), "a.games")).expect("a file");
        let by_two = play(variant, 6, "--threads 2", folder.path(), "b.games");
        assert_eq!(fs::read(by_two).expect("a file"), at_once, "{variant}");
        let broken = play(variant, 2, "", folder.path(), "c.games");
        let mut begun = fs::read(&broken).expect("a file");
        begun.truncate(begun.len() - 5);
        fs::write(&broken, begun).expect("cut");
        play(variant, 6, "", folder.path(), "c.games");
        assert_eq!(fs::read(broken).expect("a file"), at_once, "{variant}");
        let other = play(variant, 6, "--seed 2", folder.path(), "d.games");
        assert_ne!(fs::read(other).expect("a file"), at_once, "{variant}");
    }
}

#[test]
fn the_positions_are_quiet_ones_of_the_game() {
    let folder = folder();
    for variant in [Variant::International, Variant::Impasse, Variant::Extreme] {
        let path = play(variant.name(), 2, "--openings builtin", folder.path(), variant.name());
        let games = read(&path).expect("a file");
        assert_eq!(games.len(), 2);
        for recorded in games.iter().flat_map(|played| &played.positions) {
            let mut game = variant.game();
            let text = damier::any::PositionText::guess(&recorded.hub);
            game.set_position(&text).expect("a position of the game");
            assert_eq!(game.result(), None);
            let is_capture = |turn: &damier::any::TurnText| turn.hub.contains('x');
            assert!(!game.turns().iter().all(is_capture), "{}", recorded.hub);
        }
    }
}

#[test]
fn files_that_cannot_be_learnt_from_are_refused_by_name() {
    let folder = folder();
    let path = play("poddavki", 3, "", folder.path(), "a.games");
    let whole = fs::read(&path).expect("a file");
    let refuse = |bytes: &[u8], game: &str, parts: &[&str]| {
        fs::write(&path, bytes).expect("written");
        let (code, output, errors) = tune(&["fit", "-g", game, "a.games"], folder.path());
        assert_eq!((code, output.as_str()), (2, ""), "{errors}");
        for part in ["a.games"].iter().chain(parts) {
            assert!(errors.contains(part), "no '{part}' in {errors}");
        }
    };
    let mut damaged = whole.clone();
    let last = damaged.len() - 20;
    damaged[last] ^= 1;
    refuse(&damaged, "poddavki", &["damaged", "checksum"]);
    refuse(&whole, "impasse", &["poddavki", "impasse"]);
    refuse(b"PDN", "poddavki", &["no file of games"]);
    let mut later = whole.clone();
    later[8] = 99;
    refuse(&later, "poddavki", &["version 99"]);
    fs::write(&path, &damaged).expect("written");
    let again = ["selfplay", "-g", "poddavki", "--nodes", "60", "--games", "5", "--out", "a.games"];
    let (code, _, errors) = tune(&again, folder.path());
    assert_eq!((code, errors.contains("a.games")), (2, true), "{errors}");
    assert_eq!(fs::read(&path).expect("a file"), damaged, "it is left as it was");
}

#[test]
fn a_fit_writes_the_source_of_the_weights() {
    let folder = folder();
    for (variant, field) in [("poddavki", "squares"), ("impasse", "doubles"), ("extreme", "kings")]
    {
        play(variant, 4, "", folder.path(), "a.games");
        let fit = ["fit", "-g", variant, "a.games", "--steps", "2", "--out", "weights.rs"];
        let (code, output, errors) = tune(&fit, folder.path());
        assert_eq!((code, errors.as_str()), (0, ""));
        for part in ["positions to learn from", "loss before", "loss after", "terms", field] {
            assert!(output.contains(part), "no '{part}' in {output}");
        }
        let source = fs::read_to_string(folder.path().join("weights.rs")).expect("a source");
        for part in ["//! ", "knots: [", "terms: Terms {", &format!("{field}: &[")] {
            assert!(source.contains(part), "no '{part}' in {source}");
        }
        assert_eq!(tune(&fit, folder.path()).1, output, "the same again");
        fs::remove_file(folder.path().join("a.games")).expect("a file");
    }
}

/// Checks that the evaluation of a game is the sum of what it counts.
struct Sums;

impl Visitor for Sums {
    type Output = ();

    fn visit<G: Game>(self) {
        let groups = G::Evaluator::groups();
        let mut counts = Vec::new();
        let mut evaluator = G::Evaluator::default();
        random_games::<G>(6, 200, |position, turns| {
            if position.outcome(turns).is_some() {
                return;
            }
            count::<G>(position, &mut counts);
            let sum = sum(&groups, &counts, G::Evaluator::pieces(position));
            let score = evaluator.evaluate(position);
            assert_eq!(Score::evaluation(sum), score, "{}", G::write_fen(position));
        });
    }
}

/// What counts are worth when so many pieces are left. Weights that are told for each number of
/// pieces are rounded one by one, the others by their sum.
fn sum(groups: &[Group], counts: &[(usize, i32)], pieces: usize) -> i32 {
    let mut sum = 0;
    let mut first = 0;
    for group in groups {
        let stages = group.knots.len();
        let of_group = |(weight, _): &&(usize, i32)| (first..first + group.len()).contains(weight);
        let mut parts = vec![0; stages];
        for (weight, count) in counts.iter().filter(of_group) {
            let values = &group.values[(weight - first) * stages..][..stages];
            let values: Vec<i16> = values.iter().map(|value| *value as i16).collect();
            match values.as_slice().try_into() {
                Ok(curve) => {
                    let knots = group.knots.as_slice().try_into().expect("as many as stages");
                    sum += i32::from(between(curve, knots, pieces)) * count;
                }
                Err(_) => {
                    let parts = parts.iter_mut().zip(&values);
                    parts.for_each(|(part, value)| *part += i32::from(*value) * count);
                }
            }
        }
        let (stage, _) = group.share(pieces);
        let whole = (group.knots[stage] - group.knots[stage + 1]) as i32;
        let part = (pieces as i32 - group.knots[stage + 1] as i32).clamp(0, whole);
        sum += (parts[stage] * part + parts[stage + 1] * (whole - part)) / whole;
        first += group.len();
    }
    sum
}

#[test]
fn an_evaluation_is_the_sum_of_what_it_counts() {
    for variant in Variant::ALL {
        variant.visit(Sums);
    }
}

#[test]
fn a_fit_finds_the_weights_that_made_the_results() {
    const TRUE: [f32; 4] = [100.0, -40.0, 25.0, 0.0];
    let group = |values: Vec<f32>| Group { name: "all", knots: vec![10, 2], names: &[], values };
    // Each weight is the same in both stages.
    let mut groups = [group(vec![0.0; 8])];
    let mut random = StdRng::seed_from_u64(5);
    let mut samples = [Samples::new(1), Samples::new(1)];
    for index in 0..24_000 {
        let counts: Vec<(usize, i32)> =
            (0..4).map(|weight| (weight, random.random_range(-3..=3))).collect();
        let worth: f32 = counts.iter().map(|(weight, count)| TRUE[*weight] * *count as f32).sum();
        let chance = 1.0 / (1.0 + (-worth / 100.0).exp());
        let result = if random.random::<f32>() < chance { 1.0 } else { 0.0 };
        let pieces = random.random_range(0..=12);
        samples[usize::from(index % 6 == 0)].add(&groups, pieces, &counts, Score(0), result);
    }
    let plan = Plan {
        lambda: 1.0,
        steps: 40,
        ridge: 0.1,
        smooth: 0.1,
        scale: Some(1.0),
        left: Vec::new(),
    };
    let [training, validation] = &samples;
    let fitted = fit::fit(&mut groups, training, validation, &plan, |_| ());
    for (found, expected) in groups[0].values.chunks(2).zip(TRUE) {
        for found in found {
            assert!((found - expected).abs() < 8.0, "{:?}", groups[0].values);
        }
    }
    assert!(fitted.after.validation < fitted.before.validation - 0.1, "{fitted:?}");

    // The scale is found too: weights twice as large are worth half as much each.
    groups[0].values.iter_mut().for_each(|value| *value *= 2.0);
    let scale = fit::scale(&groups, training);
    assert!((0.45..0.55).contains(&scale), "{scale}");
}
