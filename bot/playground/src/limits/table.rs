//! The table of rules.

/// A rule that the playground enforces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The name in [`crate::Violation::rule`] and [`crate::Playground::expect`].
    pub id: &'static str,
    /// The rule.
    pub description: &'static str,
    /// The page of Discord's developer documentation, or `observed`.
    pub source: &'static str,
}

macro_rules! limits {
    ($($source:literal: [$($id:literal: $description:literal,)+])+) => {
        /// All rules.
        pub const LIMITS: &[Limit] = &[$($(Limit {
            id: $id,
            description: $description,
            source: $source,
        },)+)+];
    };
}

limits! {
    "all": [
        "type": "a value has its documented JSON type",
    ]
    "resources/message#create-message": [
        "content": "a message has at most 2000 characters",
        "embeds": "a message has at most 10 embeds",
        "request-size": "a request has at most 25 MiB",
        "empty": "a message has content, an embed, a component or a file",
        "nonce": "a nonce has at most 25 characters",
    ]
    "resources/message#embed-limits": [
        "embed-total": "all embeds of a message together have at most 6000 characters",
        "embed-title": "an embed's title has at most 256 characters",
        "embed-description": "an embed's description has at most 4096 characters",
        "embed-fields": "an embed has at most 25 fields, names of 256 and values of 1024 characters",
        "embed-footer": "an embed's footer has at most 2048 characters",
        "embed-author": "an embed's author has at most 256 characters",
    ]
    "observed": [
        "embed-field-empty": "an embed field's name and value are not empty",
        "length": "a POST, PUT or PATCH has Content-Length or Transfer-Encoding",
        "entry-point": "a bulk overwrite keeps the Entry Point command",
        "event-times": "an event starts in the future and ends after its start, which is fixed once it has started",
    ]
    "resources/message#embed-object": [
        "embed-url": "an embed's URLs have the scheme http, https or, for images, attachment",
    ]
    "reference#uploading-files": [
        "embed-attachment": "attachment:// refers to a file of the same message",
        "attachment-ref": "an attachment's id refers to an uploaded file or to an attachment of the message",
        "file-size": "a file has at most 10 MiB",
    ]
    "components/reference#legacy-message-component-behavior": [
        "rows": "a message has at most 5 action rows, and no other top-level components",
    ]
    "components/reference#action-row": [
        "row-content": "an action row has 1 to 5 buttons or exactly one select menu",
    ]
    "components/reference#custom-id": [
        "custom-id": "a custom id has 1 to 100 characters",
        "custom-id-unique": "custom ids are unique in a message or modal",
    ]
    "components/reference#button": [
        "button-label": "a button's label has at most 80 characters",
        "button-kind": "a button of style 1 to 4 has a custom id and no url, of style 5 the reverse; it has a label or an emoji",
    ]
    "resources/emoji": [
        "button-emoji": "a button's custom emoji is one of the application's",
        "emoji-number": "an application has at most 2000 emoji",
    ]
    "resources/emoji#create-application-emoji": [
        "emoji-name": "an emoji's name has 2 to 32 letters, digits and underscores, and is unique in the application",
        "emoji-image": "an emoji is an image of at most 256 KiB, sent as a data URI; the playground knows PNG",
    ]
    "components/reference#string-select": [
        "select-options": "a string select has 1 to 25 options, with labels, values and descriptions of at most 100 characters",
        "select-range": "min_values <= max_values <= number of options; values are unique",
        "select-placeholder": "a select menu's placeholder has at most 150 characters",
    ]
    "OpenAPI document": [
        "attachments": "a message has at most 10 attachments",
    ]
    "resources/message#attachment-object": [
        "attachment-text": "an attachment's description has at most 1024 characters",
    ]
    "topics/opcodes-and-status-codes#json": [
        "json": "a body is valid JSON",
        "event-finished": "an event that is over stays as it is (180000)",
        "one-ack": "an interaction has one initial response; the same may be repeated (40060)",
    ]
    "interactions/receiving-and-responding": [
        "flags": "a deferral can only set EPHEMERAL, and only responses to interactions can be EPHEMERAL",
        "autocomplete": "an autocomplete result has at most 25 choices, names of 1 to 100 and values of at most 100 characters",
        "modal-components": "a modal has 1 to 5 rows",
        "modal-title": "a modal's title has 1 to 45 characters",
        "callback-type": "callback types 6 and 7 are for components, 8 for autocomplete, and 9 not for modals",
        "ack-3s": "the initial response comes within 3 seconds (10062)",
        "token-15min": "an interaction token expires after 15 minutes (50027)",
        "ack-first": "follow-ups come after the initial response (10015)",
    ]
    "resources/message#allowed-mentions-object": [
        "allowed-mentions": "in allowed_mentions, parse and explicit lists are mutually exclusive; a list has at most 100 ids",
    ]
    "interactions/application-commands#application-command-object-application-command-naming": [
        "command-name": "command and option names are 1 to 32 letters, digits, - _ ', in lower case",
    ]
    "interactions/application-commands": [
        "command-description": "a slash command or option has a description of 1 to 100 characters; other commands have none",
        "command-options": "a command has at most 25 options with unique names, required ones first",
        "command-choices": "an option has at most 25 choices with names of 1 to 100 characters",
        "command-choice-value": "a choice's string value has at most 100 characters",
        "command-autocomplete": "an option has choices or autocomplete, not both",
        "command-unique": "command names are unique per type and scope",
    ]
    "reference#locales": [
        "command-locale": "names and descriptions are localized for Discord's locales only",
    ]
    "interactions/application-commands#subcommands-and-subcommand-groups": [
        "command-nesting": "subcommands nest at most two deep and do not mix with other options",
    ]
    "interactions/application-commands#slash-commands": [
        "command-size": "a command's names, descriptions and values have at most 8000 characters",
    ]
    "interactions/application-commands#registering-a-command": [
        "command-count": "a scope has at most 100 slash, 15 user and 15 message commands, and one Entry Point command",
        "command-creates": "at most 200 commands are created in a day",
    ]
    "components/reference#text-input": [
        "modal-input": "a row of a modal has one text input; label at most 45, placeholder 100, value and max_length 4000 characters, min_length <= max_length",
    ]
    "resources/channel#start-thread-from-message": [
        "thread-name": "a thread's name has 1 to 100 characters",
    ]
    "resources/channel#channel-object": [
        "thread-archive": "a thread is archived after 60, 1440, 4320 or 10080 minutes of inactivity",
    ]
    "resources/guild-scheduled-event#guild-scheduled-event-object": [
        "event-name": "an event's name has 1 to 100 characters",
        "event-description": "an event's description has 1 to 1000 characters",
        "event-location": "an external event has a location of 1 to 100 characters",
        "event-external": "an external event has an end and no channel",
        "event-privacy": "an event is for members of its guild",
        "event-kind": "an event is external; the playground has no others",
        "event-status": "a scheduled event becomes active or canceled, and an active one completed",
    ]
    "the playground's route table": [
        "unknown-route": "a request has a known route",
    ]
    "events/gateway": [
        "gateway-size": "a gateway message has at most 4096 bytes",
        "gateway-rate": "a bot sends at most 120 gateway messages a minute",
        "gateway-identify": "a bot identifies at most once in 5 seconds (if rate limits are enforced)",
        "gateway-intents": "all intents are known",
    ]
    "events/gateway-events#update-presence": [
        "gateway-presence": "a presence has a status, afk and activities whose fields a bot can set, with texts of at most 128 characters",
    ]
    "topics/opcodes-and-status-codes": [
        "gateway-opcode": "opcodes are known",
    ]
}
