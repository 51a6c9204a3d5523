//! Posts, "Post it here": a game's position, a profile, a leaderboard or a lesson as an ordinary message for everyone in the room.
//!
//! A post shows only what everyone there may see, or what its owner chooses to show: a game that not everyone in the room sees
//! is posted by its players only, and others can't step through it; a profile is posted by its owner only, without the list of
//! games, some of which may be hidden. Leaderboards are public. A server's choice of channels for games holds for posts too.

use text::msg;

use crate::context::{Change, Ctx, Reader, Result, refuse_if};
use crate::game::active_game::replayed;
use crate::game::{Viewer, fair_play, replay};
use crate::lesson::position;
use crate::model::{GameRecord, Key};
use crate::people::{leaderboard, profile, visibility};
use crate::protocol::{
    Answer, Card, Effect, LessonPosition, News, ParseFieldError, PeopleRefusal, Postable, Posted,
    Posting, Refusal, Request, Which,
};

/// Posts it; the private message from which it is posted stays, and says so.
pub(crate) fn post(ctx: &Ctx<'_>, request: &Request, what: Postable) -> Result<Change> {
    let server = request.venue.server.clone().ok_or(Refusal::NotOnAServer)?;
    ctx.may_begin(request)?;
    let (mut change, what) = match what {
        Postable::Game(game, viewed) => {
            let record = ctx.game(game)?.value;
            let may_show = replay::may_show_all(request, &record);
            refuse_if(!may_show, PeopleRefusal::PrivateGame(game))?;
            let open = visibility::is_shown_to_all(request, &record);
            let shown = replay::replay(ctx, request, Which::Id(game), Some(viewed))?;
            (shown, Posted::Game { game, viewed, open })
        }
        Postable::Profile => (profile::profile(ctx, request, None)?, Posted::Profile),
        Postable::Leaderboard(family, reach, page) => {
            let pool = reach.pool(Some(&server));
            let shown = leaderboard::leaderboard(ctx, request, family, reach, page)?;
            (shown, Posted::Leaderboard(family, pool, page))
        }
        Postable::Lesson(lesson) => {
            let shown = position::show(ctx, request, LessonPosition::first(lesson), None)?;
            (shown, Posted::Lesson(lesson.to_string()))
        }
    };
    ctx.spend(&ctx.shared.posts, &request.who)
        .map_err(PeopleRefusal::TooManyPosts)?;
    if let Answer::Aside(card) | Answer::Secret(card) = &mut change.answer {
        card.text = std::mem::take(&mut card.text).line(msg!("post-done"));
    }
    let posting = Posting {
        by: request.who.clone(),
        server,
        at: ctx.moment.now,
        what,
    };
    let (room, news) = (request.venue.room.clone(), News::Posted(Box::new(posting)));
    change.effects.push(Effect::announce(room, news));
    Ok(change)
}

/// The message of a post; `None` if its subject is gone.
pub(super) fn posted(reader: &Reader<'_>, post: &Posting) -> Result<Option<Card>> {
    let card = match &post.what {
        Posted::Game { game, viewed, open } => {
            let Some(record) = reader.value::<GameRecord>(Key::Game(*game))? else {
                return Ok(None);
            };
            let settings = reader.settings(None, Some(&post.server))?;
            let viewer = Viewer {
                person: &post.by,
                now: post.at,
            };
            let review = fair_play::review_for(reader, Some(viewer), &record)?;
            let whole = replayed(&record)?;
            let button = replay::replay_button(&record).filter(|_| *open);
            Card {
                controls: button.map(|button| vec![button]).into_iter().collect(),
                ..replay::position_card(&record, &whole, review.as_ref(), *viewed, &settings)
            }
        }
        Posted::Profile => profile::card(reader, &post.by, &post.by.id, post.at)?,
        Posted::Leaderboard(family, pool, page) => {
            leaderboard::card(reader, *family, pool, *page, None, post.at)?.0
        }
        Posted::Lesson(lesson) => match lesson.parse() {
            Ok(lesson) => position::shared(reader, &post.server, lesson)?,
            Err(ParseFieldError) => return Ok(None),
        },
    };
    Ok(Some(Card {
        text: card.text.line(msg!("post-by", person = &post.by.id)),
        ..card
    }))
}
