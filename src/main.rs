use damier::game::*;
use damier::games::*;
use damier::perft::perft;
struct P(u32, Option<String>);
impl Visitor for P {
    type Output = ();
    fn visit<G: Game>(self) {
        let s = Settings::defaults(&G::FACTS);
        let p = match &self.1 {
            Some(f) => G::read_fen(f, &s).unwrap(),
            None => G::start(&s),
        };
        println!("{}", G::write_fen(&p));
        for d in 1..=self.0 {
            let t = std::time::Instant::now();
            let n = perft(&p, d);
            let e = t.elapsed().as_secs_f64();
            println!("{d} {n} {:.1}M/s", n as f64 / e / 1e6);
        }
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    a[1].parse::<Variant>().unwrap().visit(P(a[2].parse().unwrap(), a.get(3).cloned()));
}
