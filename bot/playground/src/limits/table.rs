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

const fn limit(id: &'static str, description: &'static str, source: &'static str) -> Limit {
    Limit {
        id,
        description,
        source,
    }
}

/// All rules.
pub const LIMITS: &[Limit] = &[
    limit("type", "a value has its documented JSON type", "all"),
    limit(
        "content",
        "a message has at most 2000 characters",
        "resources/message#create-message",
    ),
    limit(
        "embeds",
        "a message has at most 10 embeds",
        "resources/message#create-message",
    ),
    limit(
        "embed-total",
        "all embeds of a message together have at most 6000 characters",
        "resources/message#embed-limits",
    ),
    limit(
        "embed-title",
        "an embed's title has at most 256 characters",
        "resources/message#embed-limits",
    ),
    limit(
        "embed-description",
        "an embed's description has at most 4096 characters",
        "resources/message#embed-limits",
    ),
    limit(
        "embed-fields",
        "an embed has at most 25 fields, names of 256 and values of 1024 characters",
        "resources/message#embed-limits",
    ),
    limit(
        "embed-field-empty",
        "an embed field's name and value are not empty",
        "observed",
    ),
    limit(
        "embed-footer",
        "an embed's footer has at most 2048 characters",
        "resources/message#embed-limits",
    ),
    limit(
        "embed-author",
        "an embed's author has at most 256 characters",
        "resources/message#embed-limits",
    ),
    limit(
        "embed-url",
        "an embed's URLs have the scheme http, https or, for images, attachment",
        "resources/message#embed-object",
    ),
    limit(
        "embed-attachment",
        "attachment:// refers to a file of the same message",
        "reference#uploading-files",
    ),
    limit(
        "rows",
        "a message has at most 5 action rows, and no other top-level components",
        "components/reference#legacy-message-component-behavior",
    ),
    limit(
        "row-content",
        "an action row has 1 to 5 buttons or exactly one select menu",
        "components/reference#action-row",
    ),
    limit(
        "custom-id",
        "a custom id has 1 to 100 characters",
        "components/reference#custom-id",
    ),
    limit(
        "custom-id-unique",
        "custom ids are unique in a message or modal",
        "components/reference#custom-id",
    ),
    limit(
        "button-label",
        "a button's label has at most 80 characters",
        "components/reference#button",
    ),
    limit(
        "button-kind",
        "a button of style 1 to 4 has a custom id and no url, of style 5 the reverse; it has a label or an emoji",
        "components/reference#button",
    ),
    limit(
        "select-options",
        "a string select has 1 to 25 options, with labels, values and descriptions of at most 100 characters",
        "components/reference#string-select",
    ),
    limit(
        "select-range",
        "min_values <= max_values <= number of options; values are unique",
        "components/reference#string-select",
    ),
    limit(
        "select-placeholder",
        "a select menu's placeholder has at most 150 characters",
        "components/reference#string-select",
    ),
    limit(
        "attachments",
        "a message has at most 10 attachments",
        "OpenAPI document",
    ),
    limit(
        "attachment-ref",
        "an attachment's id refers to an uploaded file or to an attachment of the message",
        "reference#uploading-files",
    ),
    limit(
        "attachment-text",
        "an attachment's description has at most 1024 characters",
        "resources/message#attachment-object",
    ),
    limit(
        "file-size",
        "a file has at most 10 MiB",
        "reference#uploading-files",
    ),
    limit(
        "request-size",
        "a request has at most 25 MiB",
        "resources/message#create-message",
    ),
    limit(
        "length",
        "a POST, PUT or PATCH has Content-Length or Transfer-Encoding",
        "observed",
    ),
    limit(
        "json",
        "a body is valid JSON",
        "topics/opcodes-and-status-codes#json",
    ),
    limit(
        "empty",
        "a message has content, an embed, a component or a file",
        "resources/message#create-message",
    ),
    limit(
        "flags",
        "a deferral can only set EPHEMERAL, and only responses to interactions can be EPHEMERAL",
        "interactions/receiving-and-responding",
    ),
    limit(
        "allowed-mentions",
        "in allowed_mentions, parse and explicit lists are mutually exclusive; a list has at most 100 ids",
        "resources/message#allowed-mentions-object",
    ),
    limit(
        "nonce",
        "a nonce has at most 25 characters",
        "resources/message#create-message",
    ),
    limit(
        "command-name",
        "command and option names are 1 to 32 letters, digits, - _ ', in lower case",
        "interactions/application-commands#application-command-object-application-command-naming",
    ),
    limit(
        "command-description",
        "a slash command or option has a description of 1 to 100 characters; other commands have none",
        "interactions/application-commands",
    ),
    limit(
        "command-options",
        "a command has at most 25 options with unique names, required ones first",
        "interactions/application-commands",
    ),
    limit(
        "command-nesting",
        "subcommands nest at most two deep and do not mix with other options",
        "interactions/application-commands#subcommands-and-subcommand-groups",
    ),
    limit(
        "command-choices",
        "an option has at most 25 choices with names of 1 to 100 characters",
        "interactions/application-commands",
    ),
    limit(
        "command-choice-value",
        "a choice's string value has at most 100 characters",
        "interactions/application-commands",
    ),
    limit(
        "command-autocomplete",
        "an option has choices or autocomplete, not both",
        "interactions/application-commands",
    ),
    limit(
        "command-size",
        "a command's names, descriptions and values have at most 8000 characters",
        "interactions/application-commands#slash-commands",
    ),
    limit(
        "command-count",
        "a scope has at most 100 slash, 15 user and 15 message commands",
        "interactions/application-commands#registering-a-command",
    ),
    limit(
        "command-unique",
        "command names are unique per type and scope",
        "interactions/application-commands",
    ),
    limit(
        "command-creates",
        "at most 200 commands are created in a day",
        "interactions/application-commands#registering-a-command",
    ),
    limit(
        "autocomplete",
        "an autocomplete result has at most 25 choices, names of 1 to 100 and values of at most 100 characters",
        "interactions/receiving-and-responding",
    ),
    limit(
        "modal-components",
        "a modal has 1 to 5 rows",
        "interactions/receiving-and-responding",
    ),
    limit(
        "modal-title",
        "a modal's title has 1 to 45 characters",
        "interactions/receiving-and-responding",
    ),
    limit(
        "modal-input",
        "a row of a modal has one text input; label at most 45, placeholder 100, value and max_length 4000 characters, min_length <= max_length",
        "components/reference#text-input",
    ),
    limit(
        "callback-type",
        "callback types 6 and 7 are for components, 8 for autocomplete, and 9 not for modals",
        "interactions/receiving-and-responding",
    ),
    limit(
        "thread-name",
        "a thread's name has 1 to 100 characters",
        "resources/channel#start-thread-from-message",
    ),
    limit(
        "thread-archive",
        "a thread is archived after 60, 1440, 4320 or 10080 minutes of inactivity",
        "resources/channel#channel-object",
    ),
    limit(
        "event-name",
        "an event's name has 1 to 100 characters",
        "resources/guild-scheduled-event#guild-scheduled-event-object",
    ),
    limit(
        "event-description",
        "an event's description has 1 to 1000 characters",
        "resources/guild-scheduled-event#guild-scheduled-event-object",
    ),
    limit(
        "event-location",
        "an external event has a location of 1 to 100 characters",
        "resources/guild-scheduled-event#guild-scheduled-event-object",
    ),
    limit(
        "event-external",
        "an external event has an end and no channel",
        "resources/guild-scheduled-event#guild-scheduled-event-object",
    ),
    limit(
        "event-privacy",
        "an event is for members of its guild",
        "resources/guild-scheduled-event#guild-scheduled-event-object",
    ),
    limit(
        "event-kind",
        "an event is external; the playground has no others",
        "resources/guild-scheduled-event#guild-scheduled-event-object",
    ),
    limit(
        "event-times",
        "an event starts in the future and ends after its start, which is fixed once it has started",
        "observed",
    ),
    limit(
        "event-status",
        "a scheduled event becomes active or canceled, and an active one completed",
        "resources/guild-scheduled-event#guild-scheduled-event-object",
    ),
    limit(
        "event-finished",
        "an event that is over stays as it is (180000)",
        "topics/opcodes-and-status-codes#json",
    ),
    limit(
        "ack-3s",
        "the initial response comes within 3 seconds (10062)",
        "interactions/receiving-and-responding",
    ),
    limit(
        "token-15min",
        "an interaction token expires after 15 minutes (50027)",
        "interactions/receiving-and-responding",
    ),
    limit(
        "one-ack",
        "an interaction has one initial response (40060)",
        "topics/opcodes-and-status-codes#json",
    ),
    limit(
        "ack-first",
        "follow-ups come after the initial response (10015)",
        "interactions/receiving-and-responding",
    ),
    limit(
        "unknown-route",
        "a request has a known route",
        "the playground's route table",
    ),
    limit(
        "gateway-size",
        "a gateway message has at most 4096 bytes",
        "events/gateway",
    ),
    limit(
        "gateway-rate",
        "a bot sends at most 120 gateway messages a minute",
        "events/gateway",
    ),
    limit(
        "gateway-identify",
        "a bot identifies at most once in 5 seconds (if rate limits are enforced)",
        "events/gateway",
    ),
    limit("gateway-intents", "all intents are known", "events/gateway"),
    limit(
        "gateway-opcode",
        "opcodes are known",
        "topics/opcodes-and-status-codes",
    ),
];
