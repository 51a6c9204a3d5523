//! A game's message: board, text, buttons; of a finished game an animation, the PGN, rating changes and the review.

use pictures::{Animation, BoardPicture, Graph, PlayerBar};
use rules_core::pgn::PgnResult;
use rules_core::{ByColor, Color, Game, pgn};
use text::chess::variant_name;
use text::{Message, Text, msg};

use crate::context::{Reader, Result};
use crate::game::active_game::replayed;
use crate::game::fair_play::{Viewer, review_for};
use crate::game::{coach, replay};
use crate::help::rulebook::rules_button;
use crate::messages;
use crate::model::{
    EffectiveSettings, End, GameRecord, GameResult, Key, OpenOffer, Person, Pool, ReviewRecord,
    RoundRecord, Seat, Site, TournamentRecord,
};
use crate::people::profile;
use crate::protocol::{Action, Attachment, Button, Card, File};
use crate::settings::effective::WordsPreference;

/// A text with the last position of a game from this side, for one person, if they want boards drawn.
pub(crate) fn private_card(
    settings: &EffectiveSettings,
    side: Option<Color>,
    game: Game,
    text: impl Into<Text>,
) -> Card {
    let look = settings.private_look(side, &game);
    Card {
        board: (!settings.words_only()).then(|| look.of(BoardPicture::new(game))),
        ..Card::words(text)
    }
}

/// A game's card for a viewer alone.
pub(crate) fn card_for(
    reader: &Reader<'_>,
    record: &GameRecord,
    viewer: Viewer<'_>,
) -> Result<Card> {
    let site = record.site_of_person(&viewer.person.id);
    card_at(reader, record, site, replayed(record)?, Some(viewer))
}

/// A game's card in one of its places: for everyone, or for a viewer alone.
pub(crate) fn card_at(
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
        reader.settings(person.map(|person| &person.id), server)
    };
    let (look, words) = if let Some(person) = viewing {
        let (settings, side) = (settings(viewing)?, record.side_of(&person.id));
        let all = settings.words_only();
        let words = WordsPreference { all, any: all };
        (settings.private_look(side, &game), words)
    } else {
        let look = match sole_side(record) {
            Some(side) => settings(record.seats[side].person())?.sole_look(side, &game),
            None => settings(None)?.server.shared_look(&game),
        };
        (look, reader.wants_words(record)?)
    };
    let mut text = messages::board(record, &game)
        .line(messages::played_from(record, place))
        .line(event_lines(reader, record)?)
        .line(coach::tip(reader, record, &game, viewing)?);
    let begins = viewer.is_none() && record.result.is_none() && !record.has_begun();
    if begins && profile::is_new_to_a_player(reader, record)? {
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
        finish_card(reader, record, result, &board, viewer, &mut card)?;
    }
    Ok(card)
}

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
    let tournament = reader.value::<TournamentRecord>(Key::Tournament(event.round.tournament))?;
    let Some(tournament) = tournament else {
        return Ok(Text::default());
    };
    let round = match record.result {
        Some(_) => reader.value::<RoundRecord>(Key::Round(event.round))?,
        None => None,
    };
    let board = round.and_then(|round| round.boards.into_iter().nth(event.board.into()));
    let is_replayed = board.is_some_and(|board| board.game != Some(record.id));
    let line = Text::from(messages::event_line(&tournament, event));
    Ok(line.line(is_replayed.then(|| msg!("game-replayed"))))
}

/// The bars of the players with their ratings in this game among all servers.
fn rated_players(reader: &Reader<'_>, record: &GameRecord) -> Result<ByColor<PlayerBar>> {
    let mut players = players(record);
    let family = record.variant.family();
    for color in Color::ALL {
        if let Some(person) = record.seats[color].person() {
            let rating = profile::rating(reader, family, Pool::Everywhere, &person.id)?;
            players[color].rating = rating.map(|record| messages::figure(record.rating));
        }
    }
    Ok(players)
}

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
        let write = Action::WriteMove(record.id, record.ply());
        moving.push(plain(msg!("button-game-type-move"), write));
        if !record.is_serious() && !record.is_between_people() {
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

pub(crate) fn answer_buttons(record: &GameRecord, offer: OpenOffer) -> Vec<Button> {
    let id = record.id;
    match offer {
        OpenOffer::Draw(_) => vec![
            Button::success(msg!("button-game-accept-draw"), Action::AcceptDraw(id)),
            plain(msg!("button-game-decline-draw"), Action::DeclineDraw(id)),
        ],
        OpenOffer::TakeBack(_) => {
            let allow = Action::TakeBack(id, record.ply());
            let decline = Action::DeclineTakeBack(id);
            vec![
                Button::success(msg!("button-game-allow-takeback"), allow),
                plain(msg!("button-game-decline-takeback"), decline),
            ]
        }
    }
}

fn option_buttons(record: &GameRecord, game: &Game) -> Vec<Button> {
    let id = record.id;
    let mut row = Vec::new();
    let offered = matches!(record.open_offer(), Some(OpenOffer::Draw(_)));
    if game.claim().is_some() && !offered {
        row.push(plain(msg!("button-game-claim-draw"), Action::Draw(id)));
    } else if record.has_begun() && record.is_between_people() && record.draw_offer.is_none() {
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
    row.push(plain(msg!("button-game-resign"), Action::AskResign(id)));
    row
}

fn plain(label: Message, action: Action) -> Button {
    Button::plain(label, action)
}

/// The button below a finished game, until it is used.
fn rematch_button(record: &GameRecord) -> Option<Button> {
    let label = if record.is_between_people() {
        msg!("button-game-rematch")
    } else {
        msg!("button-game-play-again")
    };
    let button = Button::primary(label, Action::Rematch(record.id));
    record.rematch.is_none().then_some(button)
}

/// Completes the card of a finished game, for everyone or for a viewer alone; its board becomes an animation that ends with it.
fn finish_card(
    reader: &Reader<'_>,
    record: &GameRecord,
    result: &GameResult,
    board: &BoardPicture,
    viewer: Option<Viewer<'_>>,
    card: &mut Card,
) -> Result<()> {
    let game = board.game.clone();
    if game.ply() == 0 {
        return Ok(());
    }
    let review = review_for(reader, viewer, record)?;
    let found = review.as_ref().map(|review| {
        let turns = messages::turning_points(record, &game, review);
        messages::accuracy(record, &game, review).line(turns)
    });
    let ratings = if was_to_be_rated(reader, record, result)? {
        msg!("rating-unchanged-decision").into()
    } else {
        messages::rating_changes(record)
    };
    let text = std::mem::take(&mut card.text);
    card.text = text.line(ratings).line(found.unwrap_or_default());
    if let Some(mut still) = card.board.take() {
        still.banner = Some(messages::result_banner(record, result).into());
        let animation = Box::new(Animation::new(still));
        card.attachments.push(Attachment::Animation(animation));
        let graph = review.as_ref().map(|review| graph(record, review, board));
        card.attachments.extend(graph.map(Attachment::Graph));
    }
    let event = format!("Delos {}", record.id);
    card.attachments.push(Attachment::File(File {
        name: "game.pgn",
        about: msg!("game-pgn-file").into(),
        content: score(record, result, &game, &event, &[]).into_bytes(),
    }));
    Ok(())
}

/// Whether it is not rated only because an organizer decided it.
fn was_to_be_rated(reader: &Reader<'_>, record: &GameRecord, result: &GameResult) -> Result<bool> {
    let Some(event) = record.event.filter(|_| result.end == End::Adjudication) else {
        return Ok(false);
    };
    let tournament = reader.value::<TournamentRecord>(Key::Tournament(event.round.tournament))?;
    let is_rated = tournament.is_some_and(|tournament| tournament.plan.rated);
    Ok(is_rated && record.is_between_people())
}

fn graph(record: &GameRecord, review: &ReviewRecord, board: &BoardPicture) -> Graph {
    let marked = review.turns.iter().map(|turn| turn.ply.saturating_add(1));
    let [white, black] = Color::ALL.map(|color| record.seats[color].name());
    Graph {
        title: format!("{white} – {black}").into(),
        start: *board.game.start(),
        expectations: review.expectations.clone(),
        marked: marked.filter_map(|ply| usize::try_from(ply).ok()).collect(),
        theme: board.theme,
    }
}

/// The game in PGN under an event's name, with further tags.
pub(crate) fn score(
    record: &GameRecord,
    result: &GameResult,
    game: &Game,
    event: &str,
    more: &[(&str, String)],
) -> String {
    let date = jiff::Timestamp::from_millisecond(record.began.0)
        .map(|began| began.strftime("%Y.%m.%d").to_string())
        .unwrap_or_default();
    let name = |color| record.seats[color].name();
    let (white, black) = (name(Color::White), name(Color::Black));
    let mut tags = vec![
        ("Event", event),
        ("Date", date.as_str()),
        ("White", white.as_str()),
        ("Black", black.as_str()),
    ];
    tags.extend(more.iter().map(|(tag, value)| (*tag, value.as_str())));
    let agreed = match result.winner {
        Some(color) => Some(PgnResult::Won(color)),
        None if result.end == End::Abandonment => None,
        None => Some(PgnResult::Drawn),
    };
    pgn::write(game, &tags, agreed)
}
