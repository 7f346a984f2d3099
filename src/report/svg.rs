//! The scatter of recall against excess as one SVG, for slides and papers.

use super::book::Book;
use super::visible;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 20.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 50.0;
const COLOURS: [&str; 6] = ["#0072b2", "#c04a00", "#00734f", "#8f3f71", "#6b5900", "#3b3f46"];

pub(super) fn write(book: &Book) -> String {
    let points: Vec<(String, f64, f64)> = book
        .chapters
        .iter()
        .filter_map(|chapter| {
            let totals = &chapter.main_section()?.totals;
            Some((chapter.name.clone(), totals.answered.excess.mean?, totals.all.recall.mean?))
        })
        .collect();
    let all =
        points.iter().map(|(_, excess, _)| *excess).chain(book.references.iter().map(|found| found.excess));
    let max = all.fold(1.2, f64::max) * 1.08;
    let x = |excess: f64| LEFT + excess / max * (WIDTH - LEFT - RIGHT);
    let y = |recall: f64| HEIGHT - BOTTOM - recall * (HEIGHT - TOP - BOTTOM);
    let mut out = frame(max, &x, &y);
    for found in &book.references {
        let (x, y) = (x(found.excess), y(found.recall));
        out.push_str(&format!(
            "<path d=\"M{:.1} {:.1}l10 10m0 -10l-10 10\" stroke=\"#555\" stroke-width=\"2\"/>\n",
            x - 5.0,
            y - 5.0
        ));
        // Inside of the axes, where no number of theirs is.
        let (dx, dy) = if found.recall < 0.5 { (38.0, -8.0) } else { (0.0, 20.0) };
        out.push_str(&label(x + dx, y + dy, found.name, "#333"));
    }
    for (idx, (name, excess, recall)) in points.iter().enumerate() {
        let colour = COLOURS[idx % COLOURS.len()];
        out.push_str(&mark(idx, x(*excess), y(*recall), colour));
        let text = format!("{name}: recall {recall:.3}, excess {excess:.2}");
        let line = HEIGHT - BOTTOM - 12.0 - 20.0 * (points.len() - 1 - idx) as f64;
        out.push_str(&mark(idx, LEFT + 150.0, line - 5.0, colour));
        out.push_str(&format!("<text x=\"{}\" y=\"{line}\">{}</text>\n", LEFT + 164.0, escaped(&text)));
    }
    out.push_str("</svg>\n");
    out
}

fn frame(max: f64, x: &dyn Fn(f64) -> f64, y: &dyn Fn(f64) -> f64) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#111\">\n\
         <title>Recall against excess</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    for step in 0..=4 {
        let recall = f64::from(step) / 4.0;
        let at = y(recall);
        out.push_str(&format!("<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/>\n"));
        out.push_str(&format!(
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{recall}</text>\n",
            LEFT - 8.0,
            at + 4.0
        ));
    }
    for excess in (0..=max as usize).step_by((max as usize / 8).max(1)) {
        out.push_str(&label(x(excess as f64), bottom + 18.0, &excess.to_string(), "#111"));
    }
    out.push_str(&format!("<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#555\"/>\n"));
    out.push_str(&label(
        (LEFT + right) / 2.0,
        HEIGHT - 10.0,
        "excess: size of the answer in multiples of gold",
        "#111",
    ));
    let middle = (TOP + bottom) / 2.0;
    out.push_str(&format!(
        "<text transform=\"translate(18 {middle}) rotate(-90)\" text-anchor=\"middle\">recall</text>\n"
    ));
    out
}

fn label(x: f64, y: f64, text: &str, colour: &str) -> String {
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"{colour}\">{}</text>\n",
        escaped(text)
    )
}

/// Slicers differ by shape, not by colour alone.
fn mark(idx: usize, x: f64, y: f64, colour: &str) -> String {
    let shape = match idx % 4 {
        0 => {
            return format!(
                "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"7\" fill=\"{colour}\" stroke=\"#fff\"/>\n"
            );
        }
        1 => "m-6 -6h12v12h-12z",
        2 => "m0 -8l8 14h-16z",
        _ => "m0 -8l8 8l-8 8l-8 -8z",
    };
    format!("<path d=\"M{x:.2} {y:.2}{shape}\" fill=\"{colour}\" stroke=\"#fff\"/>\n")
}

fn escaped(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
