//! A small serenity bot that uses everything, and fails the test at every event that serenity cannot parse.
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(unreachable_pub, reason = "the module is a part of each test")]
#![allow(
    clippy::unwrap_used,
    reason = "a bot for tests; clippy does not take this module for one"
)]
#![allow(clippy::too_many_lines, reason = "a command is an arm of one match")]

use playground::Playground;
use serenity::all::*;
use serenity::async_trait;
use std::sync::{Arc, Mutex};

/// A one-pixel picture.
pub(crate) const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 2, 0xd0, 0,
    0, 2, 0xd0, 8, 6, 0, 0, 0,
];

/// Serenity drops events that it cannot parse and says so at DEBUG only: a field missing in the playground would look like a bot
/// that ignores people. This handler collects them; [`Bot`] fails the test when it is dropped.
struct Guard(Arc<Mutex<Vec<String>>>, Arc<Mutex<Vec<String>>>);

#[async_trait]
impl RawEventHandler for Guard {
    async fn raw_event(&self, _: Context, event: Event) {
        match &event {
            Event::Unknown(e) => self
                .0
                .lock()
                .unwrap()
                .push(format!("serenity cannot parse {e:.300?}")),
            e => self.1.lock().unwrap().push(e.name().unwrap_or_default()),
        }
    }
}

struct Handler;

fn say(text: &str) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new().content(text)
}

fn commands() -> Vec<CreateCommand> {
    use CommandOptionType as T;
    let option = CreateCommandOption::new;
    vec![
        CreateCommand::new("ping").description("Answers at once"),
        CreateCommand::new("whisper").description("Answers in private"),
        CreateCommand::new("board").description("Defers, then shows a picture"),
        CreateCommand::new("note").description("Asks for a text"),
        CreateCommand::new("slow").description("Does not answer before the next message"),
        CreateCommand::new("twice").description("Answers twice"),
        CreateCommand::new("thread").description("Opens a thread"),
        CreateCommand::new("admin")
            .description("For those who manage the server")
            .default_member_permissions(Permissions::MANAGE_GUILD),
        CreateCommand::new("long").description("Answers with too much"),
        CreateCommand::new("menu").description("Shows menus"),
        CreateCommand::new("move")
            .description("Plays a move")
            .add_option(
                option(T::String, "san", "The move")
                    .required(true)
                    .set_autocomplete(true),
            ),
        CreateCommand::new("challenge")
            .description("Challenges somebody")
            .add_option(option(T::User, "opponent", "Whom").required(true))
            .add_option(
                option(T::String, "game", "Which")
                    .add_string_choice("Toto40", "toto40")
                    .add_string_choice("Leto", "leto"),
            )
            .add_option(
                option(T::Integer, "minutes", "How long")
                    .min_int_value(1)
                    .max_int_value(60),
            ),
        CreateCommand::new("tournament")
            .description("Tournaments")
            .add_option(
                option(T::SubCommand, "create", "A new one")
                    .add_sub_option(option(T::String, "name", "Its name").required(true)),
            ),
        CreateCommand::new("Explain").kind(CommandType::Message),
        CreateCommand::new("Greet").kind(CommandType::User),
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
        if m.author.bot {
            return;
        }
        if m.content.is_empty() {
            drop(m.react(&ctx, '🙈').await);
        } else if m.mentions_me(&ctx).await.unwrap_or(false) || m.guild_id.is_none() {
            let text = format!(
                "{} said: {}",
                m.author.mention(),
                m.content
                    .replace(&ctx.cache.current_user().mention().to_string(), "me")
            );
            let file =
                CreateAttachment::bytes(PNG.to_vec(), "board.png").description("an empty board");
            let row = CreateActionRow::Buttons(vec![CreateButton::new("again").label("Again")]);
            drop(
                m.channel_id
                    .send_message(
                        &ctx,
                        CreateMessage::new()
                            .content(text)
                            .reference_message(&m)
                            .add_file(file)
                            .components(vec![row]),
                    )
                    .await,
            );
        }
    }

    async fn interaction_create(&self, ctx: Context, i: Interaction) {
        match i {
            Interaction::Command(c) => command(&ctx, &c).await,
            Interaction::Component(c) => match c.data.custom_id.as_str() {
                "accept" => {
                    let m = say("accepted").components(vec![]);
                    c.create_response(&ctx, CreateInteractionResponse::UpdateMessage(m))
                        .await
                        .unwrap();
                }
                "later" => {
                    c.create_response(&ctx, CreateInteractionResponse::Acknowledge)
                        .await
                        .unwrap();
                    c.edit_response(&ctx, EditInteractionResponse::new().content("edited later"))
                        .await
                        .unwrap();
                    c.channel_id.say(&ctx, "and a new message").await.unwrap();
                }
                "game" => {
                    let ComponentInteractionDataKind::StringSelect { values } = &c.data.kind else {
                        panic!("{:?}", c.data.kind)
                    };
                    c.create_response(
                        &ctx,
                        CreateInteractionResponse::Message(
                            say(&format!("chosen: {}", values[0])).ephemeral(true),
                        ),
                    )
                    .await
                    .unwrap();
                }
                "who" => {
                    let ComponentInteractionDataKind::UserSelect { values } = &c.data.kind else {
                        panic!("{:?}", c.data.kind)
                    };
                    c.create_response(
                        &ctx,
                        CreateInteractionResponse::Message(say(&values[0].mention().to_string())),
                    )
                    .await
                    .unwrap();
                }
                _ => c
                    .create_response(&ctx, CreateInteractionResponse::Message(say("again!")))
                    .await
                    .unwrap(),
            },
            Interaction::Autocomplete(c) => {
                let typed = c
                    .data
                    .autocomplete()
                    .map(|o| o.value.to_owned())
                    .unwrap_or_default();
                let all = ["e4", "Nf3", "Nc3"]
                    .into_iter()
                    .filter(|m| m.starts_with(&typed));
                let r = all.fold(CreateAutocompleteResponse::new(), |r, m| {
                    r.add_string_choice(format!("{m} (a move)"), m)
                });
                c.create_response(&ctx, CreateInteractionResponse::Autocomplete(r))
                    .await
                    .unwrap();
            }
            Interaction::Modal(m) => {
                let ActionRowComponent::InputText(t) = &m.data.components[0].components[0] else {
                    panic!("{:?}", m.data)
                };
                let text = t.value.clone().unwrap_or_default();
                m.create_response(
                    &ctx,
                    CreateInteractionResponse::Message(say(&format!("noted: {text}"))),
                )
                .await
                .unwrap();
            }
            _ => {}
        }
    }
}

async fn command(ctx: &Context, c: &CommandInteraction) {
    let answer = |m| CreateInteractionResponse::Message(m);
    match c.data.name.as_str() {
        "whisper" => {
            let row = CreateActionRow::Buttons(vec![CreateButton::new("again").label("Again")]);
            c.create_response(
                ctx,
                answer(say("psst").ephemeral(true).components(vec![row])),
            )
            .await
            .unwrap();
        }
        "board" => {
            c.defer(ctx).await.unwrap();
            let rows = vec![CreateActionRow::Buttons(vec![
                CreateButton::new("accept")
                    .label("Accept")
                    .style(ButtonStyle::Success),
                CreateButton::new("later").label("Later"),
                CreateButton::new("dead").label("Dead").disabled(true),
            ])];
            let file = CreateAttachment::bytes(PNG.to_vec(), "board.png")
                .description("the start position");
            c.edit_response(
                ctx,
                EditInteractionResponse::new()
                    .content("board")
                    .new_attachment(file)
                    .components(rows),
            )
            .await
            .unwrap();
        }
        "note" => {
            let row = CreateActionRow::InputText(
                CreateInputText::new(InputTextStyle::Short, "Text", "text").max_length(20),
            );
            c.create_response(
                ctx,
                CreateInteractionResponse::Modal(
                    CreateModal::new("m", "A note").components(vec![row]),
                ),
            )
            .await
            .unwrap();
        }
        "slow" => {}
        "twice" => {
            c.create_response(ctx, answer(say("once"))).await.unwrap();
            drop(c.create_response(ctx, answer(say("twice"))).await);
        }
        "thread" => {
            c.create_response(ctx, answer(say("a thread")))
                .await
                .unwrap();
            let m = c.get_response(ctx).await.unwrap();
            let t = c
                .channel_id
                .create_thread_from_message(ctx, m.id, CreateThread::new("Game 1"))
                .await
                .unwrap();
            t.say(ctx, "in the thread").await.unwrap();
        }
        "long" => drop(
            c.create_response(
                ctx,
                answer(say("x").embed(CreateEmbed::new().title("t".repeat(257)))),
            )
            .await,
        ),
        "menu" => {
            let options = vec![
                CreateSelectMenuOption::new("Toto40", "toto40"),
                CreateSelectMenuOption::new("Leto", "leto"),
            ];
            let games = CreateSelectMenu::new("game", CreateSelectMenuKind::String { options })
                .placeholder("Choose a game");
            let who = CreateSelectMenu::new(
                "who",
                CreateSelectMenuKind::User {
                    default_users: None,
                },
            );
            let rows = vec![
                CreateActionRow::SelectMenu(games),
                CreateActionRow::SelectMenu(who),
            ];
            c.create_response(ctx, answer(say("choose").components(rows)))
                .await
                .unwrap();
        }
        "move" => {
            let san = c.data.options[0]
                .value
                .as_str()
                .unwrap_or_default()
                .to_owned();
            c.create_response(ctx, answer(say(&format!("played {san}"))))
                .await
                .unwrap();
            c.create_followup(
                ctx,
                CreateInteractionResponseFollowup::new()
                    .content("a hint")
                    .ephemeral(true),
            )
            .await
            .unwrap();
        }
        "challenge" => {
            let ResolvedValue::User(u, _) = c.data.options()[0].value else {
                panic!("{:?}", c.data)
            };
            let text = format!("{} challenges {}", c.user.mention(), u.mention());
            let row = CreateActionRow::Buttons(vec![
                CreateButton::new("accept").label("Accept"),
                CreateButton::new_link("https://example.org").label("Rules"),
            ]);
            let mentions = CreateAllowedMentions::new().users([u.id]);
            c.create_response(
                ctx,
                answer(say(&text).components(vec![row]).allowed_mentions(mentions)),
            )
            .await
            .unwrap();
        }
        "Explain" => c
            .create_response(
                ctx,
                answer(say(&format!(
                    "that was {:?}",
                    c.data.resolved.messages.values().next().unwrap().content
                ))),
            )
            .await
            .unwrap(),
        "Greet" => c
            .create_response(
                ctx,
                answer(say(&format!("hello {}", c.data.target_id.unwrap()))),
            )
            .await
            .unwrap(),
        _ => c.create_response(ctx, answer(say("Pong!"))).await.unwrap(),
    }
}

/// The running bot, in a runtime of its own: ended, it is gone like a killed process. (To abort the task of `client.start()`
/// would leave serenity's shards running, and to shut them down takes half a second.)
pub(crate) struct Bot {
    runtime: Option<tokio::runtime::Runtime>,
    task: tokio::task::JoinHandle<Result<(), serenity::Error>>,
    unknown: Arc<Mutex<Vec<String>>>,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Bot {
    /// Names of the events that have come, in order.
    pub(crate) fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }

    /// Stops as a killed process does.
    pub(crate) fn kill(&mut self) {
        if let Some(r) = self.runtime.take() {
            r.shutdown_background();
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
            assert_eq!(*self.unknown.lock().unwrap(), Vec::<String>::new());
        }
    }
}

pub(crate) fn intents() -> GatewayIntents {
    GatewayIntents::non_privileged()
}

pub(crate) async fn run(pg: &Playground, intents: GatewayIntents) -> Bot {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let http = HttpBuilder::new(pg.token())
        .proxy(pg.api())
        .ratelimiter_disabled(true)
        .build();
    let (unknown, seen) = (Arc::default(), Arc::default());
    let guard = Guard(Arc::clone(&unknown), Arc::clone(&seen));
    let builder = ClientBuilder::new_with_http(http, intents)
        .event_handler(Handler)
        .raw_event_handler(guard);
    let mut client = runtime
        .spawn(async move { builder.await.unwrap() })
        .await
        .unwrap();
    // If GET /gateway had failed, serenity would dial the real Discord.
    assert!(client.ws_url.lock().await.starts_with("ws://127.0.0.1"));
    let task = runtime.spawn(async move { client.start().await });
    Bot {
        runtime: Some(runtime),
        task,
        unknown,
        seen,
    }
}

/// A playground and a bot that is ready.
pub(crate) async fn start() -> (Playground, Bot) {
    let pg = Playground::start().await;
    let bot = run(&pg, intents()).await;
    pg.ready().await;
    (pg, bot)
}
