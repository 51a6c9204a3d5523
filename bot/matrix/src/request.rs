//! Carries out requests.

use app::card::{Card, Field, Modal};
use app::commands::{Call, Directory as _, Kind, Parsed, Value, parse};
use app::effect::{Answer, Subject};
use app::store::StoreError;
use app::{
    Action, Audience, Command, Context, Failure, GameId, NewGame, Occasion, Part, Person, Place,
    Refusal, Request, ServerId, SpaceCommand, Text, Which, messages,
};
use runtime::requests::{self, Done};
use text::msg;

use crate::account::Result;
use crate::bot::{Bot, HandleError, Recipient};
use crate::choices::{self, Chosen, Form, InputKind};
use crate::directory::RoomDirectory;
use crate::ids;
use crate::origin::Origin;
use crate::parse::intent::Intent;
use crate::permissions::{Power, find_space, is_moderators};
use crate::render::format::link;

pub(crate) struct Response {
    pub(crate) done: Done,
    /// The form that a reply fills in.
    pub(crate) form: Option<Form>,
    /// Whether the request was not understood, or asked for nothing.
    pub(crate) is_correction: bool,
}

impl From<Done> for Response {
    fn from(done: Done) -> Self {
        Self {
            done,
            form: None,
            is_correction: false,
        }
    }
}

/// Carries out what an event asks for. Returns the response, `None` for a remark that turned out not to be for the bot, and the
/// server that the request was made in.
pub(crate) async fn carry_out(
    bot: &Bot,
    origin: &Origin,
    intent: Intent,
) -> Result<(Option<Response>, Option<ServerId>), HandleError> {
    let requester = Requester::new(bot, origin).await?;
    let response = requester.carry_out(intent).await?;
    Ok((response, requester.place.venue.server))
}

/// The person behind a request, with their power.
struct Requester<'a> {
    bot: &'a Bot,
    origin: &'a Origin,
    person: Person,
    place: Place,
    power: Power,
    /// Power in the space that the room is bound to.
    space_power: Option<Power>,
}

impl<'a> Requester<'a> {
    async fn new(bot: &'a Bot, origin: &'a Origin) -> Result<Self, HandleError> {
        // A person who writes can be written to again.
        let recipient = Recipient::Person(origin.sender.clone());
        bot.pauses.accepted(&recipient);
        let server = origin.server();
        let room = server.unwrap_or(&origin.room);
        let member = bot.homeserver().member(room, &origin.sender).await?;
        let member = member.map(|member| (member.name, member.power));
        let (name, level) = member.unwrap_or_default();
        let venue = ids::venue(room, origin.own_thread(), server);
        let place = bot.service.ask(move |app| app.place_of(&venue)).await?;
        let space = place.space.as_ref().and_then(ids::room);
        let space_power = match space {
            Some((space, _)) => Some(Power::in_space(bot, space, &origin.sender).await?),
            None => None,
        };
        Ok(Self {
            bot,
            origin,
            person: ids::person(&origin.sender, &name),
            place,
            power: Power {
                level,
                managing: origin.managing_level,
            },
            space_power,
        })
    }

    async fn directory(&self, people: &[&str], rooms: &[&str]) -> Result<RoomDirectory<'a>> {
        let room = self.origin.server().unwrap_or(&self.origin.room);
        RoomDirectory::for_names(self.bot.homeserver(), room, people, rooms).await
    }

    /// Builds a request. The event's id makes sure that it is carried out once.
    fn request(&self, command: Command, unfit_role: bool) -> Request {
        let origin = self.origin;
        let Place { venue, former, .. } = self.place.clone();
        // A replaced room has no managers and no threads in the room that replaces it.
        let room = ids::room_id(origin.server().unwrap_or(&origin.room), None);
        let is_replaced = former.contains(&room);
        let has_power = venue.server.is_some() && !is_replaced;
        let power = self.space_power.unwrap_or(self.power);
        // A manager of the room alone can unbind it from its space.
        let is_about_space = matches!(command, Command::Space(_));
        let manages = has_power && (power.manages() || is_about_space && self.power.manages());
        let roles = has_power.then(|| ids::roles(power.level));
        let thread = origin.own_thread().filter(|_| !is_replaced);
        Request {
            who: self.person.clone(),
            context: Context {
                manages,
                manages_roles: manages,
                // Matrix has no scheduled events.
                eventless: true,
                roles: roles.unwrap_or_default(),
                former,
                unfit_role,
                parent: thread.map(|_| ids::room_id(&origin.room, None)),
                audience: if origin.is_direct {
                    Audience::Author
                } else {
                    Audience::Room
                },
                // A sync that was not acknowledged is received again.
                heard: Some(ids::heard_id(&origin.event)),
                ..Context::default()
            },
            venue,
            command,
        }
    }

    async fn carry_out(&self, intent: Intent) -> Result<Option<Response>, HandleError> {
        let which = |game: Option<_>| game.map_or(Which::Mine, Which::Id);
        let response = match intent {
            Intent::Hello => Response {
                is_correction: true,
                ..self.perform(Command::Help(Occasion::Asked)).await?
            },
            Intent::Edited => self.words(msg!("answer-edited")),
            Intent::TooLong => self.words(messages::too_long_to_read()),
            Intent::NoBoard => self.words(messages::no_board()),
            Intent::NoChoice => self.words(msg!("answer-no-such-choice")),
            Intent::NoList => self.words(msg!("answer-which-list")),
            Intent::ForAnother(user) => {
                let person = Part::Person(ids::player_id(&user));
                self.words(msg!("answer-choices-of-another", person))
            }
            Intent::Command(typed) => self.typed(&typed).await?,
            Intent::Word(word, game) => self.perform(word.command(which(game))).await?,
            Intent::MoveMenu(game) => self.move_menu(which(game)).await?,
            Intent::Move {
                game,
                text,
                is_addressed,
            } => {
                let command = Command::Move {
                    game: which(game),
                    text,
                    ply: None,
                };
                if !is_addressed {
                    return self.remark(command).await;
                }
                self.perform(command).await?
            }
            Intent::Press(chosen) => self.press(chosen).await?,
            Intent::Fill(form, text) => self.fill(form, &text).await?,
        };
        Ok(Some(response))
    }

    async fn perform(&self, command: Command) -> Result<Response, HandleError> {
        Ok(self.handle(self.request(command, false)).await?.into())
    }

    async fn handle(&self, request: Request) -> Result<Done, HandleError> {
        match self.attempt(request.clone()).await {
            Ok(done) => Ok(done),
            Err(failure) => self.failed(request, failure).await,
        }
    }

    async fn attempt(&self, request: Request) -> Result<Done, Failure> {
        if !self.origin.may_post() {
            if request.command.begins_a_game() {
                return Ok(self.done(Card::words(messages::cannot_post())));
            }
            if request.command.posts() {
                return Ok(self.done(Card::words(messages::cannot_post_here())));
            }
        }
        let bot = self.bot;
        let is_challenge = matches!(request.command, Command::Challenge { .. });
        let turn = bot.service.turn(&request.who.id).await;
        let done = requests::handle(&bot.service, &bot.admission, turn, request).await?;
        // Everyone sees the challenge itself.
        if is_challenge && matches!(done.so_far(), Answer::Aside(_)) {
            return Ok(Done::without_a_command(self.person.clone(), Answer::Seen));
        }
        Ok(done)
    }

    /// Returns the response to a failed command. A transient error of the store stays an error.
    async fn failed(&self, request: Request, failure: Failure) -> Result<Done, HandleError> {
        let refusal = match failure {
            Failure::Refused(refusal) => refusal,
            // Retries are safe: a command is carried out once.
            Failure::Store(
                StoreError::Unavailable(_) | StoreError::Unknown(_) | StoreError::Conflict(_),
            ) => return Err(failure.into()),
            Failure::Store(error) => {
                tracing::error!(%error, "command not stored");
                return Ok(self.done(Card::words(messages::store_failed())));
            }
        };
        let stale = match refusal {
            Refusal::Stale { game, .. } => Some(game),
            _ => None,
        };
        let service = &self.bot.service;
        let answer = service.ask(move |app| app.refused(&request, &refusal));
        let mut answer = answer.await?;
        // Old boards keep their choices: not every client shows edits.
        if let (Answer::Aside(card) | Answer::Secret(card), Some(game)) = (&mut answer, stale)
            && let Some(link) = self.link_to_board(game).await?
        {
            let words = msg!("answer-current-board", link);
            card.text = std::mem::take(&mut card.text).line(words);
        }
        Ok(Done::without_a_command(self.person.clone(), answer))
    }

    /// Returns the URL of the message with a game's current board.
    async fn link_to_board(&self, game: GameId) -> Result<Option<String>, Failure> {
        let subject = Subject::Game(game);
        let post = (self.bot.service).ask_store(move |store| store.post(subject));
        Ok(post.await?.and_then(|post| {
            let (room, _) = ids::room(&post.room)?;
            Some(link([room, ids::event(&post.message)?]))
        }))
    }

    fn done(&self, card: Card) -> Done {
        let answer = Answer::Aside(Box::new(card));
        Done::without_a_command(self.person.clone(), answer)
    }

    fn words(&self, text: impl Into<Text>) -> Response {
        Response {
            is_correction: true,
            ..self.done(Card::words(text)).into()
        }
    }

    /// Carries out a typed command without its prefix.
    async fn typed(&self, typed: &str) -> Result<Response, HandleError> {
        let mut call = match parse(typed) {
            Ok(Parsed::Call(call)) => call,
            Ok(Parsed::Help(words)) | Err(words) => return Ok(self.words(words)),
        };
        let people = named(&call, |kind| matches!(kind, Kind::Person));
        let rooms = named(&call, |kind| matches!(kind, Kind::Room));
        let directory = self.directory(&people, &rooms).await?;
        if let Err(words) = call.resolve(&directory) {
            return Ok(self.words(words));
        }
        if let Some(words) = self.unseen_challenge(&call) {
            return Ok(self.words(words));
        }
        let server = self.place.venue.server.clone();
        let service = &self.bot.service;
        let settings = service.ask(move |app| app.effective_settings(server.as_ref()));
        let usual = settings.await?.variant();
        match call.read(usual) {
            Ok(Command::Space(SpaceCommand::Bind(typed))) => self.bind(typed.as_str()).await,
            Ok(command) => {
                let request = self.request(command, names_a_moderator(&call));
                Ok(self.handle(request).await?.into())
            }
            Err(words) => Ok(self.words(words)),
        }
    }

    /// Binds the room to a space. Doesn't reveal to others whether the bot is in the space.
    async fn bind(&self, typed: &str) -> Result<Response, HandleError> {
        if self.power.manages()
            && let Some(space) = find_space(self.bot, typed).await?
            && Power::in_space(self.bot, &space, &self.origin.sender)
                .await?
                .manages()
        {
            let command = Command::Space(SpaceCommand::Bind(ids::server_id(&space)));
            return self.perform(command).await;
        }
        Ok(self.words(msg!("space-not-both")))
    }

    /// Returns why no one could accept a challenge where it would be posted.
    fn unseen_challenge(&self, call: &Call) -> Option<Text> {
        let goes_elsewhere = call.given.get("elsewhere") == Some(&Value::Boolean(true));
        if call.name() != "challenge" || goes_elsewhere {
            return None;
        }
        match call.given.get("opponent") {
            Some(Value::Person(mention)) if !mention.is_member => {
                let person = Part::Person(mention.person.id.clone());
                Some(msg!("answer-opponent-not-here", person).into())
            }
            None if self.origin.server().is_none() => {
                Some(messages::refusal(&Refusal::NotOnAServer))
            }
            _ => None,
        }
    }

    /// Carries out a move that may be a remark: people who don't play get no refusal.
    async fn remark(&self, command: Command) -> Result<Option<Response>, HandleError> {
        let request = self.request(command, false);
        let done = match self.attempt(request.clone()).await {
            Err(Failure::Refused(
                Refusal::NotAPlayer(_)
                | Refusal::NoSuchGame(_)
                | Refusal::NoGame
                | Refusal::GameOver(..)
                | Refusal::NotYourTurn { .. },
            )) => return Ok(None),
            Ok(done) => done,
            Err(failure) => self.failed(request, failure).await?,
        };
        Ok(Some(done.into()))
    }

    /// Lists the moves if it is the person's turn, and shows the board otherwise.
    async fn move_menu(&self, game: Which) -> Result<Response, HandleError> {
        let request = self.request(Command::Board(game), false);
        let done = self.handle(request).await?;
        let panel = match done.so_far() {
            Answer::Aside(card) | Answer::Secret(card) => {
                let mut buttons = card.controls.iter().flatten();
                buttons.find_map(|button| match button.action {
                    Action::Panel(..) if !button.disabled => button.action.command(None),
                    _ => None,
                })
            }
            _ => None,
        };
        match panel {
            Some(panel) => self.perform(panel).await,
            None => Ok(done.into()),
        }
    }

    async fn press(&self, chosen: Chosen) -> Result<Response, HandleError> {
        let Chosen { action, value } = chosen;
        if let Action::BeginGame(game) | Action::ChangeNewGame(game) = action
            && value.as_deref() == Some(choices::MORE)
        {
            return self.more_choices(action, game).await;
        }
        let action = action.chosen(value.as_deref());
        let person = self.person.clone();
        let service = &self.bot.service;
        let form = service.ask(move |app| app.form(&person, action));
        match form.await {
            Ok(None) => self.act(action, value.as_deref(), false).await,
            Ok(Some(form)) => {
                let input = InputKind::Text;
                Ok(Response {
                    form: Some(Form { action, input }),
                    ..self.done(form_card(&form)).into()
                })
            }
            Err(Failure::Refused(refusal)) => {
                let card = Card {
                    controls: messages::refusal_controls(&refusal),
                    ..Card::words(messages::refusal(&refusal))
                };
                Ok(self.done(card).into())
            }
            Err(failure) => Err(failure.into()),
        }
    }

    /// Lists the rest of a new game's menus.
    async fn more_choices(&self, action: Action, game: NewGame) -> Result<Response, HandleError> {
        let request = self.request(Command::ChooseGame(game), false);
        let done = self.handle(request).await?;
        Ok(match done.so_far() {
            Answer::Aside(card) => self.done(choices::more((**card).clone(), action)).into(),
            _ => done.into(),
        })
    }

    async fn act(
        &self,
        action: Action,
        input: Option<&str>,
        unfit_role: bool,
    ) -> Result<Response, HandleError> {
        let Some(command) = action.command(input) else {
            return Ok(self.words(messages::unknown_button()));
        };
        let request = self.request(command, unfit_role);
        Ok(self.handle(request).await?.into())
    }

    async fn fill(&self, form: Form, text: &str) -> Result<Response, HandleError> {
        let mut unfit_role = false;
        let value = match form.input {
            InputKind::Text => Ok(text.to_owned()),
            InputKind::Person => self.person_named(text).await?,
            InputKind::Rooms => {
                let directory = self.directory(&[], &[text]).await?;
                directory.rooms(text).map_err(|_| no_one_named())
            }
            InputKind::Role => {
                let role = self.directory(&[], &[]).await?.role(text);
                unfit_role = role.as_ref().is_some_and(is_moderators);
                role.map(|role| role.to_string()).ok_or_else(no_one_named)
            }
        };
        match value {
            Ok(value) => self.act(form.action, Some(&value), unfit_role).await,
            Err(words) => Ok(self.words(words)),
        }
    }

    /// Returns a member's id and name as a form's value, or why there is none.
    async fn person_named(&self, text: &str) -> Result<Result<String, Text>> {
        let directory = self.directory(&[text], &[]).await?;
        Ok(match directory.person(text) {
            Some(mention) if mention.is_bot => Err(messages::bots_are_not_invited()),
            // Or people could make the bot write to strangers.
            Some(mention) if !mention.is_member => Err(messages::not_a_member()),
            Some(mention) => Ok(format!("{} {}", mention.person.id, mention.person.name)),
            None => Err(match &directory.similar(text)[..] {
                [] => no_one_named(),
                similar => messages::no_person_named(text, similar),
            }),
        })
    }
}

fn no_one_named() -> Text {
    msg!("answer-no-one-named").into()
}

/// Describes a form; a reply with the text fills it in.
fn form_card(form: &Modal) -> Card {
    let field = |field: &Field| {
        let (label, example) = (field.label.clone(), field.example.clone());
        if field.optional {
            msg!("form-optional-field", label, example)
        } else {
            msg!("form-field", label, example)
        }
    };
    let title = form.title.clone();
    let ask = match form.fields.len() {
        1 => msg!("form-ask", title),
        _ => msg!("form-ask-lines", title),
    };
    let fields = form.fields.iter().map(field);
    Card::words(fields.fold(Text::from(ask), Text::line))
}

/// Returns the typed values of the options of a kind.
fn named(call: &Call, is_kind: impl Fn(Kind) -> bool) -> Vec<&str> {
    let options = call.leaf().options.iter();
    let options = options.filter(|option| is_kind(option.kind));
    let values = options.filter_map(|option| match call.given.get(option.name) {
        Some(Value::Named(typed)) => Some(typed.as_str()),
        _ => None,
    });
    values.collect()
}

/// Whether a command names a moderator's power level.
fn names_a_moderator(call: &Call) -> bool {
    let options = call.leaf().options.iter();
    let mut values = options.filter_map(|option| call.given.get(option.name));
    values.any(|value| matches!(value, Value::Role(role) if is_moderators(role)))
}
