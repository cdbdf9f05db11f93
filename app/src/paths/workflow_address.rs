//! Address of a workflow's page: parses and builds the shareable state of the page.

use engine::numbers::{ArtifactNo, Number, TaskNo};
use kernel::Id;
use kernel::stream::Version;
use leptos_router::params::ParamsMap;

use super::with_query;

/// View of a workflow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Graph as a drawing.
    #[default]
    Graph,
    /// Graph as a list of rooms.
    Outline,
    /// Table of the tasks.
    Table,
    /// Decisions.
    Decisions,
    /// Discoveries.
    Discoveries,
    /// Learnings worth keeping beyond the workflow.
    Learnings,
    /// Artifacts.
    Artifacts,
    /// Contributions and usage by agent.
    Agents,
    /// Activity by day.
    Digest,
    /// Activity.
    Activity,
}

impl View {
    /// All views, in the order of their tabs.
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

    /// Returns the name in an address.
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

    /// Returns the label of the tab.
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

/// Sort order of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// Name of the column; empty for the order in which tasks were added.
    pub column: String,
    /// True for descending order.
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

    fn format(&self) -> String {
        let mark = if self.descending { "-" } else { "" };
        format!("{mark}{}", self.column)
    }
}

/// Address of a workflow's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkflowAddress {
    /// Id of the workflow.
    pub workflow: Id,
    /// View that is open.
    pub view: View,
    /// Task whose panel is open.
    pub task: Option<TaskNo>,
    /// Filter of tasks, as typed.
    pub filter: String,
    /// Sort order of the table.
    pub order: Order,
    /// Page of the table, counted from 1.
    pub page: usize,
    /// Rooms of the graph whose folding differs from the initial one.
    pub rooms: Vec<String>,
    /// Task whose neighbourhood the graph shows.
    pub focus: Option<TaskNo>,
    /// Radius of the neighbourhood, in steps.
    pub steps: Option<u32>,
    /// Version that is open, if it is not the newest.
    pub at: Option<Version>,
    /// Artifact version that is open.
    pub artifact: Option<ArtifactNo>,
    /// Earlier artifact version to compare with.
    pub from: Option<ArtifactNo>,
    /// Position before which activity, or its digest, is shown.
    pub before: Option<u64>,
}

impl WorkflowAddress {
    /// Creates the address of a workflow's default view.
    #[must_use]
    pub fn of(workflow: Id) -> Self {
        Self {
            workflow,
            page: 1,
            ..Self::default()
        }
    }

    /// Parses the address from the router's parameters; invalid ones are ignored.
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

    /// Returns this address with a change.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut address = self.clone();
        change(&mut address);
        address
    }

    /// Toggles the folding of a room.
    pub fn flip(&mut self, room: &str) {
        match self.rooms.iter().position(|other| other == room) {
            Some(at) => {
                self.rooms.remove(at);
            }
            None => self.rooms.push(room.to_owned()),
        }
    }

    /// Returns this address with another view, without the parameters of the previous one.
    #[must_use]
    pub fn viewing(&self, view: View) -> Self {
        self.with(|address| {
            address.view = view;
            (address.page, address.artifact, address.from, address.before) = (1, None, None, None);
        })
    }

    /// Returns this address with a task's panel open.
    #[must_use]
    pub fn showing(&self, task: TaskNo) -> Self {
        self.with(|address| address.task = Some(task))
    }

    /// Returns the query parameters by name; those with their default value are omitted.
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
            ("sort", self.order.format()),
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

    /// Returns the address as text.
    #[must_use]
    pub fn href(&self) -> String {
        let query = self.query();
        let query: Vec<_> = query
            .iter()
            .map(|(name, value)| (*name, Some(value.as_str())))
            .collect();
        with_query(&super::workflow(self.workflow), &query)
    }

    /// Returns the address with the fragment of the open panel, which phones scroll to.
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
