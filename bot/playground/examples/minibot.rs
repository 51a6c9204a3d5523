//! A small bot and a playground in one process, to try the page: `cargo run -p playground --example minibot`.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "an example that a developer watches"
)]
#![expect(clippy::wildcard_imports, reason = "most of serenity's builders")]

use std::time::Duration;

use playground::Playground;
use serenity::all::*;
use serenity::async_trait;

struct Handler;

/// An empty board.
const BOARD: &[u8] = include_bytes!("board.png");
const GAMES: [&str; 4] = ["Toto40", "Leto Chess", "Legan Chess", "Leap Chess"];
/// Moves and their autocomplete text.
const MOVES: [(&str, &str); 4] = [
    ("e4", "pawn to e4"),
    ("Nf3", "knight g1 to f3"),
    ("Nc3", "knight b1 to c3"),
    ("Rxa8", "rook takes a8"),
];
const MARKDOWN: &str =
    "# Heading\n> quoted\n- one\n- two\n```\n8 r n b\n7 p p p\n```\nand `code`, ~~not~~ this.";
const ILLEGAL: &str =
    "That move is not legal: the knight on g1 is **pinned** to your king. `Nf3` leaves g1.";

fn board_message(text: String) -> CreateMessage {
    let file = CreateAttachment::bytes(BOARD.to_vec(), "board.png")
        .description("An empty board: a staircase of 40 squares.");
    let button = |id, label, style| CreateButton::new(id).label(label).style(style);
    let buttons = vec![
        button("move", "Move", ButtonStyle::Primary).emoji('♟'),
        button("draw", "Offer a draw", ButtonStyle::Secondary),
        button("resign", "Resign", ButtonStyle::Danger),
        button("flip", "Flip", ButtonStyle::Secondary).disabled(true),
    ];
    CreateMessage::new()
        .content(text)
        .add_file(file)
        .components(vec![CreateActionRow::Buttons(buttons)])
}

fn commands() -> Vec<CreateCommand> {
    use CommandOptionType as T;
    let command = |name: &str, description: &str| CreateCommand::new(name).description(description);
    let option = CreateCommandOption::new;
    let game = option(T::String, "game", "The game");
    let game = GAMES
        .iter()
        .fold(game, |option, game| option.add_string_choice(*game, *game));
    vec![
        command("challenge", "Challenge someone to a game")
            .add_option(option(T::User, "opponent", "Your opponent").required(true))
            .add_option(game),
        command("move", "Play a move").add_option(
            option(T::String, "move", "In notation or words")
                .required(true)
                .set_autocomplete(true),
        ),
        command("games", "Games in progress"),
        command("note", "Write a note"),
        command("slow", "Takes four seconds"),
        command("dead", "Never responds"),
        command("wrong", "Breaks one of Discord's rules"),
        command("menu", "Shows a select menu"),
        command("thread", "Plays in a thread"),
        command("tournament", "Tournaments").add_option(
            option(T::SubCommand, "create", "A new tournament")
                .add_sub_option(option(T::String, "name", "Its name").required(true)),
        ),
        CreateCommand::new("Explain").kind(CommandType::Message),
    ]
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, _: Ready) {
        Command::set_global_commands(&ctx.http, commands())
            .await
            .unwrap();
    }

    async fn message(&self, ctx: Context, m: Message) {
        let is_addressed = m.guild_id.is_none() || m.mentions_me(&ctx).await.unwrap_or(false);
        if m.author.bot || !is_addressed {
            return;
        }
        drop(m.channel_id.broadcast_typing(&ctx).await);
        tokio::time::sleep(Duration::from_millis(700)).await;
        let text = format!(
            "**{}** played. {} to move, <t:{}:R> left.",
            m.author.name,
            m.author.mention(),
            m.timestamp.unix_timestamp() + 86400
        );
        let reply = board_message(text).reference_message(&m);
        drop(m.channel_id.send_message(&ctx, reply).await);
    }

    async fn interaction_create(&self, ctx: Context, i: Interaction) {
        let result = match &i {
            Interaction::Command(c) => use_command(&ctx, c).await,
            Interaction::Component(c) => use_component(&ctx, c).await,
            Interaction::Autocomplete(c) => autocomplete(&ctx, c).await,
            Interaction::Modal(m) => m.create_response(&ctx, message(text("Noted."))).await,
            _ => Ok(()),
        };
        if let Err(error) = result {
            println!("{error}");
        }
    }
}

fn text(content: impl Into<String>) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new().content(content)
}

fn message(message: CreateInteractionResponseMessage) -> CreateInteractionResponse {
    CreateInteractionResponse::Message(message)
}

async fn autocomplete(ctx: &Context, c: &CommandInteraction) -> serenity::Result<()> {
    let typed = c
        .data
        .autocomplete()
        .map(|option| option.value.to_lowercase());
    let typed = typed.unwrap_or_default();
    let matching = MOVES
        .iter()
        .filter(|(san, words)| san.to_lowercase().starts_with(&typed) || words.contains(&typed));
    let choices = matching.fold(
        CreateAutocompleteResponse::new(),
        |choices, (san, words)| choices.add_string_choice(format!("{san}  ·  {words}"), *san),
    );
    c.create_response(ctx, CreateInteractionResponse::Autocomplete(choices))
        .await
}

async fn use_command(ctx: &Context, c: &CommandInteraction) -> serenity::Result<()> {
    let response = match c.data.name.as_str() {
        "dead" => return Ok(()),
        "slow" => return respond_slowly(ctx, c).await,
        "thread" => return start_thread(ctx, c).await,
        "note" => CreateInteractionResponse::Modal(note_modal()),
        "challenge" => message(challenge(c)),
        "games" => message(text("").embed(games_embed()).ephemeral(true)),
        "move" => message(text(ILLEGAL).ephemeral(true)),
        "wrong" => message(text("x").embed(CreateEmbed::new().title("t".repeat(300)))),
        "menu" => message(text("Which game?").components(vec![game_menu()])),
        "Explain" => message(text(MARKDOWN).ephemeral(true)),
        _ => message(text("Yes.")),
    };
    c.create_response(ctx, response).await
}

fn challenge(c: &CommandInteraction) -> CreateInteractionResponseMessage {
    let options = c.data.options();
    let (mut game, mut opponent) = (GAMES[0], None);
    for option in &options {
        match option.value {
            ResolvedValue::String(chosen) => game = chosen,
            ResolvedValue::User(user, _) => opponent = Some(user),
            _ => {}
        }
    }
    let opponent = opponent.unwrap_or(&c.user);
    let buttons = vec![
        CreateButton::new("accept")
            .label("Accept")
            .style(ButtonStyle::Success),
        CreateButton::new("decline")
            .label("Decline")
            .style(ButtonStyle::Secondary),
        CreateButton::new_link("https://example.org/rules").label("Rules"),
    ];
    let (from, to) = (c.user.mention(), opponent.mention());
    text(format!(
        "{from} challenges {to} to **{game}**, _five minutes_ each."
    ))
    .components(vec![CreateActionRow::Buttons(buttons)])
    .allowed_mentions(CreateAllowedMentions::new().users([opponent.id]))
}

fn games_embed() -> CreateEmbed {
    CreateEmbed::new()
        .title("Games in progress")
        .description("Two games on this server.")
        .colour(0x3f_6fd8)
        .field("alice – bob", "Toto40, move 12\n*alice to move*", true)
        .field(
            "carol – Delos",
            "Leto Chess, move 3\n*Delos is thinking*",
            true,
        )
        .footer(CreateEmbedFooter::new("Use /move to play"))
}

fn note_modal() -> CreateModal {
    let title = CreateInputText::new(InputTextStyle::Short, "Title", "title")
        .max_length(40)
        .placeholder("In a few words");
    let body = CreateInputText::new(InputTextStyle::Paragraph, "Text", "text").required(false);
    CreateModal::new("note", "A note about this game").components(vec![
        CreateActionRow::InputText(title),
        CreateActionRow::InputText(body),
    ])
}

fn game_menu() -> CreateActionRow {
    let options = vec![
        CreateSelectMenuOption::new("Toto40", "t").description("A staircase of 40 squares"),
        CreateSelectMenuOption::new("Leto Chess", "l").description("Pieces that throw pieces"),
    ];
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(CreateSelectMenu::new("game", kind).placeholder("Choose a game"))
}

async fn respond_slowly(ctx: &Context, c: &CommandInteraction) -> serenity::Result<()> {
    c.defer(ctx).await?;
    tokio::time::sleep(Duration::from_secs(4)).await;
    let edit = EditInteractionResponse::new().content("Done.");
    c.edit_response(ctx, edit).await.map(drop)
}

async fn start_thread(ctx: &Context, c: &CommandInteraction) -> serenity::Result<()> {
    c.create_response(ctx, message(text("A game in a thread.")))
        .await?;
    let start = c.get_response(ctx).await?;
    let thread = CreateThread::new("alice – bob, Toto40");
    let thread = c
        .channel_id
        .create_thread_from_message(ctx, start.id, thread)
        .await?;
    let board = board_message("The game begins.".to_owned());
    thread.id.send_message(ctx, board).await.map(drop)
}

async fn use_component(ctx: &Context, c: &ComponentInteraction) -> serenity::Result<()> {
    match c.data.custom_id.as_str() {
        "accept" => {
            let update = text("Accepted. Good luck!").components(vec![]);
            c.create_response(ctx, CreateInteractionResponse::UpdateMessage(update))
                .await?;
            let board = format!("Move 1. {} plays White and is to move.", c.user.mention());
            c.channel_id
                .send_message(ctx, board_message(board))
                .await
                .map(drop)
        }
        // No response: the interaction fails.
        "draw" => Ok(()),
        _ => {
            let refusal = text("Only the players of this game can do that.").ephemeral(true);
            c.create_response(ctx, message(refusal)).await
        }
    }
}

#[tokio::main]
async fn main() {
    let pg = Playground::builder()
        .port(4000)
        .real_time()
        .lenient_drop()
        .start()
        .await
        .unwrap();
    for name in ["alice", "bob", "carol"] {
        drop(pg.user(name));
    }
    drop(pg.channel("games"));
    println!("{}", pg.api());
    let http = HttpBuilder::new(pg.token())
        .proxy(pg.api())
        .ratelimiter_disabled(true)
        .build();
    let mut client = ClientBuilder::new_with_http(http, GatewayIntents::non_privileged())
        .event_handler(Handler)
        .await
        .unwrap();
    client.start().await.unwrap();
}
