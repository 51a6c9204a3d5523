//! The pieces as emoji of the application, uploaded by its first run. Without them, buttons show text.

use pictures::PieceIcon;
use serenity::all::{ApplicationId, CreateAttachment};

use crate::bot::Bot;
use crate::render::markdown::shared_lang;
use crate::request_retry;
use crate::rest::EmojiIds;

/// Finds the application's emoji, unless they are known.
pub(crate) async fn find(bot: &Bot, application: ApplicationId) {
    if let Some(known) = listed(bot, application).await {
        bot.emoji.set(known);
    }
}

/// As [`find`], and uploads those that the application lacks.
pub(crate) async fn upload(bot: &Bot, application: ApplicationId) {
    let Some(mut known) = listed(bot, application).await else {
        return;
    };
    for icon in PieceIcon::all() {
        let name = icon.name();
        if known.contains_key(&name) {
            continue;
        }
        let Ok(drawn) = bot.artist.draw(Box::new(icon), shared_lang()).await else {
            break;
        };
        let image = CreateAttachment::bytes(drawn.content.to_vec(), drawn.name).to_base64();
        let create = || bot.rest.create_emoji(application, &name, &image);
        match request_retry::request(create).await {
            Ok(id) => drop(known.insert(name, id)),
            Err(error) => {
                tracing::info!(%error, "emoji not uploaded; some buttons show text instead");
                break;
            }
        }
    }
    tracing::info!(count = known.len(), "emoji known");
    bot.emoji.set(known);
}

/// Lists the application's emoji; `None` if all pieces are known, or the request fails.
async fn listed(bot: &Bot, application: ApplicationId) -> Option<EmojiIds> {
    let mut icons = PieceIcon::all().into_iter();
    if icons.all(|icon| bot.emoji.id(&icon.name()).is_some()) {
        return None;
    }
    let list = || bot.rest.emoji(application);
    let listed = request_retry::request(list).await;
    listed
        .inspect_err(|error| tracing::info!(%error, "emoji not listed; buttons show text instead"))
        .ok()
}
