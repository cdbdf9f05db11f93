//! Course through the queue: the address of the open thing, and of those before and after it.

use engine::workflow::ops::inbox_list::InboxPage;
use kernel::Time;

use crate::pages::queue::address;
use crate::paths;

/// Course through the queue.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// Addresses of the open items in order, then those of the cores with waiting memories.
    stops: Vec<String>,
    /// Address of the thing that is shown.
    here: Option<String>,
}

impl Course {
    /// Creates the course through a queue, from the thing that is shown.
    pub fn new(queue: Option<&InboxPage>, now: Time, here: Option<String>) -> Self {
        let mut stops = Vec::new();
        if let Some(page) = queue {
            let open = page.items.iter().filter(|item| !item.is_snoozed(now));
            stops.extend(open.map(address));
            let cores = page.memories.iter();
            stops.extend(cores.map(|core| paths::inbox_memories(&core.core)));
        }
        Self { stops, here }
    }

    /// Returns true if the thing at this address is shown.
    pub fn is_at(&self, address: &str) -> bool {
        self.here.as_deref() == Some(address)
    }

    /// Returns the address `steps` after the open one, or before it if negative; the first if nothing of the queue
    /// is open.
    pub fn stop_at(&self, steps: isize) -> Option<&str> {
        let at = self.stops.iter().position(|stop| self.is_at(stop));
        let to = at.map_or(Some(0), |at| at.checked_add_signed(steps))?;
        self.stops.get(to).map(String::as_str)
    }

    /// Returns the address to open instead of one that is not in the queue.
    pub fn start(&self) -> String {
        self.stop_at(0).map_or_else(paths::inbox, str::to_owned)
    }

    /// Returns the address after an action on the open item: the next item, else the previous one, else the list.
    pub fn after(&self) -> String {
        let next = self.stop_at(1).or_else(|| self.stop_at(-1));
        next.map_or_else(paths::inbox, str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::Course;

    fn course(here: Option<&str>) -> Course {
        Course {
            stops: ["a", "b", "c"].map(str::to_owned).to_vec(),
            here: here.map(str::to_owned),
        }
    }

    #[test]
    fn an_action_leads_to_the_next_item() {
        for (here, before, next, after) in [
            (Some("a"), None, Some("b"), "b"),
            (Some("b"), Some("a"), Some("c"), "c"),
            (Some("c"), Some("b"), None, "b"),
            (Some("x"), Some("a"), Some("a"), "a"),
            (None, Some("a"), Some("a"), "a"),
        ] {
            let course = course(here);
            assert_eq!(course.stop_at(-1), before, "{here:?}");
            assert_eq!(course.stop_at(1), next, "{here:?}");
            assert_eq!(course.after(), after, "{here:?}");
        }
        let alone = Course {
            stops: vec!["a".to_owned()],
            here: Some("a".to_owned()),
        };
        assert_eq!(alone.after(), "/inbox");
        assert_eq!(Course::default().start(), "/inbox");
    }
}
