//! `/privacy`: what is kept about a person, in short and as an exported file.

use serde::Serialize;
use text::msg;

use crate::context::{Change, Ctx, Reader, Result};
use crate::messages;
use crate::model::{Index, Key, Person, PlayerId, Record, Span};
use crate::protocol::{
    Action, Answer, Attachment, Button, Card, Command, File, PeopleCommand, PeopleRefusal,
};
use crate::spec::{Choice, CommandSpec, Kind, SURE, named};
use crate::store::{Page, StoreError};

pub(crate) const PRIVACY: CommandSpec = named("privacy", || msg!("command-privacy"))
    .command(|arguments| {
        let sure = arguments.is_set("sure");
        Ok(Command::People(match arguments.text("wish") {
            Some("export") => PeopleCommand::Export,
            Some("delete") if sure => PeopleCommand::Erase,
            Some("delete") => PeopleCommand::AskErase,
            _ => PeopleCommand::Privacy,
        }))
    })
    .options(&[
        Kind::Choice(|| {
            vec![
                Choice::new("read", msg!("choice-privacy-read")),
                Choice::new("export", msg!("choice-privacy-export")),
                Choice::new("delete", msg!("choice-privacy-delete")),
            ]
        })
        .option("wish", || msg!("command-privacy-wish")),
        SURE,
    ]);

const POLICY: &str = include_str!("../../../../PRIVACY.md");

/// Maximum number of bytes of an exported file, below Discord's limit.
const MOST_BYTES: usize = 8 << 20;

/// Index rows read at once.
const PAGE: usize = 200;

/// The time between exports, because an export reads all of a person's records.
const COOLDOWN: Span = Span::minutes(10);

#[derive(Serialize)]
struct Exported<'a> {
    /// The version of the file's format.
    form: u32,
    person: &'a PlayerId,
    /// Milliseconds since 1970-01-01T00:00:00Z.
    made: i64,
    records: Vec<serde_json::Value>,
    /// Records that did not fit.
    left_out: usize,
}

pub(crate) fn privacy(reader: &Reader<'_>) -> Change {
    let page = reader.facts.privacy.as_deref();
    let policy = File {
        name: "PRIVACY.md",
        about: msg!("privacy-policy-file").into(),
        content: POLICY.as_bytes().to_vec(),
    };
    let card = Card {
        attachments: match page {
            Some(_) => Vec::new(),
            None => vec![Attachment::File(policy)],
        },
        controls: vec![vec![
            Button::primary(msg!("button-get-data"), Action::Export),
            Button::plain(msg!("button-delete-data"), Action::AskErase),
        ]],
        ..Card::words(messages::privacy(page))
    };
    Change::aside(card)
}

pub(crate) fn export(ctx: &Ctx<'_>, who: &Person) -> Result<Change> {
    let mut person = ctx.person(who)?;
    let next = person.value.exported.map(|last| last.plus(COOLDOWN));
    if let Some(next) = next.filter(|&next| next > ctx.moment.now) {
        return Err(PeopleRefusal::ExportTooSoon(next).into());
    }
    person.value.exported = Some(ctx.moment.now);
    let linked = person.value.linked.iter();
    let mut keys: Vec<_> = linked.clone().cloned().map(Key::Person).collect();
    // Records that are still under a second name are theirs, too.
    for id in linked.chain([&who.id]) {
        keys.extend(keys_of(ctx, id)?);
    }
    let mut records = vec![as_json(&person.value.clone().into())?];
    let mut bytes = 0;
    let mut left_out = 0;
    for key in keys {
        let Some(stored) = ctx.get(&key)? else {
            continue;
        };
        let json = as_json(&stored.record.seen_by(&who.id))?;
        // One more for the comma.
        bytes += json.to_string().len() + 1;
        if bytes > MOST_BYTES {
            left_out += 1;
        } else {
            records.push(json);
        }
    }
    let exported = Exported {
        form: 1,
        person: &who.id,
        made: ctx.moment.now.0,
        records,
        left_out,
    };
    let unwritable = |error: serde_json::Error| {
        StoreError::Unreadable(Key::Person(who.id.clone()), error.to_string())
    };
    let content = serde_json::to_vec(&exported).map_err(unwritable)?;
    let file = File {
        name: "delos-data.json",
        about: msg!("privacy-export-file").into(),
        content,
    };
    let card = Card {
        attachments: vec![Attachment::File(file)],
        ..Card::words(messages::exported(exported.records.len(), left_out))
    };
    let answer = Answer::Aside(Box::new(card));
    Ok(Change::writing(person.write(), answer))
}

/// Every record that names a person, except their own and those of people who have blocked them. Games come last, newest first.
fn keys_of(reader: &Reader<'_>, player: &PlayerId) -> Result<Vec<Key>> {
    let mut keys = Vec::new();
    for index in [
        Index::About(player.clone()),
        Index::ChallengesMadeBy(player.clone()),
        Index::OngoingOf(player.clone()),
        Index::FinishedOf(player.clone()),
    ] {
        for rows in reader.pages(&index, Page::last(PAGE)) {
            keys.extend(rows?.into_iter().map(|(_, key)| key));
        }
    }
    keys.retain(|key| !matches!(key, Key::Person(_)));
    Ok(keys)
}

fn as_json(record: &Record) -> Result<serde_json::Value> {
    serde_json::to_value(record)
        .map_err(|error| StoreError::Unreadable(record.key(), error.to_string()).into())
}
