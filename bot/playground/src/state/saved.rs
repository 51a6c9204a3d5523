//! A world on disk: people, chats, files and emoji, so that a restart of the playground keeps them.

use std::path::Path;
use std::{fs, io};

use serde_json::json;

use super::{EmojiState, StoredFile, World};

/// Everything but the files.
const WORLD: &str = "world.json";
/// The folder of the files, each by its id.
const FILES: &str = "files";

pub(crate) struct Snapshot {
    world: String,
    files: Vec<(u64, StoredFile)>,
}

impl World {
    pub(crate) fn snapshot(&self) -> Snapshot {
        let files = self.files.iter();
        let pictures = self.emoji.iter().map(|(id, emoji)| (id, &emoji.picture));
        let files = files.chain(pictures);
        Snapshot {
            world: json!(self).to_string(),
            files: files.map(|(id, file)| (*id, file.clone())).collect(),
        }
    }

    /// Replaces people, chats, files and emoji with those in a folder; returns whether there are any.
    pub(crate) fn load(&mut self, folder: &Path) -> io::Result<bool> {
        let text = match fs::read_to_string(folder.join(WORLD)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            text => text?,
        };
        let saved: Self = serde_json::from_str(&text)?;
        let former = format!("{}/attachments/", saved.api);
        let text = text.replace(&former, &format!("{}/attachments/", self.api));
        let saved: Self = serde_json::from_str(&text)?;
        self.last_id = saved.last_id;
        self.bot = saved.bot;
        self.users = saved.users;
        self.guilds = saved.guilds;
        self.channels = saved.channels;
        self.commands = saved.commands;
        for (id, mut message) in saved.messages {
            // Its bot stopped before it answered.
            message.deleted |= message.is_loading();
            self.remember_nonce(&message);
            self.messages.insert(id, message);
        }
        let content = |id: u64| fs::read(folder.join(FILES).join(id.to_string()));
        for (id, file) in saved.files {
            if let Ok(data) = content(id) {
                self.keep_file(id, &file.content_type, data.into());
            }
        }
        for (id, EmojiState { name, .. }) in saved.emoji {
            if let Ok(data) = content(id) {
                let picture = StoredFile::png(data);
                self.emoji.insert(id, EmojiState { name, picture });
            }
        }
        Ok(true)
    }
}

impl Snapshot {
    /// Writes the world into a folder, and removes the files that it no longer has.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        let files = folder.join(FILES);
        fs::create_dir_all(&files)?;
        for (id, file) in &self.files {
            let path = files.join(id.to_string());
            if !path.exists() {
                fs::write(path, &file.data)?;
            }
        }
        let new = folder.join("world.new");
        fs::write(&new, &self.world)?;
        fs::rename(new, folder.join(WORLD))?;
        for entry in fs::read_dir(&files)? {
            let path = entry?.path();
            let id: Option<u64> = path
                .file_name()
                .and_then(|name| name.to_str()?.parse().ok());
            if id.is_some_and(|id| !self.files.iter().any(|(known, _)| *known == id)) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }
}
