//! Tenants: the user and the namespace that a token can be bound to.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The user and the namespace that a token is bound to. At least one of the two is given.
///
/// The same rules apply to every call with such a token:
///
/// - Only operations that implement `Operation::confine` can be called. It sets the arguments that name a user or a
///   namespace, and rejects other values.
/// - Sessions and scratchpads are readable and writable only if they are the tenant's own. Memories are writable only
///   if they are, and searches also find memories without a user and without a namespace. [`Tenancy`] decides by
///   stream, `Memory::admits` by fact.
/// - Everything else is invisible: feeds, lists and resources omit it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tenant {
    /// The only user; `None` for any.
    pub user_id: Option<Arc<str>>,
    /// The only namespace; `None` for any.
    pub namespace: Option<Arc<str>>,
}

impl Tenant {
    /// Creates a tenant; `None` if neither part is given.
    #[must_use]
    pub fn new(user_id: Option<&str>, namespace: Option<&str>) -> Option<Arc<Self>> {
        let tenant = Self {
            user_id: user_id.map(Into::into),
            namespace: namespace.map(Into::into),
        };
        (tenant != Self::default()).then(|| Arc::new(tenant))
    }

    /// Returns true if data of that user in that namespace belongs to the tenant.
    #[must_use]
    pub fn owns(&self, user_id: Option<&str>, namespace: Option<&str>) -> bool {
        let is_own = |own: &Option<Arc<str>>, other| own.is_none() || own.as_deref() == other;
        is_own(&self.user_id, user_id) && is_own(&self.namespace, namespace)
    }

    /// Returns true if the tenant may read a memory of that user in that namespace: its own or a shared one.
    #[must_use]
    pub fn sees(&self, user_id: Option<&str>, namespace: Option<&str>) -> bool {
        let user_id = user_id.or(self.user_id.as_deref());
        self.owns(user_id, namespace.or(self.namespace.as_deref()))
    }
}

/// Access of a tenant to a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tenancy {
    /// Read and write.
    Own,
    /// Read only.
    Shared,
    /// No access to the whole: it holds data of several tenants, and operations select the tenant's.
    Mixed,
    /// No access.
    Foreign,
}

/// The tenant that an actor's token is bound to. Not part of the actor's identity: all values are equal.
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
