//! Members of rooms.

use matrix_sdk::RoomMemberships;
use matrix_sdk::room::RoomMember;
use matrix_sdk::ruma::events::StateEventType;
use matrix_sdk::ruma::events::room::member::MembershipState;
use matrix_sdk::ruma::events::room::power_levels::UserPowerLevel;
use serde_json::Value;

use super::account::{Account, user_id};
use crate::account::homeserver::{Error, Member};

impl Account {
    /// Returns a member from matrix-sdk's store if that has all, otherwise by one request.
    pub(super) async fn member(&self, room: &str, person: &str) -> Result<Option<Member>, Error> {
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

    pub(super) async fn members(&self, room: &str) -> Result<Vec<Member>, Error> {
        let members = self.joined(room)?.members(RoomMemberships::JOIN).await?;
        Ok(members.iter().map(described).collect())
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
