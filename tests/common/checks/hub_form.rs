//! The form of the lines that the engine writes.

/// Checks a line of output against what the strictest of the known clients takes.
pub(crate) fn check(line: &str) -> Result<(), String> {
    if line.contains(|c: char| c.is_control()) {
        return Err(format!("a control character in '{}'", line.escape_debug()));
    }
    let is_good = match line.split(' ').next().unwrap_or_default() {
        "info" => is_info(line),
        "done" => is_done(line),
        "id" => is_id(line),
        "param" => is_param(line),
        "wait" | "ready" | "pong" => !line.contains(' '),
        "error" => is_quoted(line, "error message=\""),
        "movelist" => is_quoted(line, "movelist moves=\""),
        "fen" => is_quoted(line, "fen fen=\""),
        "eval" => line.strip_prefix("eval score=").is_some_and(|score| is_decimal(score, 2, true)),
        "perft" => is_perft(line),
        _ => false,
    };
    if is_good { Ok(()) } else { Err(format!("a strict client does not take '{line}'")) }
}

fn is_quoted(line: &str, start: &str) -> bool {
    let value = line.strip_prefix(start).and_then(|rest| rest.strip_suffix('"'));
    value.is_some_and(|value| !value.contains('"'))
}

fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Digits, a point and `places` digits.
fn is_decimal(text: &str, places: usize, may_be_negative: bool) -> bool {
    let text = if may_be_negative { text.strip_prefix('-').unwrap_or(text) } else { text };
    let Some((whole, part)) = text.split_once('.') else { return false };
    is_whole(whole) && is_whole(part) && part.len() == places
}

/// `^info depth=(\d+) mean-depth=\S+ score=(\S+) nodes=(\d+) (time=\S+ )?(nps=\S+ )?pv="..."`, and
/// what the clients that split at blanks and at `=` make of it.
fn is_info(line: &str) -> bool {
    // Behind the line only its rank may stand.
    let line = match line.split_once("\" multipv=") {
        Some((line, rank)) if rank.parse::<u32>().is_ok() => &format!("{line}\""),
        _ => line,
    };
    let Some((head, pv)) = line.strip_suffix('"').and_then(|line| line.split_once(" pv=\"")) else {
        return false;
    };
    let mut words = head.split(' ').skip(1);
    let mut next = |name: &str, is_good: &dyn Fn(&str) -> bool| {
        let value = words.next().and_then(|word| word.strip_prefix(name)?.strip_prefix('='));
        value.is_some_and(is_good)
    };
    next("depth", &is_whole)
        && next("mean-depth", &|text| is_decimal(text, 1, false))
        && next("score", &|text| is_decimal(text, 2, true) && text != "-0.00")
        && next("nodes", &is_whole)
        && next("time", &|text| is_decimal(text, 3, false))
        && next("nps", &|text| is_decimal(text, 1, false))
        && words.next().is_none()
        && pv.split(' ').all(is_move)
}

/// `perft depth=<whole> nodes=<whole> time=<seconds>`.
fn is_perft(line: &str) -> bool {
    let Some(arguments) = arguments(line) else { return false };
    match arguments[..] {
        [("depth", depth), ("nodes", nodes), ("time", time)] => {
            is_whole(depth) && is_whole(nodes) && is_decimal(time, 3, false)
        }
        _ => false,
    }
}

fn is_move(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_digit() || b"-x+Ksc".contains(&b))
}

/// Bare, or the move first, nothing between quotation marks.
fn is_done(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let value = |i: usize, name: &str| {
        words.get(i).and_then(|word| word.strip_prefix(name)).is_some_and(is_move)
    };
    match words.len() {
        1 => true,
        2 => value(1, "move="),
        3 => value(1, "move=") && value(2, "ponder="),
        _ => false,
    }
}

/// `^id name=.+ version=.+ author=.+ country=.+`, each key once, each argument a key and a value.
fn is_id(line: &str) -> bool {
    let Some(arguments) = arguments(line) else { return false };
    let keys: Vec<&str> = arguments.iter().map(|(key, _)| *key).collect();
    keys == ["name", "version", "author", "country"]
}

/// The name first, the values last and between quotation marks.
fn is_param(line: &str) -> bool {
    let Some(arguments) = arguments(line) else { return false };
    let keys: Vec<&str> = arguments.iter().map(|(key, _)| *key).collect();
    let rest = match (keys.get(..3), arguments.get(2)) {
        (Some(["name", "value", "type"]), Some((_, kind))) => (*kind, &keys[3..]),
        _ => return false,
    };
    match rest {
        ("bool" | "string", []) | ("int" | "real", ["min", "max"]) => true,
        ("enum", ["values"]) => arguments[3].1.starts_with('"'),
        _ => false,
    }
}

/// The arguments as pydraughts takes them apart: at single blanks outside quotation marks, and
/// then at exactly one `=`. The words that some clients look for anywhere must not stand there.
fn arguments(line: &str) -> Option<Vec<(&str, &str)>> {
    if line.contains("wait") || line.contains("ready") || line.contains("  ") {
        return None;
    }
    let mut is_quoted = false;
    let words = line.split(|c: char| {
        is_quoted ^= c == '"';
        c == ' ' && !is_quoted
    });
    words
        .skip(1)
        .map(|word| word.split_once('=').filter(|(_, value)| !value.contains('=')))
        .collect()
}
