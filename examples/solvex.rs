//! exp
use damier::solve::any::*;
use damier::solve::solver::Limits;
use damier::any::PositionText;
use damier::games::Variant;
use damier::tables::store::Sources;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    // game nodes mb threads dir fens...
    let v: Variant = a[1].parse().unwrap();
    let tables = Sources { folder: (a[5] != "-").then(|| a[5].clone().into()), ..Sources::default() };
    let (nodes, mb, threads): (u64, usize, usize) = (a[2].parse().unwrap(), a[3].parse().unwrap(), a[4].parse().unwrap());
    for fen in &a[6..] {
        let (s, _) = v.solver(&[], &Means { hash: mb << 20, threads, tables: tables.clone() }).unwrap();
        let r = s.solve(&PositionText::guess(fen), Limits { nodes: Some(nodes), time: None }, false, &Default::default(), &mut |_| ()).unwrap();
        let line: Vec<_> = r.line.iter().map(|t| t.own.clone()).collect();
        println!("{fen}\n{} nodes {} {:.2}s {:.0} proofs {:?} {} {}", r.verdict, r.nodes, r.time.as_secs_f64(), r.nodes as f64 / r.time.as_secs_f64(), r.proofs, line.join(" "), r.is_tabled);
    }
}
