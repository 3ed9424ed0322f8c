//! Input that no good client sends, with the answer that `protocol.md` tells: one that names
//! what is wrong, a value that is set right, or nothing. Whatever was said, the program goes on
//! and has no more memory than before. How it ends is in `hub_end.rs`.

#[path = "common/hub_process.rs"]
mod hub_process;

use hub_process::{HubProcess, field, move_of};

/// Kilobytes that come and go with threads, buffers and the system's allocator.
const SLACK: u64 = 12 << 10;

/// Lines and what they are answered by:
/// - `done`: bare; `move`: a `done` with a move, whatever news there was before;
/// - `depth 2`: the same, and the last news is of that depth;
/// - `error 'x'`: an error that has the text behind the blank in it;
/// - `param threads=1`: the list of parameters with this value in it;
/// - others: that line.
type Case = (&'static [u8], &'static [&'static str]);

/// A new process is asked without a handshake.
const AT_FIRST: &[Case] = &[
    (b"go depth=1", &["move"]),
    (b"level depth=1\ngo", &["depth 1"]),
    (b"pos start\nlevel depth=2\ngo think", &["depth 2"]),
    (b"stop\nponder-hit\nnew-game", &[]),
    (b"init", &["ready"]),
    (b"init\nhub", &["ready", "param threads=1"]),
];

const LINES: &[Case] = &[
    // Nothing.
    (b"", &[]),
    (b"    ", &[]),
    (b"\t \t", &[]),
    (b"\r", &[]),
    (b"\r\n\n\r", &[]),
    (b"\0", &[]),
    (b"\0\0\0 \x01\x02\x7f", &[]),
    (b"\x1b[2J\x1b]0;x\x07", &[]),
    (b"\xff\xfe\xfd", &[]),
    (b"\xc3\x28 \xf0\x9f", &[]),
    // Blanks of all kinds, and the marks that Windows adds.
    (b"ping\r", &["pong"]),
    (b"\tping\t", &["pong"]),
    (b" \x0b\x0c ping \r\r", &["pong"]),
    (b"\xef\xbb\xbfping", &["pong"]),
    (b"\0ping\0", &["pong"]),
    (b"ping\nping\r\nping", &["pong", "pong", "pong"]),
    (b"\"ping\"", &["pong"]),
    (b"ping pong=\"x y\" z", &["pong"]),
    (b"set-param name = seed value\t=\t0", &[]),
    (b"set-param\tname=seed\tvalue=0\r", &[]),
    (b"set-param \"name\"=\"seed\" \"value\"=\"0\"", &[]),
    // What has no form.
    (b"=", &["error a command comes first"]),
    (b"=x", &["error a command comes first"]),
    (b"==\"\"", &["error a command comes first"]),
    (b"pos =x", &["error a command comes first"]),
    (b"ping=", &["error a command comes first"]),
    (b"pos start a==x", &["error no name"]),
    (b"pos start = = =", &["error no name"]),
    (b"\"", &["error quotation mark"]),
    (b"pos start moves=\"", &["error quotation mark"]),
    (b"pos pos=\"W", &["error quotation mark"]),
    (b"pos pos=W\"", &["error quotation mark"]),
    (b"pos start moves=\"\"\"", &["error quotation mark"]),
    (b"ping \"", &["error quotation mark"]),
    // What is unknown.
    (b"\"\"", &[]),
    (b"\"a b\" c", &[]),
    (b"PING", &[]),
    (b"uci\nisready\nposition startpos\nxboard", &[]),
    (b"foo bar=3 \"baz\"=\"\"", &[]),
    (b"init now=1 please", &["ready"]),
    (b"pos start wolf=\"W28=2 B19=1\"", &[]),
    (b"stop everything=1\nponder-hit twice\nnew-game x=", &[]),
    // The first version of Hub.
    (b"set threads 2\nset variant normal", &[]),
    (b"move 32-28\ntime 1000\ndepth 3\nstart\nnew\nponder\nanalyse", &[]),
    (b"level 0 1000 0\nlevel depth=1\ngo", &["depth 1"]),
    (b"pos wbbb\npos start", &["error pos needs"]),
];

const LEVELS: &[Case] = &[
    // No number: as if it was not there.
    (b"level depth=abc depth2=7\nlevel depth=2\ngo", &["depth 2"]),
    (b"level depth=2 nodes=abc\ngo", &["depth 2"]),
    (b"level depth=2 nodes=\"\"\ngo", &["depth 2"]),
    (b"level depth=2 nodes=\ngo", &["depth 2"]),
    (b"level depth=2 nodes\ngo", &["depth 2"]),
    (b"level depth=2 move-time=nan\ngo", &["depth 2"]),
    (b"level depth=2 move-time=inf\ngo", &["depth 2"]),
    (b"level depth=2 time=-inf inc=NaN moves=Infinity\ngo", &["depth 2"]),
    (b"level depth=2 move-time=-\ngo", &["depth 2"]),
    (b"level depth=2 move-time=.\ngo", &["depth 2"]),
    (b"level depth=2 move-time=\xd9\xa3\ngo", &["depth 2"]),
    (b"level depth=2 nodes=x1\ngo", &["depth 2"]),
    // Numbers as some write them.
    (b"level depth=2level move-time=10\ngo", &["depth 2"]),
    (b"level depth=2.9\ngo", &["depth 2"]),
    (b"level depth=2,9\ngo", &["depth 2"]),
    (b"level depth=0.2e1\ngo", &["depth 2"]),
    (b"level depth=+2\ngo", &["depth 2"]),
    (b"level depth=\"2\"\ngo", &["depth 2"]),
    (b"level depth=\" 2 plies\"\ngo", &["depth 2"]),
    (b"level depth=0002\ngo", &["depth 2"]),
    (b"level move-time=0,02\ngo", &["move"]),
    (b"level move-time = 0.02\ngo", &["move"]),
    (b"level move-time=2e-2s\ngo", &["move"]),
    (b"level time=1e-05\ngo", &["move"]),
    (b"level time=1,000 inc=0,010 moves=20\ngo", &["move"]),
    // Too small, too large.
    (b"level depth=0\ngo", &["depth 1"]),
    (b"level depth=-3\ngo", &["depth 1"]),
    (b"level depth=-99999999999999999999\ngo", &["depth 1"]),
    (b"level depth=99999999999999999999 nodes=200\ngo", &["move"]),
    (b"level depth=2 nodes=99999999999999999999\ngo", &["depth 2"]),
    (b"level depth=2 nodes=1e999\ngo", &["depth 2"]),
    (b"level nodes=0\ngo", &["move"]),
    (b"level nodes=-1\ngo", &["move"]),
    (b"level move-time=0\ngo", &["move"]),
    (b"level move-time=-1e308\ngo", &["move"]),
    (b"level depth=2 move-time=1e308\ngo", &["depth 2"]),
    (b"level depth=2 move-time=1e99999999999999999999\ngo", &["depth 2"]),
    (b"level depth=2 time=1e308 inc=1e308 moves=99999999999999999999\ngo", &["depth 2"]),
    (b"level time=-0.7 inc=0.71\ngo", &["move"]),
    (b"level time=-1e308 inc=1e308 depth=2\ngo", &["move"]),
    (b"level time=-3\ngo", &["move"]),
    (b"level time=0.02 moves=0\ngo", &["move"]),
    (b"level time=0.02 moves=-4 inc=-7\ngo", &["move"]),
    // What is told twice, in pieces, too much or not at all.
    (b"level depth=1 depth=2\ngo", &["depth 2"]),
    (b"level\nlevel depth=2\nlevel\ngo", &["depth 2"]),
    (b"level depth=9\nlevel depth=2\nlevel nodes=1000000\ngo", &["depth 2"]),
    (b"level infinite\nlevel depth=2\ngo", &["depth 2"]),
    (b"level ponder depth=2 handicap=3 ply=4\ngo", &["depth 2"]),
    // Modes.
    (b"level depth=2\ngo think=true ponder-hit", &["depth 2"]),
    (b"level depth=2\ngo analyse", &["depth 2"]),
    (b"level depth=2\ngo analyze=true", &["depth 2"]),
    (b"level depth=2\ngo mcts", &["depth 2"]),
    (b"level depth=2\ngo analyze think", &["depth 2"]),
    (b"level depth=2\ngo multipv=abc", &["depth 2"]),
    (b"level depth=2\ngo multipv=-1", &["depth 2"]),
    (b"level depth=2\ngo multipv=99999999999999999999", &["depth 2"]),
    (b"level depth=2\ngo search-moves=\"\"", &["depth 2"]),
    (b"level depth=2\ngo search-moves=abc", &["error 'abc'", "done"]),
    // Counts.
    (b"perft", &["error perft needs depth"]),
    (b"perft depth=abc", &["error perft needs depth"]),
    (b"perft depth=100", &["error perft needs depth"]),
    (b"perft depth=99999999999999999999", &["error perft needs depth"]),
];

const PARAMETERS: &[Case] = &[
    // Out of range.
    (b"set-param name=threads value=0\nhub", &["param threads=1"]),
    (b"set-param name=threads value=-7\nhub", &["param threads=1"]),
    (b"set-param name=threads value=10000\nhub", &["param threads=256"]),
    (b"set-param name=threads value=99999999999999999999\nhub", &["param threads=256"]),
    (b"set-param name=threads value=2.9\nhub", &["param threads=2"]),
    (b"set-param name=threads value=\"1 thread\"\nhub", &["param threads=1"]),
    (b"set-param name=hash value=0\nhub", &["param hash=1"]),
    (b"set-param name=hash value=-1e9\nhub", &["param hash=1"]),
    (b"set-param name=hash value=2M\nhub", &["param hash=2"]),
    (b"set-param name=tt-size value=-3\nhub", &["param tt-size=10"]),
    (b"set-param name=hash value=4\nhub", &["param hash=4"]),
    (b"set-param name=multipv value=1000\nhub", &["param multipv=256"]),
    (b"set-param name=multipv value=0\nhub", &["param multipv=1"]),
    (b"set-param name=skill value=-1\nhub", &["param skill=0"]),
    (b"set-param name=skill value=99\nhub", &["param skill=20"]),
    (b"set-param name=seed value=1e30\nhub", &["param seed=4294967295"]),
    (b"set-param name=seed value=-1\nhub", &["param seed=0"]),
    (b"set-param name=line-delay value=-5\nhub", &["param line-delay=0"]),
    // No value of its kind.
    (b"set-param name=variant value=chess", &["error 'chess'"]),
    (b"set-param name=variant value=", &["error ''"]),
    (b"set-param name=variant value=Normal", &["error 'Normal'"]),
    (b"set-param name=variant value=\xff\xfe", &["error unknown variant"]),
    (b"set-param name=variant value=\"a\x1b[2J\tb\"", &["error unknown variant"]),
    (b"set-param name=threads value=many", &["error 'many'"]),
    (b"set-param name=threads value=\"\"", &["error ''"]),
    (b"set-param name=threads", &["error 'threads'"]),
    (b"set-param name=threads value=nan", &["error 'nan'"]),
    (b"set-param name=threads value=inf", &["error 'inf'"]),
    (b"set-param name=hash value=-inf", &["error '-inf'"]),
    (b"set-param name=tt-size value=big", &["error 'big'"]),
    (b"set-param name=skill value=-", &["error '-'"]),
    (b"set-param name=ponder value=maybe", &["error 'maybe'"]),
    (b"set-param name=ponder value=2", &["error '2'"]),
    (b"set-param name=book value=none x", &["error 'none'"]),
    (b"set-param name=numbering value=roman", &["error 'roman'"]),
    (b"set-param name=numbering value=\"board national\"", &["error 'board national'"]),
    (b"set-param name=kings15 value=perhaps", &["error 'perhaps'"]),
    (b"set-param name=wrap value=2", &["error '2'"]),
    (b"set-param name=sandwich value=never", &["error 'never'"]),
    // No such name, no name, two names.
    (b"set-param name=initial-time value=60", &[]),
    (b"set-param name=name with blank value=a b", &[]),
    (b"set-param name=\"line delay\" value=3", &[]),
    (b"set-param name=\"\" value=3", &[]),
    (b"set-param name= value=3", &["error no name"]),
    (b"set-param value=3", &[]),
    (b"set-param", &[]),
    (b"set-param threads=2\nhub", &["param threads=1"]),
    (b"set-param name=threads name=multipv value=9 value=1\nhub", &["param multipv=1"]),
    (b"hub\nhub", &["param threads=1", "param threads=1"]),
];

/// Commands at moments at which nobody expects them.
const MOMENTS: &[Case] = &[
    (b"stop", &[]),
    (b"ponder-hit", &[]),
    (b"stop\nponder-hit\nstop", &[]),
    (b"level depth=1\ngo\nlevel depth=2\ngo", &["move", "depth 2"]),
    (b"level infinite\ngo\nstop\nstop\nponder-hit\nstop", &["move"]),
    (b"level infinite\ngo ponder\nponder-hit\nponder-hit\nstop", &["move"]),
    (b"level infinite\ngo\nset-param name=seed value=3", &["move"]),
    (b"level infinite\ngo\nset-param name=hash value=4", &["move"]),
    (b"level infinite\ngo\nset-param name=variant value=chess", &["move", "error 'chess'"]),
    (b"level infinite\ngo\nset-param\nset-param value=3\nstop", &["move"]),
    (b"level infinite\ngo ponder\nnew-game", &["move"]),
    (b"level infinite\ngo analyze\nhub", &["move", "param threads=1"]),
    (b"level infinite\ngo\ninit", &["move", "ready"]),
    (b"level infinite\ngo\nlevel depth=2\ngo", &["move", "depth 2"]),
    (b"level infinite\ngo\npos start\nstop", &["move"]),
    (b"level infinite\ngo\npos\npos start", &["move", "error pos needs"]),
    (b"level infinite\ngo analyze\nperft depth=1x0", &["move", "perft"]),
    (
        b"level infinite\ngo\nsearch-moves\n\"\n=\nstop",
        &["error quotation mark", "error a command", "move"],
    ),
    (
        b"pos\ngo\ngo\npos start",
        &["error pos needs", "error no position", "done", "error no position", "done"],
    ),
    (
        b"pos\nlist-moves\nfen\neval\nperft depth=1\nlevel\nstop\npos start",
        &[
            "error pos needs",
            "error no position",
            "error no position",
            "error no position",
            "error no position",
        ],
    ),
    (b"perft depth=60\nping\nstop", &["pong", "error perft was stopped"]),
    (
        b"perft depth=60\nperft depth=60\nperft depth=60\nstop",
        &["error perft was stopped", "error perft was stopped", "error perft was stopped"],
    ),
    (b"perft depth=60\nfen\nstop\nponder-hit", &["error perft was stopped", "fen"]),
];

/// What each kind of game is asked.
struct Kind {
    variant: &'static str,
    /// Arguments of `pos`, and a part of the error.
    refused: &'static [(&'static str, &'static str)],
    /// Arguments of `pos` that lead to a position without a legal move.
    finished: &'static [&'static str],
}

const KINDS: &[Kind] = &[
    Kind {
        variant: "normal",
        refused: &[
            ("", "pos needs"),
            ("pos=", "empty"),
            ("pos=\"\" start", "empty"),
            ("pos=X", "'X'"),
            ("pos=W", "51 characters"),
            ("pos=Wbbb", "51 characters (side to move, then one a square), not 4"),
            ("pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "51 characters"),
            ("pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "not 52"),
            ("pos=weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "not 'w'"),
            ("pos=Wzeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "'z'"),
            ("pos=Wéeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "é"),
            ("pos=Wweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "White man on 1:"),
            ("pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeb", "Black man on 50:"),
            ("pos=BWWWWWWWWWWWWWWWWWWWWWeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "White has 21"),
            ("fen", "empty"),
            ("fen=W", "'W'"),
            ("fen=:", "W or B"),
            ("fen=W:", "W or B"),
            ("fen=Q:W1:B2", "'Q'"),
            ("fen=?:W31:B2", "'?'"),
            ("fen=w:w31:b1", "'w'"),
            ("fen=W:W0:B1", "'0'"),
            ("fen=W:W51:B1", "'51'"),
            ("fen=W:W99999999999:B1", "'99999999999'"),
            ("fen=W:W31.5:B1", "'31.5'"),
            ("fen=W:W31-99:B1", "'99'"),
            ("fen=W:W40-31:B1", "'40-31'"),
            ("fen=W:W-5:B1", "'-5'"),
            ("fen=W:WK:B1", "'K'"),
            ("fen=W:W31,,32:B1", "''"),
            ("fen=\"W:W31 B1\"", "'31 B1'"),
            ("fen=W:W31:B1...", "'1..'"),
            ("fen=W:W31:B1:Hx", "'Hx'"),
            ("fen=W:W28,28:B1", "square 28 is named twice"),
            ("fen=W:W28:B28", "square 28 is named twice"),
            ("fen=W:W31-33,32:B1", "square 32 is named twice"),
            ("fen=W:W28:W29:B1", "'W29'"),
            ("fen=W:W1:B40", "White man on 1:"),
            ("fen=W:W31:B50", "Black man on 50:"),
            ("fen=W:WK1-K50:B", "White has 50"),
            ("start moves=32-26", "illegal move '32-26' (move 1)"),
            ("start moves=\"32-28 32-28\"", "illegal move '32-28' (move 2)"),
            ("start moves=\"32-28 19-23 28x19x24\"", "illegal move '28x19x24' (move 3)"),
            ("start moves=\"31-27 resign\"", "'resign' is not a move (move 2)"),
            ("start moves=\"32-28,19-23\"", "'32-28,19-23' is not a move"),
            ("start moves=32", "'32'"),
            ("start moves=32-", "'32-'"),
            ("start moves=32--28", "'32--28'"),
            ("start moves=32-28-", "'32-28-'"),
            ("start moves=32-28x", "'32-28x'"),
            ("start moves=-", "'-'"),
            ("start moves=x", "'x'"),
            ("start moves=0-0", "'0-0'"),
            ("start moves=99999999999999-1", "'99999999999999-1'"),
            ("start moves=\"32-28\u{0}19-23\"", "is not a move"),
            (
                "fen=W:W38:B33,32,23,22,14,13 moves=38x20",
                "ambiguous move '38x20': it may be 38x20x",
            ),
            ("fen=W:W46:B41,32,22 moves=46x19x41x32", "illegal move"),
            ("fen=W:W:B moves=1-2", "illegal move '1-2'"),
            ("start fen=W:W31:B1 fen=W:W0:B1", "'0'"),
        ],
        finished: &[
            "fen=W:W:B",
            "fen=W:W:B1",
            "fen=B:W50:B",
            "pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
            "fen=W:W46:B41,37,36,32",
        ],
    },
    Kind {
        variant: "poddavki",
        refused: &[
            ("pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "33 characters"),
            ("pos=Wweeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "White man on b8:"),
            ("fen=W:W33:B1", "'33'"),
            ("fen=W:Wa2:Bb8", "'a2'"),
            ("fen=W:Wi9:Bb8", "'i9'"),
            ("fen=W:Wa1,a1:Bb8", "square a1 is named twice"),
            ("fen=W:Wa1,29:Bb8", "square 29 is named twice"),
            ("fen=W:Wb8:Ba1", "White man on b8:"),
            ("fen=W:Wa1-c3:Bb8", "'a1-c3'"),
            ("start moves=c3-d5", "'c3-d5'"),
            ("start moves=c3:d4", "illegal move 'c3:d4'"),
            ("start moves=a1-b2-c3", "illegal move 'a1-b2-c3'"),
            ("start moves=\"c3-d4 d4-e5\"", "illegal move 'd4-e5' (move 2)"),
        ],
        finished: &["fen=W:W:B", "fen=W:W:Bb8", "pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"],
    },
    Kind {
        variant: "impasse",
        refused: &[
            ("pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "a checker of at least one side"),
            ("pos=WeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW", "White double on g1:"),
            ("pos=Wwweeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "only single"),
            ("pos=Wwwwwwwwwwwwwwweeeeeeeeeeeeeeeeee", "White "),
            ("fen=\"8/8/8/8/8/8/8/8 w\"", "a checker of at least one side"),
            ("fen=\"8/8/8/8/8/8/8 w\"", "not 7"),
            ("fen=\"8/8/8/8/8/8/8/8/8 w\"", "not 9"),
            ("fen=\"9/8/8/8/8/8/8/8 w\"", "'9'"),
            ("fen=\"w7/8/8/8/8/8/8/8 w\"", "White single on a8: only the dark squares"),
            ("fen=\"1k6/8/8/8/8/8/8/8 w\"", "'k'"),
            ("fen=\"1w6/8/8/8/8/8/8/8 x\"", "'x'"),
            ("fen=1w6/8/8/8/8/8/8/8", "the side to move"),
            ("fen=\"1w6/8/8/8/8/8/8/w7 w\"", "White single on b8:"),
            ("fen=\"8/8/8/8/8/8/8/W7 w\"", "White double on a1:"),
            ("fen=\"1W1W1W1W/W1W1W1W1/8/8/8/8/8/8 w\"", "White has 16 checkers"),
            ("fen=W:Wa1:Bb8", "8 rows"),
            ("start moves=g7g9", "'g7g9'"),
            ("start moves=0-0", "'0-0'"),
            ("start moves=17-0", "illegal move '17-0'"),
            ("start moves=26-19+99", "'26-19+99'"),
            ("start moves=g7", "'g7'"),
        ],
        finished: &[],
    },
    Kind {
        variant: "extreme",
        refused: &[
            ("pos=W", "65 characters"),
            ("pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "65 characters"),
            ("fen=W:W65:B1", "'65'"),
            ("fen=W:W8:B9", "White man on h8:"),
            ("fen=W:Wa1:Ba1", "square a1 is named twice"),
            ("fen=W:Wa1-h3:Bb8", "'a1-h3'"),
            ("fen=W:W9-40:B1", "White has 32"),
            ("start moves=a3-a4", "illegal move 'a3-a4'"),
            ("start moves=28x1", "illegal move '28x1'"),
            ("start moves=17x99", "'17x99'"),
        ],
        finished: &["fen=W:W:B", "fen=W:Wa1:Bb8"],
    },
];

/// A client in front of a process that has taken much already.
struct Enemy {
    hub: HubProcess,
    /// The answers that are not as expected.
    faults: Vec<String>,
}

impl Enemy {
    fn new(variant: &str) -> Enemy {
        let mut hub = HubProcess::start_variant(variant);
        hub.say("set-param name=hash value=4");
        Enemy { hub, faults: Vec::new() }
    }

    /// Sends a case and checks the answer, all of it.
    fn check(&mut self, (lines, expected): Case) {
        self.hub.write(&[lines, b"\n"].concat());
        let dones = |words: &[&str]| {
            let is_done =
                |word: &&&str| ["done", "move"].contains(*word) || word.starts_with("depth ");
            words.iter().filter(is_done).count()
        };
        let mut told = Vec::new();
        for _ in 0..dones(expected) {
            told.extend(self.hub.until("done"));
        }
        // Counts may be broken off later than a ping is answered.
        for _ in expected.iter().filter(|word| word.contains("was stopped")) {
            told.extend(self.hub.until("error"));
        }
        if let Some(last) = expected.last().filter(|last| ["fen", "perft"].contains(last)) {
            told.extend(self.hub.until(last));
        }
        self.hub.say("ping");
        let pongs = expected.iter().filter(|word| **word == "pong").count();
        while told.iter().filter(|line| *line == "pong").count() <= pongs {
            told.extend(self.hub.until("pong"));
        }
        told.pop();
        let lines = String::from_utf8_lossy(lines);
        let mut rest = told.as_slice();
        for word in expected {
            let taken = taken(rest, word);
            let Some(taken) = taken else {
                self.faults.push(format!("'{lines}': no '{word}' in {told:#?}"));
                return;
            };
            rest = &rest[taken..];
        }
        if !rest.is_empty() {
            self.faults.push(format!("'{lines}': nobody expects {rest:#?}"));
        }
    }

    /// All is as expected, if nothing has been noted.
    fn report(&self) {
        assert!(self.faults.is_empty(), "{}", self.faults.join("\n"));
    }

    fn check_all(&mut self, cases: &[Case]) {
        for &case in cases {
            self.check(case);
        }
    }

    fn check_positions(&mut self, kind: &Kind) {
        for (position, named) in kind.refused {
            let line = format!("pos {position}");
            self.hub.say_all(&[&line, "ping"]);
            let lines = self.hub.until("pong");
            let answer = &lines[0];
            let is_good = answer.starts_with("error message=") && answer.contains(named);
            if !is_good || answer.len() > 300 {
                self.faults.push(format!("'{line}': no '{named}' in {answer}"));
                continue;
            }
            // And then there is no position.
            self.hub.say("go");
            let lines = self.hub.until("done");
            assert!(lines.len() == 2 && lines[0].contains("no position"), "{line}: {lines:?}");
            assert_eq!(lines[1], "done", "{line}");
            self.hub.expect(&[]);
        }
        for position in kind.finished {
            self.hub.say(&format!("pos {position}"));
            for mode in ["level depth=3\ngo", "level infinite\ngo analyze", "go ponder", "go"] {
                self.hub.say(mode);
                assert_eq!(self.hub.until("done"), ["done"], "{position} {mode}");
            }
            self.hub.expect(&[]);
        }
        self.hub.say("pos start");
        self.hub.search(&["level depth=2", "go"]).expect("a good position mends it");
    }
}

/// How many of the lines a word takes, if it fits.
fn taken(lines: &[String], word: &str) -> Option<usize> {
    let first = lines.first()?;
    if let Some(part) = word.strip_prefix("error ") {
        return (first.starts_with("error ") && first.contains(part)).then_some(1);
    }
    if let Some(parameter) = word.strip_prefix("param ") {
        let end = lines.iter().position(|line| line == "wait")?;
        let start = format!("param name={} ", parameter.replace('=', " value="));
        let is_told = lines[..end].iter().any(|line| line.starts_with(&start));
        return (first.starts_with("id ") && is_told).then_some(end + 1);
    }
    if word == "move" || word.starts_with("depth ") {
        let end = lines.iter().position(|line| !line.starts_with("info "))?;
        move_of(lines[end].strip_prefix("done").map(|_| lines[end].as_str())?)?;
        let depth = word.strip_prefix("depth ").and_then(|depth| depth.parse().ok());
        let is_deep = depth.is_none_or(|depth| end > 0 && field(&lines[end - 1], "depth") == depth);
        return is_deep.then_some(end + 1);
    }
    let is_it = first == word || first.starts_with(&format!("{word} ")) && word != "done";
    is_it.then_some(1)
}

#[test]
fn nothing_needs_a_handshake() {
    for &case in AT_FIRST {
        let mut enemy = Enemy { hub: HubProcess::start(), faults: Vec::new() };
        enemy.check(case);
        enemy.report();
    }
}

#[test]
fn each_kind_of_game_answers_as_documented_and_keeps_its_memory() {
    for kind in KINDS {
        let mut enemy = Enemy::new(kind.variant);
        let mut memory = Vec::new();
        // The first two rounds fill what is kept: buffers, stacks, the table.
        for _ in 0..4 {
            for cases in [LINES, LEVELS, PARAMETERS, MOMENTS] {
                enemy.check_all(cases);
            }
            enemy.check_positions(kind);
            enemy.report();
            memory.extend(enemy.hub.resident_memory());
        }
        if let [_, before, _, after] = memory[..] {
            assert!(after <= before + SLACK, "{}: {memory:?} kB", kind.variant);
        }
    }
}

/// Kilobytes that the work has added for good.
fn growth(hub: &mut HubProcess, work: impl FnOnce(&mut HubProcess)) -> u64 {
    let before = hub.resident_memory().unwrap_or_default();
    work(hub);
    hub.resident_memory().unwrap_or_default().saturating_sub(before)
}

#[test]
fn a_line_may_be_as_long_as_documented_and_no_longer() {
    const LONGEST: usize = 1 << 20;
    let mut hub = HubProcess::start();
    for length in [1 << 10, LONGEST - 2, LONGEST - 1, LONGEST, LONGEST + 1, 3 * LONGEST] {
        let mut line = vec![b'x'; length];
        line.push(b'\n');
        hub.write(&line);
        // The line feed counts.
        let refusal: &[_] = &["error message=\"a line is longer than 1048576 bytes\""];
        hub.expect(if length < LONGEST { &[] } else { refusal });
    }
    let blanks = " ".repeat(900_000);
    hub.say(&format!("pos start moves=\"32-28{blanks}19-23\""));
    hub.expect(&[]);
    // An error does not repeat it all.
    for (before, filling, behind) in [
        ("pos pos=", "w", ""),
        ("pos fen=W:W", "31,", ":B1"),
        ("pos start moves=\"", "1", "\""),
        ("pos start moves=\"", "32-28 ", "\""),
        ("pos start moves=\"32-28", "x19", "\""),
        ("level depth=1\ngo search-moves=\"", "31-27", "\""),
        ("set-param name=variant value=\"", "chess ", "\""),
        ("set-param name=threads value=\"", "many ", "\""),
        ("", "=", ""),
        ("pos ", "\"", ""),
    ] {
        // An odd number of quotation marks.
        let count = (900_000 / filling.len()) | 1;
        hub.say(&format!("{before}{}{behind}", filling.repeat(count)));
        let lines = hub.until("error");
        assert!(lines.len() == 1 && lines[0].len() < 500, "{before}{filling}: {}", lines[0].len());
        if before.contains("go ") {
            hub.until("done");
        }
        hub.expect(&[]);
    }
    for line in [
        format!("level depth=1 {}", "x=1 ".repeat(200_000)),
        format!("level nodes={}", "9".repeat(900_000)),
        format!("level move-time=0.{}", "0".repeat(900_000)),
        format!("set-param name={} value=1", "x".repeat(900_000)),
    ] {
        hub.say(&line);
        hub.expect(&[]);
    }
    hub.search(&["pos start", "go"]).expect("all is well");
}

#[test]
fn a_line_without_an_end_takes_no_memory() {
    const MEGABYTES: usize = 200;
    let piece = vec![b'x'; 1 << 20];
    let mut hub = HubProcess::start();
    hub.expect(&[]);
    let grown = growth(&mut hub, |hub| {
        for _ in 0..MEGABYTES {
            hub.write(&piece);
        }
    });
    assert!(grown <= SLACK, "{grown} kB");
    hub.write(b"\nping\n");
    assert!(hub.until("pong")[0].contains("longer than 1048576 bytes"));
    // Without the line feed it is the end that is waited for.
    hub.write(&piece);
    hub.write(&piece);
    hub.close();
    assert!(hub.end().1.success());
}

#[test]
fn lines_that_wait_take_no_memory_without_bound() {
    // What waits behind a count, in long lines and in short ones; and counts and searches that
    // wait for each other, which must all come to an end.
    let long = format!("pos pos={}\n", "w".repeat(1_000_000));
    for (line, count) in
        [(long.as_str(), 200), ("level\n", 1_000_000), ("perft depth=60\n", 6_000), ("go\n", 6_000)]
    {
        let mut hub = HubProcess::start();
        hub.say_all(&["set-param name=hash value=4", "pos start", "perft depth=60"]);
        let before = hub.resident_memory().unwrap_or_default();
        let piece = line.repeat(count / 100);
        for _ in 0..100 {
            hub.write(piece.as_bytes());
            let grown = hub.resident_memory().unwrap_or_default().saturating_sub(before);
            assert!(grown <= 96 << 10, "{count} lines of {} bytes: {grown} kB", line.len());
        }
    }
}

#[test]
fn a_table_that_does_not_fit_is_made_smaller() {
    let mut hub = HubProcess::start();
    for (name, value) in [
        ("hash", "1048576"),
        ("hash", "99999999999999999999"),
        ("tt-size", "36"),
        ("tt-size", "1e30"),
        ("hash", "1e308"),
    ] {
        hub.say(&format!("set-param name={name} value={value}"));
        hub.say("hub");
        let lines = hub.until("wait");
        let is_error = |line: &String| line.starts_with("error ");
        assert!(!lines.iter().any(is_error), "{lines:?}");
        // It is not touched as long as nobody is to search with it.
        assert!(hub.resident_memory().unwrap_or_default() < 1 << 20);
        hub.say("set-param name=hash value=4");
    }
    hub.search(&["pos start", "level depth=2", "go"]).expect("all is well");
}

/// A machine that has room for one table but not for two.
#[test]
#[cfg(target_os = "linux")]
fn another_game_takes_the_table_over() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let script = "ulimit -v 1400000 && exec \"$0\" hub --option hash=800";
    let mut child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_damier")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut input = child.stdin.take().expect("a pipe");
    let lines = "set-param name=variant value=poddavki\nset-param name=hash value=1000\nfen\n";
    input.write_all(lines.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends").stdout;
    let output = String::from_utf8(output).expect("it writes UTF-8");
    let [error, fen] = &output.lines().collect::<Vec<_>>()[..] else { panic!("{output}") };
    // A table that finds no room is refused, and what was set before holds.
    assert!(error.contains("no memory for a transposition table of 1048576000 bytes"), "{error}");
    assert!(fen.starts_with("fen fen=\"W:Wa1,c1,"), "{fen}");
}

#[test]
fn two_thousand_moves_of_a_game_are_played() {
    for (variant, position, round, wrong) in [
        ("normal", "W:WK46:BK45", "46-41 45-40 41-46 40-45", "1-2"),
        ("poddavki", "W:WKa1:BKg1", "a1-b2 g1-h2 b2-a1 h2-g1", "b2-c3"),
        ("extreme", "W:WKa1,Ka2:BKh7,Kh8", "a1-b2 h8-g7 b2-a1 g7-h8", "c1-d2"),
    ] {
        let mut hub = HubProcess::start_variant(variant);
        let moves = vec![round; 500].join(" ");
        hub.say(&format!("pos fen=\"{position}\" moves=\"{moves}\""));
        hub.expect(&[]);
        let fen = hub.fen();
        let board = |fen: &str| fen.split(":H").next().unwrap_or_default().to_owned();
        assert_eq!(board(&fen), position, "{fen}");
        // By the rules this has long been a draw; a client that asks gets a move all the same.
        hub.search(&["level depth=6", "go think"]).expect("there are moves");
        let first = round.split(' ').next().unwrap_or_default();
        let line = format!("pos fen=\"{position}\" moves=\"{moves} {first} {wrong}\"");
        let answer = hub.ask(&line);
        assert!(answer.contains(wrong) && answer.contains("(move 2002)"), "{answer}");
    }
}
