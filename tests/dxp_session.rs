//! The states of a DXP session, without sockets: messages and the time go in, actions come out.

use std::time::{Duration, Instant};

use damier::game::{GameResult, Side};
use damier::games::Variant;
use damier::protocol::dxp::message::{Message, MessageError};
use damier::protocol::dxp::record::{Ending, Record};
use damier::protocol::dxp::session::{Action, Options, Plan, Session, Think};
use proptest::prelude::*;

const NOTHING: [Want; 0] = [];

/// A session and the time on its clock.
struct Table {
    session: Session,
    now: Instant,
}

/// What the session wants, in short.
#[derive(Debug, PartialEq)]
enum Want {
    Say(String),
    Think(Think),
    Stop,
    Told(Record),
    Close,
}

impl Table {
    fn new(variant: Variant, plan: Option<Plan>) -> Table {
        let options = Options { variant, rules: Vec::new(), takes_back: true, plan };
        let session = Session::new(options).expect("the options make sense");
        let mut table = Table { session, now: Instant::now() };
        table.session.connected(table.now);
        table
    }

    fn follower(variant: Variant) -> Table {
        Table::new(variant, None)
    }

    fn wants(&mut self) -> Vec<Want> {
        let want = |action| match action {
            Action::Send(Message::GameAnswer { answer, .. }) => Want::Say(format!("{answer:?}")),
            Action::Send(message) => Want::Say(message.write()),
            Action::Think(think) => Want::Think(think),
            Action::StopThinking => Want::Stop,
            Action::Ended(record) => Want::Told(record),
            Action::Close => Want::Close,
        };
        self.session.take_actions().into_iter().map(want).collect()
    }

    fn hear(&mut self, message: &str) -> Vec<Want> {
        self.session.receive(self.now, Message::read(message.as_bytes()));
        self.wants()
    }

    /// What it says, and nothing else.
    fn says(&mut self, message: &str) -> Vec<String> {
        let say = |want| if let Want::Say(text) = want { Some(text) } else { None };
        self.hear(message).into_iter().filter_map(say).collect()
    }

    /// Time passes.
    fn pass(&mut self, seconds: f64) -> Vec<Want> {
        self.now += Duration::from_secs_f64(seconds);
        self.session.tick(self.now);
        self.wants()
    }

    /// The engine has found a move.
    fn choose(&mut self, think: &Think, hub: &str) -> Vec<Want> {
        self.session.chosen(self.now, think.job, Some(hub));
        self.wants()
    }
}

fn request(follower: char, minutes: &str, moves: u16, start: &str) -> String {
    format!("R01{:32}{follower}{minutes}{moves:03}{start}", "Tester")
}

fn think(wants: &[Want]) -> Think {
    let found =
        wants.iter().find_map(|want| if let Want::Think(t) = want { Some(t) } else { None });
    found.unwrap_or_else(|| panic!("no search in {wants:?}")).clone()
}

fn record(wants: &[Want]) -> Record {
    let found = wants.iter().find_map(|want| if let Want::Told(r) = want { Some(r) } else { None });
    found.unwrap_or_else(|| panic!("no game in {wants:?}")).clone()
}

fn squares(pieces: &[(usize, char)]) -> String {
    let letter =
        |square| pieces.iter().find(|piece| piece.0 == square).map_or('e', |piece| piece.1);
    (1..=50).map(letter).collect()
}

fn plan(games: u32) -> Plan {
    Plan { games, side: Side::White, minutes: 5.0, moves: 0, start: None }
}

#[test]
fn the_clock_is_that_of_the_request() {
    let mut table = Table::follower(Variant::International);
    let first = think(&table.hear(&request('W', "2.5", 40, "A")));
    let clock = first.clock.expect("the time is limited");
    assert_eq!((clock.time, clock.moves), (150.0, Some(40)));
    table.now += Duration::from_secs_f64(20.4);
    assert_eq!(table.choose(&first, "32-28"), [Want::Say("M0020322800".to_owned())]);
    table.now += Duration::from_secs(70);
    let second = think(&table.hear("M0070192300"));
    let clock = second.clock.expect("the time is limited");
    assert!((clock.time - 129.6).abs() < 1e-6 && clock.moves == Some(39), "{clock:?}");
    assert_eq!(second.moves, ["32-28", "19-23"]);

    let mut table = Table::follower(Variant::International);
    assert_eq!(think(&table.hear(&request('W', "000", 0, "A"))).clock, None);
}

#[test]
fn who_cannot_move_says_so_and_is_acknowledged() {
    let mut table = Table::follower(Variant::International);
    let start = format!("BW{}", squares(&[(32, 'w'), (28, 'z')]));
    table.hear(&request('Z', "005", 0, &start));
    assert_eq!(
        table.hear("M0000322301"),
        [Want::Say("Cerror: message 'M0000322301' has a wrong length".to_owned())]
    );
    assert_eq!(table.hear("M000032230128"), [Want::Say("E10".to_owned())]);
    let record = record(&table.hear("E01"));
    assert_eq!((record.result, record.ending), (Some(GameResult::WhiteWins), Ending::Rules));
    assert_eq!(record.names()[0], "Tester");
}

#[test]
fn an_end_that_is_not_acknowledged_counts_all_the_same() {
    let start = format!("BW{}", squares(&[(32, 'w'), (28, 'z')]));
    let mut table = Table::follower(Variant::International);
    table.hear(&request('Z', "005", 0, &start));
    table.hear("M000032230128");
    assert_eq!(table.hear("M0000010200"), NOTHING, "it waits for something else");
    assert_eq!(table.pass(4.9), NOTHING);
    let told = record(&table.pass(0.2));
    assert_eq!(told.result, Some(GameResult::WhiteWins));
    // Or the next request takes its place.
    table.hear(&request('Z', "005", 0, &start));
    table.hear("M000032230128");
    let wants = table.hear(&request('Z', "005", 0, "A"));
    assert_eq!(record(&wants).result, Some(GameResult::WhiteWins));
    assert!(wants.contains(&Want::Say("Accept".to_owned())));
}

#[test]
fn a_peer_that_has_lost_and_is_silent_ends_the_game_too() {
    let start = format!("BW{}", squares(&[(32, 'w'), (28, 'z')]));
    let mut table = Table::follower(Variant::International);
    let first = think(&table.hear(&request('W', "005", 0, &start)));
    table.choose(&first, "32x23x28");
    assert_eq!(table.pass(29.0), NOTHING);
    assert_eq!(record(&table.pass(2.0)).result, Some(GameResult::WhiteWins));
}

#[test]
fn a_drawn_game_is_announced_and_ended_at_the_next_turn() {
    // Two kings walk to and fro; the ninth ply repeats a position for the second time.
    let start = format!("BW{}", squares(&[(47, 'W'), (1, 'Z')]));
    let mut table = Table::follower(Variant::International);
    let mut wants = table.hear(&request('W', "005", 0, &start));
    for (index, turn) in ["47-41", "41-46", "46-41", "41-46", "46-41"].iter().enumerate() {
        let said = table.choose(&think(&wants), turn);
        let is_last = index == 4;
        assert_eq!(said.len(), if is_last { 2 } else { 1 }, "{said:?}");
        if is_last {
            let chat = Want::Say("CThe game is a draw by the rules.".to_owned());
            assert_eq!(said[1], chat);
        }
        wants = table.hear(["M0000010700", "M0000070100"][index % 2]);
    }
    assert_eq!(wants, [Want::Say("E20".to_owned())]);
    let told = record(&table.hear("E00"));
    assert_eq!((told.result, told.ending), (Some(GameResult::Draw), Ending::Rules));
}

#[test]
fn the_agreed_number_of_moves_ends_a_game_without_a_result() {
    let mut table = Table::follower(Variant::International);
    let first = think(&table.hear(&request('W', "005", 1, "A")));
    table.choose(&first, "32-28");
    assert_eq!(table.hear("M0000192300"), [Want::Say("E00".to_owned())]);
    let told = record(&table.hear("E00"));
    assert_eq!((told.result, told.ending), (None, Ending::Moves));
}

#[test]
fn the_rules_are_believed_more_than_the_peer() {
    for (end, result) in [("E10", "0-1"), ("E30", "1-0"), ("E20", "1/2-1/2"), ("E00", "*")] {
        let mut table = Table::follower(Variant::International);
        table.hear(&request('Z', "005", 0, "A"));
        let wants = table.hear(end);
        assert_eq!(wants[0], Want::Say("E00".to_owned()));
        assert_eq!(record(&wants).result_text(), result);
        // And what it claims when the rules have decided is of no weight.
        let start = format!("BW{}", squares(&[(32, 'w'), (28, 'z')]));
        let first = think(&table.hear(&request('W', "005", 0, &start)));
        table.choose(&first, "32x23x28");
        assert_eq!(record(&table.hear(end)).result_text(), "1-0");
    }
}

#[test]
fn a_complaint_waits_for_the_move() {
    let mut table = Table::follower(Variant::International);
    let first = think(&table.hear(&request('W', "005", 0, "A")));
    assert_eq!(table.hear("Q"), NOTHING);
    assert_eq!(table.hear("M0000192300"), NOTHING);
    let wants = table.choose(&first, "32-28");
    let said =
        [Want::Say("M0000322800".to_owned()), Want::Say("Cerror: unknown message 'Q'".to_owned())];
    assert_eq!(wants, said);
}

#[test]
fn a_search_that_nobody_waits_for_is_stopped_and_forgotten() {
    let mut table = Table::follower(Variant::International);
    let first = think(&table.hear(&request('W', "005", 0, "A")));
    let wants = table.hear("E00");
    assert_eq!(wants[0], Want::Stop);
    assert_eq!(table.choose(&first, "32-28"), NOTHING);
    let second = think(&table.hear(&request('W', "005", 0, "A")));
    assert_eq!(table.choose(&first, "32-28"), NOTHING);
    assert_eq!(table.choose(&second, "32-28").len(), 1);
}

#[test]
fn moves_are_counted_from_the_side_that_starts_the_game() {
    // Black is to move: its first move is the second half of move 1.
    let start = format!("BZ{}", squares(&[(1, 'z'), (2, 'z'), (49, 'w'), (50, 'w')]));
    let mut table = Table::follower(Variant::International);
    table.hear(&request('W', "005", 0, &start));
    let first = think(&table.hear("M0000010700"));
    table.choose(&first, "50-45");
    assert_eq!(table.says("B001W"), ["K2"]);
    assert_eq!(table.says("B003W"), ["K2"]);
    assert_eq!(table.says("B002Z"), ["K0"]);
    let wants = table.hear("B002W");
    assert_eq!(think(&wants).moves, ["1-7"]);
    assert_eq!(table.says("B001Z"), ["K0"]);
    // English draughts is begun by Black.
    let mut table = Table::follower(Variant::English);
    let first = think(&table.hear(&request('Z', "005", 0, "A")));
    table.choose(&first, "11-15");
    assert_eq!(table.says("B001W"), ["K0"]);
    assert_eq!(think(&table.hear("B001Z")).moves, [""; 0]);
}

#[test]
fn an_initiator_changes_colours_and_plays_on() {
    let mut table = Table::new(Variant::International, Some(plan(2)));
    let wants = table.wants();
    let [Want::Say(text)] = &wants[..] else { panic!("{wants:?}") };
    assert_eq!(&text[35..], "Z005000A");
    let accept = format!("A{:32}0", "Tester");
    think(&table.hear(&accept));
    // The other way round nothing is asked of it.
    assert_eq!(table.says(&request('W', "005", 0, "A")), ["Refuse"]);
    let said = table.says("E10");
    assert_eq!((said[0].as_str(), &said[1][35..]), ("E00", "W005000A"));
    table.hear(&accept);
    let wants = table.hear("E20");
    assert_eq!(wants[0], Want::Say("E01".to_owned()));
    assert_eq!(wants.last(), Some(&Want::Close));
    assert_eq!(table.session.plan().map(|plan| plan.games), Some(0));
}

#[test]
fn a_peer_that_never_answers_is_left() {
    let mut table = Table::new(Variant::International, Some(plan(1)));
    table.wants();
    assert_eq!(table.pass(61.0), [Want::Close]);
    let mut table = Table::follower(Variant::International);
    assert_eq!(table.pass(1801.0), [Want::Close]);
}

#[test]
fn a_peer_that_does_not_move_any_more_makes_nobody_wait_for_ever() {
    // It has its time, and half an hour more.
    let mut table = Table::follower(Variant::International);
    table.hear(&request('Z', "005", 0, "A"));
    assert_eq!(table.pass(60.0), NOTHING);
    let first = think(&table.hear("M0060322800"));
    table.choose(&first, "19-23");
    assert_eq!(table.pass(240.0 + 1799.0), NOTHING);
    // What is said instead of a move is none.
    table.hear("CHello");
    let wants = table.pass(2.0);
    assert_eq!((record(&wants).ending, record(&wants).result), (Ending::Silence, None));
    assert_eq!(wants.last(), Some(&Want::Close));

    let mut table = Table::follower(Variant::International);
    table.hear(&request('Z', "000", 0, "A"));
    assert_eq!(table.pass(1799.0), NOTHING);
    assert_eq!(record(&table.pass(2.0)).ending, Ending::Silence);
}

/// Messages that mean something, and some that do not.
fn messages() -> impl Strategy<Value = String> {
    let start = format!("BZ{}", squares(&[(32, 'w'), (28, 'z'), (1, 'Z')]));
    let texts = [
        request('W', "005", 0, "A"),
        request('Z', ".10", 2, "A"),
        request('Z', "005", 0, &start),
        request('Z', "005", 0, "BWe"),
        format!("A{:32}0", "x"),
        format!("A{:32}2", "x"),
        "M0000322800".to_owned(),
        "M0000192300".to_owned(),
        "M000028190123".to_owned(),
        "M0000313200".to_owned(),
        "E00".to_owned(),
        "E10".to_owned(),
        "E31".to_owned(),
        "B001W".to_owned(),
        "B001Z".to_owned(),
        "B002W".to_owned(),
        "K0".to_owned(),
        "Chello".to_owned(),
        "Z".to_owned(),
        String::new(),
    ];
    proptest::sample::select(texts.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever comes, moves go out at its own turn only, and each game is told once.
    #[test]
    fn whatever_comes_the_session_goes_on(
        is_initiator in any::<bool>(),
        steps in proptest::collection::vec((0..8u8, messages()), 0..60),
    ) {
        let mut table = Table::new(Variant::International, is_initiator.then(|| plan(3)));
        let mut wanted: Option<Think> = None;
        let (mut begun, mut told) = (0, 0);
        for (kind, message) in steps {
            let answers = kind == 0 && wanted.is_some();
            match (kind, wanted.clone()) {
                (0, Some(think)) => table.session.chosen(table.now, think.job, None),
                (1, _) => {
                    table.now += Duration::from_secs(20);
                    table.session.tick(table.now);
                }
                (2, _) => {
                    table.session.disconnected();
                    table.session.connected(table.now);
                }
                _ => table.session.receive(table.now, Message::read(message.as_bytes())),
            }
            for want in table.wants() {
                match want {
                    Want::Say(text) => {
                        begun += u32::from(text == "Accept");
                        prop_assert!(!text.starts_with('M') || answers, "{}", text);
                    }
                    Want::Think(think) => wanted = Some(think),
                    Want::Stop => wanted = None,
                    Want::Told(_) => told += 1,
                    Want::Close => {
                        table.session.disconnected();
                        table.session.connected(table.now);
                    }
                }
            }
            if answers {
                wanted = None;
            }
            prop_assert!(is_initiator || told <= begun);
        }
    }

    /// Nor do bytes that mean nothing harm it.
    #[test]
    fn broken_messages_are_answered_in_bounds(text in "[ -~]{0,127}") {
        let mut table = Table::follower(Variant::International);
        let message = Message::read(text.as_bytes());
        let is_empty = message == Err(MessageError::Empty);
        table.session.receive(table.now, message);
        for want in table.wants() {
            prop_assert!(!is_empty);
            if let Want::Say(text) = want {
                prop_assert!(text.len() <= 127);
            }
        }
    }
}
