//! LaTeX for papers: tables with booktabs and siunitx, a macro for every number, a list of threats.

use super::Artifact;
use super::book::{Book, Line, Number};

/// The file that shows all others, and those that a paper takes.
pub(super) fn write(book: &Book) -> Vec<Artifact> {
    let file = |path: &str, text: String| Artifact { path: path.to_owned(), text };
    vec![
        file("report.tex", main()),
        file("preamble.tex", PREAMBLE.to_owned()),
        file("numbers.tex", numbers(book)),
        file("slicers.tex", slicers(book)),
        file("tasks.tex", tasks(book)),
        file("threats.tex", threats(book)),
    ]
}

const PREAMBLE: &str = "\
% What the tables need.
\\usepackage[T1]{fontenc}
\\usepackage[utf8]{inputenc}
\\usepackage{booktabs}
\\usepackage{longtable}
\\usepackage{siunitx}
\\sisetup{detect-all}
";

fn main() -> String {
    "% Shows every part; a paper takes preamble.tex and the parts that it wants.
\\documentclass{article}
\\usepackage[a4paper,landscape,margin=15mm]{geometry}
\\input{preamble}
\\input{numbers}
\\begin{document}
\\section*{Slicers}
\\input{slicers}
\\section*{Tasks}
\\input{tasks}
\\section*{Threats to validity}
\\input{threats}
\\end{document}
"
    .to_owned()
}

fn numbers(book: &Book) -> String {
    let mut out = "% One macro per number; the names stay the same from run to run.\n".to_owned();
    for (name, value) in book.named_numbers() {
        let text = match value {
            Number::Count(n) => n.to_string(),
            Number::Value(value) => format!("{value:.3}"),
        };
        out.push_str(&format!("\\newcommand{{\\bs{name}}}{{{text}}}\n"));
    }
    out
}

/// Slicers by line: tasks, answers, ratios over answered and over all tasks, size and time.
fn slicers(book: &Book) -> String {
    let mut out = "\\begin{tabular}{llS[table-format=5.0]S[table-format=5.0]S[table-format=5.0]*{5}{S[table-format=1.3]}S[table-format=3.1]S[table-format=6.1]}
\\toprule
& & & & & \\multicolumn{3}{c}{over answered} & \\multicolumn{2}{c}{over all} & & \\\\
\\cmidrule(lr){6-8}\\cmidrule(lr){9-10}
slicer & slices & {tasks} & {answered} & {exact} & {recall} & {precision} & {F1} & {recall} & {F1} & {size \\%} & {time (\\si{\\second})} \\\\
\\midrule
"
    .to_owned();
    let lines = book.lines();
    for line in &lines {
        out.push_str(&slicer(line));
    }
    out.push_str("\\bottomrule\n\\end{tabular}\n");
    if lines.iter().any(|line| !line.is_comparable) {
        out.push_str("\n\\smallskip\\noindent$^\\dagger$\\,other tasks, another kind of slice or another granularity than the first line.\n");
    }
    out
}

fn slicer(line: &Line) -> String {
    let dagger = if line.is_comparable { "" } else { "$^\\dagger$" };
    let mut cells = vec![
        format!("{}{dagger}", escaped(&line.slicer)),
        escaped(&line.section),
        line.n_tasks.to_string(),
        line.n_answered.to_string(),
        line.n_exact.to_string(),
    ];
    for entry in &line.ratios {
        let bold = if entry.is_best { "\\bfseries " } else { "" };
        cells.push(entry.value.map_or("{--}".to_owned(), |value| format!("{bold}{value:.3}")));
    }
    cells.push(line.size.map_or("{--}".to_owned(), |size| format!("{:.1}", size * 100.0)));
    cells.push(format!("{:.1}", line.wall_s));
    format!("{} \\\\\n", cells.join(" & "))
}

/// Tasks by line, with nodes of program and gold, and per slicer nodes, share of gold kept, and time.
fn tasks(book: &Book) -> String {
    let per_slicer = "S[table-format=5.0]S[table-format=1.2]S[table-format=1.2]S[table-format=4.2]";
    let n = book.chapters.len();
    let mut heads = vec!["task & {nodes} & {gold}".to_owned()];
    let mut groups = vec!["& & ".to_owned()];
    let mut rules = String::new();
    for (idx, chapter) in book.chapters.iter().enumerate() {
        groups.push(format!("\\multicolumn{{4}}{{c}}{{{}}}", escaped(&chapter.name)));
        rules.push_str(&format!("\\cmidrule(lr){{{}-{}}}", 4 + 4 * idx, 7 + 4 * idx));
        heads.push("{nodes} & {R} & {P} & {\\si{\\second}}".to_owned());
    }
    let head =
        format!("\\toprule\n{} \\\\\n{rules}\n{} \\\\\n\\midrule\n", groups.join(" & "), heads.join(" & "));
    let mut out = format!(
        "{{\\footnotesize\\setlength\\tabcolsep{{3pt}}\n\\begin{{longtable}}{{lS[table-format=5.0]S[table-format=5.0]{}}}\n\
         {head}\\endhead\n\\bottomrule\n\\endfoot\n",
        per_slicer.repeat(n)
    );
    for task in &book.tasks {
        let mut cells = vec![escaped(&task.id), task.nodes.to_string(), task.gold_nodes.to_string()];
        for chapter in &book.chapters {
            cells.extend(task_cells(chapter, &task.id));
        }
        out.push_str(&format!("{} \\\\\n", cells.join(" & ")));
    }
    out.push_str("\\end{longtable}}\n");
    out
}

fn task_cells(chapter: &super::Chapter, task: &str) -> Vec<String> {
    let ratio = |value: Option<f64>| value.map_or("{--}".to_owned(), |value| format!("{value:.2}"));
    match chapter.row(task) {
        None => vec!["{}".to_owned(); 4],
        Some(row) if !row.answered => {
            let words = format!("\\multicolumn{{3}}{{c}}{{{}}}", escaped(row.status));
            vec![words, format!("{:.2}", row.wall_s)]
        }
        Some(row) => vec![
            row.slice_nodes.to_string(),
            ratio(row.recall),
            ratio(row.precision),
            format!("{:.2}", row.wall_s),
        ],
    }
}

fn threats(book: &Book) -> String {
    let items: String = book.threats().iter().map(|threat| format!("\\item {}\n", escaped(threat))).collect();
    format!("\\begin{{itemize}}\n{items}\\end{{itemize}}\n")
}

/// Text in which nothing is a command; characters that fonts of pdfTeX lack are written as code points.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                out.push('\\');
                out.push(c);
            }
            ' '..='~' => out.push(c),
            'À'..='ÿ' if c.is_alphabetic() => out.push(c),
            c => out.push_str(&format!("[U+{:04X}]", u32::from(c))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_command() {
        assert_eq!(escaped("a_b\\input{x}$%"), "a\\_b\\textbackslash{}input\\{x\\}\\$\\%");
        assert_eq!(escaped("größe \u{202e}\n"), "größe [U+202E][U+000A]");
    }
}
