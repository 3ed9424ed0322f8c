use damier::{any::PositionText, games::*, search::*};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mut e = a[1].parse::<Variant>().unwrap().engine(a[3].parse().unwrap(), 64 << 20).unwrap();
    if let Some(f) = a.get(4) {
        e.game_mut().set_position(&PositionText::guess(f)).unwrap();
    }
    let c = Control::new(std::time::Instant::now(), false);
    let l = Limits { depth: Some(a[2].parse().unwrap()), ..Default::default() };
    e.search(l, &c, &mut |n| {
        println!(
            "{} {:.1} {} {} {:?} {:.2} {}",
            n.depth,
            n.mean_depth,
            n.score,
            n.nodes,
            n.time,
            n.nps() / 1e6,
            n.pv.iter().map(|t| t.own.clone()).collect::<Vec<_>>().join(" ")
        )
    });
}
