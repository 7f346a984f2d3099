//! From the keys of an adapter file to an [`Adapter`]: templates, patterns and limits, all checked.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use regex::Regex;
use toml::Spanned;

use super::access::{Access, DEFAULT_FILES_BYTE};
use super::batch::Batch;
use super::schema::{self, AnswerSource, At, CriterionForm, Is, OutcomeText};
use super::template::Values;
use super::{
    Adapter, AnswerPlace, CommandStep, CopyEdits, DEFAULT_OUTPUT_BYTE, DEFAULT_TIMEOUT_S, FORMAT, Home,
    Insertion, Normaliser, OutcomeRule, Placeholder, Positions, Template, TextCut, VersionCommand,
};
use crate::error::{Place, Problem};
use crate::process::Limits;
use crate::results::{Close, Granularity, Reading};

/// Checks what was read; `None`, with at least one problem added, when something is wrong.
pub(super) fn compile(
    path: &Path,
    text: &str,
    file: schema::AdapterFile,
    home: Home,
    problems: &mut Vec<Problem>,
) -> Option<Adapter> {
    let n_before = problems.len();
    let mut compiler = AdapterCompiler { path, text, problems };
    compiler.head(&file);
    let adapter = compiler.adapter(file, home);
    (problems.len() == n_before).then_some(adapter)
}

/// Collects problems with their places.
pub(super) struct AdapterCompiler<'c> {
    path: &'c Path,
    text: &'c str,
    problems: &'c mut Vec<Problem>,
}

impl AdapterCompiler<'_> {
    pub(super) fn place<T>(&self, value: &Spanned<T>) -> Place {
        Place::of_offset(self.path, self.text, value.span().start)
    }

    pub(super) fn wrong<T>(
        &mut self,
        value: &Spanned<T>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        let place = self.place(value);
        self.problems.push(Problem::at(place, message).hint(hint));
    }

    fn head(&mut self, file: &schema::AdapterFile) {
        let format = *file.format.get_ref();
        if format != FORMAT {
            let message = format!("format {format} is not one that this program reads ({FORMAT})");
            self.wrong(&file.format, message, format!("write `format = {FORMAT}`, or update bench-slicers"));
        }
        let name = file.name.get_ref();
        let is_word = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
        if name.is_empty() || !name.chars().all(is_word) || name.starts_with('.') {
            self.wrong(
                &file.name,
                format!("`{name}` is not a name"),
                "use letters, digits, `-`, `_`, `.`, `+`",
            );
        } else if self.path.file_stem().is_some_and(|stem| stem != name.as_str()) {
            let hint = format!("rename the file to `{name}.toml`, or the slicer");
            self.wrong(&file.name, format!("slicer `{name}` is in a file of another name"), hint);
        }
        if file.languages.get_ref().0.is_empty() {
            self.wrong(&file.languages, "no language", "name at least one, for example `[\"c\"]`");
        }
        match (&file.step, &file.server) {
            (None, None) => {
                let hint = "add `[[step]]` with a `command`, or `[server]`";
                self.problems.push(Problem::at(Place::file(self.path), "missing field `step`").hint(hint));
            }
            (Some(step), None) if step.get_ref().is_empty() => {
                self.wrong(step, "no step", "add `[[step]]` with a `command`");
            }
            (Some(step), Some(_)) => {
                let hint = "remove `[[step]]`: a server is asked by `request`; what a program needs before is `[[build]]`";
                self.wrong(step, "steps beside a server", hint);
            }
            _ => {}
        }
    }

    fn adapter(&mut self, mut file: schema::AdapterFile, home: Home) -> Adapter {
        let limits = self.limits(&file.limits);
        let build_s = self.build_s(&file.limits, limits.wall_s);
        let close = self.close(&file);
        let positions = self.positions(&file.positions);
        let edits = self.edits(&file.prepare, *file.answer.is.get_ref());
        let batch = self.batch(&file);
        self.tells_apart(&file);
        let builds = self.builds(&file);
        let (mut of_call, mut of_answer) = match &batch {
            Some(_) => (Placeholder::OF_CALL.to_vec(), Placeholder::of_criterion()),
            None => (Placeholder::of_task(), Placeholder::of_task()),
        };
        if !builds.is_empty() {
            of_call.push(Placeholder::Builddir);
            of_answer.push(Placeholder::Builddir);
        }
        let is_one_word = file.batch.as_ref().is_none_or(|batch| batch.separator.is_some());
        let server = file.server.as_ref().map(|server| self.server(server.get_ref(), file.network, &of_call));
        let (steps, server): (Vec<CommandStep>, _) = match server {
            Some((start, server)) => (vec![start], Some(server)),
            None => {
                let steps = file.step.iter().flat_map(Spanned::get_ref);
                (steps.map(|step| self.step(step, &of_call, is_one_word)).collect(), None)
            }
        };
        let cleanups = self.cleanups(std::mem::take(&mut file.cleanup), &of_call);
        let requests: Vec<Template> = server.iter().flat_map(|server| server.request.clone()).collect();
        let words = steps.iter().flat_map(CommandStep::words).chain(&requests);
        let uses_output = words.flat_map(Template::placeholders).any(|used| used == Placeholder::Output);
        let answer = self.answer(&file.answer, &positions, uses_output, &of_answer);
        let criteria = self.criteria(file.criteria.as_ref(), &steps, &requests, batch.as_ref(), &edits);
        let tool_dir = file
            .tool_dir
            .as_ref()
            .map(|dir| self.template(dir, &[Placeholder::Adapterdir, Placeholder::SelfPath]));
        let of_env = if server.is_some() { Placeholder::OF_SERVER } else { &of_call };
        let env = file.env.iter().map(|(name, value)| (name.clone(), self.template(value, of_env))).collect();
        let requires = file.requires.iter().filter_map(|requires| self.requirement(requires)).collect();
        let version = file.version.as_ref().map(|version| self.version(version));
        let access = Access {
            read: file.read.iter().map(|path| self.template(path, Placeholder::OF_HOST)).collect(),
            network: file.network.into(),
            pass_env: file.pass_env.clone(),
            files_byte: file.limits.files_mb.map_or(DEFAULT_FILES_BYTE, byte),
        };
        let outcomes = file.outcome.iter().map(|outcome| self.outcome(outcome)).collect();
        let normaliser = file.normalise.as_ref().map(|normalise| self.normaliser(normalise));
        let name = file.name.into_inner();
        let (install, packages) = self.install(&name, file.install);
        Adapter {
            name,
            path: self.path.to_owned(),
            home_page: file.home,
            notes: file.notes,
            description: file.description,
            install,
            packages,
            languages: file.languages.into_inner().0,
            role: file.role,
            kind: file.kind.into(),
            direction: file.direction,
            criteria,
            parallel_safe: file.parallel_safe,
            multi_file: file.multi_file,
            reading: Reading {
                // Numbers of lines can tell nothing finer apart, whatever else is said.
                granularity: match file.answer.is.get_ref() {
                    Is::Lines | Is::Dot | Is::Offsets | Is::LineDirectives => Granularity::Line,
                    _ => file.granularity,
                },
                placeholders: file.placeholders,
                helpers: file.helpers,
                close,
            },
            hash: String::new(),
            text: String::new(),
            limits,
            home,
            tool_dir,
            recorded: file.recorded.map(PathBuf::from),
            env,
            requires,
            access,
            version,
            positions,
            edits,
            builds,
            build_s,
            steps,
            server,
            cleanups,
            batch,
            answer,
            outcomes,
            normaliser,
        }
    }

    /// What is declared; else what the placeholders can say: a slicer that is told of variables and not of statements
    /// can do variables alone.
    fn criteria(
        &mut self,
        declared: Option<&Spanned<Vec<CriterionForm>>>,
        steps: &[CommandStep],
        requests: &[Template],
        batch: Option<&Batch>,
        edits: &CopyEdits,
    ) -> Vec<CriterionForm> {
        if let Some(declared) = declared {
            let mut criteria = declared.get_ref().clone();
            criteria.sort();
            criteria.dedup();
            if criteria.is_empty() || criteria.len() < declared.get_ref().len() {
                let hint = "write `[\"variable\"]`, `[\"statement\"]` or both";
                self.wrong(declared, "not a list of different criteria", hint);
            }
            return criteria;
        }
        let words = steps.iter().flat_map(CommandStep::words).chain(requests);
        let words = words.chain(batch.iter().flat_map(|batch| &batch.criterion));
        let words = words.chain(edits.inserts.iter().map(|insert| &insert.text));
        let used: BTreeSet<Placeholder> = words.flat_map(Template::placeholders).collect();
        let is_at_variable = edits.inserts.iter().any(|insert| matches!(insert.at, At::Before | At::After));
        let uses = |of: &[Placeholder]| of.iter().any(|placeholder| used.contains(placeholder));
        match uses(Placeholder::OF_STATEMENT) {
            false if is_at_variable || uses(Placeholder::OF_VARIABLE) => vec![CriterionForm::Variable],
            _ => vec![CriterionForm::Variable, CriterionForm::Statement],
        }
    }

    /// A number of seconds above 0.
    pub(super) fn seconds(&mut self, limit: Option<&Spanned<f64>>, default: f64) -> f64 {
        let Some(limit) = limit else { return default };
        if !(limit.get_ref().is_finite() && *limit.get_ref() > 0.0) {
            self.wrong(limit, "the time limit is not above 0", "give it in seconds, for example `60`");
        }
        *limit.get_ref()
    }

    fn limits(&mut self, limits: &schema::LimitsTable) -> Limits {
        let timeout_s = self.seconds(limits.timeout_s.as_ref(), DEFAULT_TIMEOUT_S);
        Limits {
            wall_s: timeout_s,
            memory_byte: limits.memory_mb.map(byte),
            output_byte: limits.output_mb.map_or(DEFAULT_OUTPUT_BYTE, byte),
            ..Limits::default()
        }
    }

    pub(super) fn base(&mut self, base: Option<&Spanned<usize>>, default: usize) -> usize {
        let Some(base) = base else { return default };
        if *base.get_ref() > 1 {
            self.wrong(base, format!("{} is no base", base.get_ref()), "lines and columns count from 0 or 1");
        }
        *base.get_ref()
    }

    fn positions(&mut self, positions: &schema::PositionsTable) -> Positions {
        let tab_width = positions.tab_width.as_ref().map_or(1, |width| {
            if *width.get_ref() == 0 {
                self.wrong(width, "a tab has no width", "1 counts a tab as one character");
            }
            (*width.get_ref()).max(1)
        });
        Positions {
            line_base: self.base(positions.line_base.as_ref(), 1),
            column_base: self.base(positions.column_base.as_ref(), 1),
            column_unit: positions.column_unit,
            offset_unit: positions.offset_unit,
            tab_width,
        }
    }

    fn edits(&mut self, prepare: &schema::PrepareTable, is: Is) -> CopyEdits {
        use Placeholder::{Basename, Function, Line, Module, Occurrence, Variable};
        let mut allowed = vec![Basename, Module, Line, Variable, Occurrence, Function];
        allowed.extend(Placeholder::OF_STATEMENT);
        let inserts = prepare
            .insert
            .iter()
            .map(|insert| {
                self.keeps_positions(insert, is);
                Insertion {
                    at: *insert.at.get_ref(),
                    text: self.template(&insert.text, &allowed),
                    if_line: self.optional_regex(insert.if_line.as_ref()),
                    unless_line: self.optional_regex(insert.unless_line.as_ref()),
                }
            })
            .collect();
        let rename = prepare
            .rename
            .as_ref()
            .map(|rename| self.template(rename, &[Placeholder::Basename, Placeholder::Module]));
        CopyEdits { inserts, rename, final_newline: prepare.final_newline, copy_tool: prepare.copy_tool }
    }

    /// Answers that name lines or columns speak of the copy, so the copy must not move them.
    fn keeps_positions(&mut self, insert: &schema::InsertTable, is: Is) {
        let at = *insert.at.get_ref();
        let is_behind = matches!(at, At::FileEnd);
        let moves_lines = insert.text.get_ref().contains('\n') && !is_behind;
        let speaks_of_lines = !matches!(is, Is::Source | Is::Diff);
        let moves_columns = is == Is::Spans && !is_behind && at != At::LineEnd;
        if speaks_of_lines && (moves_lines || moves_columns) {
            let hint = "insert at `file-end`, or on one line for an answer of lines";
            self.wrong(&insert.at, "this text moves the positions that the answer is given in", hint);
        }
    }

    pub(super) fn template(&mut self, text: &Spanned<String>, allowed: &[Placeholder]) -> Template {
        match Template::parse(text.get_ref(), allowed) {
            Ok(template) => template,
            Err(error) => {
                self.wrong(text, error.message, error.hint);
                Template::default()
            }
        }
    }

    pub(super) fn regex(&mut self, text: &Spanned<String>) -> Option<Regex> {
        match Regex::new(text.get_ref()) {
            Ok(regex) => Some(regex),
            Err(regex::Error::CompiledTooBig(limit_byte)) => {
                let message =
                    format!("the pattern is too large: it needs more than {} MiB", limit_byte >> 20);
                self.wrong(
                    text,
                    message,
                    "counted repetitions multiply: `(?:a{1000}){1000}` is a million `a`",
                );
                None
            }
            Err(error) => {
                let message = error.to_string();
                let cause = message.lines().last().unwrap_or_default().trim_start_matches("error: ");
                let hint = "patterns are those of the Rust crate `regex`: no look-around, no back-references";
                self.wrong(text, format!("bad pattern: {cause}"), hint);
                None
            }
        }
    }

    pub(super) fn optional_regex(&mut self, text: Option<&Spanned<String>>) -> Option<Regex> {
        text.and_then(|text| self.regex(text))
    }

    pub(super) fn argv(
        &mut self,
        command: &Spanned<Vec<Spanned<String>>>,
        allowed: &[Placeholder],
    ) -> (Vec<Template>, Place) {
        let words = command.get_ref();
        if words.first().is_none_or(|program| program.get_ref().is_empty()) {
            self.wrong(command, "empty command", "the first word is the program to run");
        }
        let place = words.first().map_or_else(|| self.place(command), |program| self.place(program));
        (words.iter().map(|word| self.template(word, allowed)).collect(), place)
    }

    pub(super) fn cwd(
        &mut self,
        cwd: Option<&Spanned<String>>,
        default: &str,
        allowed: &[Placeholder],
    ) -> Template {
        match cwd {
            Some(cwd) => self.template(cwd, allowed),
            None => {
                Template::parse(default, &Placeholder::of_task()).expect("a default folder is a template")
            }
        }
    }

    /// `is_one_word` tells whether all criteria of a call are one word.
    pub(super) fn step(
        &mut self,
        step: &schema::StepTable,
        allowed: &[Placeholder],
        is_one_word: bool,
    ) -> CommandStep {
        let (argv, place) = self.argv(&step.command, allowed);
        let several = if is_one_word {
            vec![Placeholder::Files]
        } else {
            vec![Placeholder::Files, Placeholder::Criteria]
        };
        for (word, text) in argv.iter().zip(step.command.get_ref()) {
            for placeholder in several.iter().filter(|several| word.placeholders().contains(several)) {
                if step.shell || !word.is_only(*placeholder) {
                    let message = format!("`{{{}}}` is several words", placeholder.name());
                    self.wrong(text, message, "give it a word of its own, without a shell");
                }
            }
        }
        if step.shell && step.command.get_ref().len() != 1 {
            self.wrong(
                &step.command,
                "a shell command of several words",
                "with `shell = true` write one word",
            );
        }
        CommandStep {
            argv,
            place,
            cwd: self.cwd(step.cwd.as_ref(), "{dir}", allowed),
            shell: step.shell,
            exit_codes: step.exit_codes.clone().unwrap_or_else(|| vec![0]),
            unless: step.unless.as_ref().map(|path| self.template(path, allowed)),
        }
    }

    fn version(&mut self, version: &schema::VersionTable) -> VersionCommand {
        let (argv, place) = self.argv(&version.command, Placeholder::OF_HOST);
        let cwd = self.cwd(version.cwd.as_ref(), "{env:TMPDIR:-/tmp}", Placeholder::OF_HOST);
        let pattern = self.optional_regex(version.pattern.as_ref());
        if let (Some(pattern), Some(text)) = (&pattern, &version.pattern)
            && pattern.captures_len() != 2
        {
            self.wrong(
                text,
                "the pattern has not one group",
                "put the version in parentheses: `Version (\\S+)`",
            );
        }
        VersionCommand { step: CommandStep::new(argv, place, cwd), pattern }
    }

    fn answer(
        &mut self,
        answer: &schema::AnswerTable,
        positions: &Positions,
        uses_output: bool,
        allowed: &[Placeholder],
    ) -> AnswerPlace {
        let from = *answer.from.get_ref();
        if from == AnswerSource::File && answer.path.is_none() && !uses_output {
            let hint = "use `{output}` in a command, or add `path`";
            self.wrong(&answer.from, "no command writes the file of the answer", hint);
        }
        let default = if from == AnswerSource::Folder { "{outdir}" } else { "{output}" };
        let pattern = self.optional_regex(answer.pattern.as_ref());
        self.groups(answer, pattern.as_ref());
        AnswerPlace {
            from,
            path: self.cwd(answer.path.as_ref(), default, allowed),
            is: *answer.is.get_ref(),
            diff: self.diff(answer),
            pointer: answer.pointer.as_ref().map(|pointer| self.pointer(pointer, allowed)),
            begin: answer.begin.as_ref().map(|begin| self.template(begin, allowed)),
            end: self.end(answer, allowed),
            strip_ansi: answer.strip_ansi,
            header: self.optional_regex(answer.header.as_ref()),
            replace: self.replacements(&answer.replace),
            pattern,
            line_base: self.base(answer.line_base.as_ref(), positions.line_base),
            column_base: self.base(answer.column_base.as_ref(), positions.column_base),
            end_inclusive: answer.end_inclusive,
            add_criterion: answer.add_criterion,
            empty: self.optional_regex(answer.empty.as_ref()),
            attribute: self.attribute(answer),
            table: self.line_table(answer, allowed),
            cut: TextCut {
                fence: answer.fence,
                after: self.optional_regex(answer.after.as_ref()),
                before: self.optional_regex(answer.before.as_ref()),
            },
        }
    }

    /// How answers by lines are completed; answers of which the adapter says another unit have no lines to complete.
    fn close(&mut self, file: &schema::AdapterFile) -> Close {
        let Some(close) = &file.answer.close else { return Close::default() };
        let is_by_lines = !matches!(file.answer.is.get_ref(), Is::Source | Is::Spans | Is::Diff);
        if !is_by_lines && file.granularity != Granularity::Line {
            self.wrong(
                close,
                "`close` is for answers by lines",
                "remove it, or write `granularity = \"line\"`",
            );
        }
        *close.get_ref()
    }

    /// Lines are one group, spans four; a group named `file` may say which file they are of.
    fn groups(&mut self, answer: &schema::AnswerTable, pattern: Option<&Regex>) {
        let is = *answer.is.get_ref();
        let n_groups = |pattern: &Regex| {
            let named_file = pattern.capture_names().filter(|name| *name == Some("file")).count();
            pattern.captures_len() - 1 - named_file
        };
        match (is, pattern, &answer.pattern) {
            (Is::Lines, Some(pattern), Some(text)) if n_groups(pattern) != 1 => {
                self.wrong(text, "the pattern has not one group", "put the line number in parentheses");
            }
            (Is::Spans, Some(pattern), Some(text)) if n_groups(pattern) != 4 => {
                let hint = "first line, first column, last line and last column, each in parentheses";
                self.wrong(text, "the pattern has not four groups", hint);
            }
            (Is::Spans, None, None) => {
                self.wrong(&answer.is, "spans without a pattern", "add `pattern` with four groups");
            }
            (Is::Dot, Some(pattern), Some(text)) if !(1..=2).contains(&n_groups(pattern)) => {
                let hint = "put the line in parentheses, or the first line and the last";
                self.wrong(text, "the pattern has neither one group nor two", hint);
            }
            (Is::Source | Is::Diff | Is::LineDirectives, _, Some(text)) => {
                self.wrong(text, "source needs no pattern", "`header` and `replace` change source");
            }
            _ => {}
        }
    }

    /// The attribute in which the nodes of a graph say their lines.
    fn attribute(&mut self, answer: &schema::AnswerTable) -> String {
        let is_graph = *answer.is.get_ref() == Is::Dot;
        if let Some(attribute) = answer.attribute.as_ref().filter(|_| !is_graph) {
            self.wrong(attribute, "`attribute` is for graphs", "remove it, or write `is = \"dot\"`");
        }
        answer.attribute.as_ref().map_or_else(|| "line".to_owned(), |name| name.get_ref().clone())
    }

    /// How the files of a diff are named; a diff is read from what the slicer wrote, never from the copy.
    fn diff(&mut self, answer: &schema::AnswerTable) -> schema::DiffNames {
        let is_diff = *answer.is.get_ref() == Is::Diff;
        if is_diff && *answer.from.get_ref() == AnswerSource::InPlace {
            self.wrong(&answer.is, "a changed copy is no diff", "write `is = \"source\"`");
        }
        if let Some(strip) = answer.strip.as_ref().filter(|_| !is_diff) {
            self.wrong(strip, "`strip` is for diffs", "remove it, or write `is = \"diff\"`");
        }
        if let Some(names) = answer.file_names.as_ref().filter(|_| !is_diff) {
            self.wrong(names, "`file-names` is for diffs", "remove it, or write `is = \"diff\"`");
        }
        schema::DiffNames {
            strip: answer.strip.as_ref().map_or(0, |strip| *strip.get_ref()),
            from: answer.file_names.as_ref().map_or_else(Default::default, |names| *names.get_ref()),
        }
    }

    fn end(&mut self, answer: &schema::AnswerTable, allowed: &[Placeholder]) -> Option<Template> {
        let end = answer.end.as_ref()?;
        if answer.begin.is_none() {
            self.wrong(
                end,
                "the end of a section without a beginning",
                "add `begin`, the line in front of it",
            );
        }
        Some(self.template(end, allowed))
    }

    fn pointer(&mut self, pointer: &Spanned<String>, allowed: &[Placeholder]) -> Vec<Template> {
        let text = pointer.get_ref();
        if !text.is_empty() && !text.starts_with('/') {
            self.wrong(pointer, "a JSON pointer starts with `/`", format!("write `/{text}`"));
        }
        // Values come last, so that a slash in one of them divides nothing.
        let unescaped = |step: &str| step.replace("~1", "/").replace("~0", "~");
        let mut steps = Vec::new();
        for step in text.split('/').skip(1) {
            steps.push(match Template::parse(&unescaped(step), allowed) {
                Ok(template) => template,
                Err(error) => {
                    self.wrong(pointer, error.message, error.hint);
                    Template::default()
                }
            });
        }
        steps
    }

    fn replacements(&mut self, replace: &[schema::ReplaceTable]) -> Vec<(Regex, String)> {
        replace
            .iter()
            .filter_map(|replace| Some((self.regex(&replace.pattern)?, replace.with.clone())))
            .collect()
    }

    fn outcome(&mut self, outcome: &schema::OutcomeTable) -> OutcomeRule {
        let when = outcome.when.get_ref();
        if when.regex.is_none() && when.lacks.is_none() && when.exit_code.is_none() {
            self.wrong(
                &outcome.when,
                "an outcome without a condition",
                "give `regex`, `lacks` or `exit-code`",
            );
        }
        OutcomeRule {
            stream: when.stream.unwrap_or(OutcomeText::Output),
            regex: self.optional_regex(when.regex.as_ref()),
            lacks: self.optional_regex(when.lacks.as_ref()),
            exit_code: when.exit_code,
            status: outcome.status,
            reason: outcome.reason.clone(),
        }
    }

    fn normaliser(&mut self, normalise: &schema::NormaliseTable) -> Normaliser {
        let (argv, place) = self.argv(&normalise.command, Placeholder::OF_FILE);
        let cwd = self.cwd(normalise.cwd.as_ref(), "{dir}", Placeholder::OF_FILE);
        let exit_codes = normalise.exit_codes.clone().unwrap_or_else(|| vec![0]);
        let step = CommandStep { exit_codes, ..CommandStep::new(argv, place, cwd) };
        Normaliser {
            writes_file: step.uses(Placeholder::Output),
            step,
            of_answer: normalise.answer,
            replace: self.replacements(&normalise.replace),
        }
    }
}

/// Bytes of so many MiB; more than can be counted is no limit.
fn byte(mb: u64) -> u64 {
    mb.saturating_mul(1 << 20)
}

impl CommandStep {
    /// A command that ends with exit code 0.
    pub(super) fn new(argv: Vec<Template>, place: Place, cwd: Template) -> CommandStep {
        CommandStep { argv, place, cwd, shell: false, exit_codes: vec![0], unless: None }
    }

    /// The words of the command, and its folder.
    pub(super) fn words(&self) -> impl Iterator<Item = &Template> {
        self.argv.iter().chain([&self.cwd]).chain(&self.unless)
    }

    /// Whether the command is this program itself.
    pub(super) fn is_own(&self) -> bool {
        let own = "self".to_owned();
        let values = Values::from([(Placeholder::SelfPath, own.clone())]);
        // Nothing before or behind it: that would be the name of another program.
        !self.shell && self.argv.first().is_some_and(|word| word.expand(&values) == Ok(own))
    }

    /// Whether the command is this program's own search for slices.
    pub(super) fn searches(&self) -> bool {
        let is_own = self.uses(Placeholder::SelfPath);
        is_own && self.argv.iter().any(|word| word.literal() == Some("minimize"))
    }

    /// Whether the command or its folder has this placeholder.
    pub(super) fn uses(&self, placeholder: Placeholder) -> bool {
        self.words().any(|word| word.placeholders().contains(&placeholder))
    }
}
