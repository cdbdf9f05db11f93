//! The address of a workflow's page: everything about what is on the screen that a person would share,
//! read from an address and written into one. Knows nothing of what the page shows.

use engine::numbers::{ArtifactNo, Number, TaskNo};
use kernel::Id;
use kernel::stream::Version;
use leptos_router::params::ParamsMap;

use super::with_query;

/// Which side of a workflow is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The graph, drawn.
    #[default]
    Graph,
    /// The graph as a list of rooms.
    Outline,
    /// The tasks as a table.
    Table,
    /// What was decided.
    Decisions,
    /// What was found out.
    Discoveries,
    /// What is worth keeping of it beyond the workflow.
    Learnings,
    /// What was made.
    Artifacts,
    /// Who gave and used what.
    Agents,
    /// What happened, day by day.
    Digest,
    /// What happened.
    Activity,
}

impl View {
    /// Every view, in the order of their tabs.
    pub const ALL: [Self; 10] = [
        Self::Graph,
        Self::Outline,
        Self::Table,
        Self::Decisions,
        Self::Discoveries,
        Self::Learnings,
        Self::Artifacts,
        Self::Agents,
        Self::Digest,
        Self::Activity,
    ];

    /// Its name in an address.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Graph => "graph",
            Self::Outline => "outline",
            Self::Table => "table",
            Self::Decisions => "decisions",
            Self::Discoveries => "discoveries",
            Self::Learnings => "learnings",
            Self::Artifacts => "artifacts",
            Self::Agents => "agents",
            Self::Digest => "digest",
            Self::Activity => "activity",
        }
    }

    /// Its name on a tab.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Graph => "Graph",
            Self::Outline => "Outline",
            Self::Table => "Table",
            Self::Decisions => "Decisions",
            Self::Discoveries => "Discoveries",
            Self::Learnings => "Learnings",
            Self::Artifacts => "Artifacts",
            Self::Agents => "Agents",
            Self::Digest => "Digest",
            Self::Activity => "Activity",
        }
    }
}

/// By which column a table is sorted, and which end comes first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The column's name; empty for the order in which tasks were added.
    pub column: String,
    /// Whether the last comes first.
    pub descending: bool,
}

impl Order {
    fn read(text: &str) -> Self {
        let (column, descending) = match text.strip_prefix('-') {
            Some(column) => (column, true),
            None => (text, false),
        };
        Self {
            column: column.into(),
            descending,
        }
    }

    fn written(&self) -> String {
        let mark = if self.descending { "-" } else { "" };
        format!("{mark}{}", self.column)
    }
}

/// The address of a workflow's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkflowAddress {
    /// The workflow.
    pub workflow: Id,
    /// Which side of it.
    pub view: View,
    /// The task whose panel is open.
    pub task: Option<TaskNo>,
    /// What tasks are filtered by, as typed.
    pub filter: String,
    /// How the table is sorted.
    pub order: Order,
    /// The table's page, from 1.
    pub page: usize,
    /// Rooms of the graph that are drawn the other way than they start.
    pub rooms: Vec<String>,
    /// The task whose neighbourhood the graph shows.
    pub focus: Option<TaskNo>,
    /// How many steps the neighbourhood reaches.
    pub steps: Option<u32>,
    /// The version that is looked at, when it is not the newest.
    pub at: Option<Version>,
    /// The artifact version that is looked at.
    pub artifact: Option<ArtifactNo>,
    /// The earlier one that it is compared with.
    pub from: Option<ArtifactNo>,
    /// The position before which activity, or its digest, is shown.
    pub before: Option<u64>,
}

impl WorkflowAddress {
    /// A workflow as one first sees it.
    #[must_use]
    pub fn of(workflow: Id) -> Self {
        Self {
            workflow,
            page: 1,
            ..Self::default()
        }
    }

    /// The address as the router gives it; what makes no sense in it is passed over.
    #[must_use]
    pub fn read(path: &ParamsMap, query: &ParamsMap) -> Option<Self> {
        let workflow = path.get("id")?.parse().ok()?;
        let number = |name: &str| query.get(name).and_then(|text| text.parse().ok());
        let view = query.get("view").unwrap_or_default();
        Some(Self {
            workflow,
            view: View::ALL
                .into_iter()
                .find(|known| known.name() == view)
                .unwrap_or_default(),
            task: query.get("task").and_then(|text| TaskNo::parse(&text)),
            filter: query.get("filter").unwrap_or_default(),
            order: Order::read(&query.get("sort").unwrap_or_default()),
            page: number("page").map_or(1, |page: u32| page.max(1) as usize),
            rooms: query.get_all("group").unwrap_or_default(),
            focus: query.get("focus").and_then(|text| TaskNo::parse(&text)),
            steps: query.get("steps").and_then(|text| text.parse().ok()),
            at: number("at").map(u64::from),
            artifact: query
                .get("artifact")
                .and_then(|text| ArtifactNo::parse(&text)),
            from: query.get("from").and_then(|text| ArtifactNo::parse(&text)),
            before: query.get("before").and_then(|text| text.parse().ok()),
        })
    }

    /// This address with a change.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut address = self.clone();
        change(&mut address);
        address
    }

    /// Turns a room the other way.
    pub fn flip(&mut self, room: &str) {
        match self.rooms.iter().position(|other| other == room) {
            Some(at) => {
                self.rooms.remove(at);
            }
            None => self.rooms.push(room.to_owned()),
        }
    }

    /// This address with another view, and without what belongs to the one before.
    #[must_use]
    pub fn viewing(&self, view: View) -> Self {
        self.with(|address| {
            address.view = view;
            (address.page, address.artifact, address.from, address.before) = (1, None, None, None);
        })
    }

    /// This address with a task's panel open.
    #[must_use]
    pub fn showing(&self, task: TaskNo) -> Self {
        self.with(|address| address.task = Some(task))
    }

    /// The parts of the query by name, those left out that are as one first sees the page.
    #[must_use]
    pub fn query(&self) -> Vec<(&'static str, String)> {
        let text = |number: Option<String>| number.unwrap_or_default();
        let mut query = vec![
            (
                "view",
                text((self.view != View::Graph).then(|| self.view.name().into())),
            ),
            ("task", text(self.task.map(|no| no.to_string()))),
            ("filter", self.filter.clone()),
            ("sort", self.order.written()),
            ("page", text((self.page > 1).then(|| self.page.to_string()))),
            ("focus", text(self.focus.map(|no| no.to_string()))),
            ("steps", text(self.steps.map(|steps| steps.to_string()))),
            ("at", text(self.at.map(|version| version.to_string()))),
            ("artifact", text(self.artifact.map(|no| no.to_string()))),
            ("from", text(self.from.map(|no| no.to_string()))),
            (
                "before",
                text(self.before.map(|position| position.to_string())),
            ),
        ];
        query.extend(self.rooms.iter().map(|room| ("group", room.clone())));
        query.retain(|(_, value)| !value.is_empty());
        query
    }

    /// The address.
    #[must_use]
    pub fn href(&self) -> String {
        let query = self.query();
        let query: Vec<_> = query
            .iter()
            .map(|(name, value)| (*name, Some(value.as_str())))
            .collect();
        with_query(&super::workflow(self.workflow), &query)
    }

    /// The address, at the open panel: on a phone the page goes there.
    #[must_use]
    pub fn href_to_panel(&self) -> String {
        format!("{}#task", self.href())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_only_what_is_unusual_and_is_read_back() {
        let id: Id = "01JD000000000000000000000A".parse().unwrap();
        let plain = WorkflowAddress::of(id);
        assert_eq!(plain.href(), format!("/workflows/{id}"));
        let address = plain
            .viewing(View::Table)
            .showing(TaskNo(7))
            .with(|address| {
                address.filter = "status:review a&b".into();
                address.order = Order::read("-updated");
                address.rooms = vec!["Token service".into(), "b,c".into()];
                address.at = Some(12);
            });
        assert_eq!(
            address.href(),
            format!(
                "/workflows/{id}?view=table&task=T7&filter=status:review%20a%26b&sort=-updated\
                 &at=12&group=Token%20service&group=b%2Cc"
            )
        );
        let mut path = ParamsMap::new();
        path.insert("id", id.to_string());
        let mut query = ParamsMap::new();
        for (name, value) in address.query() {
            query.insert(name, value);
        }
        assert_eq!(WorkflowAddress::read(&path, &query), Some(address));
    }

    #[test]
    fn nonsense_in_an_address_is_passed_over() {
        let id = Id::default().to_string();
        let mut path = ParamsMap::new();
        path.insert("id", id);
        let mut query = ParamsMap::new();
        query.insert("view", "<script>".into());
        query.insert("task", "X1".into());
        query.insert("page", "0".into());
        assert_eq!(
            WorkflowAddress::read(&path, &query),
            Some(WorkflowAddress::of(Id::default()))
        );
        path.replace("id", "no id".into());
        assert_eq!(WorkflowAddress::read(&path, &query), None);
    }
}
