//! The commands in comments, `[%clock w0:01:10 B0:01:15]` and their like: what clocks showed, and
//! how long a move took.

use crate::game::Side;

/// What the comments behind a move tell of time, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// What the clocks of White and Black show.
    pub left: [Option<f64>; 2],
    /// Whose clock is running, if that is told.
    pub running: Option<Side>,
    /// What the move took.
    pub taken: Option<f64>,
}

impl Clock {
    /// Reads the commands of a comment behind a move of `side`. Commands that tell nothing of
    /// time, and those that have not their form, are passed over.
    pub fn read(&mut self, comment: &str, side: Side) {
        for command in comment.split("[%").skip(1) {
            let Some((command, _)) = command.split_once(']') else { continue };
            let mut parts = command.split([' ', ',']).filter(|part| !part.is_empty());
            match parts.next() {
                Some("clock") => parts.for_each(|part| self.read_shown(part)),
                Some("clk") => self.show(side, parts.next()),
                Some("emt") => {
                    self.taken = parts.next().and_then(seconds).or(self.taken);
                }
                _ => {}
            }
        }
    }

    /// Whether nothing has been told.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Clock::default()
    }

    /// `w0:01:10`; a capital letter tells that the clock is running.
    fn read_shown(&mut self, part: &str) {
        let mut letters = part.chars();
        let Some(letter) = letters.next() else { return };
        let Some(side) = Side::from_letter(letter.to_ascii_uppercase()) else { return };
        self.show(side, Some(letters.as_str()));
        if letter.is_ascii_uppercase() && self.left[side.index()].is_some() {
            self.running = Some(side);
        }
    }

    fn show(&mut self, side: Side, text: Option<&str>) {
        let shown = &mut self.left[side.index()];
        *shown = text.and_then(seconds).or(*shown);
    }
}

/// `h:mm:ss`, `m:ss` or `s`, with a fraction if need be.
fn seconds(text: &str) -> Option<f64> {
    let mut parts = text.split(':');
    let (last, longest) = (parts.next_back()?, 9);
    let is_number = |text: &str| {
        !text.is_empty()
            && text.len() <= longest
            && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    let last: f64 = Some(last).filter(|text| is_number(text))?.parse().ok()?;
    let mut whole = 0.0;
    let mut count = 0;
    for part in parts {
        count += 1;
        let part: u32 = Some(part).filter(|text| is_number(text))?.parse().ok()?;
        whole = 60.0 * (whole + f64::from(part));
    }
    (count <= 2).then_some(whole + last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comment: &str) -> Clock {
        let mut clock = Clock::default();
        clock.read(comment, Side::Black);
        clock
    }

    #[test]
    fn clocks_are_read() {
        let both = read("good [%clock w0:01:10 B0:01:15] 32-28");
        assert_eq!(both.left, [Some(70.0), Some(75.0)]);
        assert_eq!(both.running, Some(Side::Black));
        assert_eq!(read("[%clk 1:00:05.5]").left, [None, Some(3605.5)]);
        assert_eq!(read("[%emt 7]").taken, Some(7.0));
        assert_eq!(read("[%clk 0:09:58] [%emt 0:02]").taken, Some(2.0));
    }

    #[test]
    fn what_is_no_clock_is_passed_over() {
        for comment in [
            "",
            "[%",
            "[%clk]",
            "[%clk x]",
            "[%clk 1:2:3:4]",
            "[%clk -5]",
            "[%clock 1:00]",
            "[%eval 0.17]",
            "clk 1:00",
            "[%clk 1.2.3]",
        ] {
            assert!(read(comment).is_empty(), "{comment}");
        }
    }
}
