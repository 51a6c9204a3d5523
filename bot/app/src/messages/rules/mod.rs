//! The rules of the games as people read them, page by page: what is needed to play, then the details on demand.

mod latrunculi;
mod leap;
mod legan;
mod leto;
mod page;
mod toto40;
mod values;

use rules_core::{Family, Variant};

use page::GameRules;
pub use page::{Illustration, Page, Shown};

/// The pages of a game's rules, in reading order.
#[derive(Debug)]
pub struct Rulebook {
    /// First those that are needed to play, never none.
    pub pages: Vec<Page>,
    /// How many are needed to play; the details follow.
    pub needed: usize,
}

/// A game's rules.
pub fn rules(variant: Variant) -> Rulebook {
    let of = game_rules(variant);
    let mut pages = of.needed;
    pages.push(values::page(of.values, of.tips));
    let needed = pages.len();
    pages.extend(of.details);
    Rulebook { pages, needed }
}

fn game_rules(variant: Variant) -> GameRules {
    match variant.family() {
        Family::Leto => leto::rules(variant),
        Family::Legan => legan::rules(),
        Family::Toto40 => toto40::rules(),
        Family::Leap => leap::rules(variant),
        Family::Latrunculi => latrunculi::rules(),
    }
}
