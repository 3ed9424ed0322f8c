//! The draw counters. Which of them a game has is told in its [`Draws`]; the counts that are
//! bound to a material start when that material stands, or when the position is set up.

use crate::game::Side;
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::{Draws, Material, Road, Rules};
use crate::zobrist;

/// No material rule fits.
const NO_RULE: u8 = u8::MAX;

/// What has been counted up to a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counters {
    /// The limit of `quiet` that holds in this game, 0 for none.
    pub(super) quiet_limit: u16,
    /// Plies since the last capture or man's move.
    pub(super) quiet: u16,
    /// Plies since the last capture or promotion.
    balance: u16,
    /// Plies since the material rule at `rule` began to fit.
    bound: u16,
    rule: u8,
}

/// What the counters ask about a position.
pub(super) struct Standing {
    rule: u8,
    pieces: u32,
    both_have_kings: bool,
}

impl<R: Rules> Position<R> {
    /// What the counters need to know about the pieces.
    #[inline]
    pub(super) fn material(&self) -> Standing {
        let draws = R::SET.draws;
        let (white, black) = (self.pieces(Side::White), self.pieces(Side::Black));
        let rule = if draws.material.is_empty() || (white.is_many() && black.is_many()) {
            NO_RULE
        } else {
            let fits =
                |rule: &Material| self.fits(rule, Side::White) || self.fits(rule, Side::Black);
            draws.material.iter().position(fits).map_or(NO_RULE, |i| i as u8)
        };
        let (pieces, both_have_kings) = if draws.balance.is_empty() {
            (0, false)
        } else {
            let both_have_kings = Side::ALL.iter().all(|&side| !self.kings_of(side).is_empty());
            (if both_have_kings { (white | black).count() } else { 0 }, both_have_kings)
        };
        Standing { rule, pieces, both_have_kings }
    }

    /// Whether `strong` has the material of the rule and its opponent the lone king.
    fn fits(&self, rule: &Material, strong: Side) -> bool {
        let lone = self.kings_of(strong.opponent());
        let kings = self.kings_of(strong).count();
        let pieces = self.pieces(strong).count();
        lone == self.pieces(strong.opponent())
            && lone.count() == 1
            && (rule.least..=rule.most).contains(&pieces)
            && kings >= rule.kings
            && (!rule.kings_only || kings == pieces)
            && match rule.road {
                Road::Anywhere => true,
                Road::LoneKing => lone.meets(Board::<R>::main_road()),
                Road::Stronger => self.kings_of(strong).meets(Board::<R>::main_road()),
            }
    }
}

impl Counters {
    /// The counters of a position that is set up after `quiet` plies without progress.
    pub(super) fn new(quiet_limit: u16, quiet: u16) -> Counters {
        Counters { quiet_limit, quiet, ..Counters::default() }
    }

    /// Begins all counts anew.
    #[inline]
    pub(super) fn forget(&mut self, now: &Standing) {
        self.quiet = 0;
        self.restart(now);
    }

    /// Whether the game counts anything.
    #[inline]
    pub(super) const fn are_kept<R: Rules>() -> bool {
        let Draws { quiet, balance, material, .. } = R::SET.draws;
        quiet > 0 || !balance.is_empty() || !material.is_empty()
    }

    /// Takes the material as it stands for the start of what is bound to it.
    pub(super) fn restart(&mut self, now: &Standing) {
        self.balance = 0;
        self.bound = 0;
        self.rule = now.rule;
    }

    /// Counts one ply.
    #[inline]
    pub(super) fn count<R: Rules>(
        &mut self,
        capture: bool,
        man: bool,
        promotes: bool,
        now: &Standing,
    ) {
        self.quiet = if capture || man { 0 } else { self.quiet.saturating_add(1) };
        self.balance = if capture || promotes { 0 } else { self.balance.saturating_add(1) };
        let rule = R::SET.draws.material.get(usize::from(now.rule));
        let starts = now.rule != self.rule || capture && rule.is_some_and(|rule| rule.restarts);
        self.bound = if starts { 0 } else { self.bound.saturating_add(1) };
        self.rule = now.rule;
    }

    /// The counts that could draw the game, each with its limit.
    #[inline]
    fn running<R: Rules>(&self, now: &Standing) -> [(u16, u16); 3] {
        let draws = R::SET.draws;
        let material = draws.material.get(usize::from(self.rule));
        let balance = draws
            .balance
            .iter()
            .find(|(least, most, _)| now.both_have_kings && (*least..=*most).contains(&now.pieces));
        [
            (self.quiet, self.quiet_limit),
            (self.bound, material.map_or(0, |rule| rule.plies)),
            (self.balance, balance.map_or(0, |&(_, _, plies)| plies)),
        ]
    }

    /// Whether one of them does.
    #[inline]
    pub(super) fn draw<R: Rules>(&self, now: &Standing) -> bool {
        Counters::are_kept::<R>()
            && self.running::<R>(now).iter().any(|&(count, limit)| limit > 0 && count >= limit)
    }

    /// How many plies are left before one of them does, if nothing starts it again.
    pub(super) fn left<R: Rules>(&self, now: &Standing) -> u32 {
        if !Counters::are_kept::<R>() {
            return u32::MAX;
        }
        let limited = self.running::<R>(now).into_iter().filter(|&(_, limit)| limit > 0);
        let left = limited.map(|(count, limit)| u32::from(limit.saturating_sub(count)));
        left.min().unwrap_or(u32::MAX)
    }

    /// What the counters add to the key of a search: nothing before half of a limit has passed.
    #[inline]
    pub(super) fn key<R: Rules>(&self, now: &Standing) -> u64 {
        if !Counters::are_kept::<R>() {
            return 0;
        }
        self.running::<R>(now)
            .iter()
            .enumerate()
            .filter(|&(_, &(count, limit))| limit > 0 && 2 * count >= limit)
            .fold(0, |key, (i, &(count, _))| key ^ zobrist::mix(u64::from(count) << 2 | i as u64))
    }
}
