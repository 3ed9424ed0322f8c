//! The draw rules of the draughts games, each alone, one ply before its limit and at it, and
//! what sets its count back. Games are played by whoever finds a quiet move that repeats little.

use std::collections::HashMap;

use damier::any::{AnyGame, PositionText};
use damier::game::{GameResult, HubPosition, Notation};
use damier::games::Variant;

const DRAW: Option<GameResult> = Some(GameResult::Draw);

/// A game that is being shuffled along.
struct Shuffle {
    game: Box<dyn AnyGame>,
    stood: HashMap<String, u32>,
}

impl Shuffle {
    fn new(variant: Variant, fen: &str) -> Shuffle {
        let mut shuffle = Shuffle { game: variant.game(), stood: HashMap::new() };
        shuffle.begin(fen);
        shuffle
    }

    fn with_kings15(fen: &str) -> Shuffle {
        let mut shuffle = Shuffle::new(Variant::Poddavki, fen);
        shuffle.game.set_option("kings15", "on").expect("the option");
        shuffle.begin(fen);
        shuffle
    }

    fn begin(&mut self, fen: &str) {
        self.game.set_position(&PositionText::Fen(fen)).expect("a position");
        self.stood = HashMap::from([(self.game.hub(), 1)]);
    }

    /// Plays so many plies, none of which ends the game; at those in `men` a man moves, at the
    /// others a king. `keep` tells whether a position will do.
    fn quiet(&mut self, plies: usize, men: &[usize], keep: &dyn Fn(&str) -> bool) {
        for ply in 1..=plies {
            self.step(ply, men, keep);
            assert_eq!(self.game.result(), None, "ply {ply}: {}", self.game.fen());
        }
    }

    /// The game is drawn at this ply and not before.
    fn is_drawn_at(&mut self, limit: usize, men: &[usize], keep: &dyn Fn(&str) -> bool) {
        self.quiet(limit - 1, men, keep);
        self.step(limit, men, keep);
        assert_eq!(self.game.result(), DRAW, "ply {limit}: {}", self.game.fen());
    }

    /// Plays the step that leads to the position that has stood least often.
    fn step(&mut self, ply: usize, men: &[usize], keep: &dyn Fn(&str) -> bool) {
        let variant = self.game.facts().name.parse().expect("itself");
        let mut steps = steps(variant, &self.game.hub(), men.contains(&ply), keep);
        steps.sort_by_key(|(hub, _)| self.stood.get(hub).copied());
        let (hub, text) = steps
            .into_iter()
            .find(|(hub, _)| goes_on(variant, hub, ply + 1, 3, men, keep))
            .unwrap_or_else(|| panic!("no such move at ply {ply}: {}", self.game.fen()));
        self.play(&text);
        *self.stood.entry(hub).or_default() += 1;
    }

    fn play(&mut self, text: &str) {
        self.game.play(text, Notation::Hub).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The quiet moves of a king, or of a man that does not promote, after which nothing can be
/// captured: the position and the move.
fn steps(
    variant: Variant,
    hub: &str,
    man: bool,
    keep: &dyn Fn(&str) -> bool,
) -> Vec<(String, String)> {
    let kings = |hub: &str| hub.chars().skip(1).filter(char::is_ascii_uppercase).count();
    let mut steps = Vec::new();
    for turn in at(variant, &PositionText::Hub(HubPosition::new(hub))).turns() {
        let from: usize =
            turn.hub.split(['-', 'x']).next().expect("a square").parse().expect("one");
        if hub.as_bytes()[from].is_ascii_lowercase() != man {
            continue;
        }
        let mut next = at(variant, &PositionText::Hub(HubPosition::new(hub)));
        next.play(&turn.hub, Notation::Hub).expect("a legal turn");
        let after = next.hub();
        let next = at(variant, &PositionText::Hub(HubPosition::new(&after)));
        let is_quiet =
            !turn.hub.contains('x') && next.turns().iter().all(|turn| !turn.hub.contains('x'));
        if is_quiet && next.result().is_none() && kings(&after) == kings(hub) && keep(&after) {
            steps.push((after, turn.hub));
        }
    }
    steps
}

/// Whether so many more plies can be played.
fn goes_on(
    variant: Variant,
    hub: &str,
    ply: usize,
    plies: usize,
    men: &[usize],
    keep: &dyn Fn(&str) -> bool,
) -> bool {
    plies == 0
        || steps(variant, hub, men.contains(&ply), keep)
            .iter()
            .any(|(hub, _)| goes_on(variant, hub, ply + 1, plies - 1, men, keep))
}

fn at(variant: Variant, text: &PositionText) -> Box<dyn AnyGame> {
    let mut game = variant.game();
    game.set_position(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    game
}

fn any(_: &str) -> bool {
    true
}

fn drawn_at(variant: Variant, fen: &str, limit: usize) {
    Shuffle::new(variant, fen).is_drawn_at(limit, &[], &any);
}

fn never_drawn(variant: Variant, fen: &str, plies: usize) {
    Shuffle::new(variant, fen).quiet(plies, &[], &any);
}

/// Two kings a side in their corners, where they see no one.
fn two_kings_a_side(variant: Variant) -> String {
    let last = variant.facts().squares.count();
    format!("W:WK{},K{last}:BK1,K2", last - 1)
}

/// A step of each side and the steps back.
fn round(variant: Variant, fen: &str) -> Vec<String> {
    let start = at(variant, &PositionText::Fen(fen));
    let back = |step: &str| {
        let (from, to) = step.split_once('-').expect("a step");
        format!("{to}-{from}")
    };
    let mut trips = start.turns().into_iter().flat_map(|ours| {
        let mut game = at(variant, &PositionText::Fen(fen));
        game.play(&ours.hub, Notation::Hub).expect("a legal step");
        let theirs = game.turns().into_iter().map(|turn| turn.hub);
        theirs.filter(|step| step.contains('-')).map(move |theirs| {
            vec![ours.hub.clone(), theirs.clone(), back(&ours.hub), back(&theirs)]
        })
    });
    let leads_back = |trip: &Vec<String>| {
        let mut game = at(variant, &PositionText::Fen(fen));
        trip.iter().all(|step| game.play(step, Notation::Hub).is_ok()) && game.hub() == start.hub()
    };
    trips.find(leads_back).expect("the kings can step to and fro")
}

#[test]
fn the_third_repetition_draws_every_game_and_the_second_none() {
    use Variant::{Alquerque, Breakthrough, Extreme, Impasse};
    for &variant in Variant::ALL {
        if [Breakthrough, Impasse, Extreme, Alquerque].contains(&variant) {
            continue;
        }
        let fen = two_kings_a_side(variant);
        let round = round(variant, &fen);
        let mut shuffle = Shuffle::new(variant, &fen);
        for (ply, text) in (1..).zip(round.iter().chain(&round)) {
            assert_eq!(shuffle.game.result(), None, "{variant} ply {ply}");
            shuffle.play(text);
        }
        assert_eq!(shuffle.game.result(), DRAW, "{variant}");
        // It stops nobody, and another position is no repetition.
        shuffle.play(&round[0]);
        shuffle.play(&round[1]);
    }
}

#[test]
fn the_other_side_to_move_is_another_position() {
    // White loses a move on the long diagonal: the board is the same, the side is not.
    let mut shuffle = Shuffle::new(Variant::Poddavki, "W:WKa1:BKh2");
    for text in ["29-25", "28-32", "25-22", "32-28", "22-29", "28-32"] {
        shuffle.play(text);
        assert_eq!(shuffle.game.result(), None);
    }
}

#[test]
fn international_25_moves_with_kings_only() {
    drawn_at(Variant::International, "W:WK48,K49:BK2,K3", 50);
    drawn_at(Variant::International, "W:WK48,K49:BK2,K3:H48", 2);
    drawn_at(Variant::International, "W:WK48,K49:BK2,K3:H49:F80", 1);
    let mut shuffle = Shuffle::new(Variant::International, "W:WK48,K49:BK2,K3:H50");
    assert_eq!(shuffle.game.result(), DRAW);
    shuffle.begin("W:WK48,K49:BK2,K3:H49");
    assert_eq!(shuffle.game.result(), None);
}

#[test]
fn international_a_mans_move_sets_25_moves_back() {
    let mut shuffle = Shuffle::new(Variant::International, "W:WK48,K49,36:BK2,K3:H40");
    shuffle.quiet(9, &[9], &any);
    assert!(!shuffle.game.fen().contains('H'), "{}", shuffle.game.fen());
    shuffle.is_drawn_at(50, &[], &any);
}

#[test]
fn a_capture_sets_the_count_of_quiet_moves_back() {
    for (variant, fen, capture) in [
        (Variant::International, "W:WK48,K49,K46:BK2,K3,37:H49", "46x32x37"),
        (Variant::Russian, "W:WKg1,Kh2,Kc1:BKb8,Kh4,e3:H29", "30x19x23"),
    ] {
        let mut shuffle = Shuffle::new(variant, fen);
        assert_eq!(shuffle.game.result(), None);
        shuffle.play(capture);
        assert_eq!(shuffle.game.result(), None);
        assert!(!shuffle.game.fen().contains('H'), "{}", shuffle.game.fen());
    }
}

#[test]
fn international_16_moves_three_pieces_with_a_king_against_a_king() {
    drawn_at(Variant::International, "W:WK48,K49,K50:BK2", 32);
    drawn_at(Variant::International, "B:WK48:BK2,K3,K4", 32);
    // What was played before the position was set up is not known to it.
    drawn_at(Variant::International, "W:WK48,K49,K50:BK2:H10", 32);
    // The men among them may move: only the material counts.
    let mut shuffle = Shuffle::new(Variant::International, "W:WK48,36,45:BK2");
    shuffle.is_drawn_at(32, &[5, 11, 21], &any);
}

#[test]
fn international_16_moves_begin_with_the_first_king() {
    let mut shuffle = Shuffle::new(Variant::International, "W:W6,45,50:BK2");
    shuffle.play("6-1");
    assert_eq!(shuffle.game.result(), None);
    shuffle.is_drawn_at(32, &[], &any);
}

#[test]
fn international_5_moves_two_pieces_or_one_against_a_king() {
    for fen in ["W:WK48,K49:BK2", "W:WK48:BK2,K3", "W:WK48:BK2", "B:WK48:BK2"] {
        drawn_at(Variant::International, fen, 10);
    }
    let mut shuffle = Shuffle::new(Variant::International, "W:WK48,36:BK2");
    shuffle.is_drawn_at(10, &[3, 7], &any);
}

/// The side to move gives a piece, which is taken, and the game goes on.
fn give(shuffle: &mut Shuffle, variant: Variant, keep: &dyn Fn(&str) -> bool) {
    let given = shuffle.game.legal().into_iter().find_map(|turn| {
        let next = at(variant, &PositionText::Fen(&turn.fen));
        next.legal().into_iter().find_map(|answer| {
            let last = at(variant, &PositionText::Fen(&answer.fen));
            let is_quiet = last.turns().iter().all(|turn| !turn.hub.contains('x'));
            let takes_one = answer.text.hub.split('x').count() == 3;
            let is_given = takes_one && is_quiet && last.result().is_none() && keep(&last.hub());
            is_given.then(|| (turn.text.hub.clone(), answer.text.hub))
        })
    });
    let (gift, capture) = given.expect("a piece can be given");
    shuffle.play(&gift);
    shuffle.play(&capture);
    assert_eq!(shuffle.game.result(), None);
}

#[test]
fn a_change_of_material_begins_a_bound_count() {
    // Three against one has gone on for 6 plies when White gives a king.
    let mut shuffle = Shuffle::new(Variant::International, "W:WK48,K49,K50:BK2");
    shuffle.quiet(6, &[], &any);
    give(&mut shuffle, Variant::International, &any);
    shuffle.is_drawn_at(10, &[], &any);
}

#[test]
fn a_capture_within_a_rule_goes_on_counting() {
    // Two against one and one against one are of one rule.
    let mut shuffle = Shuffle::new(Variant::International, "W:WK48,K49:BK2");
    shuffle.quiet(4, &[], &any);
    give(&mut shuffle, Variant::International, &any);
    shuffle.is_drawn_at(4, &[], &any);
}

#[test]
fn russian_kings_against_one_are_counted_anew_after_a_capture() {
    let mut shuffle = Shuffle::new(Variant::Russian, "W:WKg1,Ke1,Kh2,Kc1:BKb8");
    shuffle.quiet(6, &[], &off_the_road);
    give(&mut shuffle, Variant::Russian, &off_the_road);
    shuffle.is_drawn_at(30, &[], &off_the_road);
}

#[test]
fn more_men_against_a_king_is_no_bound_material() {
    never_drawn(Variant::International, "W:WK48,K49,K50,K47:BK2", 40);
    let mut shuffle = Shuffle::new(Variant::International, "W:WK48,36:BK2,15");
    shuffle.quiet(40, &[], &any);
}

/// Men of Turkish draughts step to the side and back: such moves undo nothing.
#[test]
fn men_that_step_to_the_side_repeat() {
    let mut game = Variant::Turkish.game();
    game.set_position(&PositionText::Fen("W:Wa3,h2:Ba6,h7")).expect("a position");
    for turn in ["a3-b3", "a6-b6", "b3-a3", "b6-a6"].repeat(2) {
        assert_eq!(game.result(), None, "{}", game.fen());
        game.play(turn, Notation::Own).expect("a legal move");
    }
    assert_eq!(game.result(), DRAW);
}

#[test]
fn games_that_only_repetition_draws() {
    for fen in ["W:WK48,K49:BK2,K3", "W:WK48:BK2", "W:WK48,K49,K50:BK2", "W:WK48:BK2:H49"] {
        let mut shuffle = Shuffle::new(Variant::Losing, fen);
        shuffle.quiet(70, &[], &any);
        assert!(!shuffle.game.fen().contains('H'), "{}", shuffle.game.fen());
    }
    for variant in [
        Variant::Thai,
        Variant::Turkish,
        Variant::FrisianLosing,
        Variant::BrazilianLosing,
        Variant::PoolLosing,
        Variant::EnglishLosing,
        Variant::ItalianLosing,
        Variant::SpanishLosing,
        Variant::CzechLosing,
        Variant::ThaiLosing,
        Variant::CanadianLosing,
    ] {
        let mut shuffle = Shuffle::new(variant, &two_kings_a_side(variant));
        shuffle.quiet(90, &[], &any);
        assert!(!shuffle.game.fen().contains('H'), "{}", shuffle.game.fen());
    }
    never_drawn(Variant::Turkish, "W:WKa1,Kh1:BKa8", 60);
}

#[test]
fn killer_and_canadian_draughts_count_as_international() {
    drawn_at(Variant::Killer, "W:WK48,K49:BK2,K3", 50);
    drawn_at(Variant::Killer, "W:WK48,K49,K50:BK2", 32);
    drawn_at(Variant::Killer, "W:WK48,K49:BK2", 10);
    drawn_at(Variant::Canadian, "W:WK70,K71:BK2,K3", 50);
    drawn_at(Variant::Canadian, "W:WK70,K71,K72:BK2", 32);
    drawn_at(Variant::Canadian, "W:WK70,K71:BK2", 10);
}

/// So many plies without a capture and without a man's move draw the game; a man's move sets the
/// count back.
fn quiet_plies_draw(variant: Variant, with_a_man: &str, limit: usize) {
    drawn_at(variant, &two_kings_a_side(variant), limit);
    drawn_at(variant, &format!("{}:H{}", two_kings_a_side(variant), limit - 2), 2);
    let mut shuffle = Shuffle::new(variant, &format!("{with_a_man}:H{}", limit - 10));
    shuffle.quiet(9, &[9], &any);
    assert!(!shuffle.game.fen().contains('H'), "{}", shuffle.game.fen());
    shuffle.is_drawn_at(limit, &[], &any);
}

#[test]
fn english_and_italian_40_moves_without_a_mans_move() {
    quiet_plies_draw(Variant::English, "W:WK31,K32,21:BK1,K2", 80);
    quiet_plies_draw(Variant::Italian, "W:WK31,K32,25:BK1,K2", 80);
}

#[test]
fn czech_15_moves_without_a_mans_move() {
    quiet_plies_draw(Variant::Czech, "W:WK31,K32,21:BK1,K2", 30);
    drawn_at(Variant::Czech, "W:WK31,K32,K30:BK1", 30);
}

#[test]
fn pool_15_moves_with_kings_only() {
    quiet_plies_draw(Variant::Pool, "W:WK31,K32,21:BK1,K2", 30);
}

#[test]
fn pool_13_moves_three_kings_against_one() {
    for fen in ["B:WKg1,Ke1,Kh2:BKb8", "W:WKg1:BKb8,Kd8,Ka7"] {
        drawn_at(Variant::Pool, fen, 26);
    }
    drawn_at(Variant::Pool, "W:WKg1,Ke1:BKb8", 30);
    drawn_at(Variant::Pool, "W:WKg1,Ke1,Kh2,Kc1:BKb8", 30);
}

#[test]
fn spanish_20_moves_with_kings_only() {
    quiet_plies_draw(Variant::Spanish, "W:WK31,K32,25:BK1,K2", 40);
    quiet_plies_draw(Variant::Portuguese, "W:WK31,K32,25:BK1,K2", 40);
}

/// Whether a king of White stands on the river, a8-h1 on the mirrored board.
fn on_the_river(hub: &str) -> bool {
    [1, 5, 10, 14, 19, 23, 28, 32].iter().any(|&square| hub.as_bytes()[square] == b'W')
}

#[test]
fn spanish_12_moves_three_kings_on_the_river_against_one() {
    for variant in [Variant::Spanish, Variant::Portuguese] {
        let fen = "W:WKh1,Kf1,Kd1:BKc8";
        Shuffle::new(variant, fen).is_drawn_at(24, &[], &on_the_river);
        // The lone king or nobody there: nothing is bound to it.
        let off = |hub: &str| !on_the_river(hub);
        Shuffle::new(variant, "W:WKb1,Kf1,Kd1:BKc8").is_drawn_at(40, &[], &off);
        // The count begins when a king comes to the river.
        let mut shuffle = Shuffle::new(variant, "W:WKb1,Kf1,Kd1:BKc8");
        shuffle.step(1, &[], &on_the_river);
        assert_eq!(shuffle.game.result(), None);
        shuffle.is_drawn_at(24, &[], &on_the_river);
    }
}

#[test]
fn frisian_7_moves_two_kings_against_one_and_2_moves_one_against_one() {
    for variant in [Variant::Frisian, Variant::Frysk] {
        for fen in ["W:WK48,K49:BK2", "B:WK48:BK2,K3"] {
            drawn_at(variant, fen, 14);
        }
        for fen in ["W:WK48:BK2", "B:WK47:BK3"] {
            drawn_at(variant, fen, 4);
        }
        // With a man or with three kings there is no count.
        never_drawn(variant, "W:WK48,K49,K50:BK2", 40);
        Shuffle::new(variant, "W:WK48,36:BK2").quiet(12, &[5, 9], &any);
    }
    // The count begins with the capture that leaves the material.
    let mut shuffle = Shuffle::new(Variant::Frisian, "W:WK50,K48:BK1,K44");
    shuffle.play("50x39");
    assert_eq!(shuffle.game.result(), None);
    shuffle.is_drawn_at(14, &[], &any);
}

const RUSSIAN_KINGS: &str = "W:WKg1,Ke1:BKb8,Kd8";

#[test]
fn russian_15_moves_with_kings_only() {
    drawn_at(Variant::Russian, RUSSIAN_KINGS, 30);
    drawn_at(Variant::Russian, "W:WKa3:BKh6", 30);
    drawn_at(Variant::Russian, &format!("{RUSSIAN_KINGS}:H28"), 2);
    let mut shuffle = Shuffle::new(Variant::Russian, "W:WKg1,Ke1,a3:BKb8,Kd8:H20");
    shuffle.quiet(9, &[9], &any);
    assert!(!shuffle.game.fen().contains('H'), "{}", shuffle.game.fen());
    shuffle.is_drawn_at(30, &[], &any);
}

/// Whether no lone king of Black stands on the main road, a1-h8.
fn off_the_road(hub: &str) -> bool {
    [4, 8, 11, 15, 18, 22, 25, 29].iter().all(|&square| hub.as_bytes()[square] != b'B')
}

#[test]
fn russian_15_moves_three_kings_or_more_against_one() {
    for fen in ["W:WKg1,Ke1,Kh2:BKb8", "W:WKg1,Ke1,Kh2,Kc1:BKa7"] {
        Shuffle::new(Variant::Russian, fen).is_drawn_at(30, &[], &off_the_road);
    }
}

#[test]
fn russian_30_moves_in_balance_with_four_or_five_pieces() {
    // Men move now and then, so that 15 moves with kings only never pass.
    let men = [20, 21, 40, 41];
    for fen in ["W:WKg1,a1:BKb8,h8", "W:WKg1,a1:BKb8,h8,h6"] {
        Shuffle::new(Variant::Russian, fen).is_drawn_at(60, &men, &any);
    }
}

#[test]
fn russian_60_moves_in_balance_with_six_or_seven_pieces() {
    let men = [29, 58, 87, 116];
    for fen in ["W:WKg1,a1,c1:BKb8,h8,f8", "W:WKg1,a1,c1:BKb8,h8,f8,d8"] {
        Shuffle::new(Variant::Russian, fen).is_drawn_at(120, &men, &any);
    }
}

#[test]
fn russian_balance_needs_a_king_of_each_side_and_ends_with_eight_pieces() {
    let men: Vec<usize> = (1..7).map(|n| 21 * n).collect();
    let mut shuffle = Shuffle::new(Variant::Russian, "W:WKg1,Ke1,a3,c1:BKb8,Kd8,h6,f8");
    shuffle.quiet(125, &men, &any);
}

#[test]
fn russian_5_moves_three_pieces_against_a_king_on_the_main_road() {
    let on_the_road = |hub: &str| !off_the_road(hub);
    for fen in ["W:WKg1,Ke1,Kh2:BKh8", "B:WKg1,Ke1,Kh2:BKa1"] {
        Shuffle::new(Variant::Russian, fen).is_drawn_at(10, &[], &on_the_road);
    }
    // The count begins when the lone king comes to the road.
    let mut shuffle = Shuffle::new(Variant::Russian, "B:WKg1,Ke1,Kc1:BKb8");
    shuffle.step(1, &[], &on_the_road);
    assert_eq!(shuffle.game.result(), None);
    shuffle.is_drawn_at(10, &[], &on_the_road);
}

#[test]
fn russian_balance_begins_anew_with_a_promotion() {
    let mut shuffle = Shuffle::new(Variant::Russian, "W:WKg1,c7:BKe1,h8");
    shuffle.quiet(10, &[], &any);
    let promotion = shuffle.game.legal().into_iter().find(|turn| {
        let next = at(Variant::Russian, &PositionText::Fen(&turn.fen));
        turn.text.hub.starts_with("6-") && goes_on(Variant::Russian, &next.hub(), 1, 3, &[], &any)
    });
    shuffle.play(&promotion.expect("a promotion").text.hub);
    assert!(!shuffle.game.fen().contains('H'));
    shuffle.is_drawn_at(60, &[21, 41], &any);
}

#[test]
fn brazilian_draughts_count_as_russian() {
    drawn_at(Variant::Brazilian, RUSSIAN_KINGS, 30);
    drawn_at(Variant::Brazilian, "W:WKg1,Kh2:BKb8", 10);
    Shuffle::new(Variant::Brazilian, "W:WKg1,Ke1,Kh2:BKb8").is_drawn_at(30, &[], &off_the_road);
    let on_the_road = |hub: &str| !off_the_road(hub);
    Shuffle::new(Variant::Brazilian, "W:WKg1,Ke1,Kh2:BKh8").is_drawn_at(10, &[], &on_the_road);
    Shuffle::new(Variant::Brazilian, "W:WKg1,a1:BKb8,h8").is_drawn_at(60, &[20, 21, 40, 41], &any);
}

#[test]
fn russian_5_moves_two_pieces_against_a_king() {
    for fen in ["W:WKg1,Kh2:BKb8", "W:WKg1:BKb8,Ka7", "B:WKg1,Kh2:BKa1"] {
        drawn_at(Variant::Russian, fen, 10);
    }
    Shuffle::new(Variant::Russian, "W:WKg1,a3:BKb8").is_drawn_at(10, &[3, 7], &any);
}

#[test]
fn poddavki_counts_nothing_unless_it_is_asked_to() {
    for fen in [RUSSIAN_KINGS, "W:WKg1,Kh2:BKb8", "W:WKa3:BKh6", "W:WKa3:BKh6:H29"] {
        let mut shuffle = Shuffle::new(Variant::Poddavki, fen);
        shuffle.quiet(70, &[], &any);
        assert!(!shuffle.game.fen().contains('H'), "{}", shuffle.game.fen());
    }
}

#[test]
fn poddavki_with_kings15() {
    Shuffle::with_kings15(RUSSIAN_KINGS).is_drawn_at(30, &[], &any);
    Shuffle::with_kings15("W:WKg1,Kh2:BKb8").is_drawn_at(30, &[], &any);
    Shuffle::with_kings15("W:WKa3:BKh6:H28").is_drawn_at(2, &[], &any);
    let mut shuffle = Shuffle::with_kings15("W:WKg1,Ke1,a3:BKb8,Kd8:H28");
    shuffle.quiet(1, &[1], &any);
    shuffle.is_drawn_at(30, &[], &any);
    // A change of the option keeps the board and says whether the count is told.
    let mut shuffle = Shuffle::with_kings15("W:WKa3:BKh6:H7");
    assert!(shuffle.game.fen().ends_with(":H7"));
    shuffle.game.set_option("kings15", "off").expect("the option");
    assert!(!shuffle.game.fen().contains('H'));
}

#[test]
fn the_count_is_written_where_it_matters_and_read_back() {
    for (variant, fen) in
        [(Variant::International, "W:WK48,K49:BK2,K3"), (Variant::Russian, RUSSIAN_KINGS)]
    {
        let mut shuffle = Shuffle::new(variant, fen);
        for ply in 1..20 {
            shuffle.step(1, &[], &any);
            assert!(shuffle.game.fen().ends_with(&format!(":H{ply}")), "{}", shuffle.game.fen());
        }
        let again = at(
            variant,
            &PositionText::Hub(HubPosition {
                halfmove: 19,
                ..HubPosition::new(&shuffle.game.hub())
            }),
        );
        assert_eq!(again.fen(), shuffle.game.fen());
    }
}

#[test]
fn a_game_without_moves_is_decided_before_any_count() {
    for (variant, fen, result) in [
        (Variant::Russian, "W:Wa3:Bb4,c5:H30", GameResult::BlackWins),
        (Variant::Russian, "B:Wg5,f4:Bh6:H99", GameResult::WhiteWins),
        (Variant::International, "W:W46:B41,37:H50", GameResult::BlackWins),
        (Variant::Losing, "W:W46:B41,37:H50", GameResult::WhiteWins),
    ] {
        assert_eq!(Shuffle::new(variant, fen).game.result(), Some(result), "{variant} {fen}");
    }
    let blocked = Shuffle::with_kings15("W:Wa3:Bb4,c5:H30");
    assert_eq!(blocked.game.result(), Some(GameResult::WhiteWins));
    // Black's last ply completes the count and takes White's last move at once.
    let mut shuffle = Shuffle::new(Variant::Russian, "B:Wa3:Bb4,Kf8:H29");
    shuffle.play("3-14");
    assert_eq!(shuffle.game.result(), Some(GameResult::BlackWins));
}
