//! Markdown with GitHub's tables. Nothing of a cell can become markup.

use super::{Align, Block, Column, Document, TextTable, shell_lines};

pub(super) fn write(document: &Document) -> String {
    let mut out = String::new();
    for block in &document.blocks {
        if !out.is_empty() {
            out.push('\n');
        }
        match block {
            Block::Heading(text) => out.push_str(&format!("## {}\n", escaped(text))),
            Block::Note(text) => out.push_str(&format!("{}\n", escaped(text))),
            Block::Table(table) => out.push_str(&table_text(table)),
            Block::Commands(commands) => {
                let lines: Vec<String> = commands.iter().map(|argv| shell_lines("", argv, None)).collect();
                out.push_str(&fenced(&lines.join("\n")));
            }
            Block::Code { plain, .. } => out.push_str(&fenced(plain)),
        }
    }
    out
}

/// A block of code with a fence that does not occur in it.
fn fenced(text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}text\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

fn table_text(table: &TextTable) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    // There is one line of headings.
    let heading = |column: &Column| match column.group {
        "" => escaped(column.heading),
        group => escaped(&format!("{}, {group}", column.heading)),
    };
    let mut out = line(table.columns.iter().map(heading).collect());
    out.push_str(&line(table.columns.iter().map(|column| rule(column.align)).collect()));
    for row in &table.rows {
        out.push_str(&line(row.iter().map(|cell| escaped(cell)).collect()));
    }
    out
}

fn rule(align: Align) -> String {
    match align {
        Align::Left => ":---".to_owned(),
        Align::Right => "---:".to_owned(),
    }
}

/// Backslashes before everything that Markdown could read as markup, entities for HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '$' | '!' => {
                out.push('\\');
                out.push(c);
            }
            '\n' | '\r' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}
