//! Tenants: the user and the namespace that a token can be bound to.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The user and the namespace that a token is bound to. At least one of the two is given.
///
/// One rule for every call that is made with such a token:
///
/// - Only operations that implement `Operation::confine` can be called. It sets the
///   arguments that name a user or a namespace, and rejects other values.
/// - Sessions and scratchpads are readable and writable only if they are the tenant's own, memories are writable only if
///   they are, and searches also find memories without a user and without a namespace. [`Tenancy`] says so by stream,
///   `Memory::admits` by fact.
/// - Everything else does not exist for it: feeds, lists and resources leave it out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tenant {
    /// The only user; any without one.
    pub user_id: Option<Arc<str>>,
    /// The only namespace; any without one.
    pub namespace: Option<Arc<str>>,
}

impl Tenant {
    /// The tenant of these parts; nothing without any.
    #[must_use]
    pub fn new(user_id: Option<&str>, namespace: Option<&str>) -> Option<Arc<Self>> {
        let tenant = Self {
            user_id: user_id.map(Into::into),
            namespace: namespace.map(Into::into),
        };
        (tenant != Self::default()).then(|| Arc::new(tenant))
    }

    /// Whether something of that user in that namespace is the tenant's own.
    #[must_use]
    pub fn owns(&self, user_id: Option<&str>, namespace: Option<&str>) -> bool {
        let is_own = |own: &Option<Arc<str>>, other| own.is_none() || own.as_deref() == other;
        is_own(&self.user_id, user_id) && is_own(&self.namespace, namespace)
    }

    /// Whether the tenant may read a memory of that user in that namespace: its own ones and shared ones.
    #[must_use]
    pub fn sees(&self, user_id: Option<&str>, namespace: Option<&str>) -> bool {
        let user_id = user_id.or(self.user_id.as_deref());
        self.owns(user_id, namespace.or(self.namespace.as_deref()))
    }
}

/// What a tenant may do with a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tenancy {
    /// Read and write it.
    Own,
    /// Read it.
    Shared,
    /// Nothing as a whole: it has things of several tenants, of which operations pick out the tenant's.
    Mixed,
    /// Nothing.
    Foreign,
}

/// The tenant that an actor's token is bound to. It is no part of the actor's identity: all values are equal.
#[derive(Clone, Debug, Default)]
pub struct Binding(pub(crate) Option<Arc<Tenant>>);

impl PartialEq for Binding {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Binding {}

impl PartialOrd for Binding {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Binding {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl Hash for Binding {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
