fn main() {
    let a: Vec<String> = std::env::args().collect();
    let v: rules_core::Variant = a[2].parse().unwrap();
    let p = match a.get(4) {
        Some(f) => rules_core::Position::from_fen(v, f).unwrap(),
        None => v.start(),
    };
    let t = std::time::Instant::now();
    let n = rules_core::perft(&p, a[3].parse().unwrap());
    let e = t.elapsed();
    eprintln!(
        "{:.3}s {:.1} Mn/s",
        e.as_secs_f64(),
        n as f64 / e.as_secs_f64() / 1e6
    );
    println!("{n}");
}
