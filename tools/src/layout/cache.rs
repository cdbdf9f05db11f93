//! Keeps the plans of the last sketches: a page that is asked for again, or whose statuses changed, is
//! not drawn anew. Knows nothing of how a plan is made.

use kernel::ports::layout::{Plan, Sketch};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Plans by sketch, the last used one at the end.
#[derive(Debug)]
pub(super) struct Cache {
    plans: Mutex<Vec<(u64, Sketch, Arc<Plan>)>>,
    holds: usize,
}

impl Cache {
    /// A cache for so many plans.
    pub fn new(holds: usize) -> Self {
        Self {
            plans: Mutex::new(Vec::new()),
            holds,
        }
    }

    /// The plan of a sketch, drawn if it is not there. Two that ask for a new one at the same moment may
    /// both draw it: that is cheaper than letting everyone wait for one drawing.
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

    /// The plan of a sketch, if it is there. Equal hashes are not trusted: the sketch must be the same.
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
