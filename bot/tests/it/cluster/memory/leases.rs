//! Leases in memory.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use app::effect::{EffectId, Outgoing};
use app::store::{Edge, Index, Key, Page, Store as _, StoreError};
use app::{Home, PresenceRecord, Timestamp};
use store::Post;
use store::leases::{
    Contact, IDENTIFY_INTERVAL, Lease, LeaseSet, LeaseState, LeaseTable, Members, Overview,
    ProcessId, Role, STEADY, SharedWork, Turn, WORK_LEASE,
};
use text::{Platform, Platforms};

use super::{Node, Process, Server, held, millis};

/// Returns what the records say about the last contacts.
fn presence(server: &Server) -> Result<Option<PresenceRecord>, StoreError> {
    let stored = server.store.get(&Key::Presence)?;
    Ok(stored.map(|stored| stored.record.try_into().unwrap()))
}

impl Members for Node {
    fn register(&self, role: Role) -> Result<ProcessId, StoreError> {
        let server = self.server()?;
        self.leave()?;
        let now = server.now();
        let mut tables = server.tables();
        tables.last_process += 1;
        let me = ProcessId(tables.last_process);
        let process = Process {
            role,
            beat: now,
            steady: now,
        };
        tables.processes.insert(me, process);
        self.0.me.store(me.0, Ordering::SeqCst);
        Ok(me)
    }

    fn beat(&self, open: &BTreeSet<Lease>) -> Result<Option<Overview>, StoreError> {
        let (server, me) = (self.server()?, self.me());
        let now = server.now();
        let mut tables = server.tables();
        let Some(process) = tables.processes.get_mut(&me) else {
            return Ok(None);
        };
        let is_in_time = (now - process.beat).abs() < millis(STEADY);
        process.beat = now;
        if !is_in_time {
            process.steady = now;
        }
        *self.0.beaten.lock().unwrap() = Some(Instant::now());
        for state in tables.leases.values_mut() {
            if is_in_time && state.owner == Some(me) && open.contains(&state.lease) {
                state.heard = Some(Timestamp(now));
            }
        }
        let alive = |process| server.is_alive(&tables, process);
        let is_steady = server.is_steady(&tables, me);
        let is_free = |owner| {
            !tables.processes.contains_key(&owner) || is_steady && !server.is_alive(&tables, owner)
        };
        let shards = tables.shards();
        let is_overdue = shards.clone().any(|shard| shard.owner.is_some_and(is_free));
        let free = shards.filter(|shard| shard.owner.is_none_or(is_free));
        let may_take = |id| !is_overdue || id == me || server.is_steady(&tables, id);
        let servers = tables.processes.iter();
        let servers = servers.filter(|(_, one)| one.role == Role::Server);
        let servers = servers.filter(|(id, _)| alive(**id) && may_take(**id));
        let is_whole_free = |platform| {
            let lease = Lease::of_all(platform);
            let state = lease.map(|lease| tables.leases.get(&lease));
            state.is_some_and(|state| state.and_then(|state| state.owner).is_none_or(is_free))
        };
        let count_of = |id| {
            held(&tables, id)
                .iter()
                .filter_map(|lease| lease.shard())
                .count()
        };
        let total = tables.total();
        let is_reached = |shard: &LeaseState| {
            let owner = shard.owner.filter(|owner| *owner != me && alive(*owner));
            owner.is_some()
                && shard
                    .heard
                    .is_some_and(|at| (now - at.0).abs() < millis(server.lease))
        };
        Ok(Some(Overview {
            now: Timestamp(now),
            total: (total > 0).then_some(total),
            held: held(&tables, me),
            servers: servers.map(|(id, _)| (*id, count_of(*id))).collect(),
            free: free.count(),
            free_platforms: Platforms::matching(is_whole_free),
            others_reached: tables.shards().any(is_reached),
            is_full: false,
        }))
    }

    fn beaten(&self) -> Option<Instant> {
        *self.0.beaten.lock().unwrap()
    }

    fn step_down(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn leave(&self) -> Result<(), StoreError> {
        let (server, me) = (self.server()?, self.me());
        let mut tables = server.tables();
        for state in tables.leases.values_mut() {
            state.owner = state.owner.filter(|owner| *owner != me);
        }
        tables.processes.remove(&me);
        tables.work.retain(|_, (owner, _)| *owner != me);
        Ok(())
    }

    fn has_others(&self) -> Result<bool, StoreError> {
        let (server, me) = (self.server()?, self.me());
        let tables = server.tables();
        let mut others = tables.processes.keys().filter(|process| **process != me);
        Ok(others.any(|&process| server.is_alive(&tables, process)))
    }

    fn is_first(&self) -> Result<bool, StoreError> {
        let (server, me) = (self.server()?, self.me());
        let tables = server.tables();
        let is_registered =
            |owner: &ProcessId| *owner == me || tables.processes.contains_key(owner);
        let owner_of = |lease: Lease| tables.leases.get(&lease)?.owner.filter(is_registered);
        let whole = Platform::whole().map(Lease::Whole);
        let mut leases = std::iter::once(Lease::Shard(0)).chain(whole);
        Ok(leases.find_map(owner_of) == Some(me))
    }
}

impl LeaseTable for Node {
    fn agree_on_total(&self, wanted: u32) -> Result<u32, StoreError> {
        let (server, me) = (self.server()?, self.me());
        let noted = presence(server)?;
        let mut tables = server.tables();
        let present = tables.total();
        let mut others = tables.processes.iter();
        let is_first = !others.any(|(id, process)| *id != me && process.role == Role::Server);
        if present > 0 && (present == wanted || !is_first) {
            return Ok(present);
        }
        // The earliest contact counts, so no one loses time.
        let heard = tables.shards().filter_map(|shard| shard.heard);
        let heard = heard.min().or(noted.map(|presence| presence.at));
        let state = |lease| LeaseState {
            lease,
            owner: None,
            epoch: 0,
            heard,
        };
        tables.leases.retain(|lease, _| lease.shard().is_none());
        let shards = (0..wanted).map(Lease::Shard);
        tables
            .leases
            .extend(shards.map(|lease| (lease, state(lease))));
        Ok(wanted)
    }

    fn shards(&self) -> Result<Vec<LeaseState>, StoreError> {
        Ok(self.server()?.tables().shards().cloned().collect())
    }

    fn claim(&self, most: usize) -> Result<Vec<LeaseState>, StoreError> {
        let (server, me) = (self.server()?, self.me());
        let mut tables = server.tables();
        server.bury(&mut tables, me);
        if !tables.processes.contains_key(&me) {
            return Ok(Vec::new());
        }
        let is_free = |shard: &&LeaseState| {
            let owner = shard.owner;
            owner.is_none_or(|owner| !tables.processes.contains_key(&owner))
        };
        let free = tables.shards().filter(is_free).take(most);
        let free: Vec<Lease> = free.map(|shard| shard.lease).collect();
        let mut claimed = Vec::new();
        for lease in free {
            let shard = tables.leases.get_mut(&lease).unwrap();
            shard.owner = Some(me);
            shard.epoch += 1;
            claimed.push(shard.clone());
        }
        Ok(claimed)
    }

    fn release(&self, lease: Lease) -> Result<(), StoreError> {
        let (server, me) = (self.server()?, self.me());
        if let Some(state) = server.tables().leases.get_mut(&lease) {
            state.owner = state.owner.filter(|owner| *owner != me);
        }
        Ok(())
    }

    fn take_turn(&self, bucket: u32) -> Result<Turn, StoreError> {
        let server = self.server()?;
        let now = server.now();
        let mut tables = server.tables();
        let free = tables.identify.entry(bucket).or_insert(now);
        if *free > now && *free <= now + millis(IDENTIFY_INTERVAL) {
            let left = u64::try_from(*free - now).unwrap();
            return Ok(Turn::Wait(Duration::from_millis(left)));
        }
        *free = now + millis(IDENTIFY_INTERVAL);
        Ok(Turn::Taken)
    }

    fn contact(&self, lease: Lease) -> Result<Contact, StoreError> {
        let server = self.server()?;
        let now = Timestamp(server.now());
        let tables = server.tables();
        let heard = tables.leases.get(&lease).and_then(|state| state.heard);
        Ok(Contact { now, heard })
    }

    fn hear(&self, lease: Lease) -> Result<(), StoreError> {
        let (server, me) = (self.server()?, self.me());
        let now = Timestamp(server.now());
        let mut tables = server.tables();
        let mine = tables.leases.get_mut(&lease);
        let mine = mine.filter(|state| state.owner == Some(me));
        mine.ok_or(StoreError::NotOurs)?.heard = Some(now);
        Ok(())
    }

    fn claim_whole(&self, platform: Platform) -> Result<Option<LeaseState>, StoreError> {
        let (server, me) = (self.server()?, self.me());
        let lease = Lease::Whole(platform);
        let noted = presence(server)?.map(|presence| presence.on(platform));
        let mut tables = server.tables();
        server.bury(&mut tables, me);
        let state = tables.leases.get(&lease).cloned();
        let mut state = state.unwrap_or(LeaseState {
            lease,
            owner: None,
            epoch: 0,
            heard: noted,
        });
        let is_taken = |owner: ProcessId| tables.processes.contains_key(&owner);
        if !is_taken(me) || state.owner.is_some_and(is_taken) {
            return Ok(None);
        }
        state.owner = Some(me);
        state.epoch += 1;
        tables.leases.insert(lease, state.clone());
        Ok(Some(state))
    }

    fn whole(&self, platform: Platform) -> Result<Option<LeaseState>, StoreError> {
        let lease = Lease::Whole(platform);
        Ok(self.server()?.tables().leases.get(&lease).cloned())
    }

    fn bookmark(&self) -> Result<Option<String>, StoreError> {
        Ok(self.server()?.tables().bookmark.clone())
    }

    fn set_bookmark(&self, bookmark: &str) -> Result<(), StoreError> {
        let (server, me) = (self.server()?, self.me());
        let mut tables = server.tables();
        if !held(&tables, me).contains(&Lease::MATRIX) {
            return Err(StoreError::NotOurs);
        }
        tables.bookmark = Some(bookmark.to_owned());
        Ok(())
    }
}

impl SharedWork for Node {
    fn effects_of(
        &self,
        leases: &LeaseSet,
        after: Option<&EffectId>,
        limit: usize,
    ) -> Result<Vec<Outgoing>, StoreError> {
        let mut pending = self.server()?.store.outgoing(usize::MAX)?;
        pending.retain(|outgoing| {
            leases.contains(outgoing.home) && after.is_none_or(|after| outgoing.id > *after)
        });
        pending.truncate(limit);
        Ok(pending)
    }

    fn due_of(&self, leases: &LeaseSet, page: &Page) -> Result<Vec<(i64, Key)>, StoreError> {
        assert_eq!(page.from, Edge::Start);
        let store = &self.server()?.store;
        let after = page.after.clone();
        let mut all = store.list(&Index::Due, Page::first(usize::MAX))?;
        let is_of = |key: &Key| {
            let stored = store.get(key).unwrap();
            stored.is_some_and(|stored| leases.contains(stored.record.home()))
        };
        all.retain(|row| after.as_ref().is_none_or(|after| row > after) && is_of(&row.1));
        all.truncate(page.limit);
        Ok(all)
    }

    fn unretired_of(&self, leases: &LeaseSet) -> Result<Vec<Post>, StoreError> {
        let tables = self.server()?.tables();
        let of = tables
            .retiring
            .values()
            .filter(|(home, _)| leases.contains(*home));
        Ok(of.map(|(_, post)| post.clone()).collect())
    }

    fn claim_work(&self, kind: Home, limit: usize) -> Result<Vec<Outgoing>, StoreError> {
        let (server, me) = (self.server()?, self.me());
        let mut pending = server.store.outgoing(usize::MAX)?;
        let now = server.now();
        let until = now + millis(WORK_LEASE);
        let mut tables = server.tables();
        if !tables.processes.contains_key(&me) {
            return Ok(Vec::new());
        }
        let claimed = |id: &EffectId| {
            let claim = tables.work.get(id);
            claim.is_some_and(|claim| claim.1 > now && claim.1 <= until)
        };
        pending.retain(|outgoing| outgoing.home == kind && !claimed(&outgoing.id));
        pending.truncate(limit);
        for outgoing in &pending {
            tables.work.insert(outgoing.id.clone(), (me, until));
        }
        Ok(pending)
    }

    fn extend_work(&self, work: &[EffectId]) -> Result<(), StoreError> {
        let (server, me) = (self.server()?, self.me());
        let until = server.now() + millis(WORK_LEASE);
        let mut tables = server.tables();
        for id in work {
            if let Some(claim) = tables.work.get_mut(id).filter(|claim| claim.0 == me) {
                claim.1 = until;
            }
        }
        Ok(())
    }

    fn give_back_work(&self, work: &[EffectId]) -> Result<(), StoreError> {
        let (server, me) = (self.server()?, self.me());
        let mut tables = server.tables();
        tables
            .work
            .retain(|id, claim| claim.0 != me || !work.contains(id));
        Ok(())
    }
}
