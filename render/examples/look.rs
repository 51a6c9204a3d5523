use render::*;
use rules_core::*;
fn main() {
    let out = std::env::args().nth(1).unwrap();
    let r = Renderer::new();
    let save = |n: &str, s: &Scene| {
        let png = r.png(s).unwrap();
        std::fs::write(format!("{out}/{n}.png"), &png).unwrap();
        println!("{n} {}", png.len());
    };
    for v in [
        Variant::Latrunculi,
        Variant::Toto40,
        Variant::Leap,
        Variant::Legan,
        Variant::LetoKwagga,
    ] {
        for t in ThemeId::ALL {
            let mut s = Scene::of_position(&v.start()).theme(t);
            let sq: Vec<_> = v.shape().squares().iter().collect();
            s = s.last_move([sq[12], sq[20]]);
            save(&format!("{}-{t}", v.id()), &s);
        }
    }
    for v in [Variant::Legan, Variant::Toto40] {
        for c in Color::ALL {
            let s = Scene::of_position(&v.start())
                .slant(Slant::Turned)
                .seen_by(c);
            save(&format!("turned-{}-{c:?}", v.id()), &s);
        }
    }
    let p = Position::from_fen(
        Variant::Latrunculi,
        "rnbqkbnr/pppp1ppp/8/4p3/6PP/5P2/PPPPP3/RNBQKBNR b KQkq - 0 1",
    );
    for t in ThemeId::ALL {
        let sh = Shape::Square64;
        let q = |n: &str| sh.parse(n).unwrap();
        let s = Scene::of_position(&p.clone().unwrap())
            .theme(t)
            .last_move([q("g2"), q("g4")])
            .check_at(q("e1"))
            .seen_by(Color::White)
            .arrow(q("d8"), q("h4"), ArrowKind::Move)
            .arrow(q("g8"), q("f6"), ArrowKind::Throw)
            .arrow(q("b8"), q("c6"), ArrowKind::Carry)
            .arrow(q("e5"), q("e2"), ArrowKind::ThrowCapture)
            .players(ByColor {
                white: PlayerBar::new("Grandmother").rating("1734").clock("4:05"),
                black: PlayerBar::new("Łukasz Żółw").rating("2011").clock("12 h"),
            })
            .captured(
                Color::White,
                vec![Role::Pawn, Role::Pawn, Role::Knight, Role::Queen],
            )
            .captured(Color::Black, vec![Role::Pawn, Role::Rook, Role::Bishop])
            .banner("White wins by checkmate")
            .targets([
                Target {
                    square: q("a4"),
                    captures: false,
                },
                Target {
                    square: q("b4"),
                    captures: false,
                },
                Target {
                    square: q("b7"),
                    captures: true,
                },
                Target {
                    square: q("g4"),
                    captures: true,
                },
            ]);
        save(&format!("marks-{t}"), &s);
    }

    for v in [Variant::LetoKwagga, Variant::Toto40, Variant::LeapMulti] {
        let mut g = Game::new(v);
        let mut x = 12345u64;
        for _ in 0..60 {
            let l = g.legal_moves();
            if l.is_empty() {
                break;
            }
            x = x
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let mut m = l[(x >> 33) as usize % l.len()];
            for k in l.iter() {
                if !g.position().describe(*k).shifts.is_empty() || k.is_chain() {
                    m = *k;
                }
            }
            g.play(m).unwrap();
        }
        let s = Scene::of(&g);
        save(&format!("game-{}", v.id()), &s);
        println!("{}", alt_text(&s));
        println!("{}", alt_text(&s).len());
        let t = std::time::Instant::now();
        let gif = r.gif(&g, &GifOptions::default()).unwrap();
        println!("gif {} {:?} plies {}", gif.len(), t.elapsed(), g.ply());
        let t = std::time::Instant::now();
        let gif = r.gif(&g, &GifOptions::default()).unwrap();
        println!("gif {} {:?} plies {}", gif.len(), t.elapsed(), g.ply());
        std::fs::write(format!("{out}/{}.gif", v.id()), &gif).unwrap();
        let t = std::time::Instant::now();
        for _ in 0..100 {
            r.png(&s).unwrap();
        }
        println!("png {:?}", t.elapsed() / 100);
    }
}
