use app::commands::{Parsed, parse};
use app::effect::{Answer, Effect, Handled, Subject};
use app::store::memory::MemoryStore;
use app::{App, Command, Limits, Moment, Person, Request, Venue};
use rules_core::Variant;
use serde_json::Value;

use super::*;
use crate::account::member;
use crate::render::format::lang;

/// The application with a clock that stands still.
struct Hall {
    app: App,
    seed: u64,
}

const ROOM: &str = "!hall:example.org";
const NOW: Timestamp = Timestamp(1_795_361_400_000);

fn person(name: &str) -> Person {
    ids::person(&format!("@{name}:example.org"), name)
}

fn names() -> Names {
    Names::of(&[
        member("@ann:example.org", "Ann <3"),
        member("@bob:example.org", "Bob"),
    ])
}

impl Hall {
    fn new() -> Self {
        Self {
            app: App::new(MemoryStore::default(), Limits::default()),
            seed: 0,
        }
    }

    fn handle(&mut self, who: &str, command: Command) -> Handled {
        self.seed += 1;
        let moment = Moment {
            now: NOW,
            seed: self.seed,
        };
        let request = Request::new(
            person(who),
            Venue {
                server: ids::venue(ROOM, None, Some(ROOM)).server,
                room: ids::room_id(ROOM, None),
            },
            command,
        );
        self.app.handle(&request, moment).expect("not refused")
    }

    fn type_in(&mut self, who: &str, typed: &str) -> Handled {
        let Ok(Parsed::Call(call)) = parse(typed) else {
            panic!("{typed}");
        };
        let command = call.read(Variant::Leto).expect("a command");
        self.handle(who, command)
    }

    /// Begins a game of ann's against the engine, as White.
    fn play(&mut self) -> Handled {
        let terms = app::Terms {
            color: app::ColorWish::Only(rules_core::Color::White),
            ..app::Terms::of(Variant::Leto)
        };
        let level = app::Level::LOWEST;
        self.handle("ann", Command::Play { terms, level })
    }

    async fn answer(&mut self, who: &str, typed: &str) -> Vec<Content> {
        let card = match self.type_in(who, typed).answer {
            Answer::Aside(card) | Answer::Secret(card) => *card,
            other => panic!("{other:?}"),
        };
        rendered(card).await.post(&[], None)
    }

    /// The message about the subject that was shown last, which calls ann.
    async fn shown(&self, handled: &Handled) -> Vec<Content> {
        let subject = subject(handled);
        let shown = self.app.show(subject).unwrap().expect("a subject");
        let ann = [person("ann").id];
        rendered(shown.card).await.post(&ann, None)
    }
}

fn subject(handled: &Handled) -> Subject {
    let mut subjects = handled.outgoing.iter().filter_map(|outgoing| {
        let Effect::Show(show) = &outgoing.effect else {
            return None;
        };
        Some(show.subject)
    });
    subjects.next_back().expect("something is shown")
}

async fn rendered(card: Card) -> RenderedCard {
    render(&Artist::default(), card, lang(), NOW, &names()).await
}

/// Returns the messages, of which there are this many.
fn exactly<const N: usize>(contents: Vec<Content>) -> [Content; N] {
    contents.try_into().expect("so many messages")
}

fn press<'c>(content: &'c Content, word: &str) -> Option<&'c Value> {
    content.fields.get("org.delos.press")?.get(word)
}

#[tokio::test]
async fn help_is_words_in_both_forms() {
    let [help] = exactly(Hall::new().answer("ann", "help").await);
    assert!(help.is_notice && help.file.is_none() && help.mentions.is_empty());
    let html = help.html.as_deref().expect("markup");
    assert!(help.body.contains("!delos "), "{}", help.body);
    assert!(html.contains("<code>!delos "), "{html}");
    assert!(!help.body.contains("**") && !help.body.contains('`'));
    let lines = html.split("<br>").count();
    assert_eq!(help.body.lines().count(), lines, "lines survive");
}

#[tokio::test]
async fn a_challenge_names_people_as_pills_and_says_what_to_reply() {
    let mut hall = Hall::new();
    let opponent = Some(person("bob"));
    let terms = app::Terms::of(Variant::Toto40);
    let made = hall.handle("ann", Command::Challenge { opponent, terms });
    let [challenge, _] = exactly(hall.shown(&made).await);
    assert!(!challenge.is_notice, "a notice calls no one");
    assert_eq!(challenge.mentions, ["@ann:example.org"]);
    let html = challenge.html.as_deref().expect("markup");
    for (user, name) in [("ann", "Ann &lt;3"), ("bob", "Bob")] {
        let pill = format!("<a href=\"https://matrix.to/#/@{user}:example.org\">{name}</a>");
        assert!(html.contains(&pill), "{html}");
    }
    assert!(challenge.body.contains("Ann <3"), "{}", challenge.body);
    let last = challenge.body.lines().last().unwrap_or_default();
    assert!(last.starts_with("Reply or react: ✅ Accept"), "{last}");
    assert!(html.contains("✅ <strong>Accept</strong>"), "{html}");
    assert_eq!(press(&challenge, "accept"), press(&challenge, "✅"));
    assert!(press(&challenge, "accept").is_some());
}

#[tokio::test]
async fn a_board_is_a_picture_with_a_caption_whose_plain_text_describes_it() {
    let mut hall = Hall::new();
    let made = hall.play();
    let [board] = exactly(hall.shown(&made).await);
    let file = board.file.as_ref().expect("a picture");
    assert_eq!(file.media_type, "image/png");
    assert!(file.dimensions.is_some() && !file.alt_text.is_empty());
    assert!(board.body.contains(&file.alt_text), "{}", board.body);
    let html = board.html.as_deref().expect("a caption");
    assert!(!html.contains(&file.alt_text), "{html}");
    assert!(html.contains("<strong>"), "{html}");
    let before = board.body.split(&file.alt_text).next().unwrap_or_default();
    assert!(!before.trim().is_empty(), "the caption comes first");
    assert!(press(&board, "move").is_some(), "{:?}", board.fields);
}

/// Not every client shows captions.
#[tokio::test]
async fn text_that_a_picture_needs_comes_in_its_own_message() {
    let mut hall = Hall::new();
    let terms = app::Terms::of(Variant::Toto40);
    let opponent = Some(person("bob"));
    let made = hall.handle("ann", Command::Challenge { opponent, terms });
    for contents in [
        hall.shown(&made).await,
        hall.answer("ann", "rules game:toto40").await,
        hall.answer("ann", "play").await,
    ] {
        let [words, picture] = exactly(contents);
        assert!(words.file.is_none() && !words.body.is_empty(), "{words:?}");
        let has_list = words.body.contains("(reply with a number):");
        assert_eq!(words.body.contains("\n\n"), has_list, "{}", words.body);
        let file = picture.file.as_ref().expect("a picture");
        assert!(!words.body.contains(&file.alt_text), "{}", words.body);
        assert_eq!(picture.body, file.alt_text);
        assert!(picture.mentions.is_empty() && picture.html.is_none());
        // A reply to either does the same.
        assert!(!words.fields.is_empty());
        assert_eq!(picture.fields, words.fields);
    }
}

#[tokio::test]
async fn a_finished_games_other_attachments_follow_its_board() {
    let mut hall = Hall::new();
    let made = hall.play();
    let Subject::Game(game) = subject(&made) else {
        panic!("{made:?}");
    };
    hall.type_in("ann", "move c4");
    let over = hall.handle("ann", Command::Resign(game));
    let [board, score] = exactly(hall.shown(&over).await);
    let media_type = |content: &Content| content.file.as_ref().map(|file| file.media_type.clone());
    assert_eq!(media_type(&board).as_deref(), Some("image/png"));
    assert!(board.fields.contains_key("org.delos.press"));
    let file = score.file.as_ref().expect("a file");
    assert_eq!((file.name.as_str(), file.dimensions), ("game.pgn", None));
    assert_eq!(score.body, file.alt_text);
    assert!(score.fields.is_empty() && score.html.is_none());
    // Its replay is small and short.
    let mut card = hall.app.show(subject(&over)).unwrap().unwrap().card;
    let replay = take_replay(&mut card).expect("a replay");
    assert_eq!((replay.plies, replay.board.size), (60, Size::PHONE));
    assert_eq!(take_replay(&mut card).map(drop), None, "taken out");
}

#[tokio::test]
async fn lists_are_words_or_a_table_with_its_description() {
    for typed in ["leaderboard", "games", "rules game:toto40", "settings"] {
        let contents = Hall::new().answer("ann", typed).await;
        let first = &contents[0];
        assert!(!first.body.is_empty(), "{typed}");
        assert!(first.mentions.is_empty(), "{typed}");
        if let Some(file) = &first.file {
            assert!(first.body.contains(&file.alt_text), "{typed}");
        }
        let html = first.html.as_deref().unwrap_or_default();
        let tags = html.split('<').skip(1);
        for tag in tags.filter_map(|rest| rest.split(['>', ' ']).next()) {
            let is_known = ["strong", "/strong", "code", "/code", "br", "a", "/a"].contains(&tag);
            assert!(is_known, "{typed}: <{tag}>");
        }
    }
}

#[tokio::test]
async fn messages_say_where_they_belong() {
    let card = || Card::words("words");
    let ann = [person("ann").id];
    let posted = rendered(card()).await.post(&ann, Some("$root"));
    let in_thread = Relation::Thread {
        root: "$root".to_owned(),
        reply_to: None,
    };
    assert_eq!(posted[0].relation, Some(in_thread));
    let edited = rendered(card()).await.edit("$event", Some("$root"));
    let replacement = Relation::Replacement("$event".to_owned());
    assert_eq!(edited[0].relation, Some(replacement));
    assert!(edited[0].mentions.is_empty());
    let quiet = rendered(card()).await.post(&[], None);
    assert!(quiet[0].is_notice && quiet[0].relation.is_none());
    let news = rendered(card()).await.announce(None);
    assert!(!news[0].is_notice && news[0].mentions.is_empty());
}

#[tokio::test]
async fn a_game_that_ended_before_a_move_shows_no_board_that_waits_for_one() {
    let board = pictures::BoardPicture {
        players: Some(rules_core::ByColor::default()),
        ..pictures::BoardPicture::new(rules_core::Game::new(Variant::Leto))
    };
    let choice = |action| app::card::Button::new("Choice", app::card::ButtonStyle::Plain, action);
    let card = |action| Card {
        board: Some(board.clone()),
        controls: vec![vec![choice(action)]],
        ..Card::words("Ann won by forfeit")
    };
    let rematch = app::Action::Rematch(app::GameId::draw(1, 0));
    let over = rendered(card(rematch)).await.post(&[], None);
    assert!(over[0].file.is_none() && over.len() == 1, "{over:?}");
    let panel = app::Action::Panel(app::GameId::draw(1, 0), 0);
    let begun = rendered(card(panel)).await.post(&[], None);
    assert!(begun[0].file.is_some(), "{begun:?}");
}

/// The longest texts fit in the 64 KiB of an event, to which encryption adds a third.
#[tokio::test]
async fn the_longest_message_fits_into_an_encrypted_event() {
    let board = pictures::BoardPicture::new(rules_core::Game::new(Variant::Leto));
    let card = Card {
        board: Some(board),
        ..Card::words(app::Part::Strong("é".repeat(40_000)))
    };
    let contents = rendered(card).await.post(&[], None);
    let longest = contents[0].body.len() + contents[0].html.as_ref().map_or(0, String::len);
    // Choices can be as long again.
    let event = (longest + 2 * crate::render::format::LIMIT) * 4 / 3;
    assert!(event < 60_000, "{longest}");
}
