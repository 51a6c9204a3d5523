//! The role for the winners, given when the tournament ends.

use app::effect::{Award, Effect, EffectId, NotAwarded};
use app::{
    Cycles, Format, Notice, PlanPart, PlayerId, Report, RoleId, Span, Tell, TournamentCommand,
    TournamentPlan, TournamentRefusal,
};

use crate::common::cup::{Cup, edit, plan};
use crate::common::{assert_says, tells};

fn cup(entrants: usize) -> Cup {
    let role = Some(RoleId::new("t:champion"));
    let mut cup = Cup::new(TournamentPlan {
        winners_role: role,
        ..plan(Format::RoundRobin(Cycles::Single))
    });
    cup.enter_numbered(entrants);
    cup
}

/// The stored awards.
fn awards(cup: &Cup) -> Vec<(EffectId, Award)> {
    let pending = cup.hall.pending().into_iter();
    let awards = pending.filter_map(|out| match out.effect {
        Effect::Award(award) => Some((out.id, award)),
        _ => None,
    });
    awards.collect()
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
    let all = awards(&cup);
    let [(id, award)] = all.as_slice() else {
        panic!("{all:?}")
    };
    assert_eq!(award.people, [PlayerId::new("t:p1")]);
    assert_eq!(award.role, RoleId::new("t:champion"));
    cup.hall.report(Report::Awarded(id, award, &[]));
    cup.pass(Span::days(1));
    assert_eq!(awards(&cup), []);
    assert_eq!(notices(&cup), []);
}

#[test]
fn without_a_role_or_when_canceled_no_one_gets_one() {
    let mut plain = Cup::started(Format::RoundRobin(Cycles::Single), 2);
    plain.play_to_the_end();
    assert_eq!(awards(&plain), []);
    let mut canceled = cup(2);
    canceled.start_now();
    canceled.act("org", TournamentCommand::Cancel);
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
        let tells = notices(&cup);
        assert_eq!(tells.len(), 1);
        assert_eq!(tells[0].to.as_str(), "t:org");
        let text = cup.hall.told_text(&tells[0]);
        assert_says(&text, words);
        assert_says(&text, "Friday cup");
    }
}

#[test]
fn a_role_that_is_not_delos_s_to_give_is_refused() {
    let mut cup = cup(2);
    let choose = || edit(PlanPart::WinnersRole, "t:mods");
    cup.hall.context.manages_roles = false;
    cup.assert_refused("org", choose(), TournamentRefusal::MayNotGiveRoles);
    cup.hall.context.manages_roles = true;
    cup.hall.context.unfit_role = true;
    cup.assert_refused("org", choose(), TournamentRefusal::UnfitRole);
    cup.hall.context.unfit_role = false;
    cup.organize(choose());
    assert_eq!(cup.record().plan.winners_role, Some(RoleId::new("t:mods")));
    cup.organize(TournamentCommand::Edit(PlanPart::NoWinnersRole, None));
    assert_eq!(cup.record().plan.winners_role, None);
}

#[test]
fn an_undo_brings_the_role_back_only_for_people_who_may_give_it() {
    let mut cup = cup(2);
    cup.organize(TournamentCommand::Edit(PlanPart::NoWinnersRole, None));
    cup.assert_refused("org", cup.undo(), TournamentRefusal::MayNotGiveRoles);
    assert_eq!(cup.record().plan.winners_role, None);
    cup.hall.context.manages_roles = true;
    cup.undo_now();
    let role = Some(RoleId::new("t:champion"));
    assert_eq!(cup.record().plan.winners_role, role);
}
