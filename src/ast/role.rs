//! What a node is to the construct around it, where its kind does not say it.

/// What a node is to the construct that holds it: a parameter is no use of it, whatever its name.
///
/// Only roles that a node keeps when code around it is deleted: a condition may be left as a statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NodeRole {
    /// Any other.
    #[default]
    Use,
    /// A name in its own declaration.
    Declared,
    /// A name in a list of parameters.
    Parameter,
    /// A name in a pattern.
    Pattern,
    /// What is called.
    Callee,
    /// The name of an entry or member.
    Key,
    /// In the part of a loop's header that runs once.
    Initialiser,
    /// In the part of a loop's header that runs after the body.
    Update,
}
