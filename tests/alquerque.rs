//! Alquerque: each rule alone, and every list of turns against a second generator that knows
//! nothing but a drawing of the board.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{after, turns};
use damier::game::{Game, GameResult, HubPosition, Notation, Outcome, Position as _, Settings};
use damier::games::alquerque::{Alquerque, Position};
use damier::line::Line;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// The board as it is drawn in the Book of Games.
const DRAWING: [&[u8; 9]; 9] = [
    br"o-o-o-o-o",
    br"|\|/|\|/|",
    br"o-o-o-o-o",
    br"|/|\|/|\|",
    br"o-o-o-o-o",
    br"|\|/|\|/|",
    br"o-o-o-o-o",
    br"|/|\|/|\|",
    br"o-o-o-o-o",
];

/// What may go backward, as the option says it.
const BACKWARD: [&str; 3] = ["jumps", "later", "all"];

fn settings(backward: &str) -> Settings {
    let mut settings = Settings::defaults(&Alquerque::FACTS);
    settings.set(&Alquerque::FACTS, "backward", backward).expect("a value of the option");
    settings
}

/// A board of letters and the side to move: the slow generator's position. Its text is Hub's.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Slow {
    side: char,
    board: [[char; 5]; 5],
}

/// Row from the top and column.
type Point = (usize, usize);

impl Slow {
    fn new(hub: &str) -> Slow {
        let mut letters = hub.chars();
        let side = letters.next().expect("a side");
        let mut board = [['e'; 5]; 5];
        board.iter_mut().flatten().zip(letters).for_each(|(point, letter)| *point = letter);
        Slow { side, board }
    }

    fn hub(&self) -> String {
        std::iter::once(self.side).chain(self.board.iter().flatten().copied()).collect()
    }

    fn own(&self) -> char {
        self.side.to_ascii_lowercase()
    }

    fn enemy(&self) -> char {
        if self.side == 'W' { 'b' } else { 'w' }
    }

    fn has(&self, letter: char) -> bool {
        self.board.iter().flatten().any(|point| *point == letter)
    }

    /// The next point in a direction, if a line is drawn to it.
    fn next((row, column): Point, (down, right): (i32, i32)) -> Option<Point> {
        let drawn = DRAWING
            .get((2 * row as i32 + down) as usize)
            .and_then(|line| line.get((2 * column as i32 + right) as usize))?;
        let line = match (down, right) {
            (0, _) => b'-',
            (_, 0) => b'|',
            _ if down == right => b'\\',
            _ => b'/',
        };
        let next = ((row as i32 + down) as usize, (column as i32 + right) as usize);
        (*drawn == line).then_some(next)
    }

    fn is_backward(&self, down: i32) -> bool {
        down != 0 && (down > 0) == (self.side == 'W')
    }

    /// The results of all turns: what the board is then, and by which landings that can come.
    fn results(&self, backward: &str) -> BTreeMap<Slow, BTreeSet<Vec<Point>>> {
        let mut results = BTreeMap::new();
        if !self.has('w') || !self.has('b') {
            return results;
        }
        let points = (0..5).flat_map(|row| (0..5).map(move |column| (row, column)));
        let own: Vec<Point> = points.filter(|&(r, c)| self.board[r][c] == self.own()).collect();
        for &point in &own {
            self.jump(point, &[point], backward, &mut results);
        }
        if results.is_empty() {
            own.iter().for_each(|&point| self.step(point, backward, &mut results));
        }
        results
    }

    fn directions() -> impl Iterator<Item = (i32, i32)> {
        (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))).filter(|d| *d != (0, 0))
    }

    fn ended(&self) -> Slow {
        Slow { side: if self.side == 'W' { 'B' } else { 'W' }, board: self.board }
    }

    fn step(
        &self,
        (row, column): Point,
        backward: &str,
        results: &mut BTreeMap<Slow, BTreeSet<Vec<Point>>>,
    ) {
        let far = if self.side == 'W' { 0 } else { 4 };
        for direction in Slow::directions() {
            if backward != "all" && (row == far || self.is_backward(direction.0)) {
                continue;
            }
            if let Some((r, c)) = Slow::next((row, column), direction)
                && self.board[r][c] == 'e'
            {
                let mut next = self.clone();
                next.board[row][column] = 'e';
                next.board[r][c] = self.own();
                results.entry(next.ended()).or_default().insert(vec![(row, column), (r, c)]);
            }
        }
    }

    fn jump(
        &self,
        (row, column): Point,
        way: &[Point],
        backward: &str,
        results: &mut BTreeMap<Slow, BTreeSet<Vec<Point>>>,
    ) {
        let mut any = false;
        for direction in Slow::directions() {
            if backward == "later" && way.len() == 1 && self.is_backward(direction.0) {
                continue;
            }
            let over = Slow::next((row, column), direction);
            let landing = over.and_then(|over| Slow::next(over, direction));
            if let (Some((r, c)), Some((to_row, to_column))) = (over, landing)
                && self.board[r][c] == self.enemy()
                && self.board[to_row][to_column] == 'e'
            {
                any = true;
                let mut next = self.clone();
                next.board[row][column] = 'e';
                next.board[r][c] = 'e';
                next.board[to_row][to_column] = self.own();
                let way = [way, &[(to_row, to_column)]].concat();
                next.jump((to_row, to_column), &way, backward, results);
            }
        }
        if !any && way.len() > 1 {
            results.entry(self.ended()).or_default().insert(way.to_vec());
        }
    }

    fn perft(&self, depth: u32, backward: &str) -> u64 {
        let results = self.results(backward);
        match depth {
            0 => 1,
            1 => results.len() as u64,
            _ => results.keys().map(|next| next.perft(depth - 1, backward)).sum(),
        }
    }
}

fn name((row, column): Point) -> String {
    format!("{}{}", char::from(b'a' + column as u8), 5 - row)
}

/// Both generators list the same results, and every way to write a turn is understood.
fn compare(position: &Position, backward: &str) {
    let hub = Alquerque::write_hub(position);
    let legal = turns(position);
    let results = Slow::new(&hub).results(backward);
    let found: BTreeMap<String, _> =
        legal.iter().map(|&turn| (Alquerque::write_hub(&after(position, turn)), turn)).collect();
    let expected: BTreeSet<String> = results.keys().map(Slow::hub).collect();
    assert_eq!(found.keys().cloned().collect::<BTreeSet<_>>(), expected, "{hub} {backward}");
    assert_eq!(found.len(), legal.len(), "{hub} {backward}");
    for (result, ways) in results {
        let turn = found[&result.hub()];
        let own = Alquerque::write_turn(position, turn, Notation::Own);
        for way in ways {
            // Two pieces that come back to where they started may have one result.
            if way[0] != (usize::from(turn.from) / 5, usize::from(turn.from) % 5) {
                continue;
            }
            let sign = if turn.captured == 0 { "-" } else { "x" };
            let text = way.iter().copied().map(name).collect::<Vec<_>>().join(sign);
            let read = Alquerque::read_turn(position, &legal, &text, Notation::Own);
            assert_eq!(read, Ok(turn), "{text} ({own}) in {hub} {backward}");
        }
    }
}

fn read(fen: &str, backward: &str) -> Position {
    Alquerque::read_fen(fen, &settings(backward)).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The turns of a position as people write them, sorted.
fn texts(fen: &str, backward: &str) -> Vec<String> {
    let position = read(fen, backward);
    compare(&position, backward);
    let write = |&turn| Alquerque::write_turn(&position, turn, Notation::Own);
    let mut texts: Vec<String> = turns(&position).iter().map(write).collect();
    texts.sort();
    texts
}

fn outcome(fen: &str) -> Option<Outcome> {
    let position = read(fen, "jumps");
    position.outcome(&turns(&position))
}

#[test]
fn each_side_starts_on_two_rows_and_two_points_on_its_right() {
    let start = Alquerque::start(&settings("jumps"));
    assert_eq!(Alquerque::write_hub(&start), "Wbbbbbbbbbbbbewwwwwwwwwwww");
    assert_eq!(
        Alquerque::write_fen(&start),
        "W:Wa1,b1,c1,d1,e1,a2,b2,c2,d2,e2,d3,e3:Ba3,b3,a4,b4,c4,d4,e4,a5,b5,c5,d5,e5"
    );
    assert_eq!(texts(&Alquerque::write_fen(&start), "jumps"), ["b2-c3", "c2-c3", "d2-c3", "d3-c3"]);
}

#[test]
fn a_piece_steps_along_the_lines_forward_and_sideways() {
    assert_eq!(texts("W:Wc3:Ba5", "jumps"), ["c3-b3", "c3-b4", "c3-c4", "c3-d3", "c3-d4"]);
    assert_eq!(texts("B:Wa1:Bc3", "jumps"), ["c3-b2", "c3-b3", "c3-c2", "c3-d2", "c3-d3"]);
    // No diagonal leads through c2.
    assert_eq!(texts("W:Wc2:Ba5", "jumps"), ["c2-b2", "c2-c3", "c2-d2"]);
    // Nor through b1, and own pieces are in the way.
    assert_eq!(texts("W:Wa1,b1,a2,b2:Be5", "jumps").len(), 6);
}

#[test]
fn a_piece_on_the_far_row_cannot_step() {
    assert_eq!(texts("W:We5,a1:Bc1", "jumps"), ["a1-a2", "a1-b1", "a1-b2"]);
    assert_eq!(outcome("W:We5,a5:Bc1"), Some(Outcome::Loss));
    assert_eq!(outcome("B:Wc3:Be1"), Some(Outcome::Loss));
}

#[test]
fn a_piece_on_the_far_row_still_jumps_in_any_direction() {
    assert_eq!(texts("W:Wc5,a1:Bd4,b5", "jumps"), ["c5xa5", "c5xe3"]);
    assert_eq!(texts("B:Wd1,c2:Bc1", "jumps"), ["c1xc3", "c1xe1"]);
}

#[test]
fn a_capture_is_compulsory_and_any_may_be_chosen() {
    // One piece or two: both may be chosen, the steps of e1 may not.
    assert_eq!(texts("W:Wc1,e1:Bb1,c2,b3,e5", "jumps"), ["c1xa1", "c1xc3xa3"]);
}

#[test]
fn a_sequence_of_jumps_is_played_to_its_end() {
    assert_eq!(texts("W:Wa1:Bb2,d4,a5", "jumps"), ["a1xc3xe5"]);
    // It may turn, and go backward; over a crossing either diagonal leads on.
    assert_eq!(texts("W:Wa1:Ba2,b2,b3,e5", "jumps"), ["a1xa3xc1", "a1xa3xc3xa1"]);
}

#[test]
fn no_jump_leads_over_two_pieces_an_own_one_or_off_the_lines() {
    assert_eq!(texts("W:Wa1:Bb2,c3", "jumps"), ["a1-a2", "a1-b1"]);
    assert_eq!(
        texts("W:Wa1,b2:Bc3,d4", "jumps"),
        ["a1-a2", "a1-b1", "b2-a2", "b2-a3", "b2-b3", "b2-c2"]
    );
    // b1 has no diagonal.
    assert_eq!(texts("W:Wb1:Bc2,e5", "jumps"), ["b1-a1", "b1-b2", "b1-c1"]);
}

#[test]
fn the_first_jump_may_be_bound_to_go_forward_or_sideways() {
    let fen = "W:Wc3:Bc2,e5";
    assert_eq!(texts(fen, "jumps"), ["c3xc1"]);
    assert_eq!(texts(fen, "later"), ["c3-b3", "c3-b4", "c3-c4", "c3-d3", "c3-d4"]);
    // Sideways first, then backward.
    assert_eq!(texts("W:Wc3:Bd3,e2,a5", "later"), ["c3xe3xe1"]);
    assert_eq!(texts("B:Wd4,e3:Be5", "later"), ["e5xc3"]);
    assert_eq!(texts("B:Wd4:Bc3", "later"), ["c3-b2", "c3-b3", "c3-c2", "c3-d2", "c3-d3"]);
    assert_eq!(texts("W:Wa5:Bb5,d4", "later"), ["a5xc5xe3"]);
}

#[test]
fn steps_may_be_free_to_go_backward_too() {
    assert_eq!(texts("W:Wc3:Ba5", "all").len(), 8);
    assert_eq!(texts("W:We5:Ba1", "all"), ["e5-d4", "e5-d5", "e5-e4"]);
    assert_eq!(texts("W:Wc3:Bc2,e5", "all"), ["c3xc1"]);
}

#[test]
fn a_side_without_pieces_has_lost() {
    assert_eq!(outcome("W:W:Bc3"), Some(Outcome::Loss));
    assert_eq!(outcome("W:Wc3:B"), Some(Outcome::Win));
    assert_eq!(outcome("B:W:B"), Some(Outcome::Loss));
    let mut line = Line::<Alquerque>::new(read("W:Wa1:Bb2", "jumps"));
    line.play(line.turns()[0]);
    let outcome = line.outcome().expect("the game is over");
    assert_eq!(GameResult::new(outcome, line.position().side()), GameResult::WhiteWins);
}

#[test]
fn forty_moves_each_without_a_capture_are_a_draw() {
    assert_eq!(outcome("W:Wc1:Ba5:H79"), None);
    assert_eq!(outcome("W:Wc1:Ba5:H80"), Some(Outcome::Draw));
    // Who cannot move or has no pieces has lost all the same.
    assert_eq!(outcome("W:Wa5:Bc1:H80"), Some(Outcome::Loss));
    let step = read("W:Wc1:Ba5:H78", "jumps");
    assert_eq!(step.plies_to_draw(), 2);
    assert!(turns(&step).iter().all(|&turn| after(&step, turn).halfmove() == 79));
    let capture = read("W:Wa1:Bb2,e5:H79", "jumps");
    assert_eq!(after(&capture, turns(&capture)[0]).halfmove(), 0);
    for halfmove in [0, 41, 79, 80, 999] {
        let position = read(&format!("W:Wc1:Ba5:H{halfmove}"), "jumps");
        assert_eq!(position.halfmove(), halfmove);
        let fen = Alquerque::write_fen(&position);
        assert_eq!(fen.ends_with(&format!(":H{halfmove}")), halfmove > 0, "{fen}");
    }
}

#[test]
fn the_third_repetition_is_a_draw() {
    let mut line = Line::<Alquerque>::new(read("W:Wa1:Be5", "jumps"));
    for text in ["a1-b1", "e5-d5", "b1-a1", "d5-e5"].repeat(2) {
        assert_eq!(line.outcome(), None);
        let turn = Alquerque::read_turn(line.position(), line.turns(), text, Notation::Own);
        line.play(turn.expect(text));
    }
    assert_eq!(line.outcome(), Some(Outcome::Draw));
}

#[test]
fn turns_that_cannot_be_taken_back_are_told() {
    for (backward, irreversible) in [("jumps", 3), ("later", 3), ("all", 0)] {
        let position = read("W:Wc3:Ba5", backward);
        let count = turns(&position).iter().filter(|&&t| position.is_irreversible(t)).count();
        assert_eq!(count, irreversible, "{backward}");
    }
    let position = read("W:Wa1:Bb2,e5", "all");
    assert!(position.is_irreversible(turns(&position)[0]));
}

#[test]
fn hub_tells_the_captures_and_people_the_landings() {
    let position = read("W:Wc1:Bc2,b3,d2,a5", "jumps");
    let legal = turns(&position);
    let hub = |text| {
        Alquerque::read_turn(&position, &legal, text, Notation::Hub)
            .map(|turn| Alquerque::write_turn(&position, turn, Notation::Hub))
    };
    for text in ["23x11x12x18", "23x11", "23x11x18x12", "c1xa3", "c1:c3:a3", "c1c3a3", "c1xc3xa3"] {
        assert_eq!(hub(text).as_deref(), Ok("23x11x12x18"), "{text}");
    }
    for text in ["23x13", "23x11x19", "c1xd3xa3", "c1-c2", "f1xa3", "26x1"] {
        assert!(hub(text).is_err(), "{text}");
    }
    // From and to alone do not tell which pieces are captured.
    let position = read("W:Wc1:Bb1,a2,c2,b3,e5", "jumps");
    let legal = turns(&position);
    let read = |text| Alquerque::read_turn(&position, &legal, text, Notation::Hub);
    assert_eq!(legal.len(), 1, "the way round takes all four");
    assert_eq!(read("c1xc1"), Ok(legal[0]));
}

#[test]
fn a_way_round_is_one_turn_in_either_direction() {
    let position = read("W:Wc1:Bb1,a2,c2,b3,e5", "jumps");
    let [turn] = turns(&position)[..] else { panic!("one turn") };
    assert_eq!((turn.from, turn.to, turn.captured.count_ones()), (22, 22, 4));
    for text in ["c1xa1xa3xc3xc1", "c1xc3xa3xa1xc1"] {
        let read = Alquerque::read_turn(&position, &[turn], text, Notation::Own);
        assert_eq!(read, Ok(turn), "{text}");
    }
    assert_eq!(Alquerque::write_hub(&after(&position, turn)), "Beeeebeeeeeeeeeeeeeeeeewee");
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let refused = |fen: &str, part: &str| {
        let error = Alquerque::read_fen(fen, &settings("jumps")).expect_err(fen).to_string();
        assert!(error.contains(part), "{fen}: {error}");
    };
    refused("W:WKc3:Ba5", "White king on c3: this game has no kings");
    refused("W:W1-13:B25", "White has 13 pieces");
    refused("W:Wf1:Ba5", "'f1'");
    refused("W:W26:B1", "'26'");
    refused("W:Wa1:Ba1", "a1");
    let hub =
        Alquerque::read_hub(&HubPosition::new("Wbbb"), &settings("jumps")).expect_err("too short");
    assert!(hub.to_string().contains("26"), "{hub}");
    // Numbers and names may be mixed, and pieces may stand on any row.
    let position = read("W:W1,a1:B25", "jumps");
    assert_eq!(Alquerque::write_fen(&position), "W:Wa1,a5:Be1");
}

#[test]
fn the_two_generators_agree_in_random_games() {
    for backward in BACKWARD {
        for seed in 0..40 {
            let mut random = StdRng::seed_from_u64(seed);
            let mut position = Alquerque::start(&settings(backward));
            for _ in 0..120 {
                compare(&position, backward);
                let legal = turns(&position);
                if position.outcome(&legal).is_some() {
                    break;
                }
                position.play(legal[random.random_range(0..legal.len())]);
            }
        }
    }
}

/// A position of so many pieces of each side at random points.
fn scattered(random: &mut StdRng, own: usize, enemies: usize) -> String {
    let mut board = vec!['e'; 25];
    for i in 0..own + enemies {
        board[random.random_range(0..25)] = if i < own { 'w' } else { 'b' };
    }
    std::iter::once('W').chain(board).collect()
}

#[test]
fn the_two_generators_agree_in_scattered_positions() {
    let mut random = StdRng::seed_from_u64(25);
    for round in 0..3_000 {
        let (own, enemies) = (random.random_range(1..5), random.random_range(1..13));
        let hub = scattered(&mut random, own, enemies);
        let backward = BACKWARD[round % 3];
        let position =
            Alquerque::read_hub(&HubPosition::new(&hub), &settings(backward)).expect("a position");
        compare(&position, backward);
    }
}

#[test]
fn the_slow_generator_counts_the_recorded_lines() {
    for line in include_str!("data/perft/alquerque.epd").lines().filter(|l| !l.starts_with('#')) {
        let (fen, counts) = line.split_once(" ;").expect("a FEN and counts");
        let slow = Slow::new(&Alquerque::write_hub(&read(fen, "jumps")));
        for field in counts.split(" ;") {
            let (depth, count) = field[1..].split_once(' ').expect("a depth and a count");
            let depth = depth.parse().expect("plies");
            let count: u64 = count.parse().expect("lines");
            if count < 3_000 {
                assert_eq!(slow.perft(depth, "jumps"), count, "{fen} {field}");
            }
        }
    }
}
