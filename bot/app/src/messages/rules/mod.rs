//! The rules of the games as people read them, page by page: what is needed to play, then the details on demand.

mod latrunculi;
mod leap;
mod legan;
mod leto;
mod page;
mod toto40;
mod values;

use rules_core::{Family, Variant};

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
    let [needed, details] = match variant.family() {
        Family::Leto => leto::pages(variant),
        Family::Legan => legan::pages(),
        Family::Toto40 => toto40::pages(),
        Family::Leap => leap::pages(variant),
        Family::Latrunculi => latrunculi::pages(),
    };
    Rulebook {
        needed: needed.len(),
        pages: [needed, details].concat(),
    }
}
