//! Custodian captures: unbroken enemy runs that begin next to a piece and are closed by a
//! friend. It knows lines and sets of squares, but not how the piece came there.

use super::board::{LINES, NEIGHBOURS, RIM, RING};

/// What a piece that has come to `to` captures. `friends` are its own side's pieces without
/// itself and without the square that it left: a line round the rim must not be closed by the
/// mover itself.
#[inline]
pub(super) fn sandwiched(to: usize, friends: u64, enemies: u64, wrap: bool) -> u64 {
    if NEIGHBOURS[to] & enemies == 0 { 0 } else { runs(to, friends, enemies, wrap) }
}

fn runs(to: usize, friends: u64, enemies: u64, wrap: bool) -> u64 {
    let [right, down, left, up] = LINES[to];
    let mut captured = 0;
    for line in [right, down] {
        let others = line & !enemies;
        let closing = others & others.wrapping_neg();
        if closing & friends != 0 {
            captured |= line & (closing - 1);
        }
    }
    for line in [left, up] {
        let others = line & !enemies;
        if others != 0 {
            let closing = 1 << (63 - others.leading_zeros());
            if closing & friends != 0 {
                captured |= line & !(closing | (closing - 1));
            }
        }
    }
    if wrap && RIM >> to & 1 == 1 {
        captured |= round_the_rim(to, friends, enemies);
    }
    captured
}

fn round_the_rim(to: usize, friends: u64, enemies: u64) -> u64 {
    let mut captured = 0;
    for next in &RING {
        let mut run = 0;
        let mut square = usize::from(next[to]);
        while enemies >> square & 1 == 1 {
            run |= 1 << square;
            square = usize::from(next[square]);
        }
        if friends >> square & 1 == 1 {
            captured |= run;
        }
    }
    captured
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_round_the_whole_rim_is_not_closed_by_the_mover_itself() {
        for to in (0..64).filter(|to| RIM >> to & 1 == 1) {
            let others = RIM & !(1 << to);
            assert_eq!(sandwiched(to, 0, others, true), 0);
            let last = 1 << RING[1][to];
            assert_eq!(sandwiched(to, last, others & !last, true), others & !last);
        }
    }

    #[test]
    fn without_the_wrap_a_line_ends_at_the_edge() {
        let row = 0x7E;
        assert_eq!(sandwiched(0, 1 << 7, row, false), row);
        assert_eq!(sandwiched(0, 1 << 15, row | 1 << 7, false), 0);
        assert_eq!(sandwiched(0, 1 << 15, row | 1 << 7, true), row | 1 << 7);
    }
}
