//! The rules of the games as people read them, page by page: first what is needed to play, last the details.

mod latrunculi;
mod leap;
mod legan;
mod leto;
mod page;
mod toto40;
mod values;

use rules_core::{Family, Variant};

pub use page::{Illustration, Page, Shown};

/// The pages of a game's rules, in reading order; never none.
pub fn rules(variant: Variant) -> Vec<Page> {
    match variant.family() {
        Family::Leto => leto::pages(variant),
        Family::Legan => legan::pages(),
        Family::Toto40 => toto40::pages(),
        Family::Leap => leap::pages(variant),
        Family::Latrunculi => latrunculi::pages(),
    }
}
