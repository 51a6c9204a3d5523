//! Diagrams of rules.

use pictures::Theme;
use render::rule_diagrams;
use rules_core::Variant;

use super::compare::assert_golden;

#[test]
fn every_diagram_of_the_rules() {
    let variants = [
        Variant::LetoKwagga,
        Variant::Leto,
        Variant::Legan,
        Variant::Toto40,
        Variant::LeapMulti,
        Variant::Leap64,
        Variant::Latrunculi,
    ];
    for variant in variants {
        for diagram in rule_diagrams(variant, Theme::Wood) {
            let name = format!("rules-{}-{}", variant.id(), diagram.id);
            assert_golden(&name, &diagram);
        }
    }
}
