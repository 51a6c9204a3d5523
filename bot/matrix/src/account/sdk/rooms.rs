//! Joins, leaves, creates and describes rooms, and describes their members.

use matrix_sdk::deserialized_responses::MemberEvent;
use matrix_sdk::room::RoomMember;
use matrix_sdk::ruma::api::client::membership::{join_room_by_id, leave_room};
use matrix_sdk::ruma::api::client::room::create_room;
use matrix_sdk::ruma::events::room::encryption::RoomEncryptionEventContent;
use matrix_sdk::ruma::events::room::member::MembershipState;
use matrix_sdk::ruma::events::room::power_levels::UserPowerLevel;
use matrix_sdk::ruma::events::{
    InitialStateEvent, MessageLikeEventType, StateEventType, SyncStateEvent,
};
use matrix_sdk::ruma::{OwnedUserId, RoomAliasId, RoomId, UserId};
use matrix_sdk::{Error as SdkError, Room as SdkRoom, RoomMemberships, RoomState};
use serde_json::{Map, Value, json};

use super::account::{Account, MadeDirect, room_id, user_id};
use super::errors::invalid_id;
use crate::account::homeserver::{Error, Member, Result, Room, RoomKind};

impl Account {
    /// Returns the direct room with a person, joined or invited; creates one if necessary. A person who left or declined is invited
    /// again only if `is_asked`.
    pub(super) async fn direct_room(&self, person: &str, is_asked: bool) -> Result<String> {
        let person = user_id(person)?;
        // An invitation may hang at the person's homeserver; other people's must not wait for it.
        let _turn = self.opening_direct.lock(person.clone()).await;
        let made = self.made_direct.get(&person);
        let mut known: Vec<SdkRoom> = made.iter().map(|made| made.room.clone()).collect();
        known.extend(self.client.get_dm_rooms(&person));
        let mut left = None;
        for room in known {
            // No sync has reported the target of a new room yet.
            let is_new = made.is_some() && room.direct_targets_length() == 0;
            if room.state() != RoomState::Joined || !(is_new || self.is_between_two(&room).await?) {
                continue;
            }
            let member = room.get_member(&person).await?;
            match member.map(|member| member.membership().clone()) {
                Some(MembershipState::Join | MembershipState::Invite) => {
                    return Ok(room.room_id().to_string());
                }
                Some(MembershipState::Leave) => left = left.or(Some((room, true))),
                // The invitation failed.
                None => left = left.or(Some((room, false))),
                Some(_) => {}
            }
        }
        let has_left = match &left {
            Some((_, has_left)) => *has_left,
            None => self.has_left_with(&person).await?,
        };
        if has_left && !is_asked {
            let why = "they left the direct room or declined to come".to_owned();
            return Err(Error::Forbidden(why));
        }
        let room = if let Some((room, _)) = left {
            room
        } else {
            let room = self.make_direct_room().await?;
            // Before anything that may fail, so that the next attempt uses this room.
            self.note_direct(&person, &room, false);
            room
        };
        let is_unmarked =
            |made: MadeDirect| !made.is_marked && made.room.room_id() == room.room_id();
        if self.made_direct.get(&person).is_some_and(is_unmarked) {
            self.mark_as_direct(&room, &person).await?;
            self.note_direct(&person, &room, true);
        }
        // The invitation endpoint can't set `is_direct`.
        let invitation = json!({ "membership": "invite", "is_direct": true });
        room.send_state_event_raw("m.room.member", person.as_str(), invitation)
            .await?;
        Ok(room.room_id().to_string())
    }

    fn note_direct(&self, person: &OwnedUserId, room: &SdkRoom, is_marked: bool) {
        let room = room.clone();
        let made = MadeDirect { room, is_marked };
        self.made_direct.insert(person.clone(), made);
    }

    /// Whether the account has followed a person out of a direct room.
    async fn has_left_with(&self, person: &UserId) -> Result<bool> {
        for room in self.client.left_rooms() {
            let targets = room.direct_targets();
            let is_theirs = targets.iter().any(|target| target.as_str() == person);
            if is_theirs
                && let Some(member) = room.get_member_no_sync(person).await?
                && *member.membership() == MembershipState::Leave
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Creates an encrypted direct room without inviting anyone.
    async fn make_direct_room(&self) -> Result<SdkRoom> {
        let mut request = create_room::v3::Request::new();
        request.is_direct = true;
        request.preset = Some(create_room::v3::RoomPreset::TrustedPrivateChat);
        let encryption = RoomEncryptionEventContent::with_recommended_defaults();
        request.initial_state =
            vec![InitialStateEvent::with_empty_state_key(encryption).to_raw_any()];
        Ok(self.client.create_room(request).await?)
    }

    /// Lists a room in the account data as the direct room with a person.
    async fn mark_as_direct(&self, room: &SdkRoom, person: &UserId) -> Result<()> {
        let person = [person.to_owned()];
        let account = self.client.account();
        Ok(account.mark_as_dm(room.room_id(), &person).await?)
    }

    /// Whether a direct room is private: created by one of the two, with no one else joined or invited.
    async fn is_between_two(&self, room: &SdkRoom) -> Result<bool> {
        let targets = room.direct_targets();
        let listed = targets.iter().map(AsRef::<str>::as_ref);
        let unlisted = self.unlisted_host(room).await?;
        let mut others = listed.chain(unlisted.as_ref().map(|host| host.as_str()));
        let (Some(other), None) = (others.next(), others.next()) else {
            return Ok(false);
        };
        let is_of_two = |creator: &OwnedUserId| *creator == self.me || creator == other;
        let creators = room.creators().unwrap_or_default();
        Ok(creators.iter().all(is_of_two) && room.active_members_count() <= 2)
    }

    /// Returns who invited the account to a direct room, while its list of direct rooms (`m.direct`) lacks that.
    async fn unlisted_host(&self, room: &SdkRoom) -> Result<Option<OwnedUserId>> {
        if room.direct_targets_length() > 0 {
            return Ok(None);
        }
        match room.state() {
            RoomState::Invited if room.is_direct().await.map_err(SdkError::from)? => {
                Ok(Some(room.invite_details().await?.inviter_id))
            }
            RoomState::Joined => {
                let own = room.get_member_no_sync(&self.me).await?;
                let is_direct = own.is_some_and(|own| has_accepted_directly(own.event()));
                let creators = room.creators().unwrap_or_default().into_iter();
                let mut others = creators.filter(|creator| is_direct && *creator != self.me);
                Ok(others.next())
            }
            _ => Ok(None),
        }
    }

    pub(super) async fn join(&self, room: &str) -> Result<()> {
        let room = room_id(room)?;
        let known = self.client.get_room(&room);
        let is_wanted = known
            .as_ref()
            .is_some_and(|known| matches!(known.state(), RoomState::Joined | RoomState::Invited));
        let candidates = self.naming_replacement(&room);
        let mut by = Vec::new();
        for candidate in &candidates {
            // Servers that know the new room, whose id need not name one.
            by.extend(candidate.route().await.unwrap_or_default());
        }
        let host = match &known {
            Some(known) => self.unlisted_host(known).await?,
            None => None,
        };
        if let (Some(known), Some(host)) = (&known, host) {
            // matrix-sdk would replace the list by its own copy, which lacks what another join has just added.
            let request = join_room_by_id::v3::Request::new(room.clone());
            self.client.send(request).await?;
            self.mark_as_direct(known, &host).await?;
        } else if by.is_empty() {
            self.client.join_room_by_id(&room).await?;
        } else {
            let alias: &matrix_sdk::ruma::RoomOrAliasId = (&*room).into();
            self.client.join_room_by_id_or_alias(alias, &by).await?;
        }
        // Managers of another room must not make us leave, or block an invitation.
        if is_wanted || candidates.is_empty() || self.predecessor(room.as_str()).await?.is_some() {
            return Ok(());
        }
        self.leave(room.as_str()).await?;
        let why = "the new room does not say which one it replaces".to_owned();
        Err(Error::Forbidden(why))
    }

    /// Returns the rooms that name this one as their replacement. The account may have left them, as everyone does.
    fn naming_replacement(&self, room: &RoomId) -> Vec<SdkRoom> {
        let mut rooms = self.client.joined_rooms();
        rooms.extend(self.client.left_rooms());
        rooms.retain(|known| {
            let successor = known.successor_room();
            successor.is_some_and(|successor| successor.room_id == room)
        });
        rooms
    }

    pub(super) fn replaced_rooms(&self) -> Vec<(String, String)> {
        let rooms = self.client.joined_rooms().into_iter();
        rooms
            .filter_map(|room| {
                let successor = room.successor_room()?;
                Some((room.room_id().to_string(), successor.room_id.to_string()))
            })
            .collect()
    }

    pub(super) async fn predecessor(&self, room: &str) -> Result<Option<String>> {
        let room = room_id(room)?;
        let candidates = self.naming_replacement(&room);
        if candidates.is_empty() {
            return Ok(None);
        }
        let created: Value = self.state(&room, StateEventType::RoomCreate, "").await?;
        let named = &created["predecessor"]["room_id"];
        let mut candidates = candidates.iter().map(|room| room.room_id().as_str());
        Ok(candidates.find(|id| *named == *id).map(str::to_owned))
    }

    pub(super) async fn leave(&self, room: &str) -> Result<()> {
        let request = leave_room::v3::Request::new(room_id(room)?);
        self.client.send(request).await?;
        Ok(())
    }

    pub(super) async fn room(&self, room: &str) -> Result<Option<Room>> {
        let known = self.client.get_room(&room_id(room)?);
        let Some(room) = known.filter(|room| room.state() == RoomState::Joined) else {
            return Ok(None);
        };
        let levels = room.power_levels_or_default().await;
        let is_encrypted = room.latest_encryption_state().await?.is_encrypted();
        let message = if is_encrypted {
            MessageLikeEventType::RoomEncrypted
        } else {
            MessageLikeEventType::RoomMessage
        };
        let kind = if room.is_space() {
            RoomKind::Space
        } else if self.is_between_two(&room).await? {
            RoomKind::Direct
        } else {
            RoomKind::Group
        };
        let name = room.display_name().await;
        Ok(Some(Room {
            name: name.map(|name| name.to_string()).unwrap_or_default(),
            kind,
            is_encrypted,
            members: room.joined_members_count(),
            may_send: levels.user_can_send_message(&self.me, message),
            managing_level: levels.for_state(StateEventType::RoomPowerLevels).into(),
        }))
    }

    /// Resolves an alias: by the homeserver's directory if it's a local one, otherwise to the only joined room that claims it.
    pub(super) async fn room_of(&self, address: &str) -> Result<Option<String>> {
        let address = RoomAliasId::parse(address).map_err(|_| invalid_id(address))?;
        if address.server_name() == self.me.server_name() {
            let found = self.client.resolve_room_alias(&address).await;
            return match found.map_err(Error::from) {
                Ok(found) => Ok(Some(found.room_id.to_string())),
                Err(Error::NotFound(_)) => Ok(None),
                Err(error) => Err(error),
            };
        }
        let rooms = self.client.joined_rooms().into_iter();
        let mut claiming = rooms.filter(|room| {
            room.canonical_alias().as_ref() == Some(&address)
                || room.alt_aliases().contains(&address)
        });
        let first = claiming.next();
        Ok(first
            .filter(|_| claiming.next().is_none())
            .map(|room| room.room_id().to_string()))
    }

    /// Returns a member from matrix-sdk's store if that has all, otherwise by one request.
    pub(super) async fn member(&self, room: &str, person: &str) -> Result<Option<Member>> {
        let room = self.joined(room)?;
        // Anyone can mention anything.
        let Ok(person) = user_id(person) else {
            return Ok(None);
        };
        if room.are_members_synced() {
            let known = room.get_member_no_sync(&person).await?;
            let joined = known.filter(|member| *member.membership() == MembershipState::Join);
            return Ok(joined.as_ref().map(described));
        }
        let state = self.state(room.room_id(), StateEventType::RoomMember, person.as_str());
        let state: Value = match state.await {
            Ok(state) => state,
            // The person was never there.
            Err(Error::NotFound(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        if state["membership"] != "join" {
            return Ok(None);
        }
        let levels = room.power_levels_or_default().await;
        let known = room.get_member_no_sync(&person).await?;
        Ok(Some(Member {
            id: person.to_string(),
            name: state["displayname"].as_str().unwrap_or_default().to_owned(),
            shares_name: known.is_some_and(|known| known.name_ambiguous()),
            power: power(levels.for_user(&person)),
        }))
    }

    pub(super) async fn members(&self, room: &str) -> Result<Vec<Member>> {
        let members = self.joined(room)?.members(RoomMemberships::JOIN).await?;
        Ok(members.iter().map(described).collect())
    }

    /// Sets a power level in the homeserver's present state: the last sync may lack our last change.
    pub(super) async fn set_power(&self, room: &str, person: &str, level: i64) -> Result<()> {
        let room = self.joined(room)?;
        let person = user_id(person)?;
        let _turn = self.changing_power.lock().await;
        let present = self.state(room.room_id(), StateEventType::RoomPowerLevels, "");
        let present: Map<String, Value> = present.await?;
        let Some(changed) = with_level(present, &person, level) else {
            return Ok(());
        };
        let changed = Value::Object(changed);
        room.send_state_event_raw("m.room.power_levels", "", changed)
            .await?;
        Ok(())
    }
}

fn described(member: &RoomMember) -> Member {
    Member {
        id: member.user_id().to_string(),
        name: member.display_name().unwrap_or_default().to_owned(),
        shares_name: member.name_ambiguous(),
        power: power(member.power_level()),
    }
}

fn power(level: UserPowerLevel) -> i64 {
    match level {
        UserPowerLevel::Int(level) => level.into(),
        // A creator.
        _ => i64::MAX,
    }
}

/// Whether this is the account's join after an invitation to a direct room.
fn has_accepted_directly(own: &MemberEvent) -> bool {
    let MemberEvent::Sync(SyncStateEvent::Original(join)) = own else {
        return false;
    };
    let invitation = join.unsigned.prev_content.as_ref();
    invitation.is_some_and(|before| {
        before.membership == MembershipState::Invite && before.is_direct == Some(true)
    })
}

/// Returns the power levels with a person's level changed; `None` if unchanged.
fn with_level(
    mut levels: Map<String, Value>,
    person: &UserId,
    level: i64,
) -> Option<Map<String, Value>> {
    let by_default = levels.get("users_default").and_then(Value::as_i64);
    let by_default = by_default.unwrap_or(0);
    let users = levels.entry("users").or_insert_with(|| json!({}));
    let users = users.as_object_mut()?;
    let present = users.get(person.as_str()).and_then(Value::as_i64);
    if present.unwrap_or(by_default) == level {
        return None;
    }
    if level == by_default {
        users.remove(person.as_str());
    } else {
        users.insert(person.to_string(), level.into());
    }
    Some(levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(levels: Value, level: i64) -> Option<Value> {
        let Value::Object(levels) = levels else {
            panic!("no object")
        };
        let person = UserId::parse("@a:example.org").unwrap();
        with_level(levels, &person, level).map(Value::Object)
    }

    #[test]
    fn only_the_persons_level_changes_and_the_default_is_not_listed() {
        let others = json!({"users": {"@b:example.org": 100}, "ban": 50, "org.example": true});
        let both = json!({
            "users": {"@a:example.org": 50, "@b:example.org": 100}, "ban": 50, "org.example": true,
        });
        let own = |level: i64| json!({"users": {"@a:example.org": level}});
        let listed = json!({"users": {"@a:example.org": 50}, "users_default": 10});
        let by_default = json!({"users": {}, "users_default": 10});
        for (levels, level, expected) in [
            (others, 50, Some(both)),
            (listed, 10, Some(by_default)),
            (own(50), 50, None),
            (json!({}), 0, None),
            (json!({}), 25, Some(own(25))),
        ] {
            assert_eq!(changed(levels, level), expected);
        }
    }
}
