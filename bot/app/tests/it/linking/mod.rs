//! Accounts of one person on Discord and on Matrix.

mod codes;
mod merging;
mod people;

use app::effect::{Answer, Handled};
use app::store::{Batch, Index, Key, Page};
use app::{
    Action, Audience, Command, Context, Failure, GameId, LinkCode, LinkRefusal, PeopleCommand,
    PeopleRefusal, Person, PersonRecord, PlayerId, Record, Refusal, Request, RoomId, ServerId,
    Span, Venue, Which,
};
use rules_core::{Game, Variant};

use crate::common::{Hall, challenge_of, game_of, moving, rated};

fn player(id: &str) -> PlayerId {
    PlayerId::new(id)
}

/// Someone of whom the id ends with the name.
fn person(id: &str) -> Person {
    let name = id.rsplit(':').next().unwrap().trim_start_matches('@');
    Person::new(player(id), name)
}

const ANN: &str = "discord:ann";

const ANN_THERE: &str = "matrix:@ann";

const BOB: &str = "discord:bob";

const CAT: &str = "matrix:@cat";

/// A place on the platform of an account.
fn venue(id: &str) -> Venue {
    let (platform, _) = id.split_once(':').unwrap();
    Venue {
        room: RoomId::new(format!("{platform}:room")),
        server: Some(ServerId::new(format!("{platform}:77"))),
    }
}

fn request(id: &str, command: Command) -> Request {
    Request {
        who: person(id),
        venue: venue(id),
        context: Context {
            audience: Audience::Room,
            ..Context::default()
        },
        command,
    }
}

fn ask(hall: &mut Hall, id: &str, command: Command) -> Result<Handled, Failure> {
    let moment = hall.moment();
    hall.app.handle(&request(id, command), moment)
}

fn act(hall: &mut Hall, id: &str, command: Command) -> Handled {
    ask(hall, id, command).unwrap_or_else(|failure| panic!("{id} was refused: {failure:?}"))
}

fn about(command: PeopleCommand) -> Command {
    Command::People(command)
}

fn words(handled: Handled) -> String {
    handled.answer.into_card().unwrap().text.to_string()
}

fn refusal(hall: &mut Hall, id: &str, command: PeopleCommand) -> LinkRefusal {
    match ask(hall, id, about(command)) {
        Err(Failure::Refused(Refusal::People(PeopleRefusal::Link(why)))) => why,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// The code that a person is given.
fn code(hall: &mut Hall, id: &str) -> LinkCode {
    let handled = act(hall, id, about(PeopleCommand::Link));
    assert!(
        matches!(handled.answer, Answer::Secret(_)),
        "only they may read it"
    );
    let text = words(handled);
    let word = text.split_whitespace().find_map(|word| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        (word.len() == 9 && word.contains('-')).then(|| word.parse().ok())?
    });
    word.unwrap_or_else(|| panic!("no code in {text}"))
}

/// Makes the second account a second name of the first one, without what is renamed later.
fn begin_link(hall: &mut Hall, first: &str, second: &str) {
    let code = code(hall, first);
    let asked = act(hall, second, about(PeopleCommand::LinkTo(code)));
    let Answer::Secret(card) = asked.answer else {
        panic!("{:?}", asked.answer);
    };
    assert_eq!(card.controls[0][0].action, Action::ConfirmLink(code));
    let command = card.controls[0][0].action.command(None).unwrap();
    let done = act(hall, second, command);
    assert!(words(done).contains("second name"));
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
        let moment = hall.moment();
        hall.app.pass_time(moment).unwrap();
        perform_all(hall);
    }
    panic!("something stays due");
}

fn perform_all(hall: &mut Hall) {
    let waiting = hall.app.store().outgoing(usize::MAX).unwrap();
    let batch = Batch {
        done: waiting.into_iter().map(|outgoing| outgoing.id).collect(),
        ..Batch::default()
    };
    hall.app.store().commit(batch).unwrap();
}

/// A rated game in which both have moved once.
fn begun(hall: &mut Hall, white: &str, black: &str, variant: Variant) -> GameId {
    let opponent = Some(person(black));
    let terms = rated(variant);
    let made = act(hall, white, Command::Challenge { opponent, terms });
    let id = challenge_of(&made.outgoing);
    let id = game_of(&act(hall, black, Command::Accept(id)).outgoing);
    let mut game = Game::new(variant);
    for who in [white, black] {
        let mv = game.legal_moves()[0];
        let uci = mv.uci(game.variant().shape()).to_string();
        act(hall, who, moving(Which::Id(id), &uci));
        game.play(mv).unwrap();
    }
    id
}

/// A rated game that `white` wins.
fn won(hall: &mut Hall, white: &str, black: &str, variant: Variant) -> GameId {
    hall.now += Span::hours(1).0;
    let id = begun(hall, white, black, variant);
    act(hall, black, Command::Resign(id));
    id
}

fn record(hall: &Hall, id: &str) -> Option<PersonRecord> {
    let stored = hall.app.store().get(&Key::Person(player(id))).unwrap();
    stored.map(|stored| match stored.record {
        Record::Person(person) => person,
        other => panic!("{other:?}"),
    })
}

/// Everything that the store holds under an id, apart from the record that says whose second name it is.
fn stored_under(hall: &Hall, id: &str) -> Vec<Key> {
    let id = player(id);
    let store = hall.app.store();
    let indexes = [
        Index::OngoingOf(id.clone()),
        Index::FinishedOf(id.clone()),
        Index::ChallengesBy(id.clone()),
        Index::ChallengesTo(id.clone()),
        Index::ChallengesMadeBy(id.clone()),
        Index::About(id.clone()),
    ];
    let rows = indexes
        .iter()
        .flat_map(|index| store.list(index, Page::first(1000)).unwrap());
    let mut keys: Vec<_> = rows.map(|(_, key)| key).collect();
    let career = Key::Career(id);
    keys.extend(store.get(&career).unwrap().map(|_| career));
    keys
}

fn profile(hall: &mut Hall, id: &str) -> String {
    words(act(hall, id, about(PeopleCommand::Profile(None))))
}
