//! The parameters that a Hub engine lists, and whether one can have a value.

use crate::notation::turn::shown;
use crate::protocol::hub::Line;

/// A parameter of an engine.
#[derive(Clone, Debug, Default)]
pub(super) struct Parameter {
    pub(super) name: String,
    kind: String,
    /// The values that it can take, if they are listed.
    pub(super) values: Option<String>,
    least: Option<f64>,
    most: Option<f64>,
}

impl Parameter {
    /// What a `param` line tells.
    pub(super) fn new(line: &Line) -> Parameter {
        let number = |name| line.get(name)?.trim().parse::<f64>().ok();
        Parameter {
            name: line.get("name").unwrap_or_default().to_owned(),
            kind: line.get("type").unwrap_or_default().to_owned(),
            values: line.get("values").map(str::to_owned),
            least: number("min"),
            most: number("max"),
        }
    }

    /// Whether it can have a value; if not, what it can have.
    pub(super) fn check(&self, value: &str) -> Result<(), String> {
        let wrong = |expected: String| {
            Err(format!("parameter '{}' cannot be '{}': {expected}", self.name, shown(value)))
        };
        // There is no way to write them in a line.
        if value.contains(|c: char| c.is_control() || c == '"') {
            return wrong("it has a quotation mark or a control character".to_owned());
        }
        match self.kind.as_str() {
            "int" if value.parse::<i64>().is_err() => {
                return wrong("it is a whole number".to_owned());
            }
            "real" if !value.parse::<f64>().is_ok_and(f64::is_finite) => {
                return wrong("it is a number".to_owned());
            }
            "bool" if !["true", "false"].contains(&value) => {
                return wrong("it is true or false".to_owned());
            }
            "enum" => {
                let values = self.values.as_deref().unwrap_or(value);
                if !values.split_whitespace().any(|listed| listed == value) && values != value {
                    return wrong(format!("it is one of {values}"));
                }
            }
            _ => {}
        }
        let Ok(number) = value.parse::<f64>() else { return Ok(()) };
        if self.least.is_some_and(|least| number < least) {
            return wrong(format!("it is at least {}", self.least.unwrap_or_default()));
        }
        if self.most.is_some_and(|most| number > most) {
            return wrong(format!("it is at most {}", self.most.unwrap_or_default()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_that_are_listed() {
        for (line, good, bad) in [
            ("type=int min=1 max=16", ["1", "16"], ["0", "17"]),
            ("type=int", ["-5", "0"], ["1.5", "many"]),
            ("type=real min=0 max=2", ["0.5", "2"], ["2.5", "nan"]),
            ("type=bool", ["true", "false"], ["on", ""]),
            ("type=enum values=\"off on\"", ["off", "on"], ["maybe", "off on on"]),
            ("type=string", ["", "a b"], ["a\"b", "a\nquit"]),
        ] {
            let parameter = Parameter::new(&Line::parse(&format!("param name=x {line}")).unwrap());
            for value in good {
                assert_eq!(parameter.check(value), Ok(()), "{line}");
            }
            for value in bad {
                let error = parameter.check(value).unwrap_err();
                assert!(error.starts_with("parameter 'x' cannot be"), "{line}: {error}");
            }
        }
    }
}
