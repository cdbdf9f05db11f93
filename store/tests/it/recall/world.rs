//! A kernel with long-term memory on a real folder, with the server's embedder.

use std::sync::Arc;

use engine::crystal::NewCrystal;
use engine::crystal::filter::{Filters, Tag};
use engine::crystal::ops::memory_create::MemoryCreate;
use engine::crystal::ops::memory_search::MemorySearch;
use kernel::host::{Hub, Ports, Settings};
use kernel::{Actor, Caller, Door, Operation, Role, Time};
use store::Store;
use tempfile::TempDir;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tools::{BpeTokens, CachedLayout, PatternSecrets, StaticEmbedder};

use crate::recall::Turn;
use crate::recall::dialogues::Talk;

/// Memory of a team.
pub struct World {
    hub: Arc<Hub>,
    _store: Store,
    _folder: TempDir,
}

impl World {
    pub async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let embedder = Arc::new(StaticEmbedder);
        let store = store::open_with(folder.path(), Some(embedder))
            .await
            .unwrap();
        let ports = Ports {
            log: store.log.clone(),
            index: store.index.clone(),
            blobs: store.blobs.clone(),
            accounts: store.accounts.clone(),
            tokens: Arc::new(BpeTokens::new()),
            secrets: Arc::new(PatternSecrets::new().unwrap()),
            schemas: Arc::new(()),
            layout: Arc::new(CachedLayout::default()),
            clock: store.clock.clone(),
        };
        let settings = Settings {
            kinds: engine::memories::kinds(),
            ..Settings::default()
        };
        Self {
            hub: Hub::open(ports, settings).await.unwrap(),
            _store: store,
            _folder: folder,
        }
    }

    async fn call<O: Operation>(&self, op: O) -> O::Output {
        let person = Actor::new("mara", Role::Member);
        let caller = Caller::new(Some(person), Door::Http, "test".into());
        self.hub.run(op, caller).await.unwrap().output
    }

    pub async fn remember(&self, turns: &[Turn]) {
        let memories = turns.iter().map(|turn| {
            let at = OffsetDateTime::parse(&turn.at, &Rfc3339).unwrap();
            let at = Time(at.unix_timestamp() * 1000);
            NewCrystal {
                id: Some(turn.id.clone()),
                text: turn.text.clone(),
                session_id: Some(turn.session.clone()),
                agent: Some(turn.who.clone()),
                created_at: Some(at),
                event_date: Some(at.into()),
                ..NewCrystal::default()
            }
        });
        self.call(MemoryCreate {
            memories: memories.collect(),
            ..MemoryCreate::default()
        })
        .await;
    }

    /// Stores memories as they are.
    pub async fn write(&self, memories: Vec<NewCrystal>) {
        self.call(MemoryCreate {
            memories,
            ..MemoryCreate::default()
        })
        .await;
    }

    /// Stores a whole conversation in its own namespace, with each turn prefixed by its speaker.
    pub async fn overhear(&self, talk: &Talk) {
        let turns = talk
            .turns
            .iter()
            .enumerate()
            .map(|(number, said)| NewCrystal {
                id: Some(number.to_string()),
                text: format!("{}: {}", said.who, said.text),
                namespace: Some(talk.name.clone()),
                user_id: Some(format!("{}-user", talk.name)),
                session_id: Some(said.session.clone()),
                created_at: Some(said.at),
                event_date: Some(said.at.into()),
                ..NewCrystal::default()
            });
        let turns: Vec<NewCrystal> = turns.collect();
        for some in turns.chunks(200) {
            self.call(MemoryCreate {
                memories: some.to_vec(),
                deduplicate: Some(false),
                ..MemoryCreate::default()
            })
            .await;
        }
    }

    /// Returns the ids of the ten best results in a namespace, best first.
    pub async fn search_in(&self, namespace: &str, query: &str) -> Vec<String> {
        let found = self.call(MemorySearch {
            query: Some(query.into()),
            filters: Filters {
                namespace: Some(Tag::eq(namespace)),
                ..Filters::default()
            },
            ..MemorySearch::default()
        });
        let found = found.await.items.into_iter();
        found.map(|hit| hit.memory.id).collect()
    }

    /// Returns the ids of the ten best results, best first.
    pub async fn search(&self, query: &str) -> Vec<String> {
        let found = self.call(MemorySearch {
            query: Some(query.into()),
            ..MemorySearch::default()
        });
        let found = found.await.items.into_iter();
        found.map(|hit| hit.memory.id).collect()
    }
}
