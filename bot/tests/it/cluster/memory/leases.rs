//! Which process serves what, in memory.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use app::effect::{EffectId, Outgoing};
use app::store::{Edge, Index, Key, Page, Store as _, StoreError};
use app::{Home, Record, Timestamp};
use store::Post;
use store::leases::{
    IDENTIFY_INTERVAL, Leases, MATRIX, Overview, ProcessId, Role, STEADY, ShardSet, ShardState,
    Turn, WORK_LEASE,
};
use text::Platform;

use super::{Node, Process, held, millis};

impl Leases for Node {
    fn is_shared(&self) -> bool {
        true
    }

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

    fn beat(&self, open: &BTreeSet<u32>) -> Result<Option<Overview>, StoreError> {
        let (server, me) = (self.server()?, self.me());
        let now = server.now();
        let mut tables = server.tables();
        let Some(process) = tables.processes.get_mut(&me) else {
            return Ok(None);
        };
        let is_in_time = now < process.beat + millis(STEADY);
        process.beat = now;
        if !is_in_time {
            process.steady = now;
        }
        *self.0.beaten.lock().unwrap() = Some(Instant::now());
        for shard in tables.leased_mut() {
            if is_in_time && shard.owner == Some(me) && open.contains(&shard.number) {
                shard.heard = Some(Timestamp(now));
            }
        }
        let alive = |process| server.is_alive(&tables, process);
        let servers = tables.processes.iter();
        let servers = servers.filter(|(id, one)| one.role == Role::Server && alive(**id));
        let is_steady = server.is_steady(&tables, me);
        let is_free = |owner| {
            !tables.processes.contains_key(&owner) || is_steady && !server.is_alive(&tables, owner)
        };
        let free = tables.shards.values();
        let free = free.filter(|shard| shard.owner.is_none_or(is_free));
        let matrix = tables.matrix.as_ref().and_then(|matrix| matrix.owner);
        let count_of = |id| {
            let held = held(&tables, id);
            held.len() - usize::from(held.contains(&MATRIX))
        };
        let total = u32::try_from(tables.shards.len()).unwrap();
        let is_reached = |shard: &ShardState| {
            let owner = shard.owner.filter(|owner| *owner != me && alive(*owner));
            owner.is_some()
                && shard
                    .heard
                    .is_some_and(|at| now < at.0 + millis(server.lease))
        };
        Ok(Some(Overview {
            now: Timestamp(now),
            total: (total > 0).then_some(total),
            held: held(&tables, me),
            servers: servers.map(|(id, _)| (*id, count_of(*id))).collect(),
            free: free.count(),
            is_matrix_free: matrix.is_none_or(is_free),
            others_reached: tables.shards.values().any(is_reached),
        }))
    }

    fn beaten(&self) -> Option<Instant> {
        *self.0.beaten.lock().unwrap()
    }

    fn leave(&self) -> Result<(), StoreError> {
        let (server, me) = (self.server()?, self.me());
        let mut tables = server.tables();
        for shard in tables.leased_mut() {
            shard.owner = shard.owner.filter(|owner| *owner != me);
        }
        tables.processes.remove(&me);
        tables.work.retain(|_, (owner, _)| *owner != me);
        Ok(())
    }

    fn agree_on_total(&self, wanted: u32) -> Result<u32, StoreError> {
        let (server, me) = (self.server()?, self.me());
        let mut tables = server.tables();
        let present = u32::try_from(tables.shards.len()).unwrap();
        let mut others = tables.processes.iter();
        let is_first = !others.any(|(id, process)| *id != me && process.role == Role::Server);
        if present > 0 && (present == wanted || !is_first) {
            return Ok(present);
        }
        // No one loses time: the earliest counts.
        let heard = tables.shards.values().filter_map(|shard| shard.heard);
        let heard = match heard.min() {
            Some(heard) => Some(heard),
            None => match server.store.get(&Key::Presence)? {
                Some(stored) => match stored.record {
                    Record::Presence(presence) => Some(presence.at),
                    other => panic!("{other:?}"),
                },
                None => None,
            },
        };
        let shard = |number| ShardState {
            number,
            owner: None,
            epoch: 0,
            heard,
        };
        tables.shards = (0..wanted).map(|number| (number, shard(number))).collect();
        Ok(wanted)
    }

    fn shards(&self) -> Result<Vec<ShardState>, StoreError> {
        Ok(self.server()?.tables().shards.values().cloned().collect())
    }

    fn claim(&self, most: usize) -> Result<Vec<ShardState>, StoreError> {
        let (server, me) = (self.server()?, self.me());
        let mut tables = server.tables();
        server.bury(&mut tables, me);
        if !tables.processes.contains_key(&me) {
            return Ok(Vec::new());
        }
        let is_free = |shard: &&ShardState| {
            let owner = shard.owner;
            owner.is_none_or(|owner| !tables.processes.contains_key(&owner))
        };
        let free: Vec<u32> = tables
            .shards
            .values()
            .filter(is_free)
            .take(most)
            .map(|shard| shard.number)
            .collect();
        let mut claimed = Vec::new();
        for number in free {
            let shard = tables.shards.get_mut(&number).unwrap();
            shard.owner = Some(me);
            shard.epoch += 1;
            claimed.push(shard.clone());
        }
        Ok(claimed)
    }

    fn claim_matrix(&self) -> Result<Option<ShardState>, StoreError> {
        let (server, me) = (self.server()?, self.me());
        let noted = server.store.get(&Key::Presence)?;
        let noted = noted.map(|stored| match stored.record {
            Record::Presence(presence) => presence.on(Platform::Matrix),
            other => panic!("{other:?}"),
        });
        let mut tables = server.tables();
        server.bury(&mut tables, me);
        let mut matrix = tables.matrix.clone().unwrap_or(ShardState {
            number: MATRIX,
            owner: None,
            epoch: 0,
            heard: noted,
        });
        let is_taken = |owner: ProcessId| tables.processes.contains_key(&owner);
        if !is_taken(me) || matrix.owner.is_some_and(is_taken) {
            return Ok(None);
        }
        matrix.owner = Some(me);
        matrix.epoch += 1;
        tables.matrix = Some(matrix.clone());
        Ok(Some(matrix))
    }

    fn matrix(&self) -> Result<Option<ShardState>, StoreError> {
        Ok(self.server()?.tables().matrix.clone())
    }

    fn bookmark(&self) -> Result<Option<String>, StoreError> {
        Ok(self.server()?.tables().bookmark.clone())
    }

    fn set_bookmark(&self, bookmark: &str) -> Result<(), StoreError> {
        let (server, me) = (self.server()?, self.me());
        let mut tables = server.tables();
        if !held(&tables, me).contains(&MATRIX) {
            return Err(StoreError::NotOurs);
        }
        tables.bookmark = Some(bookmark.to_owned());
        Ok(())
    }

    fn absence(&self, shard: u32) -> Result<Option<Duration>, StoreError> {
        let server = self.server()?;
        let mut tables = server.tables();
        let heard = tables.find(shard).and_then(|shard| shard.heard);
        drop(tables);
        let now = server.now();
        Ok(heard.map(|heard| Duration::from_millis(u64::try_from(now - heard.0).unwrap_or(0))))
    }

    fn hear(&self, shard: u32) -> Result<(), StoreError> {
        let (server, me) = (self.server()?, self.me());
        let now = Timestamp(server.now());
        let mut tables = server.tables();
        let mine = tables.find(shard);
        let mine = mine.filter(|shard| shard.owner == Some(me));
        mine.ok_or(StoreError::NotOurs)?.heard = Some(now);
        Ok(())
    }

    fn release(&self, shard: u32) -> Result<(), StoreError> {
        let (server, me) = (self.server()?, self.me());
        if let Some(shard) = server.tables().find(shard) {
            shard.owner = shard.owner.filter(|owner| *owner != me);
        }
        Ok(())
    }

    fn take_turn(&self, bucket: u32) -> Result<Turn, StoreError> {
        let server = self.server()?;
        let now = server.now();
        let mut tables = server.tables();
        let free = tables.identify.entry(bucket).or_insert(now);
        if *free > now {
            let left = u64::try_from(*free - now).unwrap();
            return Ok(Turn::Wait(Duration::from_millis(left)));
        }
        *free = now + millis(IDENTIFY_INTERVAL);
        Ok(Turn::Taken)
    }

    fn is_first(&self) -> Result<bool, StoreError> {
        let (server, me) = (self.server()?, self.me());
        let tables = server.tables();
        let first = if tables.shards.is_empty() { MATRIX } else { 0 };
        Ok(held(&tables, me).contains(&first))
    }

    fn effects_of(
        &self,
        shards: &ShardSet,
        after: Option<&EffectId>,
        limit: usize,
    ) -> Result<Vec<Outgoing>, StoreError> {
        let mut pending = self.server()?.store.outgoing(usize::MAX)?;
        pending.retain(|outgoing| {
            shards.contains(outgoing.home) && after.is_none_or(|after| outgoing.id > *after)
        });
        pending.truncate(limit);
        Ok(pending)
    }

    fn due_of(&self, shards: &ShardSet, page: &Page) -> Result<Vec<(i64, Key)>, StoreError> {
        assert_eq!(page.from, Edge::Start);
        let store = &self.server()?.store;
        let after = page.after.clone();
        let mut all = store.list(&Index::Due, Page::first(usize::MAX))?;
        let is_of = |key: &Key| {
            let stored = store.get(key).unwrap();
            stored.is_some_and(|stored| shards.contains(stored.record.home()))
        };
        all.retain(|row| after.as_ref().is_none_or(|after| row > after) && is_of(&row.1));
        all.truncate(page.limit);
        Ok(all)
    }

    fn unretired_of(&self, shards: &ShardSet) -> Result<Vec<Post>, StoreError> {
        let tables = self.server()?.tables();
        let of = tables
            .retiring
            .values()
            .filter(|(home, _)| shards.contains(*home));
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
        let claimed = |id: &EffectId| tables.work.get(id).is_some_and(|(_, until)| *until > now);
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
