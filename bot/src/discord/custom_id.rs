//! Custom ids of buttons, select menus and modals: a press in at most 100 characters, readable as long as its subject exists.
//!
//! `1:accept:k7f3q2` is a format version, a verb and a subject; `1:move:k7f3q2:12` adds the number of half-moves on the board
//! that the user saw. The version lets a later program read the buttons of an earlier one.

use app::{MoveText, PeoplePress, PlanPart, Press, Scope, Setting, TournamentView};

/// The only format so far.
const VERSION: &str = "1";
/// Verbs with a detail after the subject: half-moves, a page or the like.
const WITH_DETAIL: &[&str] = &[
    "panel",
    "piece",
    "target",
    "move",
    "sure",
    "why-not",
    "rules",
    "standings-page",
    "pairings-page",
    "crosstable-page",
    "bracket-page",
    "change-proposal",
    "send-proposal",
    "agree",
    "disagree",
    "plan",
    "take-back-at",
];
/// Verbs with a text after the detail.
const WITH_TEXT: &[&str] = &["sure", "why-not"];

/// The custom id of a component or modal that does `press`.
pub(crate) fn write(press: Press) -> String {
    match press {
        Press::Accept(id) => format!("{VERSION}:accept:{id}"),
        Press::Decline(id) => format!("{VERSION}:decline:{id}"),
        Press::Propose(id) => format!("{VERSION}:propose:{id}"),
        Press::ChangeProposal(id, draft) => format!("{VERSION}:change-proposal:{id}:{draft}"),
        Press::SendProposal(id, draft) => format!("{VERSION}:send-proposal:{id}:{draft}"),
        Press::AgreeToProposal(id, number) => format!("{VERSION}:agree:{id}:{number}"),
        Press::DeclineProposal(id, number) => format!("{VERSION}:disagree:{id}:{number}"),
        Press::Panel(id, ply) => format!("{VERSION}:panel:{id}:{ply}"),
        Press::ChoosePiece(id, ply) => format!("{VERSION}:piece:{id}:{ply}"),
        Press::ChooseMove(id, ply) => format!("{VERSION}:target:{id}:{ply}"),
        Press::WriteMove(id, ply) => format!("{VERSION}:move:{id}:{ply}"),
        Press::SureMove(id, ply, text) => format!("{VERSION}:sure:{id}:{ply}:{text}"),
        Press::WhyNot(id, ply, text) => format!("{VERSION}:why-not:{id}:{ply}:{text}"),
        Press::Board(id) => format!("{VERSION}:board:{id}"),
        Press::Draw(id) => format!("{VERSION}:draw:{id}"),
        Press::DeclineDraw(id) => format!("{VERSION}:no-draw:{id}"),
        Press::AskResign(id) => format!("{VERSION}:ask-resign:{id}"),
        Press::Resign(id) => format!("{VERSION}:resign:{id}"),
        Press::Unwatch(id) => format!("{VERSION}:unwatch:{id}"),
        Press::Rules(variant, page) => format!("{VERSION}:rules:{}:{page}", variant.id()),
        Press::RulesPage(variant) => format!("{VERSION}:rules-page:{}", variant.id()),
        Press::RulesOf => format!("{VERSION}:rules-of:any"),
        Press::EndVacation => format!("{VERSION}:vacation:end"),
        Press::Settings(scope) => format!("{VERSION}:settings:{}", scope.code()),
        Press::OpenSetting(scope) => format!("{VERSION}:setting:{}", scope.code()),
        Press::ChangeSetting(setting) => format!("{VERSION}:set:{}", setting.code()),
        Press::PickSetting(setting) => format!("{VERSION}:pick:{}", setting.code()),
        Press::WriteSetting(setting) => format!("{VERSION}:write:{}", setting.code()),
        Press::People(press) => format!("{VERSION}:people:{}", press.code()),
        Press::TakeBack(id, None) => format!("{VERSION}:take-back:{id}"),
        Press::TakeBack(id, Some(ply)) => format!("{VERSION}:take-back-at:{id}:{ply}"),
        Press::DeclineTakeBack(id) => format!("{VERSION}:no-take-back:{id}"),
        Press::Abort(id) => format!("{VERSION}:abort:{id}"),
        Press::ForgetPrepared(id) => format!("{VERSION}:forget-prepared:{id}"),
        Press::Rematch(id) => format!("{VERSION}:rematch:{id}"),
        Press::Join(id) => format!("{VERSION}:join:{id}"),
        Press::Leave(id) => format!("{VERSION}:leave:{id}"),
        Press::CheckIn(id) => format!("{VERSION}:check-in:{id}"),
        Press::SeeTournament(id, view, None) => format!("{VERSION}:{}:{id}", view.code()),
        Press::SeeTournament(id, view, Some(page)) => {
            format!("{VERSION}:{}:{id}:{page}", page_verb(view))
        }
        Press::MyPairings(id) => format!("{VERSION}:my-pairings:{id}"),
        Press::EditPlan(id, part) => format!("{VERSION}:plan:{id}:{}", part.code()),
    }
}

/// The verb of one page of a view.
fn page_verb(view: TournamentView) -> &'static str {
    match view {
        TournamentView::Standings => "standings-page",
        TournamentView::Pairings => "pairings-page",
        TournamentView::Crosstable => "crosstable-page",
        TournamentView::Bracket => "bracket-page",
    }
}

/// The press of a custom id; none unless [`write()`] wrote it.
pub(crate) fn read(custom_id: &str) -> Option<Press> {
    let mut parts = custom_id.splitn(5, ':');
    if parts.next() != Some(VERSION) {
        return None;
    }
    let (verb, id, detail, text) = (parts.next()?, parts.next()?, parts.next(), parts.next());
    let is_complete = detail.is_some() == WITH_DETAIL.contains(&verb)
        && text.is_some() == WITH_TEXT.contains(&verb);
    is_complete.then(|| read_press(verb, id, detail, text))?
}

fn read_press(verb: &str, id: &str, detail: Option<&str>, text: Option<&str>) -> Option<Press> {
    Some(match verb {
        "accept" => Press::Accept(id.parse().ok()?),
        "decline" => Press::Decline(id.parse().ok()?),
        "propose" => Press::Propose(id.parse().ok()?),
        "change-proposal" => Press::ChangeProposal(id.parse().ok()?, detail?.parse().ok()?),
        "send-proposal" => Press::SendProposal(id.parse().ok()?, detail?.parse().ok()?),
        "agree" => Press::AgreeToProposal(id.parse().ok()?, detail?.parse().ok()?),
        "disagree" => Press::DeclineProposal(id.parse().ok()?, detail?.parse().ok()?),
        "panel" => Press::Panel(id.parse().ok()?, detail?.parse().ok()?),
        "piece" => Press::ChoosePiece(id.parse().ok()?, detail?.parse().ok()?),
        "target" => Press::ChooseMove(id.parse().ok()?, detail?.parse().ok()?),
        "move" => Press::WriteMove(id.parse().ok()?, detail?.parse().ok()?),
        "sure" => Press::SureMove(
            id.parse().ok()?,
            detail?.parse().ok()?,
            MoveText::from(text?).ok()?,
        ),
        "why-not" => Press::WhyNot(
            id.parse().ok()?,
            detail?.parse().ok()?,
            MoveText::from(text?).ok()?,
        ),
        "board" => Press::Board(id.parse().ok()?),
        "draw" => Press::Draw(id.parse().ok()?),
        "no-draw" => Press::DeclineDraw(id.parse().ok()?),
        "ask-resign" => Press::AskResign(id.parse().ok()?),
        "resign" => Press::Resign(id.parse().ok()?),
        "unwatch" => Press::Unwatch(id.parse().ok()?),
        "rules" => Press::Rules(id.parse().ok()?, detail?.parse().ok()?),
        "rules-page" => Press::RulesPage(id.parse().ok()?),
        "rules-of" if id == "any" => Press::RulesOf,
        "vacation" if id == "end" => Press::EndVacation,
        "settings" => Press::Settings(Scope::from_code(id)?),
        "setting" => Press::OpenSetting(Scope::from_code(id)?),
        "set" => Press::ChangeSetting(Setting::from_code(id)?),
        "pick" => Press::PickSetting(Setting::from_code(id)?),
        "write" => Press::WriteSetting(Setting::from_code(id)?),
        "people" => Press::People(PeoplePress::from_code(id)?),
        "take-back" => Press::TakeBack(id.parse().ok()?, None),
        "take-back-at" => Press::TakeBack(id.parse().ok()?, Some(detail?.parse().ok()?)),
        "no-take-back" => Press::DeclineTakeBack(id.parse().ok()?),
        "abort" => Press::Abort(id.parse().ok()?),
        "forget-prepared" => Press::ForgetPrepared(id.parse().ok()?),
        "rematch" => Press::Rematch(id.parse().ok()?),
        "join" => Press::Join(id.parse().ok()?),
        "leave" => Press::Leave(id.parse().ok()?),
        "check-in" => Press::CheckIn(id.parse().ok()?),
        "my-pairings" => Press::MyPairings(id.parse().ok()?),
        "plan" => Press::EditPlan(id.parse().ok()?, PlanPart::from_code(detail?)?),
        _ => return read_view(verb, id, detail),
    })
}

/// A view of a tournament: the first page has the view's own verb.
fn read_view(verb: &str, id: &str, page: Option<&str>) -> Option<Press> {
    let (view, page) = match page {
        None => (TournamentView::from_code(verb)?, None),
        Some(page) => {
            let mut views = TournamentView::ALL.into_iter();
            let view = views.find(|view| page_verb(*view) == verb)?;
            (view, Some(page.parse().ok()?))
        }
    };
    Some(Press::SeeTournament(id.parse().ok()?, view, page))
}

#[cfg(test)]
mod tests {
    use app::{ChallengeId, GameId, TournamentId};

    use super::*;

    fn all() -> Vec<Press> {
        let (challenge, game) = (ChallengeId::draw(7, 0), GameId::draw(8, 0));
        let mut all = vec![
            Press::Accept(challenge),
            Press::Decline(challenge),
            Press::Propose(challenge),
            Press::AgreeToProposal(challenge, 1),
            Press::DeclineProposal(challenge, u8::MAX),
            Press::Panel(game, 0),
            Press::ChoosePiece(game, 1),
            Press::ChooseMove(game, 2),
            Press::WriteMove(game, u32::MAX),
            Press::Board(game),
            Press::Draw(game),
            Press::DeclineDraw(game),
            Press::AskResign(game),
            Press::Resign(game),
            Press::TakeBack(game, None),
            Press::TakeBack(game, Some(u32::MAX)),
            Press::DeclineTakeBack(game),
            Press::Abort(game),
            Press::ForgetPrepared(game),
            Press::Rematch(game),
        ];
        let draft = app::Draft {
            variant: rules_core::Variant::LetoKwagga,
            color: app::ColorWish::Random,
            time: "60d+14d/120d".parse().unwrap(),
            rated: true,
        };
        all.extend([
            Press::ChangeProposal(challenge, draft),
            Press::SendProposal(challenge, draft),
        ]);
        let tournament = TournamentId::draw(9, 0);
        all.extend([
            Press::Join(tournament),
            Press::Leave(tournament),
            Press::CheckIn(tournament),
            Press::MyPairings(tournament),
        ]);
        for view in TournamentView::ALL {
            all.extend(
                [None, Some(0), Some(u16::MAX)]
                    .map(|page| Press::SeeTournament(tournament, view, page)),
            );
        }
        let parts = app::PlanPart::ALL.iter();
        all.extend(parts.map(|&part| Press::EditPlan(tournament, part)));
        let longest = MoveText::from(&"a".repeat(MoveText::new_const().capacity())).unwrap();
        all.push(Press::WhyNot(game, 0, MoveText::from("a:b :: é").unwrap()));
        all.push(Press::SureMove(game, u32::MAX, longest));
        for variant in rules_core::Variant::ALL {
            all.extend([Press::Rules(variant, u32::MAX), Press::RulesPage(variant)]);
        }
        all.extend([Press::RulesOf, Press::EndVacation, Press::Unwatch(game)]);
        for &scope in Scope::ALL {
            all.extend([Press::Settings(scope), Press::OpenSetting(scope)]);
        }
        for &setting in Setting::ALL {
            all.extend([
                Press::ChangeSetting(setting),
                Press::PickSetting(setting),
                Press::WriteSetting(setting),
            ]);
        }
        all
    }

    proptest::proptest! {
        /// Anyone can send any custom id: one that reads at all is one that is written, up to the letters of its code that
        /// people confuse.
        #[test]
        fn a_forged_custom_id_is_unreadable_or_a_real_one(custom_id in "(\\PC{0,120}|1:[a-z-]{3,10}(:[0-9a-zA-Z#]{0,8}){0,3})") {
            if let Some(press) = read(&custom_id) {
                proptest::prop_assert_eq!(read(&write(press)), Some(press));
            }
        }
    }

    #[test]
    fn every_custom_id_reads_back_and_fits() {
        for press in all() {
            let custom_id = write(press);
            assert_eq!(read(&custom_id), Some(press), "{custom_id}");
            assert!(custom_id.len() <= 100);
        }
    }

    #[test]
    fn buttons_without_a_half_move_still_work() {
        let game = GameId::draw(8, 0);
        let press = read(&format!("1:take-back:{game}"));
        assert_eq!(press, Some(Press::TakeBack(game, None)));
    }

    #[test]
    fn forged_custom_ids_are_not_read() {
        for forged in [
            "",
            "1",
            "1:accept",
            "1:accept:",
            "2:accept:k7f3q2",
            "1:accept:k7f3q2:1",
            "1:move:k7f3q2",
            "1:take-back:k7f3q2:1",
            "1:take-back-at:k7f3q2",
            "1:move:k7f3q2:-1",
            "1:resign:../../x",
        ] {
            assert_eq!(read(forged), None, "{forged}");
        }
    }
}
