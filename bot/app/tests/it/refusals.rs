//! Refusals in words, except those that say what is wrong with a move, a position or a tournament.

use app::{
    ChallengeId, ChallengeState, End, GameId, GameResult, LinkRefusal, ParseQuietHoursError,
    PeopleRefusal, Refusal, RoomId, Seat, Timestamp, messages,
};
use rules_core::{Color, Variant};

use crate::common::person;

fn game() -> GameId {
    "k7f3q2".parse().unwrap()
}

fn during_a_game() -> Vec<Refusal> {
    let (game, ann) = (game(), person("ann"));
    let (winner, end, at) = (None, End::Agreement, Timestamp(0));
    let not_theirs = Refusal::NotTheirMove {
        variant: Variant::Latrunculi,
        color: Color::Black,
        typed: "e4".to_owned(),
    };
    let (seen, now) = (0, 1);
    let waiting_for = Seat::Person(ann);
    vec![
        Refusal::NoSuchGame(game),
        Refusal::NoGame,
        Refusal::WhichGame(Vec::new()),
        Refusal::NotAPlayer(game),
        Refusal::NotYourTurn { waiting_for },
        Refusal::Stale { game, seen, now },
        Refusal::GameOver(game, GameResult { winner, end, at }),
        Refusal::TimeUp(game),
        Refusal::TooLong,
        Refusal::NotOver(game),
        Refusal::DrawOffered { open: true },
        Refusal::DrawOffered { open: false },
        Refusal::NoDrawOffer,
        Refusal::NoOffer,
        Refusal::OfferOpen,
        Refusal::TakebackRequested { open: true },
        Refusal::TakebackRequested { open: false },
        Refusal::NoTakebackRequest,
        Refusal::NothingToWithdraw,
        Refusal::NothingToTakeBack,
        Refusal::RatedTakeback,
        Refusal::NoAbort(game),
        Refusal::TooLateToAbort,
        Refusal::MoveFirst,
        Refusal::NoPremovesWithEngine,
        Refusal::TooManyPremoves(20),
        Refusal::PremoveTooLong(12),
        Refusal::PremoveWithoutAnswer,
        not_theirs,
        Refusal::RatedHint,
        Refusal::RematchRequested,
        Refusal::RematchStarted(game),
        Refusal::EngineDeclines,
        Refusal::OwnGame(game),
        Refusal::WatchesTooMany(10),
        Refusal::TooManyWatchers(game),
    ]
}

const DURING_A_GAME: &str = "\
There's no game k7f3q2 here. Use /games to see yours.
You're not in a game here yet. Press Play to start one.
Which game?
You aren't a player in game k7f3q2. Use /board to look at it, or /watch to follow it.
It's @t:ann's turn.
That board is out of date. Look at the current board first.
Game k7f3q2 is over.
Time is up in game k7f3q2. If the result doesn't appear in a moment, try again.
A game can have at most 3000 half-moves, and this one has reached that limit. Agree to a draw or resign.
Game k7f3q2 is still in progress. Try again when it's over.
You've already offered a draw. It's up to your opponent to answer.
A draw has already been offered in this position. You can offer one after the next move.
You have no draw offer to answer.
No one is waiting for a yes or no from you in this game.
Another offer in this game is waiting for an answer. Answer it or withdraw it first.
You've already asked for a takeback. It's up to your opponent to answer.
A takeback has already been requested in this position. You can ask for one after the next move.
No one has asked for a takeback.
You have no open offer in this game.
You haven't moved yet, so there's nothing to take back.
There are no takebacks in rated or tournament games.
You can't abort a tournament game. Play it, resign with /resign, or ask the organizer.
Both players have moved, so the game counts. Use /resign to resign or /draw to offer a draw.
It's your turn. Move first, then set a premove while your opponent thinks.
I answer right away, so there's no time for premoves against me.
You have 20 lines of premoves, the most allowed. Clear your premoves first.
That line is too long. It can have at most 12 half-moves, and it can't go past the end of the game.
Write the move you expect and your answer, like Kxe5 Rd1.
Black can't play e4 here. Write their move first, then your reply, like /premove Kxe5 Rd1.
There are no hints in rated or tournament games.
You've already asked for a rematch. It's up to your opponent to answer.
The next game has already started: k7f3q2. Use /board to see it.
I'd rather play on. This game isn't decided yet.
You're playing game k7f3q2 yourself. I'll let you know when it's your move.
You're already watching 10 games, the most allowed. Stop watching one first, with the button under its board.
Game k7f3q2 already has as many watchers as allowed. Use /board to see it.
";

fn elsewhere() -> Vec<Refusal> {
    let (ann, bob) = (|| person("ann"), || person("bob"));
    let for_another = |to| Refusal::NotForYou { to, by: ann() };
    let rooms = ["t:games", "t:chess"].map(RoomId::new).to_vec();
    let taken = ChallengeState::Accepted {
        by: bob(),
        game: game(),
    };
    vec![
        Refusal::NoSuchChallenge(ChallengeId::draw(1, 0)),
        Refusal::OwnChallenge,
        Refusal::SelfChallenge,
        for_another(Some(bob())),
        for_another(None),
        Refusal::OpenToAll,
        Refusal::SameTerms,
        Refusal::ProposalPending(ann()),
        Refusal::ProposalElsewhere(ann()),
        Refusal::TooManyProposals(3),
        Refusal::NotYourProposal(ann()),
        Refusal::NoProposal,
        Refusal::ChallengeClosed(taken),
        Refusal::ChallengeClosed(ChallengeState::Declined),
        Refusal::ChallengeClosed(ChallengeState::Withdrawn),
        Refusal::ChallengeClosed(ChallengeState::Expired),
        Refusal::TooManyGames(bob(), 2),
        Refusal::TooManyChallenges(2),
        Refusal::StartIsOver,
        Refusal::StartTooWide,
        Refusal::NotRatable,
        Refusal::NoVacationLeft(5),
        Refusal::NotInLesson,
        Refusal::NotAManager,
        Refusal::NotOnAServer,
        Refusal::OtherServersRoom,
        Refusal::NoSuchValue,
        Refusal::BadQuietHours(ParseQuietHoursError::Hours),
        Refusal::BadQuietHours(ParseQuietHoursError::Zone),
        Refusal::BadZone,
        Refusal::Elsewhere(rooms),
        Refusal::Guest,
        Refusal::Busy,
        Refusal::TooManyAtOnce(2),
        Refusal::Overloaded,
    ]
}

const ELSEWHERE: &str = "\
That challenge is gone. Use /challenge to make a new one.
This is your own challenge. Someone else has to accept it.
You can't challenge yourself. Use /play to play me.
This challenge is from @t:ann to @t:bob. Only @t:bob can answer it.
This is @t:ann's challenge. Only they can withdraw it.
Anyone can accept this challenge, so its terms can't be changed. Use /challenge to play on other terms.
These are the current terms. Accept them, or change something.
Your counteroffer is waiting for @t:ann's answer.
You can only change the terms in the chat where @t:ann made this challenge. Here you can accept it as it is.
There have already been 3 counteroffers, the most allowed. Accept the challenge as it is, or decline it.
Only @t:ann can answer this, because it's their challenge.
This counteroffer is no longer open. Look for a newer message about the challenge.
@t:bob accepted this challenge: game k7f3q2.
This challenge was declined.
This challenge was withdrawn.
This challenge has expired. Use /challenge to make a new one.
@t:bob already has 2 games in progress, the most allowed. One has to end before another can start.
You have 2 open challenges, the most allowed. Withdraw one first.
In this position the game is already over.
This position has too many legal moves to list.
A rated game needs two people, the standard starting position and a clock. Set time to something like 10+5 or 3 days, or leave out rated.
You have 5 vacation days left this year. Choose a number from 1 to 5.
That position is no longer part of a lesson. Use /learn to go on.
Only server managers can change this server's settings. Use /settings to change your own preferences.
That only works on a server, not in direct messages.
That channel isn't on this server.
I don't have that choice. Use /settings to see the current ones.
Enter two different hours, without minutes, like 22-7 Europe/Berlin.
I don't know that time zone. Write the hours like 22-7 Europe/Berlin.
I don't know that time zone. Write its name like Europe/Berlin or America/New_York.
You can't play in this channel. Please use one of these: #t:games, #t:chess
I'm not a member here, so I can't post a board. Play me in a direct message, or on a server that has invited me.
Someone else changed this at the same moment. Please try again.
I'm still working on your last 2 requests. Please wait until I've answered them.
I'm busy with other people's positions right now. Please try again in a minute.
";

fn about_people() -> Vec<Refusal> {
    let (bob, until) = (|| person("bob"), Timestamp(60_000));
    let links = [
        LinkRefusal::Alone,
        LinkRefusal::NoSuchCode,
        LinkRefusal::TooManyCodes(until),
        LinkRefusal::OwnCode,
        LinkRefusal::SamePlatform,
        LinkRefusal::AlreadyLinked,
        LinkRefusal::OnVacation,
        LinkRefusal::Meet(game()),
        LinkRefusal::Challenged,
        LinkRefusal::InTournament("Friday cup".to_owned()),
        LinkRefusal::TooMuchUnderWay,
        LinkRefusal::NotLinked,
        LinkRefusal::StillLinking,
    ];
    let people = [
        PeopleRefusal::BlockSelf,
        PeopleRefusal::InvitedTooOften(until),
        PeopleRefusal::TooManyBlocked(100),
        PeopleRefusal::NotBlocked(bob()),
        PeopleRefusal::Blocked(bob()),
        PeopleRefusal::NotAvailable(bob()),
        PeopleRefusal::TooOften(until),
        PeopleRefusal::TooOftenHere(until),
        PeopleRefusal::JustDeclined(bob(), until),
        PeopleRefusal::CalledTooOften(bob(), until),
        PeopleRefusal::TooManyStarted(until),
        PeopleRefusal::TooManyReviews(until),
        PeopleRefusal::TooManyPosts(until),
        PeopleRefusal::PrivateGame(game()),
        PeopleRefusal::NoFinishedGame,
        PeopleRefusal::ExportTooSoon(until),
        PeopleRefusal::DailyPosition,
        PeopleRefusal::DailyReview,
        PeopleRefusal::RatedPosition(game()),
        PeopleRefusal::RatedReview(game()),
        PeopleRefusal::BeingDeleted,
    ];
    let links = links.map(PeopleRefusal::Link);
    let all = people.into_iter().chain(links);
    all.map(Refusal::People).collect()
}

const ABOUT_PEOPLE: &str = "\
You can't block yourself.
You've invited a lot of people in the last hour. You can invite the next one <60>.
You've blocked 100 people, the most allowed. Unblock someone first.
You haven't blocked @t:bob.
You've blocked @t:bob. Use /unblock to unblock them.
@t:bob isn't available to play you. Please challenge someone else.
You've made a lot of challenges in the last hour. You can make the next one <60>.
There have been a lot of challenges on this server in the last hour. You can make the next one <60>.
@t:bob just declined your challenge. You can ask again <60>.
You've challenged or invited @t:bob several times in the last hour. You can ask them again <60>.
You've started a lot of games with me in the last hour. You can start the next one <60>.
You've asked me to analyze a lot of games recently. You can ask for the next one <60>.
You've posted a lot recently. You can post again <60>.
Not everyone here can see game k7f3q2, so only its players can post it.
You haven't finished a game yet.
You got your data a moment ago. You can get it again <60>.
This position is from a daily puzzle, and I don't help with those until the day is over everywhere.
That game contains a position from a daily puzzle, and I don't help with those until the day is over everywhere.
This position is from your game k7f3q2 or close to it, and I can't help with rated or tournament games in progress. Ask again when the game is over.
That game reached the position that your game k7f3q2 is in now, and I can't help with rated or tournament games in progress. Ask again when it's over.
I'm deleting everything about you, as you asked. Please wait a few minutes before you do anything new.
I'm on Discord only, so there's no other account to link.
I don't know that code. A code works once, for ten minutes. Use /link with your other account to get a new one.
You've tried a lot of codes. You can try the next one <60>.
I gave that code to this account. Use it with your other account, on the other platform.
Both accounts are on Discord. You can only link an account here to one on another platform.
One of these accounts is already linked. Use /unlink with it first.
One of these accounts is on vacation. End the vacation first.
These accounts are playing each other in game k7f3q2. Finish it first.
One of these accounts has challenged the other. Withdraw or decline the challenge first.
This account is part of the tournament Friday cup. Wait until it's over, or leave it. Or do it the other way around: get a code with this account, and use it with the other.
This account has too many games and challenges in progress to link it. Finish some first, or get a code with this account and use it with the other.
This account isn't linked to another. Use /link to link one.
I'm still moving your games. Please try again in a few minutes.
";

#[test]
fn refusals_say_why_and_what_to_do_instead() {
    for (refusals, words) in [
        (during_a_game(), DURING_A_GAME),
        (elsewhere(), ELSEWHERE),
        (about_people(), ABOUT_PEOPLE),
    ] {
        let said = refusals
            .iter()
            .map(|why| messages::refusal(why).to_string());
        assert_eq!(said.collect::<Vec<_>>().join("\n") + "\n", words);
    }
}
