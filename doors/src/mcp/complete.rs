//! Completion of an argument of a prompt or of a resource's address: suggests existing ids that the caller may read.

use engine::workflow::Workflow;
use kernel::Id;
use kernel::unicode::fold;
use kernel::view::Services as _;
use rmcp::RoleServer;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, ErrorData, Reference};
use rmcp::service::RequestContext as Exchange;

use super::asker::Asker;
use super::{prompt, resource, result};

/// Maximum length of a text that is completed, in bytes.
const TYPED: usize = 256;

/// Completes an argument.
///
/// # Errors
/// Returns an error if the prompt or resource does not exist.
pub async fn complete(
    asker: &Asker,
    request: CompleteRequestParams,
    exchange: &Exchange<RoleServer>,
) -> Result<CompleteResult, ErrorData> {
    let (name, typed) = (request.argument.name, request.argument.value);
    let known = match &request.r#ref {
        Reference::Resource(template) => {
            let mut kinds = resource::KINDS.iter();
            let kind = kinds.find(|kind| kind.template() == template.uri);
            kind.map(|kind| kind.variables().any(|variable| variable == name))
        }
        Reference::Prompt(prompt) => prompt::find(&prompt.name).map(|prompt| {
            prompt
                .arguments
                .iter()
                .any(|argument| argument.name == name)
        }),
        _ => None,
    };
    match known {
        None => {
            let detail = "There is no such prompt or resource template to complete.";
            return Err(ErrorData::invalid_params(detail, None));
        }
        Some(false) => {
            let detail = format!("It has no argument {name:?}.");
            return Err(ErrorData::invalid_params(detail, None));
        }
        Some(true) => {}
    }
    if typed.len() > TYPED {
        return Ok(CompleteResult::default());
    }
    let given = request.context.and_then(|context| context.arguments);
    let workflow = given.and_then(|given| given.get("workflow").cloned());
    let begins = fold(&typed);
    let is_so = |value: &str| fold(value).starts_with(&begins);
    let (mut values, is_all) = values(asker, &name, is_so, workflow.as_deref(), exchange)
        .await
        .map_err(|error| result::error(error, &asker.context.request))?;
    let total = u32::try_from(values.len()).ok().filter(|_| is_all);
    let more = !is_all || values.len() > CompletionInfo::MAX_VALUES;
    values.truncate(CompletionInfo::MAX_VALUES);
    let completion = CompletionInfo::with_pagination(values, total, more)
        .map_err(|detail| ErrorData::internal_error(detail, None))?;
    Ok(CompleteResult::new(completion))
}

/// Returns the values of the argument `name` that match `is_so`, and true if all values were examined.
async fn values(
    asker: &Asker,
    name: &str,
    is_so: impl Fn(&str) -> bool,
    workflow: Option<&str>,
    exchange: &Exchange<RoleServer>,
) -> kernel::Result<(Vec<String>, bool)> {
    if name == "task" {
        let mut tasks = tasks(asker, workflow).await?;
        tasks.retain(|task| is_so(task));
        return Ok((tasks, true));
    }
    let of_it = |kind: &&resource::Kind| kind.variables().eq([name]);
    match resource::KINDS
        .iter()
        .find(of_it)
        .and_then(|kind| kind.list.as_ref())
    {
        Some(list) => {
            let wanted = (is_so, CompletionInfo::MAX_VALUES);
            resource::values(asker, list, wanted, exchange).await
        }
        None => Ok((Vec::new(), true)),
    }
}

/// Returns the ids of a workflow's tasks. Reads the state directly: the answer of an operation would deliver the
/// agent's notices to a place where it does not read them.
async fn tasks(asker: &Asker, workflow: Option<&str>) -> kernel::Result<Vec<String>> {
    let Some(id) = workflow.and_then(|text| text.parse::<Id>().ok()) else {
        return Ok(Vec::new());
    };
    let (hub, stream) = (&asker.context.hub, engine::workflow::stream(id));
    if kernel::view::is_there(&**hub, &asker.actor, &stream)
        .await
        .is_err()
        || !hub.may_read(&asker.actor, &stream).await?
    {
        return Ok(Vec::new());
    }
    let (state, _) = hub.state::<Workflow>(&stream).await?;
    Ok(state.tasks.iter().map(|task| task.id.to_string()).collect())
}
