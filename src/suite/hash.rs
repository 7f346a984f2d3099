//! Content hashes: a stored result belongs to a task only while program, criterion and gold are the same.
//!
//! SHA-256 in lower-case hexadecimal over a sequence of fields, each written as its length in bytes in
//! decimal, `:`, its bytes, and `,` (a netstring), so that no two different sequences are the same bytes.
//! Texts are hashed as decoded: without byte order mark, line ends as they are. `docs/FORMATS.md` gives
//! the fields; adding one changes every stored hash.

use sha2::{Digest, Sha256};

use super::{Benchmark, Criterion, Suite, Task};
use crate::ast::{SourceFile, Tree};

/// A hash that is being fed.
struct Fields(Sha256);

impl Fields {
    fn new(what: &str) -> Fields {
        let mut fields = Fields(Sha256::new());
        fields.text(what);
        fields
    }

    fn text(&mut self, text: &str) {
        self.0.update(text.len().to_string());
        self.0.update(":");
        self.0.update(text);
        self.0.update(",");
    }

    fn number(&mut self, number: usize) {
        self.text(&number.to_string());
    }

    fn files<'f>(&mut self, files: impl ExactSizeIterator<Item = &'f SourceFile>) {
        self.number(files.len());
        for file in files {
            self.text(&file.path.to_string_lossy());
            self.text(&file.text);
        }
    }

    fn criterion(&mut self, tree: &Tree, criterion: &Criterion) {
        self.text(&tree.file(criterion.file_idx).path.to_string_lossy());
        self.number(criterion.line);
        // No variable has an empty name.
        self.text(criterion.variable.as_deref().unwrap_or_default());
        self.number(criterion.occurrence);
        self.text(criterion.kind.name());
        self.number(criterion.input_idx.map_or(0, |idx| idx + 1));
    }

    fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// SHA-256 of a program's files, in its order.
pub(super) fn program_hash(tree: &Tree) -> String {
    let mut fields = Fields::new("program");
    fields.text(tree.language().name());
    fields.files(tree.files());
    fields.finish()
}

/// SHA-256 of what a criterion means in its program, without its id and gold slices.
pub(super) fn criterion_hash(tree: &Tree, criterion: &Criterion) -> String {
    let mut fields = Fields::new("criterion");
    fields.criterion(tree, criterion);
    fields.finish()
}

/// SHA-256 of a gold slice's files, 64 hexadecimal digits.
pub fn gold_hash(files: &[SourceFile]) -> String {
    let mut fields = Fields::new("gold");
    fields.files(files.iter());
    fields.finish()
}

/// SHA-256 of the texts of gold slices and of their certificate, 64 hexadecimal digits.
pub fn evidence_hash<'g>(
    golds: impl ExactSizeIterator<Item = &'g [SourceFile]>,
    certificate: Option<&str>,
) -> String {
    let mut fields = Fields::new("evidence");
    fields.number(golds.len());
    golds.for_each(|files| fields.files(files.iter()));
    fields.text(certificate.unwrap_or_default());
    fields.finish()
}

/// SHA-256 of names and hashes in their order, 64 hexadecimal digits.
pub fn list_hash<'l>(named: impl ExactSizeIterator<Item = (&'l str, &'l str)>) -> String {
    let mut fields = Fields::new("list");
    fields.number(named.len());
    for (name, hash) in named {
        fields.text(name);
        fields.text(hash);
    }
    fields.finish()
}

/// Which of `n_shares` equal shares a name is in, from 0, the same on every machine.
fn share_of(name: &str, n_shares: usize) -> usize {
    let mut fields = Fields::new("share");
    fields.text(name);
    let hash = fields.0.finalize();
    let number = hash.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    (number % n_shares as u64) as usize
}

impl Benchmark {
    /// Which of `n_shares` equal shares the program is in where programs are divided and not tasks, from 0, by its id alone.
    ///
    /// # Panics
    /// When there is no share.
    pub fn share(&self, n_shares: usize) -> usize {
        share_of(&self.id, n_shares)
    }

    /// SHA-256 of language, names and texts of the program, 64 hexadecimal digits.
    pub fn program_hash(&self) -> String {
        program_hash(&self.tree)
    }
}

impl Task<'_> {
    /// SHA-256 of file, line, variable, occurrence, kind and input of the criterion, 64 hexadecimal digits.
    pub fn criterion_hash(&self) -> String {
        criterion_hash(&self.benchmark.tree, self.criterion)
    }

    /// First eight digits of the hashes of program, criterion and gold slices, which say what of a task has changed.
    pub fn part_hashes(&self) -> [String; 3] {
        let golds: String = self.criterion.golds.iter().map(|gold| gold_hash(&gold.files)).collect();
        let mut fields = Fields::new("golds");
        fields.text(&golds);
        [self.benchmark.program_hash(), self.criterion_hash(), fields.finish()]
            .map(|hash| hash.chars().take(8).collect())
    }

    /// Which of `n_shares` equal shares the task is in, from 0: by its id alone, the same on every machine.
    ///
    /// # Panics
    /// When there is no share.
    pub fn share(&self, n_shares: usize) -> usize {
        share_of(&self.id(), n_shares)
    }

    /// SHA-256 of what the minimal slices of a task follow from, 64 hexadecimal digits: program, criterion, entry point and the
    /// inputs that its slices speak of. Gold slices do not enter it.
    pub fn subject_hash(&self) -> String {
        let mut fields = Fields::new("subject");
        fields.text(&self.benchmark.program_hash());
        fields.text(&self.criterion_hash());
        fields.text(self.benchmark.entry_point().unwrap_or_default());
        fields.number(self.inputs().len());
        for input in self.inputs() {
            fields.number(input.args.len());
            input.args.iter().for_each(|arg| fields.text(arg));
            fields.text(&input.stdin);
        }
        fields.finish()
    }

    /// SHA-256 of the texts of gold slices and certificate, 64 hexadecimal digits.
    pub fn evidence_hash(&self) -> String {
        let golds = self.criterion.golds.iter().map(|gold| &gold.files[..]);
        evidence_hash(golds, self.criterion.certificate.as_deref())
    }

    /// SHA-256 of program, criterion and gold slices, 64 hexadecimal digits.
    ///
    /// Title, labels, source, inputs, evidence and the names of gold files do not enter it.
    pub fn hash(&self) -> String {
        let Task { benchmark, criterion } = self;
        let mut fields = Fields::new("task");
        fields.text(benchmark.language.name());
        fields.files(benchmark.tree.files());
        fields.criterion(&benchmark.tree, criterion);
        fields.number(criterion.golds.len());
        for gold in &criterion.golds {
            fields.files(gold.files.iter());
        }
        fields.finish()
    }
}

impl Suite {
    /// SHA-256 of the ids and hashes of all tasks, 64 hexadecimal digits.
    pub fn hash(&self) -> String {
        let mut fields = Fields::new("suite");
        for task in self.tasks() {
            fields.text(&task.id());
            fields.text(&task.hash());
        }
        fields.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_their_borders() {
        let hash = |texts: &[&str]| {
            let mut fields = Fields::new("test");
            texts.iter().for_each(|text| fields.text(text));
            fields.finish()
        };
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["ab"]), hash(&["ab", ""]));
        // printf '4:test,2:ab,' | sha256sum
        assert_eq!(hash(&["ab"]), "58805ad66d707fe005cd49694ef8a7b0e33681cbf2e41ec68487063c2e0688f0");
    }
}
