//! What a node of the tree, or of a form, is: the grammar's names as enums, in these two tables.

macro_rules! kinds {
    ($(#[$of:meta])* $of_name:ident: $($(#[$doc:meta])* $kind:ident = $name:literal,)*) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $of_name {
            $($(#[$doc])* $kind,)*
        }

        impl $of_name {
            /// The construct that the grammar, or the tree, calls so.
            pub(crate) fn of(name: &str) -> $of_name {
                match name {
                    $($name => $of_name::$kind,)*
                    _ => $of_name::Other,
                }
            }
        }
    };
}

kinds! {
    /// A construct of Erlang, or a part of one that is a node.
    Kind:
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

kinds! {
    /// A part of an attribute, types included; none of them is a node.
    FormPart:
    Export = "export_attribute",
    /// An attribute whose value is a plain term.
    Wild = "wild_attribute",
    NameAndArity = "fa",
    Deprecated = "deprecated_fa",
    DeprecatedList = "deprecated_fas",
    AnyArity = "deprecated_wildcard",
    Arity = "arity",
    Atom = "atom",
    Integer = "integer",
    UnaryOperator = "unary_op_expr",
    BinaryOperator = "binary_op_expr",
    Variable = "var",
    Tuple = "tuple",
    List = "list",
    Parenthesised = "paren_expr",
    Call = "call",
    Remote = "remote",
    LocalFun = "internal_fun",
    RemoteFun = "external_fun",
    Macro = "macro_call_expr",
    RecordName = "record_name",
    RecordField = "record_field",
    Signature = "type_sig",
    Range = "range_type",
    Annotated = "ann_type",
    Union = "pipe",
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
