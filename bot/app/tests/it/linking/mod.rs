//! Accounts of one person on Discord and on Matrix.

mod codes;
mod merging;
mod people;

use app::effect::{Answer, Handled};
use app::store::Key;
use app::{
    Action, Audience, Command, Failure, GameId, LinkCode, LinkRefusal, PeopleCommand,
    PeopleRefusal, PersonRecord, PlayerId, Refusal, Span, Venue, Which,
};
use rules_core::Variant;

use crate::common::{
    Hall, assert_says, challenge_of, first_move, game_of, indexes_of, moving, person, press_first,
    rated, reply,
};

const ANN: &str = "discord:ann";

const ANN_THERE: &str = "matrix:@ann";

const BOB: &str = "discord:bob";

const CAT: &str = "matrix:@cat";

fn player(id: &str) -> PlayerId {
    PlayerId::new(id)
}

/// A place on the platform of an account.
fn venue(id: &str) -> Venue {
    let (platform, _) = id.split_once(':').unwrap();
    crate::common::venue(&format!("{platform}:room"), Some(&format!("{platform}:77")))
}

fn ask(hall: &mut Hall, id: &str, command: Command) -> Result<Handled, Failure> {
    hall.context.audience = Audience::Room;
    hall.handle(person(id), venue(id), command)
}

fn act(hall: &mut Hall, id: &str, command: Command) -> Handled {
    ask(hall, id, command).unwrap_or_else(|failure| panic!("{id} was refused: {failure:?}"))
}

fn about(hall: &mut Hall, id: &str, command: PeopleCommand) -> Handled {
    act(hall, id, Command::People(command))
}

fn block(hall: &mut Hall, id: &str, whom: &str) {
    about(hall, id, PeopleCommand::Block(person(whom)));
}

fn challenge(hall: &mut Hall, id: &str, to: &str) -> Handled {
    let (opponent, terms) = (Some(person(to)), rated(Variant::Leto));
    act(hall, id, Command::Challenge { opponent, terms })
}

fn words(handled: Handled) -> String {
    reply(handled).text.to_string()
}

fn refusal(hall: &mut Hall, id: &str, command: PeopleCommand) -> LinkRefusal {
    match ask(hall, id, Command::People(command)) {
        Err(Failure::Refused(Refusal::People(PeopleRefusal::Link(why)))) => why,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

fn code(hall: &mut Hall, id: &str) -> LinkCode {
    let handled = about(hall, id, PeopleCommand::Link);
    let is_secret = matches!(handled.answer, Answer::Secret(_));
    assert!(is_secret, "only they may read it");
    let text = words(handled);
    code_in(&text).unwrap_or_else(|| panic!("no code in {text}"))
}

pub(crate) fn code_in(text: &str) -> Option<LinkCode> {
    text.split_whitespace().find_map(|word| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        (word.len() == 9 && word.contains('-')).then(|| word.parse().ok())?
    })
}

/// Links the second account to the first, without the renaming that follows.
pub(crate) fn begin_link(hall: &mut Hall, first: &str, second: &str) {
    let code = code(hall, first);
    let asked = about(hall, second, PeopleCommand::LinkTo(code));
    let Answer::Secret(card) = asked.answer else {
        panic!("{:?}", asked.answer);
    };
    assert_eq!(card.controls[0][0].action, Action::ConfirmLink(code));
    let done = act(hall, second, press_first(&card));
    assert_says(words(done), "second name");
}

fn link(hall: &mut Hall, first: &str, second: &str) {
    begin_link(hall, first, second);
    pass(hall);
}

/// Lets everything happen that is due.
fn pass(hall: &mut Hall) {
    for _ in 0..50 {
        let due = hall.app.next_due().unwrap();
        if due.is_none_or(|due| due.0 > hall.now) {
            return;
        }
        hall.tick();
        hall.perform_all();
    }
    panic!("something stays due");
}

/// A rated game in which both have moved once.
fn begun(hall: &mut Hall, white: &str, black: &str, variant: Variant) -> GameId {
    let (opponent, terms) = (Some(person(black)), rated(variant));
    let made = act(hall, white, Command::Challenge { opponent, terms });
    let accept = Command::Accept(challenge_of(&made.outgoing));
    let id = game_of(&act(hall, black, accept).outgoing);
    for who in [white, black] {
        let text = first_move(&hall.record(id).replay().unwrap());
        act(hall, who, moving(Which::Id(id), &text));
    }
    id
}

/// A rated game that `white` wins.
fn won(hall: &mut Hall, white: &str, black: &str, variant: Variant) -> GameId {
    hall.wait(Span::hours(1));
    let id = begun(hall, white, black, variant);
    act(hall, black, Command::Resign(id));
    id
}

fn record(hall: &Hall, id: &str) -> Option<PersonRecord> {
    hall.person(&player(id))
}

/// Everything stored under an id, apart from the record that links it.
fn stored_under(hall: &Hall, id: &str) -> Vec<Key> {
    let id = player(id);
    let indexes = indexes_of(&id);
    let mut keys: Vec<_> = indexes.iter().flat_map(|index| hall.list(index)).collect();
    let career = Key::Career(id);
    keys.extend(hall.stored(&career).map(|_| career));
    keys
}

fn profile(hall: &mut Hall, id: &str) -> String {
    words(about(hall, id, PeopleCommand::Profile(None)))
}
