//! Diagrams of rules.

use pictures::Theme;
use render::rule_diagrams;
use rules_core::Variant;

use super::compare::assert_golden;

#[test]
fn every_diagram_of_the_rules() {
    use Variant::{Latrunculi, Leap64, LeapMulti, Legan, Leto, LetoKwagga, Toto40};
    for variant in [
        LetoKwagga, Leto, Legan, Toto40, LeapMulti, Leap64, Latrunculi,
    ] {
        for diagram in rule_diagrams(variant, Theme::Wood) {
            let name = format!("rules-{}-{}", variant.id(), diagram.id);
            assert_golden(&name, &diagram);
        }
    }
}
