//! How calls of tokens that are bound to a user or a namespace are confined to scratchpads of that user.

use crate::confine::{foreign, key};
use crate::scratchpad::address::{self, Scope};
use crate::scratchpad::state::Scratchpads;
use kernel::error::Result;
use kernel::memory::Memory as _;
use kernel::operation::Effect;
use kernel::tenant::{Tenancy, Tenant};

/// Implements [`confine`](kernel::operation::Operation::confine) for an operation on one scratchpad.
macro_rules! of_pad {
    () => {
        fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> kernel::error::Result<()> {
            crate::scratchpad::confine::pad(tenant, self.scope, &mut self.owner, Self::SPEC.effect)
        }
    };
}

pub(crate) use of_pad;

/// Completes the owner of a scratchpad. Global ones can be read.
pub(crate) fn pad(
    tenant: &Tenant,
    scope: Scope,
    owner: &mut Option<String>,
    effect: Effect,
) -> Result<()> {
    match (scope, &mut *owner, &tenant.user_id) {
        (Scope::Thread, Some(session), _) => key(tenant, session)?,
        (Scope::Resource, owner @ None, Some(user)) => *owner = Some(user.to_string()),
        _ => {}
    }
    let stream = address::stream(scope, owner.as_deref().unwrap_or_default());
    match (Scratchpads::tenancy(&stream, tenant), effect) {
        (Tenancy::Own, _) | (Tenancy::Shared, Effect::Read) => Ok(()),
        _ => Err(foreign(tenant)),
    }
}
