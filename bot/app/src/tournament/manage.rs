//! The organizer's card: what can be done about a tournament now, and the pages behind it.

use rules_core::{Color, Variant};
use text::{Message, Text, msg};

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Reader};
use crate::messages;
use crate::model::ids::GameId;
use crate::model::record::{PlanPart, Stage, TournamentRecord};
use crate::protocol::action::Action;
use crate::protocol::card::{
    Button, ButtonStyle, Card, Entities, EntityMenu, MenuOption, SelectMenu,
};
use crate::protocol::command::Request;
use crate::protocol::effect::Answer;
use crate::protocol::refusal::TournamentRefusal;
use crate::protocol::tournament::{OrganizerPage, Risk};
use crate::protocol::tournament_draft::{FormatKind, TournamentDraft};
use crate::settings::effective;
use crate::tournament::{records, start_time};

/// The lengths of a postponement, in minutes.
const POSTPONEMENTS: [u16; 4] = [15, 60, 24 * 60, 7 * 24 * 60];

/// Asks for the format of a new tournament, and lets its game be changed.
pub(crate) fn draft(
    ctx: &Ctx<'_>,
    request: &Request,
    mut draft: TournamentDraft,
    starts: Option<&str>,
) -> Result<Change> {
    let server = records::may_organize_here(ctx, request)?;
    let settings = effective::effective_settings(ctx, None, Some(server))?;
    if let Some(text) = starts {
        let starts = start_time::parse(text, ctx.moment.now, &settings.zone());
        draft.starts = Some(starts.map_err(TournamentRefusal::BadStart)?);
    }
    let games = Variant::ALL.iter().map(|variant| MenuOption {
        label: variant.name().into(),
        detail: Text::default(),
        value: variant.id().to_owned(),
    });
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
        menu: Some(SelectMenu {
            action: Action::DraftGame(draft),
            prompt: msg!("menu-draft-game").into(),
            options: games.collect(),
        }),
        controls: vec![formats.collect()],
        ..Card::words(messages::draft(&draft, settings.zone_name()))
    };
    Ok(Change::aside(card))
}

/// A page of the card.
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
    let mut first = Vec::new();
    if record.lost || record.stage == Stage::Paused {
        let resume = Action::Resume(id);
        first.push(Button::success(msg!("button-organizer-resume"), resume));
    } else if record.stage == Stage::Open {
        let start = Action::Ask(id, Risk::Start);
        first.push(Button::success(msg!("button-organizer-start"), start));
    } else {
        first.push(plain(msg!("button-organizer-pause"), Action::Pause(id)));
    }
    first.push(to(msg!("button-organizer-invite"), OrganizerPage::Invite));
    if !record.entries.is_empty() {
        first.push(to(
            msg!("button-organizer-remove"),
            OrganizerPage::Remove(0),
        ));
    }
    if matches!(record.stage, Stage::Open | Stage::Between(_)) {
        first.push(to(
            msg!("button-organizer-postpone"),
            OrganizerPage::Postpone,
        ));
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
        menu: (record.stage == Stage::Open).then(|| parts(record)),
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
fn parts(record: &TournamentRecord) -> SelectMenu {
    let plan = &record.plan;
    let options = PlanPart::ALL.iter().filter_map(|&part| {
        let value = messages::plan_value(part, plan);
        let is_removal = matches!(part, PlanPart::AnyRole | PlanPart::NoWinnersRole);
        (!is_removal && !value.is_empty()).then(|| MenuOption {
            label: messages::plan_part(part, plan).into(),
            detail: value,
            value: part.code().to_owned(),
        })
    });
    SelectMenu {
        action: Action::ChangePlan(record.id),
        prompt: msg!("menu-plan").into(),
        options: options.collect(),
    }
}

fn formats(record: &TournamentRecord) -> Card {
    let options = FormatKind::ALL.iter().map(|&kind| MenuOption {
        label: messages::format_kind(kind).into(),
        detail: messages::format_help(kind).into(),
        value: kind.code().to_owned(),
    });
    let menu = SelectMenu {
        action: Action::EditPlan(record.id, PlanPart::Format),
        prompt: msg!("menu-plan-format").into(),
        options: options.collect(),
    };
    Card {
        menu: Some(menu),
        controls: vec![vec![back(record)]],
        ..Card::words(messages::plan(record))
    }
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
    let playing = record.entries.iter().enumerate();
    let playing = playing.filter(|(_, entry)| !entry.withdrawn);
    let options = playing.map(|(place, entry)| MenuOption {
        label: entry.seat.name().into(),
        detail: Text::default(),
        value: Risk::Remove(pairing::Seed::from_index(place)).to_string(),
    });
    let menu = messages::paged_menu(
        Action::RemoveEntrant(record.id),
        msg!("menu-organizer-remove"),
        options.collect(),
        from.into(),
        |skip| OrganizerPage::Remove(u16::try_from(skip).unwrap_or(0)).to_string(),
    );
    menu_page(record, msg!("organizer-remove"), menu)
}

/// A page with a menu, if there is anything to choose.
fn menu_page(record: &TournamentRecord, text: Message, menu: SelectMenu) -> Card {
    Card {
        menu: Some(menu).filter(|menu| !menu.options.is_empty()),
        controls: vec![vec![back(record)]],
        ..Card::words(text)
    }
}

fn postpone(record: &TournamentRecord) -> Card {
    let button = |minutes| {
        let label = match minutes {
            15 => msg!("button-postpone-quarter"),
            60 => msg!("button-postpone-hour"),
            1440 => msg!("button-postpone-day"),
            _ => msg!("button-postpone-week"),
        };
        plain(
            label,
            Action::Postpone(record.id, minutes, record.start_stamp()),
        )
    };
    let mut row = POSTPONEMENTS.map(button).to_vec();
    row.push(back(record));
    Card::with_buttons(msg!("organizer-postpone"), row)
}

/// The games in progress, from this place on.
fn games(reader: &Reader<'_>, record: &TournamentRecord, from: u16) -> Result<Card> {
    let options = records::open_games(reader, record)?
        .into_iter()
        .map(|open| MenuOption {
            label: messages::players(&open.white, &open.black).into(),
            detail: messages::code(open.game).into(),
            value: open.game.to_string(),
        });
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
    Ok(menu_page(record, text, menu))
}

fn game(reader: &Reader<'_>, record: &TournamentRecord, id: GameId) -> Result<Card> {
    let game = records::game_of_this_round(reader, record, id)?.value;
    let mut row = Vec::new();
    if game.result.is_none() {
        for winner in [Some(Color::White), None, Some(Color::Black)] {
            let label = match winner {
                Some(winner) => messages::organizer_win(&game, winner),
                None => msg!("choice-result-draw"),
            };
            let action = Action::Decide(record.id, id, winner);
            row.push(Button::primary(label, action));
        }
    }
    let replay = Action::Ask(record.id, Risk::Replay(id));
    row.push(plain(msg!("button-organizer-replay"), replay));
    row.push(back(record));
    Ok(Card::with_buttons(
        messages::organizer_game(&game).line(msg!("organizer-decide")),
        row,
    ))
}

fn back(record: &TournamentRecord) -> Button {
    let front = Action::Manage(record.id, OrganizerPage::Front);
    plain(msg!("button-settings-back"), front)
}

fn plain(label: Message, action: Action) -> Button {
    Button::plain(label, action)
}
