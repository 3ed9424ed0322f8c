//! Weights as Rust source.

use std::fmt::Write;

use super::Group;

/// Rounds to whole centimen.
fn rounded(value: f32) -> i16 {
    value.round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
}

/// The beginning of a source file with weights: its module comment, of which no line is longer
/// than the source's.
#[must_use]
pub fn head(title: &str, story: &str) -> String {
    let mut text = String::new();
    let mut line = "//!".to_owned();
    for word in format!("{title}: {story}").split_whitespace() {
        if line.len() + 1 + word.len() > 100 {
            text += &line;
            text.push('\n');
            line = "//!".to_owned();
        }
        line.push(' ');
        line += word;
    }
    text + &line + "\n\n"
}

/// `[1, 2, 3]`
#[must_use]
pub fn curve(values: &[f32]) -> String {
    let values: Vec<String> = values.iter().map(|value| rounded(*value).to_string()).collect();
    format!("[{}]", values.join(", "))
}

/// The stages of a group, as the line of a structure.
#[must_use]
pub fn knots(group: &Group) -> String {
    format!("    knots: {:?},\n", group.knots)
}

/// Named weights, as the field of a structure.
#[must_use]
pub fn terms(field: &str, group: &Group) -> String {
    let mut text = format!("    {field}: Terms {{\n");
    let stages = group.knots.len();
    for (name, values) in group.names.iter().zip(group.values.chunks(stages)) {
        let _ = writeln!(text, "        {name}: {},", curve(values));
    }
    text + "    },\n"
}

/// A table of weights in rows of `row`, of which the first is the `top`-th, as the field of a
/// structure.
#[must_use]
pub fn table(field: &str, group: &Group, row: usize, top: usize) -> String {
    let mut text = format!("    {field}: &[\n");
    let stages = group.knots.len();
    for (index, values) in group.values.chunks(stages).enumerate() {
        if index % row == 0 {
            let _ = writeln!(text, "        // Row {}.", top - index / row);
        }
        let _ = writeln!(text, "        {},", curve(values));
    }
    text + "    ],\n"
}

/// A list of weights, as the field of a structure.
#[must_use]
pub fn list(field: &str, group: &Group) -> String {
    let stages = group.knots.len();
    let curves = group.values.chunks(stages).map(|values| format!("        {},\n", curve(values)));
    format!("    {field}: &[\n{}    ],\n", curves.collect::<String>())
}
