//! Rules of which one is another.

use damier::solve::reference::rules::{Choice, Landing, Promotion, Rules};

/// The same rules with one thing changed, for each thing that may be, and what it is.
pub(crate) fn altered(rules: &Rules) -> Vec<(&'static str, Rules)> {
    let mut all = vec![
        ("men capture back", Rules { men_capture_back: !rules.men_capture_back, ..*rules }),
        ("men capture kings", Rules { men_capture_kings: !rules.men_capture_kings, ..*rules }),
        ("kings fly", Rules { kings_fly: !rules.kings_fly, ..*rules }),
        ("kings land to go on", Rules { lands_to_go_on: !rules.lands_to_go_on, ..*rules }),
        ("taken at once", Rules { taken_at_once: !rules.taken_at_once, ..*rules }),
        ("half turns", Rules { half_turns: !rules.half_turns, ..*rules }),
        ("king limit", Rules { king_limit: !rules.king_limit, ..*rules }),
        ("first king", Rules { first_king: !rules.first_king, ..*rules }),
    ];
    for (what, landing) in [
        ("landing anywhere", Landing::Anywhere),
        ("landing behind", Landing::Behind),
        ("landing behind the last king", Landing::BehindLastKing),
    ] {
        all.push((what, Rules { landing, ..*rules }));
    }
    for (what, promotion) in [
        ("a man that passes the far row goes on", Promotion::GoesOnAsMan),
        ("a man that passes the far row stops", Promotion::Stops),
        ("a man that passes the far row goes on as a king", Promotion::GoesOnAsKing),
    ] {
        all.push((what, Rules { promotion, ..*rules }));
    }
    for (what, choice) in [
        ("free choice", Choice::Free),
        ("most pieces", Choice::Most),
        ("most pieces, then most kings", Choice::MostThenKings),
        ("the Italian choice", Choice::Italian),
        ("the Frisian choice", Choice::Frisian),
        ("a king's capture first", Choice::KingFirst),
    ] {
        all.push((what, Rules { choice, ..*rules }));
    }
    all
}
