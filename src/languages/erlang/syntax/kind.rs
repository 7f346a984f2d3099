//! What a node of the tree is: the grammar's names as an enum, in this one table.

/// A construct of Erlang, or a part of one that is a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Function,
    FunctionClause,
    FunClause,
    /// Of a `case`, of the `of` of a `try`, of a `receive`, of the `else` of a `maybe`.
    CaseClause,
    IfClause,
    CatchClause,
    Guard,
    Variable,
    Atom,
    Integer,
    Float,
    Char,
    String,
    Nil,
    Cons,
    Tuple,
    Binary,
    Segment,
    Map,
    MapUpdate,
    MapField,
    Record,
    RecordUpdate,
    RecordAccess,
    RecordIndex,
    RecordField,
    Match,
    MaybeMatch,
    BinaryOperator,
    UnaryOperator,
    Call,
    /// `m:f` where it is called.
    Remote,
    LocalFun,
    RemoteFun,
    /// A fun with clauses, with or without a name.
    Fun,
    Case,
    If,
    Receive,
    ReceiveAfter,
    Try,
    TryAfter,
    Catch,
    Block,
    ListComprehension,
    BinaryComprehension,
    MapComprehension,
    Qualifiers,
    ListGenerator,
    BinaryGenerator,
    MapGenerator,
    Maybe,
    /// A call of a macro that is not known.
    Macro,
    /// `??Name`
    MacroText,
    /// Strings and macros in a row.
    Concatenation,
    /// What is no Erlang, or stands in attributes only.
    Other,
}

const KINDS: [(&str, Kind); 55] = [
    ("function", Kind::Function),
    ("function_clause", Kind::FunctionClause),
    ("fun_clause", Kind::FunClause),
    ("cr_clause", Kind::CaseClause),
    ("if_clause", Kind::IfClause),
    ("catch_clause", Kind::CatchClause),
    ("guard", Kind::Guard),
    ("var", Kind::Variable),
    ("atom", Kind::Atom),
    ("integer", Kind::Integer),
    ("float", Kind::Float),
    ("char", Kind::Char),
    ("string", Kind::String),
    ("nil", Kind::Nil),
    ("cons", Kind::Cons),
    ("tuple", Kind::Tuple),
    ("binary", Kind::Binary),
    ("bin_element", Kind::Segment),
    ("map_expr", Kind::Map),
    ("map_expr_update", Kind::MapUpdate),
    ("map_field", Kind::MapField),
    ("record_expr", Kind::Record),
    ("record_update_expr", Kind::RecordUpdate),
    ("record_field_expr", Kind::RecordAccess),
    ("record_index_expr", Kind::RecordIndex),
    ("record_field", Kind::RecordField),
    ("match_expr", Kind::Match),
    ("cond_match_expr", Kind::MaybeMatch),
    ("binary_op_expr", Kind::BinaryOperator),
    ("unary_op_expr", Kind::UnaryOperator),
    ("call", Kind::Call),
    ("remote", Kind::Remote),
    ("internal_fun", Kind::LocalFun),
    ("external_fun", Kind::RemoteFun),
    ("anonymous_fun", Kind::Fun),
    ("case_expr", Kind::Case),
    ("if_expr", Kind::If),
    ("receive_expr", Kind::Receive),
    ("receive_after", Kind::ReceiveAfter),
    ("try_expr", Kind::Try),
    ("try_after", Kind::TryAfter),
    ("catch_expr", Kind::Catch),
    ("block_expr", Kind::Block),
    ("list_comprehension", Kind::ListComprehension),
    ("binary_comprehension", Kind::BinaryComprehension),
    ("map_comprehension", Kind::MapComprehension),
    ("qualifiers", Kind::Qualifiers),
    ("generator", Kind::ListGenerator),
    ("b_generator", Kind::BinaryGenerator),
    ("map_generator", Kind::MapGenerator),
    ("maybe_expr", Kind::Maybe),
    ("macro_call_expr", Kind::Macro),
    ("macro_string", Kind::MacroText),
    ("concatables", Kind::Concatenation),
    ("ERROR", Kind::Other),
];

impl Kind {
    /// The construct that the grammar, or the tree, calls so.
    pub(super) fn of(name: &str) -> Kind {
        KINDS.iter().find(|(known, _)| *known == name).map_or(Kind::Other, |&(_, kind)| kind)
    }

    pub(crate) fn is_clause(self) -> bool {
        use Kind::{CaseClause, CatchClause, FunClause, FunctionClause, IfClause};
        matches!(self, FunctionClause | FunClause | CaseClause | IfClause | CatchClause)
    }

    pub(crate) fn is_comprehension(self) -> bool {
        matches!(self, Kind::ListComprehension | Kind::BinaryComprehension | Kind::MapComprehension)
    }
}
