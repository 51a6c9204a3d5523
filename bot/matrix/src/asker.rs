//! Makes requests of what someone asks for, and has them carried out.

use std::sync::Arc;

use crate::account::Error;
use app::card::Card;
use app::commands::{Call, Directory as _, Kind, Parsed, Value, parse};
use app::effect::Answer;
use app::{
    Action, Audience, Command, Context, Failure, Occasion, Part, Person, Place, Refusal, Request,
    RoleId, SpaceCommand, Text, Which, messages,
};
use text::msg;

use super::answers::{self, Question};
use super::choices::{Chosen, Form, Input};
use super::directory::RoomDirectory;
use super::hearing::Trouble;
use super::outbox::Recipient;
use super::reading::Meant;
use super::spaces::{self, Power};
use super::{Bot, ids};
use runtime::requests::{self, Done};

/// The lowest power level that is a moderator's: no prize.
const MODERATOR: i64 = 50;

/// Someone who asks for something, and where.
pub(super) struct Asker {
    who: Person,
    question: Question,
    /// What they may do in the room.
    here: Power,
    /// What they may do in the space to which it is bound, if it is.
    in_space: Option<Power>,
    place: Place,
}

/// What an event led to.
pub(super) struct Reply {
    pub(super) done: Done,
    /// What the answer asks for.
    pub(super) form: Option<Form>,
}

impl From<Done> for Reply {
    fn from(done: Done) -> Self {
        Self { done, form: None }
    }
}

impl Asker {
    pub(super) async fn new(bot: &Bot, question: Question, managing: i64) -> Result<Self, Trouble> {
        // Who speaks to Delos may be written to again.
        let person = Recipient::Person(question.sender.clone());
        bot.pauses.accepted(&person);
        let server = question.server();
        let room = server.unwrap_or(&question.room);
        let member = bot.homeserver().member(room, &question.sender).await?;
        let name = member.as_ref().map_or("", |member| &member.name);
        let venue = ids::venue(room, question.own_thread(), server);
        let place = bot
            .service
            .run_blocking(move |service| service.app().place_of(&venue))
            .await?;
        let space = place.space.as_ref().and_then(ids::room);
        let in_space = match space {
            Some((space, _)) => Some(spaces::power(bot, space, &question.sender).await?),
            None => None,
        };
        Ok(Self {
            place,
            who: ids::person(&question.sender, name),
            here: Power {
                level: member.as_ref().map_or(0, |member| member.power),
                managing,
            },
            in_space,
            question,
        })
    }

    /// What it takes to find these people and rooms, as they are typed.
    async fn directory<'a>(
        &self,
        bot: &'a Bot,
        people: &[&str],
        rooms: &[&str],
    ) -> Result<RoomDirectory<'a>, Error> {
        let room = self.question.server().unwrap_or(&self.question.room);
        RoomDirectory::for_names(bot.homeserver(), room, people, rooms).await
    }

    /// The request of a command. What an event leads to is done once, by this id of it.
    fn request(&self, command: Command, unfit_role: bool) -> Request {
        let question = &self.question;
        let Place { venue, former, .. } = self.place.clone();
        // A room that is replaced gives no one power over the one that replaces it, and of its threads nothing is left.
        let here = ids::room_id(question.server().unwrap_or(&question.room), None);
        let is_replaced = former.contains(&here);
        let has_power = venue.server.is_some() && !is_replaced;
        let power = self.in_space.unwrap_or(self.here);
        // To leave a space, it is enough to manage the room.
        let is_about_space = matches!(command, Command::Space(_));
        let manages = has_power && (power.manages() || is_about_space && self.here.manages());
        let roles = if has_power {
            ids::roles(power.level)
        } else {
            Vec::new()
        };
        let thread = question.own_thread().filter(|_| !is_replaced);
        Request {
            who: self.who.clone(),
            context: Context {
                manages,
                manages_roles: manages,
                // Matrix has no list of events.
                eventless: true,
                roles,
                former,
                unfit_role,
                parent: thread.map(|_| ids::room_id(&question.room, None)),
                audience: if question.is_direct {
                    Audience::Author
                } else {
                    Audience::Room
                },
                // A sync that was not acknowledged is heard again.
                heard: Some(ids::heard_id(&question.event)),
                ..Context::default()
            },
            venue,
            command,
        }
    }

    /// Has a command carried out.
    pub(super) async fn give(&self, bot: &Bot, command: Command) -> Result<Option<Reply>, Trouble> {
        self.have(bot, self.request(command, false))
            .await
            .map(reply)
    }

    async fn have(&self, bot: &Bot, request: Request) -> Result<Done, Trouble> {
        if !self.question.may_post() {
            if request.command.begins_a_game() {
                return Ok(self.words(messages::cannot_post()));
            }
            if request.command.posts() {
                return Ok(self.words(messages::cannot_post_here()));
            }
        }
        let is_challenge = matches!(request.command, Command::Challenge { .. });
        match requests::handle(&bot.service, &bot.admission, request.clone()).await {
            // Everyone sees the challenge itself.
            Ok(done) if is_challenge && matches!(done.so_far(), Answer::Aside(_)) => {
                Ok(Done::without_a_command(self.who.clone(), Answer::Seen))
            }
            Ok(done) => Ok(done),
            Err(failure) => self.failed(bot, request, failure).await,
        }
    }

    /// What a command that failed is answered with.
    async fn failed(&self, bot: &Bot, request: Request, failure: Failure) -> Result<Done, Trouble> {
        if let Failure::Refused(refusal) = failure {
            let stale = match refusal {
                Refusal::Stale { game, .. } => Some(game),
                _ => None,
            };
            let mut answer = bot
                .service
                .run_blocking(move |service| service.app().refused(&request, &refusal))
                .await?;
            // Old boards keep their choices: not every client shows edits.
            if let (Answer::Aside(card) | Answer::Secret(card), Some(game)) = (&mut answer, stale)
                && let Some(link) = bot.link_to_board(game).await?
            {
                let words = msg!("answer-current-board", link = link);
                card.text = std::mem::take(&mut card.text).line(words);
            }
            return Ok(Done::without_a_command(self.who.clone(), answer));
        }
        match answers::told_of(&failure) {
            Some(card) => Ok(self.aside(card)),
            None => Err(failure.into()),
        }
    }

    fn aside(&self, card: Card) -> Done {
        let answer = Answer::Aside(Box::new(card));
        Done::without_a_command(self.who.clone(), answer)
    }

    fn words(&self, text: impl Into<Text>) -> Done {
        self.aside(Card::words(text))
    }

    /// Carries out what is meant; none if that is nothing after all.
    pub(super) async fn carry_out(
        &self,
        bot: &Bot,
        meant: Meant,
    ) -> Result<Option<Reply>, Trouble> {
        let which = |game: Option<_>| game.map_or(Which::Mine, Which::Id);
        match meant {
            Meant::Hello => self.give(bot, Command::Help(Occasion::Asked)).await,
            Meant::TooLong => Ok(reply(self.words(messages::too_long_to_read()))),
            Meant::NoBoard => Ok(reply(self.words(messages::no_board()))),
            Meant::NoChoice => Ok(reply(self.words(msg!("answer-no-such-choice")))),
            Meant::NoList => Ok(reply(self.words(msg!("answer-which-list")))),
            Meant::ForAnother(user) => {
                let person = Part::Person(ids::player_id(&user));
                let words = msg!("answer-choices-of-another", person = person);
                Ok(reply(self.words(words)))
            }
            Meant::Command(typed) => self.typed(bot, &typed).await,
            Meant::Word(word, game) => self.give(bot, word.command(which(game))).await,
            Meant::MoveMenu(game) => self.move_menu(bot, which(game)).await,
            Meant::Move {
                game,
                text,
                is_addressed,
            } => {
                let game = which(game);
                let command = Command::Move {
                    game,
                    text,
                    ply: None,
                };
                if is_addressed {
                    self.give(bot, command).await
                } else {
                    self.remark(bot, command).await
                }
            }
            Meant::Press(chosen) => self.press(bot, chosen).await,
            Meant::Fill(form, text) => self.fill(bot, form, &text).await,
        }
    }

    /// A typed command without its prefix.
    async fn typed(&self, bot: &Bot, typed: &str) -> Result<Option<Reply>, Trouble> {
        let mut call = match parse(typed) {
            Ok(Parsed::Call(call)) => call,
            Ok(Parsed::Help(words)) | Err(words) => return Ok(reply(self.words(words))),
        };
        let people = named(&call, |kind| matches!(kind, Kind::Person));
        let rooms = named(&call, |kind| matches!(kind, Kind::Room));
        let directory = self.directory(bot, &people, &rooms).await?;
        if let Err(words) = call.resolve(&directory) {
            return Ok(reply(self.words(words)));
        }
        if let Some(words) = self.unseen_challenge(&call) {
            return Ok(reply(self.words(words)));
        }
        let server = self.request(Command::Games, false).venue.server;
        let settings = bot
            .service
            .run_blocking(move |service| service.app().effective_settings(None, server.as_ref()))
            .await?;
        match call.read(settings.variant()) {
            Ok(Command::Space(SpaceCommand::Bind(typed))) => self.bind(bot, typed.as_str()).await,
            Ok(command) => {
                let request = self.request(command, names_a_moderator(&call));
                self.have(bot, request).await.map(reply)
            }
            Err(words) => Ok(reply(self.words(words))),
        }
    }

    /// Binds the room to the space that was typed. Who is not allowed to is not told whether Delos is in such a space.
    async fn bind(&self, bot: &Bot, typed: &str) -> Result<Option<Reply>, Trouble> {
        let found = if self.here.manages() {
            spaces::find(bot, typed).await?
        } else {
            None
        };
        let space = match found {
            Some(space) => {
                let power = spaces::power(bot, &space, &self.question.sender).await?;
                power.manages().then_some(space)
            }
            None => None,
        };
        let server = space.and_then(|space| ids::venue(&space, None, Some(&space)).server);
        match server {
            Some(server) => {
                let command = Command::Space(SpaceCommand::Bind(server));
                self.give(bot, command).await
            }
            None => Ok(reply(self.words(msg!("space-not-both")))),
        }
    }

    /// The answer to a challenge that is posted where no one who may accept it reads it.
    fn unseen_challenge(&self, call: &Call) -> Option<Text> {
        let goes_elsewhere = call.given.get("elsewhere") == Some(&Value::Boolean(true));
        if call.name() != "challenge" || goes_elsewhere {
            return None;
        }
        match call.given.get("opponent") {
            Some(Value::Person(mention)) if !mention.is_member => {
                let person = Part::Person(mention.person.id.clone());
                Some(msg!("answer-opponent-not-here", person = person).into())
            }
            None if self.question.server().is_none() => {
                Some(messages::refusal(&Refusal::NotOnAServer))
            }
            _ => None,
        }
    }

    /// A move that may be a remark: who does not play is not told so.
    async fn remark(&self, bot: &Bot, command: Command) -> Result<Option<Reply>, Trouble> {
        let request = self.request(command, false);
        match requests::handle(&bot.service, &bot.admission, request.clone()).await {
            Err(Failure::Refused(
                Refusal::NotAPlayer(_)
                | Refusal::NoSuchGame(_)
                | Refusal::NoGame
                | Refusal::GameOver(..)
                | Refusal::NotYourTurn { .. },
            )) => Ok(None),
            Ok(done) => Ok(reply(done)),
            Err(failure) => self.failed(bot, request, failure).await.map(reply),
        }
    }

    /// The list of moves of a game, if it is their turn; else its board.
    async fn move_menu(&self, bot: &Bot, game: Which) -> Result<Option<Reply>, Trouble> {
        let done = self
            .have(bot, self.request(Command::Board(game), false))
            .await?;
        let (Answer::Aside(card) | Answer::Secret(card)) = done.so_far() else {
            return Ok(reply(done));
        };
        let mut buttons = card.controls.iter().flatten();
        let panel = buttons.find_map(|button| match button.action {
            Action::Panel(..) if !button.disabled => button.action.command(None),
            _ => None,
        });
        match panel {
            Some(panel) => self.give(bot, panel).await,
            None => Ok(reply(done)),
        }
    }

    async fn press(&self, bot: &Bot, chosen: Chosen) -> Result<Option<Reply>, Trouble> {
        let Chosen { action, value } = chosen;
        let action = action.chosen(value.as_deref());
        let who = self.who.clone();
        let form = bot
            .service
            .run_blocking(move |service| service.app().form(&who, action))
            .await;
        match form {
            Ok(None) => self.act(bot, action, value.as_deref(), false).await,
            Ok(Some(form)) => Ok(Some(Reply {
                done: self.aside(answers::form(&form)),
                form: Some(Form {
                    action,
                    of: Input::Text,
                }),
            })),
            Err(Failure::Refused(refusal)) => {
                let card = Card {
                    controls: messages::refusal_controls(&refusal),
                    ..Card::words(messages::refusal(&refusal))
                };
                Ok(reply(self.aside(card)))
            }
            Err(failure) => Err(failure.into()),
        }
    }

    async fn act(
        &self,
        bot: &Bot,
        action: Action,
        input: Option<&str>,
        unfit_role: bool,
    ) -> Result<Option<Reply>, Trouble> {
        match action.command(input) {
            Some(command) => {
                let request = self.request(command, unfit_role);
                self.have(bot, request).await.map(reply)
            }
            None => Ok(reply(self.words(messages::unknown_button()))),
        }
    }

    /// The text that a message asked for.
    async fn fill(&self, bot: &Bot, form: Form, text: &str) -> Result<Option<Reply>, Trouble> {
        let typed = || text.split(|c: char| c.is_whitespace() || c == ',');
        let rooms: Vec<_> = typed().filter(|word| !word.is_empty()).collect();
        let directory = match form.of {
            Input::Person => self.directory(bot, &[text], &[]).await?,
            Input::Rooms => self.directory(bot, &[], &rooms).await?,
            Input::Text | Input::Role => self.directory(bot, &[], &[]).await?,
        };
        let no_one = || Ok(reply(self.words(msg!("answer-no-one-named"))));
        let mut unfit_role = false;
        let value = match form.of {
            Input::Text => text.to_owned(),
            Input::Person => match directory.person(text) {
                Some(mention) if mention.is_bot => {
                    return Ok(reply(self.words(messages::bots_are_not_invited())));
                }
                // Or Delos would write to strangers at anyone's request.
                Some(mention) if !mention.is_member => {
                    return Ok(reply(self.words(messages::not_a_member())));
                }
                Some(mention) => format!("{} {}", mention.person.id, mention.person.name),
                None => match &directory.similar(text)[..] {
                    [] => return no_one(),
                    similar => {
                        let words = messages::no_person_named(text, similar);
                        return Ok(reply(self.words(words)));
                    }
                },
            },
            Input::Rooms => {
                let rooms = rooms.into_iter();
                let rooms: Option<Vec<_>> = rooms
                    .map(|word| directory.room(word).map(|room| room.to_string()))
                    .collect();
                match rooms {
                    Some(rooms) => rooms.join(" "),
                    None => return no_one(),
                }
            }
            Input::Role => match directory.role(text) {
                Some(role) => {
                    unfit_role = is_moderators(&role);
                    role.to_string()
                }
                None => return no_one(),
            },
        };
        self.act(bot, form.action, Some(&value), unfit_role).await
    }

    /// Says what was answered, and welcomes a room that was not welcomed before.
    pub(super) async fn answer(&self, bot: &Arc<Bot>, reply: Option<Reply>) -> Result<(), Trouble> {
        if let Some(reply) = reply {
            answers::give(bot, self.question.clone(), reply);
        }
        if self.question.is_direct {
            return Ok(());
        }
        let server = self.request(Command::Games, false).venue.server;
        let Some(server) = server else { return Ok(()) };
        let welcome = bot
            .service
            .run_blocking(move |service| {
                if !service.app().owes_welcome(&server)? {
                    return Ok(None);
                }
                let moment = service.moment();
                service.app().first_command(&server, moment)
            })
            .await;
        match welcome {
            Ok(Some(card)) => answers::welcome(bot, self.question.clone(), card),
            Ok(None) => {}
            // The command is done; the next one will be answered with it.
            Err(failure) => tracing::error!(?failure, "welcome not shown"),
        }
        Ok(())
    }
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "what may lead to nothing leads to an option"
)]
fn reply(done: Done) -> Option<Reply> {
    Some(done.into())
}

/// What is typed for the options of one kind that name someone or something.
fn named(call: &Call, is_meant: impl Fn(Kind) -> bool) -> Vec<&str> {
    let options = call.leaf().options.iter();
    let options = options.filter(|option| is_meant(option.kind));
    let values = options.filter_map(|option| match call.given.get(option.name) {
        Some(Value::Named(typed)) => Some(typed.as_str()),
        _ => None,
    });
    values.collect()
}

/// Whether a command gives a moderator's power level to someone.
fn names_a_moderator(call: &Call) -> bool {
    let options = call.leaf().options.iter();
    let mut values = options.filter_map(|option| call.given.get(option.name));
    values.any(|value| matches!(value, Value::Role(role) if is_moderators(role)))
}

fn is_moderators(role: &RoleId) -> bool {
    ids::power(role).is_some_and(|level| level >= MODERATOR)
}
