//! The organizer's card: what can be done about a tournament now, and the pages behind it.

use rules_core::{Color, Variant};
use text::{Message, Text, msg};

use crate::context::{Change, Ctx, Reader, Result};
use crate::messages;
use crate::model::{GameId, PlanPart, Stage, TournamentRecord};
use crate::protocol::{
    Action, Answer, Button, ButtonStyle, Card, Entities, EntityMenu, FormatKind, MenuOption,
    OrganizerPage, Request, Risk, SelectMenu, TournamentDraft, TournamentRefusal,
};
use crate::tournament::{permission, records, start_time};

/// Asks for the format of a new tournament, and lets its game be changed.
pub(crate) fn draft(
    ctx: &Ctx<'_>,
    request: &Request,
    mut draft: TournamentDraft,
    starts: Option<&str>,
) -> Result<Change> {
    let server = permission::may_organize_here(ctx, request)?;
    let settings = ctx.settings(None, Some(server))?;
    if let Some(text) = starts {
        let starts = start_time::parse(text, ctx.moment.now, &settings.server.zone());
        draft.starts = Some(starts.map_err(TournamentRefusal::BadStart)?);
    }
    let games = Variant::ALL.iter();
    let games = games.map(|variant| MenuOption::new(variant.name(), Text::default(), variant.id()));
    let other = draft.format.filter(|kind| !FormatKind::MAIN.contains(kind));
    let formats = FormatKind::MAIN.into_iter().chain(other).map(|kind| {
        let style = if draft.format.is_none_or(|chosen| chosen == kind) {
            ButtonStyle::Primary
        } else {
            ButtonStyle::Plain
        };
        let format = Some(kind);
        let action = Action::AnnounceDraft(TournamentDraft { format, ..draft });
        Button::new(messages::format_kind(kind), style, action)
    });
    let card = Card {
        menu: SelectMenu::of(Action::DraftGame(draft), msg!("menu-draft-game"), games),
        controls: vec![formats.collect()],
        ..Card::words(messages::draft(&draft, settings.zone_name()))
    };
    Ok(Change::aside(card))
}

pub(crate) fn page(
    reader: &Reader<'_>,
    record: &TournamentRecord,
    page: OrganizerPage,
) -> Result<Card> {
    use OrganizerPage::{Format, Role, WinnersRole};
    if matches!(page, Format | Role | WinnersRole) {
        records::must_be_open(record)?;
    }
    Ok(match page {
        OrganizerPage::Front => front(record),
        OrganizerPage::Format => formats(record),
        OrganizerPage::Role => role(record),
        OrganizerPage::WinnersRole => winners_role(record),
        OrganizerPage::Invite => invite(record),
        OrganizerPage::Remove(from) => entrants(record, from),
        OrganizerPage::Postpone => postpone(record),
        OrganizerPage::Games(from) => games(reader, record, from)?,
        OrganizerPage::Game(id) => game(reader, record, id)?,
    })
}

/// The first page: a summary and the available actions.
pub(crate) fn front(record: &TournamentRecord) -> Card {
    if record.is_over() {
        return Card::words(messages::organizer(record));
    }
    let id = record.id;
    let to = |label, page| plain(label, Action::Manage(id, page));
    let main = if record.lost || record.stage == Stage::Paused {
        Button::success(msg!("button-organizer-resume"), Action::Resume(id))
    } else if record.stage == Stage::Open {
        let start = Action::Ask(id, Risk::Start);
        Button::success(msg!("button-organizer-start"), start)
    } else {
        plain(msg!("button-organizer-pause"), Action::Pause(id))
    };
    let invite = to(msg!("button-organizer-invite"), OrganizerPage::Invite);
    let mut first = vec![main, invite];
    if !record.entries.is_empty() {
        let page = OrganizerPage::Remove(0);
        first.push(to(msg!("button-organizer-remove"), page));
    }
    if matches!(record.stage, Stage::Open | Stage::Between(_)) {
        let page = OrganizerPage::Postpone;
        first.push(to(msg!("button-organizer-postpone"), page));
    }
    if record.has_begun() {
        first.push(to(msg!("button-organizer-games"), OrganizerPage::Games(0)));
    }
    let mut second = Vec::new();
    if record.undo.is_some() {
        let undo = Action::Undo(id, record.undo_stamp());
        second.push(plain(msg!("button-organizer-undo"), undo));
    }
    // A private message is not edited when something happens.
    second.push(to(msg!("button-organizer-refresh"), OrganizerPage::Front));
    second.push(plain(msg!("button-organizer-audit"), Action::Audit(id, 0)));
    let cancel = Action::Ask(id, Risk::Cancel);
    second.push(Button::danger(msg!("button-organizer-cancel"), cancel));
    Card {
        menu: parts(record).filter(|_| record.stage == Stage::Open),
        controls: vec![first, second],
        ..Card::words(messages::organizer(record))
    }
}

/// The front page below an answer.
pub(crate) fn answered(record: &TournamentRecord, said: impl Into<Text>) -> Answer {
    let card = front(record);
    let text = said.into().line(card.text);
    Answer::Aside(Box::new(Card { text, ..card }))
}

/// The parts of the plan with their values.
fn parts(record: &TournamentRecord) -> Option<SelectMenu> {
    let plan = &record.plan;
    let options = PlanPart::ALL.iter().filter_map(|&part| {
        let value = messages::plan_value(part, plan);
        let is_removal = matches!(part, PlanPart::AnyRole | PlanPart::NoWinnersRole);
        (!is_removal && !value.is_empty())
            .then(|| MenuOption::new(messages::plan_part(part, plan), value, part.code()))
    });
    SelectMenu::of(Action::ChangePlan(record.id), msg!("menu-plan"), options)
}

fn formats(record: &TournamentRecord) -> Card {
    let options = FormatKind::ALL.iter().map(|&kind| {
        let (label, detail) = (messages::format_kind(kind), messages::format_help(kind));
        MenuOption::new(label, detail, kind.code())
    });
    let action = Action::EditPlan(record.id, PlanPart::Format);
    let menu = SelectMenu::of(action, msg!("menu-plan-format"), options);
    menu_page(record, messages::plan(record), menu)
}

fn role(record: &TournamentRecord) -> Card {
    let anyone = Action::TogglePlan(record.id, PlanPart::AnyRole);
    let picker = EntityMenu {
        action: Action::EditPlan(record.id, PlanPart::Role),
        prompt: msg!("menu-plan-role").into(),
        kind: Entities::Role {
            chosen: record.plan.role.clone(),
        },
    };
    let anyone = plain(msg!("button-plan-any-role"), anyone);
    picker_page(record, msg!("organizer-role"), picker, Some(anyone))
}

fn winners_role(record: &TournamentRecord) -> Card {
    let none = Action::TogglePlan(record.id, PlanPart::NoWinnersRole);
    let picker = EntityMenu {
        action: Action::EditPlan(record.id, PlanPart::WinnersRole),
        prompt: msg!("menu-plan-winners-role").into(),
        kind: Entities::Role {
            chosen: record.plan.winners_role.clone(),
        },
    };
    let none = plain(msg!("button-plan-no-winners-role"), none);
    picker_page(record, msg!("organizer-winners-role"), picker, Some(none))
}

fn invite(record: &TournamentRecord) -> Card {
    let picker = EntityMenu {
        action: Action::Invite(record.id),
        prompt: msg!("menu-organizer-invite").into(),
        kind: Entities::Person,
    };
    picker_page(record, msg!("organizer-invite"), picker, None)
}

/// A page with a menu of roles or people, and perhaps a button besides the one that leads back.
fn picker_page(
    record: &TournamentRecord,
    text: Message,
    picker: EntityMenu,
    button: Option<Button>,
) -> Card {
    Card {
        picker: Some(picker),
        ..Card::with_buttons(text, button.into_iter().chain([back(record)]))
    }
}

/// The entrants who can be removed, from this place on.
fn entrants(record: &TournamentRecord, from: u16) -> Card {
    let options = record.active().map(|(seed, entry)| {
        let remove = Risk::Remove(seed).to_string();
        MenuOption::new(entry.seat.name(), Text::default(), remove)
    });
    let menu = messages::paged_menu(
        Action::RemoveEntrant(record.id),
        msg!("menu-organizer-remove"),
        options.collect(),
        from.into(),
        |skip| OrganizerPage::Remove(u16::try_from(skip).unwrap_or(0)).to_string(),
    );
    menu_page(record, msg!("organizer-remove"), Some(menu))
}

/// A page with a menu, if there is anything to choose.
fn menu_page(record: &TournamentRecord, text: impl Into<Text>, menu: Option<SelectMenu>) -> Card {
    Card {
        menu: menu.filter(|menu| !menu.options.is_empty()),
        ..Card::with_buttons(text, [back(record)])
    }
}

fn postpone(record: &TournamentRecord) -> Card {
    let lengths = [
        (15, msg!("button-postpone-quarter")),
        (60, msg!("button-postpone-hour")),
        (24 * 60, msg!("button-postpone-day")),
        (7 * 24 * 60, msg!("button-postpone-week")),
    ];
    let button = |(minutes, label)| {
        let action = Action::Postpone(record.id, minutes, record.start_stamp());
        plain(label, action)
    };
    let row = lengths.map(button).into_iter();
    Card::with_buttons(msg!("organizer-postpone"), row.chain([back(record)]))
}

/// The games in progress, from this place on.
fn games(reader: &Reader<'_>, record: &TournamentRecord, from: u16) -> Result<Card> {
    let games = records::open_games(reader, record)?.into_iter();
    let options =
        games.map(|(id, players)| MenuOption::new(players, messages::code(id), id.to_string()));
    let menu = messages::paged_menu(
        Action::ManageGame(record.id),
        msg!("menu-organizer-games"),
        options.collect(),
        from.into(),
        |skip| OrganizerPage::Games(u16::try_from(skip).unwrap_or(0)).to_string(),
    );
    let text = if menu.options.is_empty() {
        msg!("organizer-no-games")
    } else {
        msg!("organizer-games")
    };
    Ok(menu_page(record, text, Some(menu)))
}

fn game(reader: &Reader<'_>, record: &TournamentRecord, id: GameId) -> Result<Card> {
    let (.., game) = records::board_of(reader, record, id)?;
    let game = game.value;
    let mut row = Vec::new();
    if game.result.is_none() {
        row.extend(
            [Some(Color::White), None, Some(Color::Black)].map(|winner| {
                let label = match winner {
                    Some(winner) => messages::organizer_win(&game, winner),
                    None => msg!("choice-result-draw"),
                };
                Button::primary(label, Action::Decide(record.id, id, winner))
            }),
        );
    }
    let replay = Action::Ask(record.id, Risk::Replay(id));
    row.extend([plain(msg!("button-organizer-replay"), replay), back(record)]);
    let text = messages::organizer_game(&game).line(msg!("organizer-decide"));
    Ok(Card::with_buttons(text, row))
}

fn back(record: &TournamentRecord) -> Button {
    let front = Action::Manage(record.id, OrganizerPage::Front);
    plain(msg!("button-settings-back"), front)
}

fn plain(label: Message, action: Action) -> Button {
    Button::plain(label, action)
}
