//! Shows a subject by editing or replacing its message, and records in the store which message it is.

use std::sync::Arc;

use app::effect::{Manner, Show, Subject};
use app::{ChallengeId, Failure, PlayerId, Report, Shown};
use tokio_util::sync::CancellationToken;

use super::error::{OutboxError, Result};
use super::front_end::FrontEnd;
use super::job::{Job, NewMessage};
use crate::backoff::Poll;
use crate::service::Service;
use store::Post;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Showing {
    Completed,
    /// A later version is stored whose effect, which may mention others, is not queued yet: show both at once.
    Superseded,
    /// The program stops first; the next run performs it.
    Interrupted,
}

/// A subject's present state, and its message.
struct Present {
    shown: Shown,
    former: Option<Post>,
    /// The latest version whose effect is in the job or already performed.
    known: u64,
    /// The relevant effects of later versions.
    later: Vec<Show>,
}

pub(super) async fn show<F: FrontEnd>(
    front: &F,
    job: &Job,
    stop: &CancellationToken,
) -> Result<Showing> {
    let (service, subject) = (front.service(), job.subject);
    let Some(mut present) = load(service, job).await? else {
        return complete_job(service, job, None).await;
    };
    let Present { shown, former, .. } = &present;
    F::check_platform(shown.venue.room.as_str())?;
    let is_shown = former.as_ref().is_some_and(|post| {
        // A later version may have been shown first, by editing the existing message.
        let first = post.first.unwrap_or(post.version);
        let new_message = job.new_message.as_ref();
        post.version >= job.version && new_message.is_none_or(|new| new.version <= first)
    });
    let calls = job.new_message.iter().any(|new| !new.call.is_empty());
    let is_interim = shown.is_engines_turn && !F::SHOWS_THINKING && !calls;
    if is_shown || is_interim {
        return complete_job(service, job, None).await;
    }
    if !present.later.is_empty() && !job.recovered {
        return Ok(Showing::Superseded);
    }
    if let (Some(board), Some(thread)) = (subject.board(), &shown.thread)
        && front.room(&shown.venue.room).is_some()
    {
        let room = &shown.venue.room;
        let challenge = challenge_post(service, thread.beneath).await?;
        let beneath = challenge.as_ref().filter(|post| post.room == *room);
        let opened = front
            .open_thread(board, room, thread, beneath, job.attempted())
            .await?;
        service
            .apply(move |service| service.report_to_app(Report::ThreadOpened(board, &opened)))
            .await?;
        // The first turn begins only now.
        match load(service, job).await? {
            Some(opened) => present = opened,
            None => return complete_job(service, job, None).await,
        }
    }
    if !are_shown(service, &present.shown.after, stop).await? {
        return Ok(Showing::Interrupted);
    }
    let Present { shown, former, .. } = &present;
    if front.room(&shown.venue.room).is_none() {
        return complete_job(service, job, None).await;
    }
    let editable = former
        .as_ref()
        .filter(|post| job.new_message.is_none() && front.is_editable(subject, post, shown));
    if let Some(post) = editable
        && front.edit(post, job, shown).await?
    {
        let edited = Post {
            version: job.version,
            remains: front.remains(&shown.retired),
            ..post.clone()
        };
        return complete_job(service, job, Some(edited)).await;
    }
    if matches!(subject, Subject::Daily(_)) && job.new_message.is_none() {
        // It was never posted, or most likely someone deleted it: the day goes on without a message.
        return complete_job(service, job, None).await;
    }
    post(front, job, present).await
}

/// Waits until nothing is pending for these subjects, or for some seconds; returns false when the program stops first.
async fn are_shown(
    service: &Arc<Service>,
    subjects: &[Subject],
    stop: &CancellationToken,
) -> Result<bool> {
    if subjects.is_empty() {
        return Ok(true);
    }
    let look = || async {
        let subjects = subjects.to_vec();
        let pending = service.ask_store(move |store| {
            for subject in subjects {
                if !store.shows_after(subject, 0)?.is_empty() {
                    return Ok(true);
                }
            }
            Ok(false)
        });
        match pending.await {
            Ok(true) => None,
            Ok(false) => Some(Ok(true)),
            Err(failure) => Some(Err(OutboxError::from(failure))),
        }
    };
    let shown = Poll::LAST_RESULT.until(look);
    match stop.run_until_cancelled(shown).await {
        Some(shown) => shown.unwrap_or(Ok(true)),
        None => Ok(false),
    }
}

/// Loads the state that a job shows. Returns `None` if the subject no longer exists.
async fn load(service: &Arc<Service>, job: &Job) -> Result<Option<Present>, Failure> {
    let (subject, version) = (job.subject, job.version);
    let recovered_ply = job.ply.filter(|_| job.recovered);
    let later_matters = job.new_message.is_some() || !job.recovered;
    let load = service.run_blocking(move |service| {
        let Some(mut shown) = service.app().show(subject)? else {
            return Ok(None);
        };
        // An earlier run may have posted the board of that version: its remains are what the message shrinks to.
        if let (Some(board), Some(ply)) = (subject.board(), recovered_ply)
            && let Some(retired) = service.app().retired_at(board, ply)?
        {
            shown.retired = retired;
        }
        let former = service.store().post(subject)?;
        let known = version.max(former.as_ref().map_or(0, |post| post.version));
        let later = if shown.version > known && later_matters {
            service.store().shows_after(subject, known)?
        } else {
            Vec::new()
        };
        Ok(Some(Present {
            shown,
            former,
            known,
            later,
        }))
    });
    load.await
}

/// Posts a new message and retires the former one.
async fn post<F: FrontEnd>(front: &F, job: &Job, present: Present) -> Result<Showing> {
    let service = front.service();
    let call = mentions(front, job, &present).await?;
    let Present {
        shown,
        former,
        known,
        ..
    } = present;
    let posted_at = service.now().0;
    let posted = front.post(job, &shown, &call).await?;
    if let Some(room) = front.room(&posted.room) {
        front.pauses().accepted(&room);
    }
    tracing::debug!(
        platform = ?F::PLATFORM,
        ?posted,
        version = known,
        "message posted"
    );
    if job.recovered {
        // To find out why people see a message twice, search the log for this line.
        tracing::info!(
            platform = ?F::PLATFORM,
            ?posted,
            former = ?former.as_ref().map(|post| &post.message),
            "message found or posted anew, since the outcome of an earlier attempt was unknown"
        );
    }
    let post = Post {
        message: posted.message,
        room: posted.room,
        version: known,
        first: Some(known),
        posted_at,
        remains: front.remains(&shown.retired),
    };
    let is_own = |former: &Post| former.message == post.message;
    let former = former.filter(|former| !is_own(former));
    complete_job(service, job, Some(post)).await?;
    if shown.unseen
        && let Some(board) = job.subject.board()
    {
        // It could not be posted before.
        service
            .note(move |service| service.report_to_app(Report::Posted(board)))
            .await;
    }
    if let Some(mut former) = former {
        if let Some(remains) = &shown.former {
            former.remains = front.remains(remains);
        }
        front.retire(former).await;
    }
    front.follow_up(job.subject, &shown).await;
    Ok(Showing::Completed)
}

/// Returns the players that the job mentions, unless a later new message mentions them. A game's first board also adds them to
/// its thread.
async fn mentions<F: FrontEnd>(front: &F, job: &Job, present: &Present) -> Result<Vec<PlayerId>> {
    let mentions = |show: &Show| matches!(show.manner, Manner::Fresh { .. });
    let wanted = job
        .new_message
        .as_ref()
        .filter(|_| !present.later.iter().any(mentions));
    let mut call = wanted.map_or_else(Vec::new, |new: &NewMessage| new.call.clone());
    let room = &present.shown.venue.room;
    let former = present.former.as_ref();
    let is_first = former.is_none_or(|former| former.room != *room);
    if is_first && let Some(board) = job.subject.board() {
        let joining = front
            .service()
            .run_blocking(move |service| service.app().called_into_thread(board, service.now()));
        for person in joining.await? {
            if !call.contains(&person) {
                call.push(person);
            }
        }
    }
    Ok(call)
}

/// Completes a job's effects, and records its message in the same commit.
pub(super) async fn complete_job(
    service: &Arc<Service>,
    job: &Job,
    post: Option<Post>,
) -> Result<Showing> {
    let (subject, effects) = (job.subject, job.effects.clone());
    let completed =
        service.ask_store(move |store| store.complete(subject, post.as_ref(), &effects));
    completed.await?;
    Ok(Showing::Completed)
}

/// Tells the application that a subject's message cannot be posted.
pub(super) async fn note_unseen(service: &Arc<Service>, subject: Subject) {
    let report = match (subject.board(), subject) {
        (Some(board), _) => Report::NotPosted(board),
        (None, Subject::Tournament(id)) => Report::ChannelGone(id),
        (None, Subject::Daily(id)) => Report::DailyNotPosted(id),
        (None, _) => return,
    };
    service
        .note(move |service| service.report_to_app(report))
        .await;
}

/// Returns the message of the challenge that led to a game, waiting briefly if it is still to be posted.
async fn challenge_post(
    service: &Arc<Service>,
    challenge: Option<ChallengeId>,
) -> Result<Option<Post>> {
    let Some(challenge) = challenge else {
        return Ok(None);
    };
    let subject = Subject::Challenge(challenge);
    // An outer `None` means that the message is still to be posted.
    let look_up = || async {
        let post = service.ask_store(move |store| {
            let is_unknown = store.post(subject)?.is_none();
            if is_unknown && !store.shows_after(subject, 0)?.is_empty() {
                return Ok(None);
            }
            // Read again: meanwhile a commit may have completed the effect, and recorded the message.
            Ok(Some(store.post(subject)?))
        });
        post.await.map_err(OutboxError::from).transpose()
    };
    let post = Poll::CHALLENGE_MESSAGE.until(look_up).await;
    Ok(post.transpose()?.flatten())
}
