//! Dispatches commands to use cases.

use crate::app::{discretion, foreseen};
use crate::challenge::{counter_offer, invitation, new_game, rematch};
use crate::context::failure::Failure;
use crate::context::{Change, Ctx};
use crate::game::{
    board_delivery, confirmation, hint, illegal_move, move_picker, moves, offers, premove, replay,
    resignation, review, watch,
};
use crate::help::{about, rulebook, welcome};
use crate::notify::posting;
use crate::people::{
    accounts, blocking, history, leaderboard, profile, statistics, vacation, visibility,
};
use crate::privacy::{deletion, export, linking};
use crate::protocol::command::{Command, Request};
use crate::protocol::effect::Answer;
use crate::protocol::people::PeopleCommand;
use crate::settings::{effective, menus, space};

/// Works out what the request changes.
pub(crate) fn change(ctx: &Ctx<'_>, request: &Request) -> Result<Change, Failure> {
    let platform = accounts::platform_of(request);
    let guessed = accounts::guessed(ctx.shared, request);
    accounts::foresee(ctx, request);
    foreseen::foresee(ctx, &guessed)?;
    let resolved = accounts::held(ctx, request)?;
    if resolved.who.id != guessed.who.id {
        foreseen::foresee(ctx, &resolved)?;
    }
    let mut change = changed_by_first(ctx, &resolved)?;
    change.answer = accounts::answer_on(ctx, platform, change.answer)?;
    Ok(change)
}

/// The same for a request whose people are named by their first accounts.
fn changed_by_first(ctx: &Ctx<'_>, request: &Request) -> Result<Change, Failure> {
    let mut change = changed(ctx, request)?;
    if matches!(change.answer, Answer::Seen)
        && let Some(card) = board_delivery::private_board(ctx, &request.who, &change)?
    {
        change.answer = Answer::Secret(Box::new(card));
    }
    change.answer = discretion::kept(ctx, request, change.answer)?;
    Ok(change)
}

fn changed(ctx: &Ctx<'_>, request: &Request) -> Result<Change, Failure> {
    let (who, venue) = (&request.who, &request.venue);
    deletion::not_being_erased(ctx, who)?;
    visibility::must_be_seen(ctx, request)?;
    visibility::challenge_must_be_seen(ctx, request)?;
    if matches!(
        request.command,
        Command::Challenge { .. }
            | Command::Play { .. }
            | Command::ChooseGame(_)
            | Command::AcceptHere(_)
            | Command::Rematch(_)
    ) {
        effective::may_begin(ctx, request)?;
    }
    match &request.command {
        Command::Challenge { opponent, terms } => {
            let terms = terms.given_in(&request.context);
            invitation::challenge(ctx, who, venue, opponent.as_ref(), &terms)
        }
        Command::Accept(id) => invitation::accept(ctx, request, *id),
        Command::AcceptHere(id) => invitation::accept_here(ctx, request, *id),
        Command::Decline(id) => invitation::decline(ctx, who, *id),
        Command::DraftProposal(id, draft) => counter_offer::draft_proposal(ctx, who, *id, *draft),
        Command::SendProposal(id, draft) => counter_offer::send_proposal(ctx, who, *id, *draft),
        Command::AgreeToProposal(id, number) => {
            counter_offer::agree_to_proposal(ctx, who, *id, *number)
        }
        Command::DeclineProposal(id, number) => {
            counter_offer::decline_proposal(ctx, who, *id, *number)
        }
        Command::Play { terms, level } => {
            let terms = terms.given_in(&request.context);
            invitation::play_engine(ctx, who, venue, &terms, *level)
        }
        Command::ChooseGame(game) => new_game::choose_game(ctx, request, *game),
        Command::Move { game, text, ply } => moves::play_move(ctx, request, *game, text, *ply),
        Command::SureMove { game, ply, text } => {
            confirmation::play_sure_move(ctx, who, venue, *game, *ply, text)
        }
        Command::WhyNot { game, ply, text } => illegal_move::why_not(ctx, who, *game, *ply, text),
        Command::Panel { game, ply, chosen } => {
            move_picker::panel(ctx, who, *game, *ply, chosen.as_ref())
        }
        Command::Board(which) => moves::look(ctx, who, venue, *which),
        Command::Describe(which) => moves::describe(ctx, who, venue, *which),
        Command::Games => moves::list_games(ctx, who),
        Command::Draw(which) => offers::draw(ctx, who, venue, *which),
        Command::DeclineDraw(id) => offers::decline_draw(ctx, who, venue, *id),
        Command::TakeBack(which, seen) => offers::take_back(ctx, who, venue, *which, *seen),
        Command::DeclineTakeBack(id) => offers::decline_take_back(ctx, who, venue, *id),
        Command::Withdraw(id) => offers::withdraw(ctx, who, venue, *id),
        Command::AskResign(which) => resignation::ask_resign(ctx, who, venue, *which),
        Command::Analyze(id) => review::ask_review(ctx, who, *id),
        Command::Replay(which, viewed) => replay::replay(ctx, request, *which, *viewed),
        Command::AnalyzeReplay(id, viewed) => replay::analyze(ctx, request, *id, *viewed),
        Command::Post(what) => posting::post(ctx, request, *what),
        Command::Study(variant, fen) => hint::study(ctx, who, *variant, fen),
        Command::Watch(id) => watch::watch(ctx, who, *id),
        Command::Unwatch(id) => watch::unwatch(ctx, who, *id),
        Command::GamesHere => watch::list_here(ctx, request),
        Command::Rules(variant, page) => rulebook::rules(ctx, request, *variant, *page),
        Command::RulesOfGame(which) => moves::rules_of_game(ctx, request, *which),
        Command::Settings(scope, open) => menus::settings(ctx, request, *scope, *open),
        Command::Change(setting, value) => menus::change_setting(ctx, request, *setting, value),
        Command::Space(command) => space::space(ctx, request, command),
        Command::Vacation(days) => vacation::vacation(ctx, who, *days),
        Command::EndVacation => vacation::end_vacation(ctx, who),
        Command::Help(occasion) => welcome::help(ctx, request, *occasion),
        Command::About => Ok(about::about(ctx)),
        Command::People(command) => about_people(ctx, request, command),
        Command::Resign(id) => resignation::resign(ctx, who, venue, *id),
        Command::Prepare(which, text) => premove::prepare(ctx, who, venue, *which, text),
        Command::ForgetPrepared(id) => premove::forget_prepared(ctx, who, *id),
        Command::Hint(which) => hint::hint(ctx, who, venue, *which),
        Command::AskAbort(id) => resignation::ask_abort(ctx, who, venue, *id),
        Command::Abort(id) => resignation::abort(ctx, who, venue, *id),
        Command::Rematch(id) => rematch::rematch(ctx, who, *id),
        Command::Tournament(which, command) => {
            crate::tournament::dispatch::tournament(ctx, request, *which, command)
        }
    }
}

fn about_people(
    ctx: &Ctx<'_>,
    request: &Request,
    command: &PeopleCommand,
) -> Result<Change, Failure> {
    let who = &request.who;
    match command {
        PeopleCommand::Profile(of) => profile::profile(ctx, request, of.as_ref()),
        PeopleCommand::History(of) => history::history(ctx, request, of.as_ref()),
        PeopleCommand::OlderHistory(game, side) => {
            history::older_history(ctx, request, *game, *side)
        }
        PeopleCommand::Leaderboard(family, reach, page) => {
            let list = leaderboard::Leaderboard {
                family: *family,
                reach: *reach,
                page: *page,
            };
            leaderboard::leaderboard(ctx, request, list)
        }
        PeopleCommand::Statistics => statistics::statistics(ctx, request),
        PeopleCommand::Block(person) => blocking::block(ctx, who, person),
        PeopleCommand::Unblock(person) => blocking::unblock(ctx, who, person),
        PeopleCommand::Blocked => blocking::list_blocked(ctx, who),
        PeopleCommand::Privacy => Ok(export::privacy(ctx)),
        PeopleCommand::Export => export::export(ctx, who),
        PeopleCommand::AskErase => deletion::ask_erase(ctx, who),
        PeopleCommand::Erase => deletion::erase(ctx, who),
        PeopleCommand::Link => linking::link(ctx, who),
        PeopleCommand::LinkTo(code) => linking::ask_link(ctx, who, *code),
        PeopleCommand::ConfirmLink(code) => linking::confirm_link(ctx, who, *code),
        PeopleCommand::AskUnlink => linking::ask_unlink(ctx, who),
        PeopleCommand::Unlink => linking::unlink(ctx, who),
    }
}
