//! Cards: what the message about a subject looks like as it stands in the store.

use rules_core::{ByColor, Color, Game};

use crate::app::App;
use crate::choosing::replayed;
use crate::command::Press;
use crate::effect::{BoardPicture, Card, Control, Look, Subject};
use crate::ids::{GameId, Person, Venue};
use crate::record::{
    ChallengeRecord, ChallengeState, ColorWish, GameRecord, Offer, Pool, RatingId, RatingRecord,
    Seat, Theme,
};
use crate::refusal::{Failure, Refusal, TournamentRefusal};
use crate::rulebook::rules_button;
use crate::say;
use crate::store::{Key, Store};
use crate::threads::ThreadToOpen;

/// A subject's message as it should look now.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The record's version that it shows.
    pub version: u64,
    /// Where it belongs.
    pub venue: Venue,
    /// The message.
    pub card: Card,
    /// Whether it could not be posted of late.
    pub unseen: bool,
    /// The thread that is to be opened before it is posted; its place is the room that is to hold the thread.
    pub thread: Option<ThreadToOpen>,
    /// What remains of it when a newer message takes its place.
    pub retired: crate::Text,
}

impl<S: Store> App<S> {
    /// The message about a subject; none if there is no such subject.
    ///
    /// # Errors
    /// When the store fails.
    pub fn show(&self, subject: Subject) -> Result<Option<Shown>, Failure> {
        let shown = match subject {
            Subject::Game(id) => self.game(id).and_then(|loaded| {
                let record = loaded.value;
                let game = replayed(&record)?;
                let retired = say::retired_board(&record, &game);
                let venue = record.venue.clone();
                Ok(Shown {
                    version: loaded.version - record.quiet.min(loaded.version),
                    venue,
                    unseen: record.unseen,
                    thread: record.thread_to_open(),
                    card: self.game_card(&record, game, None)?,
                    retired,
                })
            }),
            Subject::Challenge(id) => self.challenge_record(id).and_then(|loaded| {
                let record = &loaded.value;
                let reader = record.to.as_ref().map(|person| &person.id);
                let in_force = self.in_force(reader, record.venue.server.as_ref())?;
                let card = challenge_card(record, in_force.theme().0);
                Ok(Shown {
                    version: loaded.version,
                    venue: loaded.value.venue,
                    unseen: false,
                    thread: None,
                    retired: card.text.clone(),
                    card,
                })
            }),
            Subject::Tournament(id) => self.show_tournament(id),
        };
        match shown {
            Ok(shown) => Ok(Some(shown)),
            Err(Failure::Refused(
                Refusal::NoSuchGame(_)
                | Refusal::NoSuchChallenge(_)
                | Refusal::Tournament(TournamentRefusal::Unknown),
            )) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// What remains of a message that showed a game's board after so many half-moves; none if the game has fewer by now.
    ///
    /// # Errors
    /// When the store fails.
    pub fn retired_at(&self, id: GameId, ply: u32) -> Result<Option<crate::Text>, Failure> {
        let record = self.game(id)?.value;
        let mut game = replayed(&record)?;
        for _ in ply..record.ply() {
            game.undo();
        }
        Ok((ply <= record.ply()).then(|| say::retired_board(&record, &game)))
    }

    /// A game's card: for everybody, as whoever is called to it likes it; or for `viewer` alone.
    pub(crate) fn game_card(
        &self,
        record: &GameRecord,
        game: Game,
        viewer: Option<&Person>,
    ) -> Result<Card, Failure> {
        let controls = if record.result.is_some() {
            again(record)
                .into_iter()
                .map(|button| vec![button])
                .collect()
        } else {
            vec![game_controls(record, &game)]
        };
        let side = viewer.map_or_else(
            || Some(near_side(record, &game)),
            |person| record.side_of(&person.id),
        );
        let called = side.and_then(|side| record.seats[side].person());
        let reader = viewer.or(called).map(|person| &person.id);
        let in_force = self.in_force(reader, record.venue.server.as_ref())?;
        let (only_words, words) = match viewer {
            Some(_) => (in_force.words_only().0, in_force.words_only().0),
            None => self.wants_words(record)?,
        };
        let mut text = say::board(record, &game);
        let begins = viewer.is_none() && record.result.is_none() && !record.has_begun();
        if begins && self.is_new_to_somebody(record)? {
            text = text.line(say::first_game(record.variant));
        }
        if words {
            text = text.line(say::position(game.position()));
        }
        let board = BoardPicture {
            ratings: self.ratings_of(record)?,
            seen_by: in_force.seen_by(side, &game),
            theme: in_force.theme().0,
            ..picture(record, game)
        };
        let mut card = Card {
            board: (!only_words).then(|| board.clone()),
            controls,
            ..Card::words(text)
        };
        if let Some(result) = &record.result {
            self.finish_card(record, result, &board, &mut card)?;
        }
        Ok(card)
    }
}

impl<S: Store> App<S> {
    /// The players' ratings in a game's rule set, over all servers.
    fn ratings_of(&self, record: &GameRecord) -> Result<ByColor<Option<String>>, Failure> {
        let mut ratings = ByColor::default();
        for color in Color::ALL {
            let Some(person) = record.seats[color].person() else {
                continue;
            };
            let id = RatingId {
                family: record.variant.family(),
                pool: Pool::Everywhere,
                player: person.id.clone(),
            };
            let rating = self.load::<RatingRecord>(Key::Rating(id))?;
            ratings[color] = rating.map(|loaded| say::figure(loaded.value.rating));
        }
        Ok(ratings)
    }
}

/// The picture of a game's last position, from White's side.
pub(crate) fn picture(record: &GameRecord, game: Game) -> BoardPicture {
    let names = ByColor::new_with(|color| say::seat_name(&record.seats[color]));
    let clock = record.clock.as_ref();
    BoardPicture {
        clocks: ByColor::new_with(|color| clock.map(|clock| say::clock(clock.left[color]))),
        ..board_of(game, names)
    }
}

/// The picture of a game's last position, from White's side, under these names.
pub(crate) fn board_of(game: Game, names: ByColor<String>) -> BoardPicture {
    BoardPicture {
        game,
        seen_by: Color::White,
        selected: None,
        names,
        ratings: ByColor::default(),
        clocks: ByColor::default(),
        theme: Theme::Wood,
    }
}

/// The side that has to look at the board next: whoever is to move or was asked for a draw, or the engine's opponent.
fn near_side(record: &GameRecord, game: &Game) -> Color {
    let asked = [record.draw_offer, record.take_back_offer]
        .into_iter()
        .flatten()
        .find(|offer| !offer.declined)
        .map(|offer| !offer.by);
    let next = asked.unwrap_or_else(|| game.turn());
    match (&record.seats[next], &record.seats[!next]) {
        (Seat::Engine(_), Seat::Person(_)) => !next,
        _ if record.result.is_some() && record.people().count() == Color::ALL.len() => Color::White,
        _ => next,
    }
}

fn game_controls(record: &GameRecord, game: &Game) -> Vec<Control> {
    let button = |label, look, press| Control { label, look, press };
    let id = record.id;
    let take_back = Press::TakeBack(id, Some(record.ply()));
    let open = |offer: Option<Offer>| offer.filter(|offer| !offer.declined);
    let mut row = Vec::new();
    let asked = match (open(record.draw_offer), open(record.take_back_offer)) {
        (Some(offer), _) => {
            row.push(button("Accept draw", Look::Success, Press::Draw(id)));
            row.push(button("Decline draw", Look::Plain, Press::DeclineDraw(id)));
            Some(!offer.by)
        }
        (None, Some(offer)) => {
            row.push(button("Allow", Look::Success, take_back));
            row.push(button("Decline", Look::Plain, Press::DeclineTakeBack(id)));
            Some(!offer.by)
        }
        (None, None) => None,
    };
    // Whoever is asked in the other side's turn has only to answer.
    if asked.is_some_and(|asked| asked != game.turn()) {
        return row;
    }
    if matches!(record.seats[game.turn()], Seat::Person(_)) {
        row.push(button(
            "Move",
            Look::Primary,
            Press::Panel(id, record.ply()),
        ));
        row.push(button(
            "Type a move",
            Look::Plain,
            Press::WriteMove(id, record.ply()),
        ));
    }
    if asked.is_some() {
        return row;
    }
    if game.claim().is_some() {
        row.push(button("Claim draw", Look::Plain, Press::Draw(id)));
    } else if record.has_begun() && record.people().count() == Color::ALL.len() {
        row.push(button("Offer draw", Look::Plain, Press::Draw(id)));
    }
    if !record.has_begun() {
        row.push(match record.event {
            None => button("Abort", Look::Plain, Press::Abort(id)),
            Some(_) => button("Resign", Look::Plain, Press::AskResign(id)),
        });
        row.push(rules_button(record.variant));
        return row;
    }
    if !record.is_serious() {
        row.push(button("Take back", Look::Plain, take_back));
    }
    row.push(button("Resign", Look::Plain, Press::AskResign(id)));
    row
}

/// The button beneath a finished game, until it was pressed.
fn again(record: &GameRecord) -> Option<Control> {
    let label = if record.people().count() == Color::ALL.len() {
        "Rematch"
    } else {
        "Play again"
    };
    record.rematch.is_none().then_some(Control {
        label,
        look: Look::Primary,
        press: Press::Rematch(record.id),
    })
}

fn challenge_card(record: &ChallengeRecord, theme: Theme) -> Card {
    let text = say::challenge(record);
    if record.state != ChallengeState::Open {
        return Card::words(text);
    }
    let waiting = record.proposal.as_ref();
    let terms = waiting.map_or(&record.terms, |proposal| &proposal.terms);
    let start = match &terms.start {
        None => Some(Game::new(terms.variant)),
        Some(fen) => rules_core::Position::from_fen(terms.variant, fen)
            .ok()
            .map(Game::from_position),
    };
    let challenger = match terms.color {
        ColorWish::Only(color) => color,
        ColorWish::Random => Color::Black,
    };
    let board = start.map(|game| BoardPicture {
        game,
        seen_by: !challenger,
        selected: None,
        names: ByColor::default(),
        ratings: ByColor::default(),
        clocks: ByColor::default(),
        theme,
    });
    let row = if waiting.is_some() {
        proposal_controls(record)
    } else {
        challenge_controls(record)
    };
    Card {
        board,
        controls: vec![row],
        ..Card::words(text)
    }
}

fn challenge_controls(record: &ChallengeRecord) -> Vec<Control> {
    let button = |label, look, press| Control { label, look, press };
    let mut row = vec![button("Accept", Look::Success, Press::Accept(record.id))];
    if record.takes_proposals() {
        row.push(button(
            "Other terms",
            Look::Plain,
            Press::Propose(record.id),
        ));
    }
    let decline = if record.to.is_some() {
        "Decline"
    } else {
        "Take back"
    };
    row.push(button(decline, Look::Plain, Press::Decline(record.id)));
    row.push(rules_button(record.terms.variant));
    row
}

/// The buttons for the challenger, to whom other terms were proposed.
fn proposal_controls(record: &ChallengeRecord) -> Vec<Control> {
    let button = |label, look, press| Control { label, look, press };
    let (id, number) = (record.id, record.proposals);
    let mut row = vec![
        button("Agree", Look::Success, Press::AgreeToProposal(id, number)),
        button("Keep mine", Look::Plain, Press::DeclineProposal(id, number)),
    ];
    if let Some(proposal) = &record.proposal {
        row.push(rules_button(proposal.terms.variant));
    }
    row
}
