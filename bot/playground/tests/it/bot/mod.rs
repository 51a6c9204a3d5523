//! A small serenity bot that uses every feature, and fails the test if serenity cannot parse an event.

use std::sync::{Arc, Mutex};

use playground::Playground;
use serenity::all::*;
use serenity::async_trait;

/// The header of a PNG of 720 by 720 pixels.
pub(crate) const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 2, 0xd0, 0,
    0, 2, 0xd0, 8, 6, 0, 0, 0,
];

/// The events that the bot received.
#[derive(Default)]
struct Events {
    /// Events that serenity cannot parse. It drops them and only logs them at DEBUG, so a field missing in the playground
    /// would look like a bot that ignores its users.
    unknown: Mutex<Vec<String>>,
    names: Mutex<Vec<String>>,
}

struct Recorder(Arc<Events>);

#[async_trait]
impl RawEventHandler for Recorder {
    async fn raw_event(&self, _: Context, event: Event) {
        if let Event::Unknown(unknown) = &event {
            let text = format!("serenity cannot parse {unknown:.300?}");
            self.0.unknown.lock().unwrap().push(text);
        } else {
            let name = event.name().unwrap_or_default();
            self.0.names.lock().unwrap().push(name);
        }
    }
}

struct Handler;

type Response = CreateInteractionResponse;

fn text(content: &str) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new().content(content)
}

fn again_button() -> CreateActionRow {
    CreateActionRow::Buttons(vec![CreateButton::new("again").label("Again")])
}

fn commands() -> Vec<CreateCommand> {
    use CommandOptionType as T;
    let option = CreateCommandOption::new;
    let command = |name: &str, description: &str| CreateCommand::new(name).description(description);
    vec![
        command("ping", "Responds at once"),
        command("whisper", "Responds with an ephemeral message"),
        command("board", "Defers, then shows an image"),
        command("note", "Opens a modal"),
        command("slow", "Never responds"),
        command("twice", "Responds twice"),
        command("thread", "Starts a thread"),
        command("admin", "For those who manage the guild")
            .default_member_permissions(Permissions::MANAGE_GUILD),
        command("long", "Exceeds a limit"),
        command("menu", "Shows select menus"),
        command("move", "Plays a move").add_option(
            option(T::String, "san", "The move")
                .required(true)
                .set_autocomplete(true),
        ),
        command("challenge", "Challenges a user")
            .add_option(option(T::User, "opponent", "Your opponent").required(true))
            .add_option(
                option(T::String, "game", "The game")
                    .add_string_choice("Toto40", "toto40")
                    .add_string_choice("Leto", "leto"),
            )
            .add_option(
                option(T::Integer, "minutes", "The time")
                    .min_int_value(1)
                    .max_int_value(60),
            ),
        command("tournament", "Tournaments").add_option(
            option(T::SubCommand, "create", "A new tournament")
                .add_sub_option(option(T::String, "name", "Its name").required(true)),
        ),
        CreateCommand::new("Explain").kind(CommandType::Message),
        CreateCommand::new("Greet").kind(CommandType::User),
    ]
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, _: Ready) {
        let set = Command::set_global_commands(&ctx.http, commands());
        set.await.unwrap();
    }

    /// Replies to mentions and DMs. A message without content gets a reaction.
    async fn message(&self, ctx: Context, m: Message) {
        if m.author.bot {
            return;
        }
        let me = m.mentions.iter().find(|user| user.bot);
        if m.content.is_empty() {
            drop(m.react(&ctx, '🙈').await);
        } else if me.is_some() || m.guild_id.is_none() {
            let mention = me.map(|me| me.mention().to_string());
            let content = mention.map_or(m.content.clone(), |me| m.content.replace(&me, "me"));
            let file =
                CreateAttachment::bytes(PNG.to_vec(), "board.png").description("an empty board");
            let reply = CreateMessage::new()
                .content(format!("{} said: {content}", m.author.mention()))
                .reference_message(&m)
                .add_file(file)
                .components(vec![again_button()]);
            drop(m.channel_id.send_message(&ctx, reply).await);
        }
    }

    async fn interaction_create(&self, ctx: Context, i: Interaction) {
        let result = match &i {
            Interaction::Command(c) => use_command(&ctx, c).await,
            Interaction::Component(c) => use_component(&ctx, c).await,
            Interaction::Autocomplete(c) => autocomplete(&ctx, c).await,
            Interaction::Modal(m) => {
                let ActionRowComponent::InputText(t) = &m.data.components[0].components[0] else {
                    panic!("{:?}", m.data)
                };
                let content = format!("noted: {}", t.value.as_deref().unwrap_or_default());
                let response = Response::Message(text(&content));
                m.create_response(&ctx, response).await
            }
            _ => Ok(()),
        };
        result.unwrap();
    }
}

async fn use_component(ctx: &Context, c: &ComponentInteraction) -> serenity::Result<()> {
    use ComponentInteractionDataKind::{StringSelect, UserSelect};
    let id = c.data.custom_id.as_str();
    let response = match (id, &c.data.kind) {
        ("accept", _) => Response::UpdateMessage(text("accepted").components(vec![])),
        ("later", _) => Response::Acknowledge,
        ("game", StringSelect { values }) => {
            Response::Message(text(&format!("chosen: {}", values[0])).ephemeral(true))
        }
        ("who", UserSelect { values }) => Response::Message(text(&values[0].mention().to_string())),
        ("again", _) => Response::Message(text("again!")),
        other => panic!("{other:?}"),
    };
    c.create_response(ctx, response).await?;
    if id == "later" {
        let edit = EditInteractionResponse::new().content("edited later");
        c.edit_response(ctx, edit).await?;
        c.channel_id.say(ctx, "and a new message").await?;
    }
    Ok(())
}

async fn autocomplete(ctx: &Context, c: &CommandInteraction) -> serenity::Result<()> {
    let typed = c.data.autocomplete().map_or("", |option| option.value);
    let moves = ["e4", "Nf3", "Nc3"].into_iter();
    let choices = moves
        .filter(|m| m.starts_with(typed))
        .fold(CreateAutocompleteResponse::new(), |choices, m| {
            choices.add_string_choice(format!("{m} (a move)"), m)
        });
    c.create_response(ctx, Response::Autocomplete(choices))
        .await
}

async fn use_command(ctx: &Context, c: &CommandInteraction) -> serenity::Result<()> {
    let message = match c.data.name.as_str() {
        "slow" => return Ok(()),
        "board" => return show_board(ctx, c).await,
        "note" => {
            let input = CreateInputText::new(InputTextStyle::Short, "Text", "text").max_length(20);
            let rows = vec![CreateActionRow::InputText(input)];
            let modal = CreateModal::new("m", "A note").components(rows);
            return c.create_response(ctx, Response::Modal(modal)).await;
        }
        "whisper" => text("psst")
            .ephemeral(true)
            .components(vec![again_button()]),
        "twice" => text("once"),
        "thread" => text("a thread"),
        "long" => text("x").embed(CreateEmbed::new().title("t".repeat(257))),
        "menu" => text("choose").components(select_menus()),
        "move" => {
            let san = c.data.options[0].value.as_str().unwrap_or_default();
            text(&format!("played {san}"))
        }
        "challenge" => challenge(c),
        "Explain" => {
            let target = c.data.resolved.messages.values().next().unwrap();
            text(&format!("that was {:?}", target.content))
        }
        "Greet" => text(&format!("hello {}", c.data.target_id.unwrap())),
        _ => text("Pong!"),
    };
    let responded = c.create_response(ctx, Response::Message(message)).await;
    match c.data.name.as_str() {
        // The test expects the error.
        "long" => return Ok(()),
        "twice" => {
            let second = Response::Message(text("twice"));
            drop(c.create_response(ctx, second).await);
        }
        "thread" => start_thread(ctx, c).await?,
        "move" => {
            let hint = CreateInteractionResponseFollowup::new()
                .content("a hint")
                .ephemeral(true);
            c.create_followup(ctx, hint).await?;
        }
        _ => {}
    }
    responded
}

async fn show_board(ctx: &Context, c: &CommandInteraction) -> serenity::Result<()> {
    c.defer(ctx).await?;
    let accept = CreateButton::new("accept").label("Accept");
    let buttons = vec![
        accept.style(ButtonStyle::Success),
        CreateButton::new("later").label("Later"),
        CreateButton::new("dead").label("Dead").disabled(true),
    ];
    let file = CreateAttachment::bytes(PNG.to_vec(), "board.png").description("the start position");
    let edit = EditInteractionResponse::new()
        .content("board")
        .new_attachment(file)
        .components(vec![CreateActionRow::Buttons(buttons)]);
    c.edit_response(ctx, edit).await.map(drop)
}

fn challenge(c: &CommandInteraction) -> CreateInteractionResponseMessage {
    let ResolvedValue::User(opponent, _) = c.data.options()[0].value else {
        panic!("{:?}", c.data)
    };
    let row = CreateActionRow::Buttons(vec![
        CreateButton::new("accept").label("Accept"),
        CreateButton::new_link("https://example.org").label("Rules"),
    ]);
    let mentions = (c.user.mention(), opponent.mention());
    text(&format!("{} challenges {}", mentions.0, mentions.1))
        .components(vec![row])
        .allowed_mentions(CreateAllowedMentions::new().users([opponent.id]))
}

fn select_menus() -> Vec<CreateActionRow> {
    let options = vec![
        CreateSelectMenuOption::new("Toto40", "toto40"),
        CreateSelectMenuOption::new("Leto", "leto"),
    ];
    let games = CreateSelectMenu::new("game", CreateSelectMenuKind::String { options })
        .placeholder("Choose a game");
    let default_users = None;
    let users = CreateSelectMenuKind::User { default_users };
    let users = CreateSelectMenu::new("who", users);
    [games, users].map(CreateActionRow::SelectMenu).into()
}

async fn start_thread(ctx: &Context, c: &CommandInteraction) -> serenity::Result<()> {
    let message = c.get_response(ctx).await?;
    let (room, thread) = (c.channel_id, CreateThread::new("Game 1"));
    let thread = room
        .create_thread_from_message(ctx, message.id, thread)
        .await?;
    thread.say(ctx, "in the thread").await.map(drop)
}

/// A running bot in a runtime of its own. When dropped, it ends like a killed process.
pub(crate) struct Bot {
    runtime: Option<tokio::runtime::Runtime>,
    task: tokio::task::JoinHandle<Result<(), serenity::Error>>,
    events: Arc<Events>,
}

impl Bot {
    /// The names of the events received, in order.
    pub(crate) fn events(&self) -> Vec<String> {
        self.events.names.lock().unwrap().clone()
    }

    pub(crate) fn kill(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.task.is_finished()
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.kill();
        if !std::thread::panicking() {
            assert_eq!(*self.events.unknown.lock().unwrap(), Vec::<String>::new());
        }
    }
}

pub(crate) fn intents() -> GatewayIntents {
    GatewayIntents::non_privileged()
}

pub(crate) async fn run(pg: &Playground, intents: GatewayIntents) -> Bot {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(1).enable_all().build().unwrap();
    let http = HttpBuilder::new(pg.token())
        .proxy(pg.api())
        .ratelimiter_disabled(true)
        .build();
    let events = Arc::<Events>::default();
    let builder = ClientBuilder::new_with_http(http, intents)
        .event_handler(Handler)
        .raw_event_handler(Recorder(Arc::clone(&events)));
    let client = runtime.spawn(async move { builder.await.unwrap() });
    let mut client = client.await.unwrap();
    // If GET /gateway failed, serenity would connect to the real Discord.
    assert!(client.ws_url.lock().await.starts_with("ws://127.0.0.1"));
    let task = runtime.spawn(async move { client.start().await });
    Bot {
        runtime: Some(runtime),
        task,
        events,
    }
}

/// A playground and a connected bot.
pub(crate) async fn start() -> (Playground, Bot) {
    let pg = Playground::start().await;
    let bot = run(&pg, intents()).await;
    pg.ready().await;
    (pg, bot)
}
