//! Authorization of calls by role and token.

use crate::actor::{Actor, Role};
use crate::error::{Code, Error, Result};
use crate::host::shared::{Shared, count};
use crate::operation::Spec;

/// Returns the actor if they may call this operation. Counts and logs a rejection.
pub(super) fn authorize(
    shared: &Shared,
    spec: &Spec,
    actor: Option<&Actor>,
    request: &str,
) -> Result<Actor> {
    let name = spec.name;
    let Some(actor) = actor else {
        count(&shared.counts.denials, 1);
        tracing::info!(operation = name, request, "refused: nobody is known");
        return Err(Error::new(
            Code::Unauthenticated,
            "Send a token, or sign in.",
        ));
    };
    if spec.is_for(actor) {
        return Ok(actor.clone());
    }
    count(&shared.counts.denials, 1);
    if spec.access.allows(actor.role) {
        tracing::info!(
            operation = name,
            request,
            actor = actor.id,
            "refused: the token is bound"
        );
        return Err(spec.unavailable_to_tenants());
    }
    let role = actor.role.name();
    tracing::info!(
        operation = name,
        request,
        actor = actor.id,
        role,
        "refused: the role may not"
    );
    let roles: Vec<&str> = spec.access.roles().map(Role::name).collect();
    let who = match roles.as_slice() {
        [] => "Loci itself".into(),
        roles => roles.join(", "),
    };
    Err(Error::forbidden(format!(
        "{name} requires one of these roles: {who}. Your role is {role}. `agent_list` names agents with other roles; \
         `question_ask` reaches people."
    )))
}
