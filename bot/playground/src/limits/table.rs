//! The table of all rules.

/// One rule that the playground holds a bot to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// What a [`crate::Violation`] calls it, and what [`crate::Playground::expect`] takes.
    pub id: &'static str,
    /// The rule in a sentence.
    pub what: &'static str,
    /// Where Discord documents it, or that it was only observed.
    pub source: &'static str,
}

const fn row(id: &'static str, what: &'static str, source: &'static str) -> Limit {
    Limit { id, what, source }
}

/// Everything that is enforced, in the order of the documentation's chapters.
pub const LIMITS: &[Limit] = &[
    row(
        "type",
        "a value has the JSON type that the documentation gives it",
        "all",
    ),
    row(
        "content",
        "a message has at most 2000 characters",
        "resources/message#create-message",
    ),
    row(
        "embeds",
        "a message has at most 10 embeds",
        "resources/message#create-message",
    ),
    row(
        "embed-total",
        "all embeds of a message together have at most 6000 characters",
        "resources/message#embed-limits",
    ),
    row(
        "embed-title",
        "an embed's title has at most 256 characters",
        "resources/message#embed-limits",
    ),
    row(
        "embed-description",
        "an embed's description has at most 4096 characters",
        "resources/message#embed-limits",
    ),
    row(
        "embed-fields",
        "an embed has at most 25 fields, names of 256 and values of 1024 characters",
        "resources/message#embed-limits",
    ),
    row(
        "embed-field-empty",
        "an embed field's name and value are not empty",
        "observed",
    ),
    row(
        "embed-footer",
        "an embed's footer has at most 2048 characters",
        "resources/message#embed-limits",
    ),
    row(
        "embed-author",
        "an embed's author has at most 256 characters",
        "resources/message#embed-limits",
    ),
    row(
        "embed-url",
        "an embed's addresses begin with http, https or (pictures) attachment",
        "resources/message#embed-object",
    ),
    row(
        "embed-attachment",
        "attachment:// names a file of the same message",
        "reference#uploading-files",
    ),
    row(
        "rows",
        "a message has at most 5 rows of components, and nothing but rows",
        "components/reference#legacy-message-component-behavior",
    ),
    row(
        "row-content",
        "a row has 1 to 5 buttons or exactly one select menu",
        "components/reference#action-row",
    ),
    row(
        "custom-id",
        "a custom id has 1 to 100 characters",
        "components/reference#custom-id",
    ),
    row(
        "custom-id-unique",
        "a custom id occurs once in a message or modal",
        "components/reference#custom-id",
    ),
    row(
        "button-label",
        "a button's label has at most 80 characters",
        "components/reference#button",
    ),
    row(
        "button-kind",
        "a button of style 1 to 4 has a custom id and no url, of style 5 the reverse; it has a label or an emoji",
        "components/reference#button",
    ),
    row(
        "select-options",
        "a string select has 1 to 25 options, with labels, values and descriptions of at most 100 characters",
        "components/reference#string-select",
    ),
    row(
        "select-range",
        "min_values <= max_values <= number of options; values are unique",
        "components/reference#string-select",
    ),
    row(
        "select-placeholder",
        "a select menu's placeholder has at most 150 characters",
        "components/reference#string-select",
    ),
    row(
        "attachments",
        "a message has at most 10 attachments",
        "OpenAPI document",
    ),
    row(
        "attachment-ref",
        "an attachment's id names an uploaded file or one that the message has",
        "reference#uploading-files",
    ),
    row(
        "attachment-text",
        "an attachment's description has at most 1024 characters",
        "resources/message#attachment-object",
    ),
    row(
        "file-size",
        "a file has at most 10 MiB",
        "reference#uploading-files",
    ),
    row(
        "request-size",
        "a request has at most 25 MiB",
        "resources/message#create-message",
    ),
    row(
        "json",
        "a body is valid JSON",
        "topics/opcodes-and-status-codes#json",
    ),
    row(
        "empty",
        "a message has content, an embed, a component or a file",
        "resources/message#create-message",
    ),
    row(
        "flags",
        "a deferral sets no flag but EPHEMERAL; EPHEMERAL exists in answers to interactions only",
        "interactions/receiving-and-responding",
    ),
    row(
        "allowed-mentions",
        "allowed_mentions: parse and explicit lists exclude each other, at most 100 ids",
        "resources/message#allowed-mentions-object",
    ),
    row(
        "nonce",
        "a nonce has at most 25 characters",
        "resources/message#create-message",
    ),
    row(
        "command-name",
        "command and option names are 1 to 32 letters, digits, - _ ', in lower case",
        "interactions/application-commands#application-command-object-application-command-naming",
    ),
    row(
        "command-description",
        "a slash command's or option's description has 1 to 100 characters; other commands have none",
        "interactions/application-commands",
    ),
    row(
        "command-options",
        "a command has at most 25 options, required ones first, each name once",
        "interactions/application-commands",
    ),
    row(
        "command-nesting",
        "sub-commands are at most two deep and not mixed with plain options",
        "interactions/application-commands#subcommands-and-subcommand-groups",
    ),
    row(
        "command-choices",
        "an option has at most 25 choices with names of 1 to 100 characters",
        "interactions/application-commands",
    ),
    row(
        "command-choice-value",
        "a choice's string value has at most 100 characters",
        "interactions/application-commands",
    ),
    row(
        "command-autocomplete",
        "an option has choices or autocomplete, not both",
        "interactions/application-commands",
    ),
    row(
        "command-size",
        "a command has at most 8000 characters of names, descriptions and values",
        "interactions/application-commands#slash-commands",
    ),
    row(
        "command-count",
        "a scope has at most 100 slash, 15 user and 15 message commands",
        "interactions/application-commands#registering-a-command",
    ),
    row(
        "command-unique",
        "a command's name occurs once for its type and scope",
        "interactions/application-commands",
    ),
    row(
        "command-creates",
        "at most 200 commands are created in a day",
        "interactions/application-commands#registering-a-command",
    ),
    row(
        "autocomplete",
        "an autocomplete answer has at most 25 choices, names of 1 to 100 and values of at most 100 characters",
        "interactions/receiving-and-responding",
    ),
    row(
        "modal-components",
        "a modal has 1 to 5 rows",
        "interactions/receiving-and-responding",
    ),
    row(
        "modal-title",
        "a modal's title has 1 to 45 characters",
        "interactions/receiving-and-responding",
    ),
    row(
        "modal-input",
        "a row of a modal has one text input; label at most 45, placeholder 100, value and max_length 4000 characters, min_length <= max_length",
        "components/reference#text-input",
    ),
    row(
        "callback-type",
        "types 6 and 7 answer components, 8 autocomplete only, 9 no modal",
        "interactions/receiving-and-responding",
    ),
    row(
        "thread-name",
        "a thread's name has 1 to 100 characters",
        "resources/channel#start-thread-from-message",
    ),
    row(
        "thread-archive",
        "a thread is archived after 60, 1440, 4320 or 10080 minutes of silence",
        "resources/channel#channel-object",
    ),
    row(
        "ack-3s",
        "an interaction is answered within 3 seconds (10062)",
        "interactions/receiving-and-responding",
    ),
    row(
        "token-15min",
        "an interaction's token is good for 15 minutes (50027)",
        "interactions/receiving-and-responding",
    ),
    row(
        "one-ack",
        "an interaction is answered once (40060)",
        "topics/opcodes-and-status-codes#json",
    ),
    row(
        "ack-first",
        "a follow-up comes after the first response (10015)",
        "interactions/receiving-and-responding",
    ),
    row(
        "unknown-route",
        "a request goes to a route that exists",
        "the playground's own list",
    ),
    row(
        "gateway-size",
        "a gateway message has at most 4096 bytes",
        "events/gateway",
    ),
    row(
        "gateway-rate",
        "a bot sends at most 120 gateway messages a minute",
        "events/gateway",
    ),
    row(
        "gateway-identify",
        "a bot identifies once in 5 seconds (when rate limits are on)",
        "events/gateway",
    ),
    row(
        "gateway-intents",
        "intents are known bits",
        "events/gateway",
    ),
    row(
        "gateway-opcode",
        "an opcode is known",
        "topics/opcodes-and-status-codes",
    ),
];
