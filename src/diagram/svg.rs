//! A board as SVG: needs nothing but a page to stand in.

use svg::Document;
use svg::node::element::{
    Circle, Definitions, Group, Line, Marker, Path, Polygon, Rectangle, Text,
};

use super::Drawing;
use crate::game::UpperPiece;
use crate::notation::fen::Naming;
use crate::notation::square::Layout;

/// Units of a square's side.
const SIDE: f64 = 60.0;
/// Units round the board, for the names of rows and columns.
const RIM: f64 = 26.0;

const LIGHT: &str = "#f3e3c3";
const DARK: &str = "#b98a5e";
const RIM_COLOUR: &str = "#5a3f2b";
const WHITE: &str = "#fdfbf5";
const BLACK: &str = "#33302e";
const ARROW: &str = "#2f7fd0";
const TAKEN: &str = "#c8342b";

impl Drawing<'_> {
    /// The picture. With `labels` the squares have their numbers, or rows and columns their names,
    /// as the game's players are used to.
    #[must_use]
    pub fn svg(&self, labels: bool) -> String {
        let board = &self.facts.squares;
        let (width, height) = (board.width as f64 * SIDE, board.height as f64 * SIDE);
        let size = (width + 2.0 * RIM, height + 2.0 * RIM);
        let mut document = Document::new()
            .set("viewBox", (0, 0, size.0, size.1))
            .set("width", size.0)
            .set("height", size.1)
            .set("font-family", "sans-serif")
            .add(arrow_head())
            .add(rectangle(0.0, 0.0, size.0, size.1, RIM_COLOUR));
        document = document.add(match board.layout {
            Layout::Dark | Layout::Mirrored | Layout::All => self.squares(),
            Layout::Points => self.lines(),
        });
        if labels {
            document = document.add(self.labels());
        }
        for square in 0..board.count() {
            if let Some(piece) = self.piece(square) {
                document = document.add(piece);
            }
        }
        document.add(self.last_turn()).to_string() + "\n"
    }

    fn squares(&self) -> Group {
        let board = &self.facts.squares;
        let mut group = Group::new();
        for row in 0..board.height {
            for column in 0..board.width {
                let is_dark = board.is_dark(column, row);
                let (x, y) = (RIM + column as f64 * SIDE, RIM + row as f64 * SIDE);
                group = group.add(rectangle(x, y, SIDE, SIDE, if is_dark { DARK } else { LIGHT }));
            }
        }
        group
    }

    /// The lines between the points of a board that has no squares.
    fn lines(&self) -> Group {
        let board = &self.facts.squares;
        let (width, height) = (board.width as f64 * SIDE, board.height as f64 * SIDE);
        let mut group = Group::new()
            .set("stroke", RIM_COLOUR)
            .set("stroke-width", 2)
            .set("stroke-linecap", "round")
            .add(rectangle(RIM, RIM, width, height, LIGHT).set("stroke", "none"));
        for point in 0..board.count() {
            for next in board.joined(point).filter(|next| *next > point) {
                let (from, to) = (self.centre(point), self.centre(next));
                let line = Line::new().set("x1", from.0).set("y1", from.1);
                group = group.add(line.set("x2", to.0).set("y2", to.1));
            }
            let (x, y) = self.centre(point);
            group = group.add(circle(x, y, 0.06 * SIDE, RIM_COLOUR));
        }
        group
    }

    fn centre(&self, square: usize) -> (f64, f64) {
        let (column, row) = self.facts.squares.place(square);
        (RIM + (column as f64 + 0.5) * SIDE, RIM + (row as f64 + 0.5) * SIDE)
    }

    fn labels(&self) -> Group {
        let board = &self.facts.squares;
        let mut group = Group::new().set("text-anchor", "middle").set("font-size", 14);
        let label = |text: String, x: f64, y: f64| {
            Text::new(text).set("x", x).set("y", y).set("fill", LIGHT)
        };
        match self.facts.naming {
            Naming::Algebraic => {
                for row in 0..board.height {
                    let y = RIM + (row as f64 + 0.5) * SIDE + 5.0;
                    group = group.add(label((board.height - row).to_string(), RIM / 2.0, y));
                }
                for column in 0..board.width {
                    let x = RIM + (column as f64 + 0.5) * SIDE;
                    let y = RIM * 1.5 + board.height as f64 * SIDE + 5.0;
                    group = group.add(label(char::from(b'a' + column as u8).to_string(), x, y));
                }
            }
            Naming::Numbers => {
                group = group.set("font-size", 11);
                for square in 0..board.count() {
                    let (x, y) = self.centre(square);
                    let number = (square + 1).to_string();
                    group = group.add(label(number, x - 0.36 * SIDE, y - 0.34 * SIDE));
                }
            }
        }
        group
    }

    fn piece(&self, square: usize) -> Option<Group> {
        let letter = *self.pieces.get(square)?;
        let (ground, ink) = match letter {
            'w' | 'W' => (WHITE, BLACK),
            'b' | 'B' => (BLACK, WHITE),
            _ => return None,
        };
        let (x, y) = self.centre(square);
        let disc = |y: f64| {
            let outer = circle(x, y, 0.36 * SIDE, ground).set("stroke", ink).set("stroke-width", 2);
            let inner = circle(x, y, 0.25 * SIDE, "none").set("stroke", ink).set("stroke-width", 1);
            Group::new().add(outer).add(inner)
        };
        let group = Group::new();
        Some(match (letter.is_ascii_uppercase(), self.facts.upper) {
            (false, _) | (true, UpperPiece::None) => group.add(disc(y)),
            (true, UpperPiece::Double) => group.add(disc(y + 5.0)).add(disc(y - 5.0)),
            (true, UpperPiece::King) => group.add(disc(y)).add(crown(x, y, ink)),
        })
    }

    fn last_turn(&self) -> Group {
        let mut group = Group::new().set("stroke-width", 6).set("stroke-linecap", "round");
        for &(from, to) in &self.marks.arrows {
            let (from, to) = (self.centre(from), self.centre(to));
            let length = (to.0 - from.0).hypot(to.1 - from.1).max(1.0);
            // The head must not lie beyond the middle of the square.
            let back = (length - 0.3 * SIDE) / length;
            let line = Line::new()
                .set("x1", from.0)
                .set("y1", from.1)
                .set("x2", from.0 + (to.0 - from.0) * back)
                .set("y2", from.1 + (to.1 - from.1) * back)
                .set("stroke", ARROW)
                .set("opacity", 0.75)
                .set("marker-end", "url(#head)");
            group = group.add(line);
        }
        for &square in &self.marks.taken {
            let (x, y) = self.centre(square);
            let r = 0.22 * SIDE;
            let cross = format!(
                "M{} {}L{} {}M{} {}L{} {}",
                x - r,
                y - r,
                x + r,
                y + r,
                x - r,
                y + r,
                x + r,
                y - r
            );
            let cross = Path::new().set("d", cross).set("stroke", TAKEN).set("opacity", 0.8);
            group = group.add(cross);
        }
        group
    }
}

fn rectangle(x: f64, y: f64, width: f64, height: f64, colour: &str) -> Rectangle {
    Rectangle::new()
        .set("x", x)
        .set("y", y)
        .set("width", width)
        .set("height", height)
        .set("fill", colour)
}

fn circle(x: f64, y: f64, radius: f64, colour: &str) -> Circle {
    Circle::new().set("cx", x).set("cy", y).set("r", radius).set("fill", colour)
}

fn crown(x: f64, y: f64, colour: &str) -> Polygon {
    const POINTS: [(f64, f64); 7] = [
        (-0.2, 0.13),
        (-0.23, -0.12),
        (-0.09, 0.0),
        (0.0, -0.19),
        (0.09, 0.0),
        (0.23, -0.12),
        (0.2, 0.13),
    ];
    let points = POINTS.map(|(dx, dy)| format!("{:.1},{:.1}", x + dx * SIDE, y + dy * SIDE));
    Polygon::new().set("points", points.join(" ")).set("fill", colour)
}

fn arrow_head() -> Definitions {
    let head = Path::new().set("d", "M0 0L4 2L0 4z").set("fill", ARROW);
    let marker = Marker::new()
        .set("id", "head")
        .set("viewBox", "0 0 4 4")
        .set("refX", 1)
        .set("refY", 2)
        .set("markerWidth", 3)
        .set("markerHeight", 3)
        .set("orient", "auto")
        .add(head);
    Definitions::new().add(marker)
}
