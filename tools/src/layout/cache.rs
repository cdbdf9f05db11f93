//! Caches the plans of the last sketches: a page that is requested again, or whose statuses changed, is not drawn
//! again.

use kernel::ports::layout::{Plan, Sketch};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Plans by sketch, the most recently used one at the end.
#[derive(Debug)]
pub(super) struct Cache {
    plans: Mutex<Vec<(u64, Sketch, Arc<Plan>)>>,
    holds: usize,
}

impl Cache {
    /// Creates a cache for this many plans.
    pub fn new(holds: usize) -> Self {
        Self {
            plans: Mutex::new(Vec::new()),
            holds,
        }
    }

    /// Returns the plan of a sketch, and draws it if it is not cached. Two concurrent calls for a new sketch may both
    /// draw it: that is cheaper than making all callers wait for one drawing.
    pub fn plan(&self, sketch: &Sketch, draw: impl FnOnce(&Sketch) -> Plan) -> Arc<Plan> {
        let mut hasher = DefaultHasher::new();
        sketch.hash(&mut hasher);
        let key = hasher.finish();
        if let Some(plan) = self.recall(key, sketch) {
            return plan;
        }
        let plan = Arc::new(draw(sketch));
        if self.holds > 0 && self.recall(key, sketch).is_none() {
            let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
            if plans.len() >= self.holds {
                plans.remove(0);
            }
            plans.push((key, sketch.clone(), Arc::clone(&plan)));
        }
        plan
    }

    /// Returns the cached plan of a sketch. Equal hashes are not trusted: the sketches are compared.
    fn recall(&self, key: u64, sketch: &Sketch) -> Option<Arc<Plan>> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let at = plans
            .iter()
            .position(|(hash, known, _)| *hash == key && known == sketch)?;
        let found = plans.remove(at);
        let plan = Arc::clone(&found.2);
        plans.push(found);
        Some(plan)
    }
}
