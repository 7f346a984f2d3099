//! What a node of the tree is: the grammar's names as an enum, in this one table.

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal,)*) => {
        /// A construct of Erlang, or a part of one that is a node.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            /// The construct that the grammar, or the tree, calls so.
            pub(super) fn of(name: &str) -> Kind {
                match name {
                    $($name => Kind::$kind,)*
                    _ => Kind::Other,
                }
            }
        }
    };
}

kinds! {
    Function = "function",
    FunctionClause = "function_clause",
    FunClause = "fun_clause",
    /// Of a `case`, of the `of` of a `try`, of a `receive`, of the `else` of a `maybe`.
    CaseClause = "cr_clause",
    IfClause = "if_clause",
    CatchClause = "catch_clause",
    Guard = "guard",
    Variable = "var",
    Atom = "atom",
    Integer = "integer",
    Float = "float",
    Char = "char",
    String = "string",
    Nil = "nil",
    Cons = "cons",
    Tuple = "tuple",
    Binary = "binary",
    Segment = "bin_element",
    Map = "map_expr",
    MapUpdate = "map_expr_update",
    MapField = "map_field",
    Record = "record_expr",
    RecordUpdate = "record_update_expr",
    RecordAccess = "record_field_expr",
    RecordIndex = "record_index_expr",
    RecordField = "record_field",
    Match = "match_expr",
    MaybeMatch = "cond_match_expr",
    BinaryOperator = "binary_op_expr",
    UnaryOperator = "unary_op_expr",
    Call = "call",
    /// `m:f` where it is called.
    Remote = "remote",
    LocalFun = "internal_fun",
    RemoteFun = "external_fun",
    /// A fun with clauses, with or without a name.
    Fun = "anonymous_fun",
    Case = "case_expr",
    If = "if_expr",
    Receive = "receive_expr",
    ReceiveAfter = "receive_after",
    Try = "try_expr",
    TryAfter = "try_after",
    Catch = "catch_expr",
    Block = "block_expr",
    ListComprehension = "list_comprehension",
    BinaryComprehension = "binary_comprehension",
    MapComprehension = "map_comprehension",
    Qualifiers = "qualifiers",
    ListGenerator = "generator",
    BinaryGenerator = "b_generator",
    MapGenerator = "map_generator",
    Maybe = "maybe_expr",
    /// A call of a macro that is not known.
    Macro = "macro_call_expr",
    /// `??Name`
    MacroText = "macro_string",
    /// Strings and macros in a row.
    Concatenation = "concatables",
    /// What is no Erlang, or stands in attributes only.
    Other = "ERROR",
}

impl Kind {
    pub(crate) fn is_clause(self) -> bool {
        use Kind::{CaseClause, CatchClause, FunClause, FunctionClause, IfClause};
        matches!(self, FunctionClause | FunClause | CaseClause | IfClause | CatchClause)
    }

    pub(crate) fn is_comprehension(self) -> bool {
        matches!(self, Kind::ListComprehension | Kind::BinaryComprehension | Kind::MapComprehension)
    }
}
