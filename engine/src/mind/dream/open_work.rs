//! Makes the lines about an agent's open work: tasks that it holds, has to review or waits for, read from its active
//! workflows.

use crate::mind::dream::gather;
use crate::mind::dream::item::Item;
use crate::mind::dream::material::Material;
use crate::mind::dream::work;
use crate::workflow::state::Status;
use crate::workspace::Workspace;
use crate::workspace::settings::{DreamSources, Settings};
use kernel::error::Result;
use kernel::stream::StreamId;
use kernel::view::View;

/// Maximum number of lines. An agent rarely has more open at once.
const MAX_LINES: usize = 12;

/// Returns the lines, the most urgent first. Empty if the settings exclude work from minds.
///
/// # Errors
/// Returns `unavailable` if the index or a workflow cannot be read.
pub(crate) async fn lines(view: &View, agent: &str) -> Result<Vec<String>> {
    if Settings::for_view(view).await?.dream_sources == DreamSources::Memories {
        return Ok(Vec::new());
    }
    let (workspace, _) = view.state::<Workspace>(&StreamId::workspace()).await?;
    let role = workspace.agents.get(agent).map(|known| known.role);
    let work = gather::work(view, agent, role, Some(Status::Active)).await?;
    let material = Material {
        agent: agent.to_owned(),
        now: view.now,
        work,
        ..Material::default()
    };
    let mut items = work::items(&material);
    items.retain(|item| item.role.is_open_work());
    items.sort_by(|one, other| {
        let score = other.score(view.now).total_cmp(&one.score(view.now));
        one.role.cmp(&other.role).then(score)
    });
    items.truncate(MAX_LINES);
    Ok(items.into_iter().map(|Item { line, .. }| line).collect())
}
