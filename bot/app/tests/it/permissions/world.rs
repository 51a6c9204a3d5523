//! The people who try, and the states in which they do.

use app::{
    ChallengeId, Command, Format, GameId, PeopleCommand, Setting, Terms, TournamentCommand, Which,
};
use rules_core::Variant;

use super::commands::other_terms;
use crate::common::cup::{add, plan};
use crate::common::{Hall, challenge_of, open_challenge, person};

/// The people who try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Ann: White, to move; made the challenges.
    Player,
    /// Bob: Black; was challenged, and made an offer.
    Opponent,
    /// Cat, on the same server.
    Spectator,
    /// Max, who may manage the server.
    Manager,
    /// Olga, who may organize tournaments there.
    Organizer,
    /// Dan, who speaks from another server.
    OtherServer,
    /// Eve, whom ann and bob have blocked.
    Blocked,
    /// Gus, in whose server Delos is not.
    Guest,
    /// Fay, whose data is being deleted.
    Leaving,
}

pub(crate) const KINDS: [(Kind, &str, &str); 9] = [
    (Kind::Player, "ann", "player"),
    (Kind::Opponent, "bob", "opponent"),
    (Kind::Spectator, "cat", "spectator"),
    (Kind::Manager, "max", "manager"),
    (Kind::Organizer, "olga", "organizer"),
    (Kind::OtherServer, "dan", "other server"),
    (Kind::Blocked, "eve", "blocked"),
    (Kind::Guest, "gus", "guest"),
    (Kind::Leaving, "fay", "leaving"),
];

/// The state in which a command is tried.
#[derive(Clone, Copy)]
pub(crate) enum Scene {
    /// The game has begun, ann is to move.
    Begun,
    /// No one has moved yet.
    New,
    /// Bob has offered a draw.
    DrawOffered,
    /// Bob has asked for a takeback.
    TakeBackWanted,
    /// The game is over.
    Over,
}

/// A hall in that state.
pub(crate) struct World {
    pub(crate) hall: Hall,
    pub(crate) game: GameId,
    pub(crate) to_bob: ChallengeId,
    pub(crate) to_all: ChallengeId,
    pub(crate) proposed: ChallengeId,
}

impl World {
    pub(crate) fn new(scene: Scene) -> Self {
        let mut hall = Hall::new();
        let game = hall.game(Variant::Toto40);
        let to_bob = hall.challenge(Variant::Leto);
        let proposed = hall.challenge(Variant::Leto);
        hall.act("bob", Command::SendProposal(proposed, other_terms()));
        let open = open_challenge(Terms::of(Variant::Leto));
        let to_all = challenge_of(&hall.act("ann", open).outgoing);
        for who in ["ann", "bob"] {
            people(&mut hall, who, PeopleCommand::Block(person("eve")));
        }
        people(&mut hall, "fay", PeopleCommand::Erase);
        hall.set("max", Setting::Organizers, "t:organizers");
        for command in [announced(), add("bob")] {
            hall.manage("max", Command::Tournament(None, command));
        }
        for (kind, who, _) in KINDS {
            if kind != Kind::Leaving {
                people(&mut hall, who, PeopleCommand::Block(person("hal")));
            }
        }
        let which = Which::Id(game);
        if !matches!(scene, Scene::New) {
            hall.play_on(game, &["d5e5", "Kf6"]);
        }
        match scene {
            Scene::DrawOffered => drop(hall.act("bob", Command::Draw(which))),
            Scene::TakeBackWanted => drop(hall.act("bob", Command::TakeBack(which, None))),
            Scene::Over => drop(hall.act("bob", Command::Resign(game))),
            Scene::Begun | Scene::New => {}
        }
        Self {
            hall,
            game,
            to_bob,
            to_all,
            proposed,
        }
    }
}

pub(crate) fn announced() -> TournamentCommand {
    TournamentCommand::create(plan(Format::Swiss { rounds: 5 }))
}

fn people(hall: &mut Hall, who: &str, command: PeopleCommand) {
    hall.act(who, Command::People(command));
}
