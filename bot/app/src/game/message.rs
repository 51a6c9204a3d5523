//! A game's message: board, text, buttons.

use pictures::{BoardPicture, PlayerBar};
use rules_core::{ByColor, Color, Game};
use text::chess::variant_name;
use text::{Message, Text, msg};

use crate::context::Reader;
use crate::context::failure::Result;
use crate::game::engine_help::Viewer;
use crate::game::{coach, replay, result_card};
use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::ids::Person;
use crate::model::key::Key;
use crate::model::record::{
    GameRecord, OpenOffer, Pool, RoundRecord, Seat, Site, TournamentRecord,
};
use crate::people::{experience, profile};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, Card};
use crate::settings::effective;
use crate::settings::effective::WordsPreference;

/// A game's card: for everyone where the game began, or for a viewer alone.
pub(crate) fn game_card(
    reader: &Reader<'_>,
    record: &GameRecord,
    game: Game,
    viewer: Option<Viewer<'_>>,
) -> Result<Card> {
    let site = viewer.map_or(Site::First, |viewer| {
        record.site_of_person(&viewer.person.id)
    });
    card_at(reader, record, site, game, viewer)
}

/// A game's card for everyone in one of its places.
pub(crate) fn board_card(
    reader: &Reader<'_>,
    record: &GameRecord,
    site: Site,
    game: Game,
) -> Result<Card> {
    card_at(reader, record, site, game, None)
}

fn card_at(
    reader: &Reader<'_>,
    record: &GameRecord,
    place: Site,
    game: Game,
    viewer: Option<Viewer<'_>>,
) -> Result<Card> {
    let viewing = viewer.map(|viewer| viewer.person);
    foresee(reader, record, viewing);
    let mut controls = if record.result.is_some() {
        let replay = replay::replay_button(record);
        vec![rematch_button(record).into_iter().chain(replay).collect()]
    } else {
        game_controls(record, &game, viewing)
    };
    controls.retain(|row: &Vec<Button>| !row.is_empty());
    let settings = |person: Option<&Person>| {
        let server = record.venue_at(place).server.as_ref();
        effective::effective_settings(reader, person.map(|person| &person.id), server)
    };
    let (look, words) = if let Some(person) = viewing {
        let settings = settings(viewing)?;
        let words = WordsPreference {
            all: settings.words_only(),
            any: settings.words_only(),
        };
        let side = record.side_of(&person.id);
        (settings.private_look(side, &game), words)
    } else {
        let look = match sole_side(record) {
            Some(side) => settings(record.seats[side].person())?.sole_look(side, &game),
            None => settings(None)?.server.shared_look(&game),
        };
        (look, effective::wants_words(reader, record)?)
    };
    let mut text = messages::board(record, &game)
        .line(messages::played_from(record, place))
        .line(event_lines(reader, record)?);
    if let Some(tip) = coach::tip(reader, record, &game, viewing)? {
        text = text.line(tip);
    }
    let begins = viewer.is_none() && record.result.is_none() && !record.has_begun();
    if begins && experience::is_new_to_a_player(reader, record)? {
        text = text.line(msg!("game-first-time", game = variant_name(record.variant)));
        let learn = Action::LearnGame(record.variant.family());
        if let Some(row) = controls.last_mut() {
            row.insert(0, plain(msg!("button-learn"), learn));
        }
    }
    let can_move = |button: &Button| matches!(button.action, Action::Panel(..));
    if viewer.is_none() && controls.iter().flatten().any(can_move) {
        text = text.line(messages::how_to_move(record, place, &game));
    }
    if words.any {
        text = text.line(messages::position(game.position()));
    }
    let board = look.of(BoardPicture {
        players: Some(rated_players(reader, record)?),
        ..picture(record, game)
    });
    let mut card = Card {
        board: (!words.all).then(|| board.clone()),
        controls,
        ..Card::words(text)
    };
    if let Some(result) = &record.result {
        result_card::finish_card(reader, record, result, &board, viewer, &mut card)?;
    }
    Ok(card)
}

/// Notes what a game's card is made from.
fn foresee(reader: &Reader<'_>, record: &GameRecord, viewer: Option<&Person>) {
    let family = record.variant.family();
    reader.foresee_players(record);
    reader.foresee(viewer.map(|person| Key::Person(person.id.clone())));
    let may_be_first = viewer.is_none() && !record.has_begun() || coach::pupil(record).is_some();
    for person in record.people() {
        reader.foresee([profile::rating_key(family, Pool::Everywhere, &person.id)]);
        if may_be_first {
            reader.foresee([Key::Career(person.id.clone())]);
        }
    }
    if let Some(event) = &record.event {
        reader.foresee([Key::Tournament(event.round.tournament)]);
        reader.foresee(record.result.map(|_| Key::Round(event.round)));
    }
    reader.foresee(record.result.map(|_| Key::Review(record.id)));
}

/// The place of a game in its tournament, and whether it was replayed.
fn event_lines(reader: &Reader<'_>, record: &GameRecord) -> Result<Text> {
    let Some(event) = &record.event else {
        return Ok(Text::default());
    };
    let tournament = reader.load::<TournamentRecord>(Key::Tournament(event.round.tournament))?;
    let Some(tournament) = tournament else {
        return Ok(Text::default());
    };
    let line = Text::from(messages::event_line(&tournament.value, event));
    let round = match record.result {
        Some(_) => reader.load::<RoundRecord>(Key::Round(event.round))?,
        None => None,
    };
    let board = round.and_then(|round| round.value.boards.into_iter().nth(event.board.into()));
    let is_replayed = board.is_some_and(|board| board.game != Some(record.id));
    Ok(if is_replayed {
        line.line(msg!("game-replayed"))
    } else {
        line
    })
}

/// The bars of the players with their ratings in this game among all servers.
fn rated_players(reader: &Reader<'_>, record: &GameRecord) -> Result<ByColor<PlayerBar>> {
    let mut players = players(record);
    for color in Color::ALL {
        let Some(person) = record.seats[color].person() else {
            continue;
        };
        let family = record.variant.family();
        let rating = profile::rating(reader, family, Pool::Everywhere, &person.id)?;
        players[color].rating = rating.map(|record| messages::figure(record.rating));
    }
    Ok(players)
}

/// The bars of the players with their clocks.
fn players(record: &GameRecord) -> ByColor<PlayerBar> {
    ByColor::new_with(|color| {
        let bar = PlayerBar::new(record.seats[color].name());
        match &record.clock {
            Some(clock) => bar.clock(messages::clock(clock.left[color])),
            None => bar,
        }
    })
}

/// A game's last position with its players, White at the bottom.
pub(crate) fn picture(record: &GameRecord, game: Game) -> BoardPicture {
    BoardPicture {
        players: Some(players(record)),
        ..BoardPicture::new(game)
    }
}

/// The side of the only person who plays, whose board it is.
pub(crate) fn sole_side(record: &GameRecord) -> Option<Color> {
    let is_person = |color: &Color| record.seats[*color].person().is_some();
    let mut people = Color::ALL.into_iter().filter(is_person);
    people.next().filter(|_| people.next().is_none())
}

fn is_between_people(record: &GameRecord) -> bool {
    record.people().count() == Color::ALL.len()
}

/// The rows of buttons below a game in progress, some perhaps empty: for everyone, or those that `viewer` can use.
fn game_controls(record: &GameRecord, game: &Game, viewer: Option<&Person>) -> Vec<Vec<Button>> {
    let side = viewer.map(|person| record.side_of(&person.id));
    let is_for = |color| side.is_none_or(|side| side == Some(color));
    let answers = record.open_offer().map(|offer| {
        let mut row = Vec::new();
        if is_for(!offer.by()) {
            row.extend(answer_buttons(record, offer));
        }
        if record.seats[offer.by()].person().is_some() && is_for(offer.by()) {
            let withdraw = Action::Withdraw(record.id);
            row.push(plain(msg!("button-game-withdraw"), withdraw));
        }
        row
    });
    let mut moving = Vec::new();
    if matches!(record.seats[game.turn()], Seat::Person(_)) && is_for(game.turn()) {
        let panel = Action::Panel(record.id, record.ply());
        moving.push(Button::primary(msg!("button-game-move"), panel));
        moving.push(plain(
            msg!("button-game-type-move"),
            Action::WriteMove(record.id, record.ply()),
        ));
        if !record.is_serious() && !is_between_people(record) {
            moving.push(plain(msg!("button-game-hint"), Action::Hint(record.id)));
        }
    }
    // With Hint in the first row, both rows of a game with the bot fit a phone.
    let mut others = vec![rules_button(record.variant)];
    if is_for(Color::White) || is_for(Color::Black) {
        others.extend(option_buttons(record, game));
    }
    let mut rows: Vec<_> = answers.into_iter().collect();
    rows.extend([moving, others]);
    rows
}

/// The buttons that answer an offer.
pub(crate) fn answer_buttons(record: &GameRecord, offer: OpenOffer) -> Vec<Button> {
    let id = record.id;
    let (yes, no) = match offer {
        OpenOffer::Draw { .. } => (
            (msg!("button-game-accept-draw"), Action::AcceptDraw(id)),
            (msg!("button-game-decline-draw"), Action::DeclineDraw(id)),
        ),
        OpenOffer::TakeBack { .. } => (
            (
                msg!("button-game-allow-takeback"),
                Action::TakeBack(id, record.ply()),
            ),
            (
                msg!("button-game-decline-takeback"),
                Action::DeclineTakeBack(id),
            ),
        ),
    };
    vec![Button::success(yes.0, yes.1), plain(no.0, no.1)]
}

/// The buttons besides those for a move.
fn option_buttons(record: &GameRecord, game: &Game) -> Vec<Button> {
    let id = record.id;
    let resign = plain(msg!("button-game-resign"), Action::AskResign(id));
    let mut row = Vec::new();
    let offered = matches!(record.open_offer(), Some(OpenOffer::Draw { .. }));
    if game.claim().is_some() && !offered {
        row.push(plain(msg!("button-game-claim-draw"), Action::Draw(id)));
    } else if record.has_begun() && is_between_people(record) && record.draw_offer.is_none() {
        row.push(plain(msg!("button-game-offer-draw"), Action::Draw(id)));
    }
    if !record.has_begun() && record.event.is_none() {
        row.push(plain(msg!("button-game-abort"), Action::AskAbort(id)));
        return row;
    }
    if record.has_begun() && !record.is_serious() && record.take_back_offer.is_none() {
        let take_back = Action::TakeBack(id, record.ply());
        row.push(plain(msg!("button-game-take-back"), take_back));
    }
    row.push(resign);
    row
}

fn plain(label: Message, action: Action) -> Button {
    Button::plain(label, action)
}

/// The button below a finished game, until it is used.
fn rematch_button(record: &GameRecord) -> Option<Button> {
    let label = if is_between_people(record) {
        msg!("button-game-rematch")
    } else {
        msg!("button-game-play-again")
    };
    let button = Button::primary(label, Action::Rematch(record.id));
    record.rematch.is_none().then_some(button)
}
