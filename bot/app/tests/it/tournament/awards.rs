//! The role for the winners, given when the tournament ends.

use app::effect::{Award, Effect, EffectId, NotAwarded};
use app::{Notice, PlanPart, PlayerId, Report, RoleId, Span, Tell};

use crate::common::cup::{Cup, Do, ROUND_ROBIN, Why, edit, plan_with};
use crate::common::{assert_says, requests, tells};

fn cup(entrants: usize) -> Cup {
    let role = Some(RoleId::new("t:champion"));
    let mut cup = Cup::new(plan_with(ROUND_ROBIN, |plan| plan.winners_role = role));
    cup.enter_numbered(entrants);
    cup
}

fn awards(cup: &Cup) -> Vec<(EffectId, Award)> {
    requests(&cup.hall.pending(), |effect| match effect {
        Effect::Award(award) => Some(award.clone()),
        _ => None,
    })
}

fn notices(cup: &Cup) -> Vec<Tell> {
    let mut tells = tells(&cup.hall.pending());
    tells.retain(|tell| matches!(tell.notice, Notice::NotAwarded { .. }));
    tells
}

#[test]
fn the_winner_gets_the_role_once_at_the_end() {
    let mut cup = cup(3);
    assert_says(cup.message(), "The winner gets @t:champion.");
    cup.start_now();
    cup.play_round();
    assert_eq!(awards(&cup), []);
    cup.play_to_the_end();
    let [(id, award)] = awards(&cup).try_into().unwrap();
    assert_eq!(award.people, [PlayerId::new("t:p1")]);
    assert_eq!(award.role, RoleId::new("t:champion"));
    cup.hall.report(Report::Awarded(&id, &award, &[]));
    cup.pass(Span::days(1));
    assert_eq!(awards(&cup), []);
    assert_eq!(notices(&cup), []);
}

#[test]
fn without_a_role_or_when_canceled_no_one_gets_one() {
    let mut plain = Cup::started(ROUND_ROBIN, 2);
    plain.play_to_the_end();
    assert_eq!(awards(&plain), []);
    let mut canceled = cup(2);
    canceled.start_now();
    canceled.act("org", Do::Cancel);
    assert_eq!(awards(&canceled), []);
}

#[test]
fn the_organizer_is_told_why_a_winner_did_not_get_the_role() {
    for (why, words) in [
        (NotAwarded::Forbidden, "Manage Roles"),
        (NotAwarded::NoRole, "no longer exists"),
        (
            NotAwarded::Left(PlayerId::new("t:p1")),
            "because p1 is no longer on the server",
        ),
    ] {
        let mut cup = cup(2);
        cup.start_now();
        cup.play_to_the_end();
        let (id, award) = awards(&cup).remove(0);
        cup.hall.report(Report::Awarded(&id, &award, &[why]));
        assert_eq!(awards(&cup), [], "it is not tried again");
        let [tell] = notices(&cup).try_into().unwrap();
        assert_eq!(tell.to.as_str(), "t:org");
        let text = cup.hall.told_text(&tell);
        assert_says(&text, words);
        assert_says(&text, "Friday cup");
    }
}

#[test]
fn a_role_is_chosen_or_brought_back_only_by_someone_who_may_give_it() {
    let mut cup = cup(2);
    let choose = || edit(PlanPart::WinnersRole, "t:mods");
    cup.assert_refused("org", choose(), Why::MayNotGiveRoles);
    cup.hall.context.manages_roles = true;
    cup.hall.context.unfit_role = true;
    cup.assert_refused("org", choose(), Why::UnfitRole);
    cup.hall.context.unfit_role = false;
    cup.organize(choose());
    let chosen = |cup: &Cup| cup.record().plan.winners_role;
    let mods = Some(RoleId::new("t:mods"));
    assert_eq!(chosen(&cup), mods);
    cup.hall.context.manages_roles = false;
    cup.organize(Do::Edit(PlanPart::NoWinnersRole, None));
    assert_eq!(chosen(&cup), None);
    cup.assert_refused("org", cup.undo(), Why::MayNotGiveRoles);
    assert_eq!(chosen(&cup), None);
    cup.hall.context.manages_roles = true;
    cup.undo_now();
    assert_eq!(chosen(&cup), mods);
}
