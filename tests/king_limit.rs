//! The king limit of the Frisian games over Hub: `wolf=` tells how often in a row a king has moved.

#[path = "common/hub_process.rs"]
mod hub_process;

use hub_process::HubProcess;

/// The king on 28 and men on 32 and 37 against a king on 19 and a man on 14; nothing can be captured.
const POS: &str = "pos pos=WeeeeeeeeeeeeebeeeeBeeeeeeeeWeeeweeeeweeeeeeeeeeeee";
/// White has a king on 50 besides.
const TWO_KINGS: &str = "pos pos=WeeeeeeeeeeeeebeeeeBeeeeeeeeWeeeweeeeweeeeeeeeeeeeW";

fn frisian() -> HubProcess {
    HubProcess::start_variant("frisian")
}

/// The moves, sorted.
fn moves(hub: &mut HubProcess) -> Vec<String> {
    let mut moves = hub.moves();
    moves.sort();
    moves
}

/// Whether the piece on a square has a move.
fn moves_from(hub: &mut HubProcess, square: &str) -> bool {
    let start = format!("{square}-");
    hub.moves().iter().any(|text| text.starts_with(&start))
}

#[test]
fn what_lidraughts_tells_is_part_of_the_position() {
    let mut hub = frisian();
    hub.say(&format!("{POS} wolf=\"W28=2 B19=1\""));
    assert_eq!(hub.fen(), "W:WK28,32,37:B14,K19:+119+228");
    assert!(moves_from(&mut hub, "28"), "two moves do not hold it");
    // Its third move, and what Black does meanwhile, are counted.
    hub.say(&format!("{POS} wolf=\"W28=2 B19=1\" moves=\"28-6 19-2\""));
    assert_eq!(hub.fen(), "W:WK6,32,37:BK2,14:+202+306");
    assert_eq!(moves(&mut hub), ["32-27", "32-28", "37-31"], "the king is held");
    let best = hub.search(&["level depth=3", "go think"]).expect("men can move");
    assert!(hub.moves().contains(&best), "{best}");
    // A move of another piece sets it free; Black's king is held now.
    hub.say(&format!("{POS} wolf=\"W28=2 B19=1\" moves=\"28-6 19-2 32-27 2-13\""));
    assert_eq!(hub.fen(), "W:WK6,27,37:BK13,14:+313+0");
    assert!(moves_from(&mut hub, "6"));
    hub.say(&format!("{POS} wolf=\"W28=2 B19=1\" moves=\"28-6 19-2 32-27 2-13 6-22\""));
    assert_eq!(hub.fen(), "B:WK22,27,37:BK13,14:+313+122");
    assert_eq!(moves(&mut hub), ["14-19", "14-20"]);
}

#[test]
fn only_the_king_that_has_moved_is_held() {
    let mut hub = frisian();
    for (wolf, held, free) in [("W28=3", "28", "50"), ("W50=3", "50", "28")] {
        hub.say(&format!("{TWO_KINGS} wolf=\"{wolf}\""));
        assert!(!moves_from(&mut hub, held), "{wolf}");
        assert!(moves_from(&mut hub, free), "{wolf}");
    }
    // The move of the other king is its first, and sets this one free.
    hub.say(&format!("{TWO_KINGS} wolf=\"W50=3\" moves=\"28-6 19-2\""));
    assert_eq!(hub.fen(), "W:WK6,32,37,K50:BK2,14:+102+106");
    assert!(moves_from(&mut hub, "50"));
}

#[test]
fn a_held_king_must_still_capture() {
    let mut hub = frisian();
    hub.say("pos pos=WeeeeeeeeebeeeeeeeeeeeebeeeeWeeeeeeeeeeeeeeeeweeeee wolf=\"W28=3\"");
    assert_eq!(hub.fen(), "W:WK28,45:B10,23:+0+328");
    assert_eq!(hub.moves(), ["28x5x10x23"]);
}

#[test]
fn a_side_whose_only_mover_is_held_has_lost() {
    // The man on 36 is blocked.
    let pos = "pos pos=WeeeeWeeeeeeeeeeeeeeeeeeeeebeeebeeeeweeeeeeeeeeeeee";
    let mut hub = frisian();
    hub.say(&format!("{pos} wolf=\"W5=2\""));
    assert!(!hub.moves().is_empty());
    hub.say(&format!("{pos} wolf=\"W5=3\""));
    assert_eq!(hub.moves(), [""; 0]);
    assert_eq!(hub.search(&["level depth=3", "go think"]), None);
}

#[test]
fn what_makes_no_sense_is_passed_over() {
    let mut hub = frisian();
    for nonsense in [
        "", "W28", "W28=", "W28=x", "W28=-1", "28=3", "w28=3", "Q28=3", "=3", "B=3", "é=3",
        "W99=3", // No king of the side stands there.
        "W32=3", "W1=3", "W19=3", "B28=3",
    ] {
        hub.say(&format!("{POS} wolf=\"{nonsense}\""));
        assert_eq!(hub.fen(), "W:WK28,32,37:B14,K19", "{nonsense}");
        // And it does not undo what makes sense.
        for wolf in [format!("W28=3 {nonsense} B19=2"), format!("B19=2 {nonsense} W28=3")] {
            hub.say(&format!("{POS} wolf=\"{wolf}\""));
            assert_eq!(hub.fen(), "W:WK28,32,37:B14,K19:+219+328", "{wolf}");
        }
    }
    // A side without men is not bound.
    hub.say("pos pos=WeeeeeeeeebeeebeeeeBeeeeeeeeWeeeeeeeeeeeeeeeeeeeeee wolf=\"W28=3 B19=3\"");
    assert_eq!(hub.fen(), "W:WK28:B10,14,K19:+319+0");
    assert!(moves_from(&mut hub, "28"));
    // Other games have no such limit.
    let mut hub = HubProcess::start();
    hub.say(&format!("{POS} wolf=\"W28=3 B19=3\""));
    assert_eq!(hub.fen(), "W:WK28,32,37:B14,K19");
    assert!(moves_from(&mut hub, "28"));
}
