//! Confines calls with tokens bound to a user or a namespace to that user's scratchpads.

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

/// Fills in the owner of a scratchpad and checks the confinement. Global scratchpads can be read.
pub(crate) fn pad(
    tenant: &Tenant,
    scope: Scope,
    owner: &mut Option<String>,
    effect: Effect,
) -> Result<()> {
    if scope == Scope::Thread
        && let Some(session) = owner
    {
        key(tenant, session)?;
    }
    if scope == Scope::Resource && owner.is_none() {
        *owner = tenant.user_id.as_deref().map(str::to_owned);
    }
    let stream = address::stream(scope, owner.as_deref().unwrap_or_default());
    match (Scratchpads::tenancy(&stream, tenant), effect) {
        (Tenancy::Own, _) | (Tenancy::Shared, Effect::Read) => Ok(()),
        _ => Err(foreign(tenant)),
    }
}
