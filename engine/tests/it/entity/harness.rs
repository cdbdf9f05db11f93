//! Helpers for writing and reading entities.

use engine::entity::{Entities, Entity, Extraction, Rules, extract};
use serde_json::Value;

pub fn read(tool: &str, result: &Value) -> Extraction {
    extract(tool, &Value::Null, result, &Rules::default())
}

/// Returns `kind id name` of each, in order.
pub fn shown(entities: &[Entity]) -> Vec<String> {
    let line = |entity: &Entity| format!("{} {} {}", entity.kind, entity.id, entity.name);
    entities.iter().map(line).collect()
}

pub fn list(entities: &Entities) -> Vec<String> {
    entities.iter().map(|entity| entity.name.clone()).collect()
}

pub fn page(id: &str, name: &str) -> Entity {
    Entity::new("page", id, name)
}

/// Parses a list from lines of `kind id name`, most recent first.
pub fn tracked(lines: &[&str]) -> Entities {
    lines
        .iter()
        .map(|line| {
            let mut parts = line.splitn(3, ' ');
            let mut part = || parts.next().unwrap();
            Entity::new(part(), part(), part())
        })
        .collect()
}
