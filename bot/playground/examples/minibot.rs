//! A small bot and a playground in one process, to look at the page: `cargo run -p playground --example minibot`.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "an example that a developer watches"
)]
#![expect(clippy::wildcard_imports, reason = "most of serenity's builders")]

use playground::Playground;
use serenity::all::*;
use serenity::async_trait;

struct Handler;

/// An empty board.
const PICTURE: &[u8] = include_bytes!("board.png");

fn board_message(text: String) -> CreateMessage {
    let file = CreateAttachment::bytes(PICTURE.to_vec(), "board.png")
        .description("An empty board: a staircase of 40 squares.");
    let rows = vec![CreateActionRow::Buttons(vec![
        CreateButton::new("move")
            .label("Move")
            .style(ButtonStyle::Primary)
            .emoji('♟'),
        CreateButton::new("draw")
            .label("Offer a draw")
            .style(ButtonStyle::Secondary),
        CreateButton::new("resign")
            .label("Resign")
            .style(ButtonStyle::Danger),
        CreateButton::new("flip")
            .label("Flip")
            .style(ButtonStyle::Secondary)
            .disabled(true),
    ])];
    CreateMessage::new()
        .content(text)
        .add_file(file)
        .components(rows)
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, _: Ready) {
        use CommandOptionType as T;
        let option = CreateCommandOption::new;
        let games = ["Toto40", "Leto Chess", "Legan Chess", "Leap Chess"];
        let game = games
            .iter()
            .fold(option(T::String, "game", "Which game"), |o, g| {
                o.add_string_choice(*g, *g)
            });
        let list = vec![
            CreateCommand::new("challenge")
                .description("Challenge someone to a game")
                .add_option(option(T::User, "opponent", "Whom you challenge").required(true))
                .add_option(game),
            CreateCommand::new("move")
                .description("Play a move")
                .add_option(
                    option(T::String, "move", "In notation or words")
                        .required(true)
                        .set_autocomplete(true),
                ),
            CreateCommand::new("games").description("The games in progress"),
            CreateCommand::new("note").description("Write a note"),
            CreateCommand::new("slow").description("Takes a while"),
            CreateCommand::new("dead").description("Never answers"),
            CreateCommand::new("wrong").description("Breaks a rule of Discord's"),
            CreateCommand::new("menu").description("Shows a menu"),
            CreateCommand::new("thread").description("Plays in a thread"),
            CreateCommand::new("tournament")
                .description("Tournaments")
                .add_option(
                    option(T::SubCommand, "create", "A new tournament")
                        .add_sub_option(option(T::String, "name", "Its name").required(true)),
                ),
            CreateCommand::new("Explain").kind(CommandType::Message),
        ];
        Command::set_global_commands(&ctx.http, list).await.unwrap();
    }

    async fn message(&self, ctx: Context, m: Message) {
        if !m.author.bot && (m.guild_id.is_none() || m.mentions_me(&ctx).await.unwrap_or(false)) {
            drop(m.channel_id.broadcast_typing(&ctx).await);
            tokio::time::sleep(std::time::Duration::from_millis(700)).await;
            let text = format!(
                "**{}** played. {} to move, <t:{}:R> left.",
                m.author.name,
                m.author.mention(),
                m.timestamp.unix_timestamp() + 86400
            );
            drop(
                m.channel_id
                    .send_message(&ctx, board_message(text).reference_message(&m))
                    .await,
            );
        }
    }

    async fn interaction_create(&self, ctx: Context, i: Interaction) {
        let done = match i {
            Interaction::Command(c) => command(&ctx, &c).await,
            Interaction::Component(c) => component(&ctx, &c).await,
            Interaction::Autocomplete(c) => {
                let typed = c
                    .data
                    .autocomplete()
                    .map(|o| o.value.to_lowercase())
                    .unwrap_or_default();
                let moves = [
                    ("e4", "pawn to e4"),
                    ("Nf3", "knight g1 to f3"),
                    ("Nc3", "knight b1 to c3"),
                    ("Rxa8", "rook takes a8"),
                ];
                let fits = moves.iter().filter(|(san, words)| {
                    san.to_lowercase().starts_with(&typed) || words.contains(&typed)
                });
                let r = fits.fold(CreateAutocompleteResponse::new(), |r, (san, words)| {
                    r.add_string_choice(format!("{san}  ·  {words}"), *san)
                });
                c.create_response(&ctx, CreateInteractionResponse::Autocomplete(r))
                    .await
            }
            Interaction::Modal(m) => m.create_response(&ctx, say("Noted.")).await,
            _ => Ok(()),
        };
        if let Err(e) = done {
            println!("{e}");
        }
    }
}

fn text(t: impl Into<String>) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new().content(t)
}

fn say(t: &str) -> CreateInteractionResponse {
    CreateInteractionResponse::Message(text(t))
}

async fn command(ctx: &Context, c: &CommandInteraction) -> Result<(), Error> {
    match c.data.name.as_str() {
        "challenge" => {
            let ResolvedValue::User(u, _) = c.data.options()[0].value else { return Ok(()) };
            let game = c.data.options.get(1).and_then(|o| o.value.as_str()).unwrap_or("Toto40");
            let row = CreateActionRow::Buttons(vec![
                CreateButton::new("accept").label("Accept").style(ButtonStyle::Success),
                CreateButton::new("decline").label("Decline").style(ButtonStyle::Secondary),
                CreateButton::new_link("https://example.org/rules").label("Rules"),
            ]);
            let m = text(format!("{} challenges {} to **{game}**, _five minutes_ each.", c.user.mention(), u.mention()));
            c.create_response(ctx, CreateInteractionResponse::Message(m.components(vec![row]).allowed_mentions(CreateAllowedMentions::new().users([u.id])))).await
        },
        "games" => {
            let e = CreateEmbed::new().title("Games in progress").description("Two games on this server.").colour(0x3f_6fd8)
                .field("alice – bob", "Toto40, move 12\n*alice to move*", true)
                .field("carol – Delos", "Leto Chess, move 3\n*Delos thinks*", true)
                .footer(CreateEmbedFooter::new("Use /move to go on"));
            c.create_response(ctx, CreateInteractionResponse::Message(text("").embed(e).ephemeral(true))).await
        },
        "move" => {
            c.create_response(ctx, CreateInteractionResponse::Message(text("That move is not legal: the knight on g1 is **pinned** to your king. `Nf3` leaves g1.").ephemeral(true))).await
        },
        "note" => {
            let rows = vec![
                CreateActionRow::InputText(CreateInputText::new(InputTextStyle::Short, "Title", "title").max_length(40).placeholder("In a few words")),
                CreateActionRow::InputText(CreateInputText::new(InputTextStyle::Paragraph, "Text", "text").required(false)),
            ];
            c.create_response(ctx, CreateInteractionResponse::Modal(CreateModal::new("note", "A note about this game").components(rows))).await
        },
        "slow" => {
            c.defer(ctx).await?;
            tokio::time::sleep(std::time::Duration::from_secs(4)).await;
            c.edit_response(ctx, EditInteractionResponse::new().content("Done at last.")).await.map(drop)
        },
        "dead" => Ok(()),
        "wrong" => c.create_response(ctx, CreateInteractionResponse::Message(text("x").embed(CreateEmbed::new().title("t".repeat(300))))).await,
        "menu" => {
            let options = vec![
                CreateSelectMenuOption::new("Toto40", "t").description("A staircase of 40 squares"),
                CreateSelectMenuOption::new("Leto Chess", "l").description("Nobody may stay"),
            ];
            let row = CreateActionRow::SelectMenu(CreateSelectMenu::new("game", CreateSelectMenuKind::String { options }).placeholder("Choose a game"));
            c.create_response(ctx, CreateInteractionResponse::Message(text("Which one?").components(vec![row]))).await
        },
        "thread" => {
            c.create_response(ctx, say("A game of its own.")).await?;
            let m = c.get_response(ctx).await?;
            let t = c.channel_id.create_thread_from_message(ctx, m.id, CreateThread::new("alice – bob, Toto40")).await?;
            t.id.send_message(ctx, board_message("The game begins.".to_owned())).await.map(drop)
        },
        "Explain" => c.create_response(ctx, CreateInteractionResponse::Message(text("# Heading\n> quoted\n- one\n- two\n```\n8 r n b\n7 p p p\n```\nand `code`, ~~not~~ this.").ephemeral(true))).await,
        _ => c.create_response(ctx, say("Yes.")).await,
    }
}

async fn component(ctx: &Context, c: &ComponentInteraction) -> Result<(), Error> {
    match c.data.custom_id.as_str() {
        "accept" => {
            c.create_response(
                ctx,
                CreateInteractionResponse::UpdateMessage(
                    text("Accepted. Good luck!").components(vec![]),
                ),
            )
            .await?;
            let t = format!("Move 1. {} plays White and is to move.", c.user.mention());
            c.channel_id
                .send_message(ctx, board_message(t))
                .await
                .map(drop)
        }
        "draw" => Ok(()),
        _ => {
            c.create_response(
                ctx,
                CreateInteractionResponse::Message(
                    text("Only the players of this game can do that.").ephemeral(true),
                ),
            )
            .await
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
    ClientBuilder::new_with_http(http, GatewayIntents::non_privileged())
        .event_handler(Handler)
        .await
        .unwrap()
        .start()
        .await
        .unwrap();
}
