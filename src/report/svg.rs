//! The scatter of recall against excess as one SVG, for slides and papers: all common tasks, with the means and curves of
//! the HTML report. That one can be filtered, so that it is drawn in the browser, by `assets/scatter.js`.

use super::document::tasks;
use super::runs::{CommonTasks, RunSet};
use super::visible;
use crate::stats::decimal;

const WIDTH: f64 = 640.0;
const PLANE: f64 = 330.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 46.0;
const HEADER: f64 = 24.0;
const LANE: f64 = 26.0;
const LEGEND_LINE: f64 = 20.0;
const BIN: f64 = 7.0;
const COLOURS: [&str; 6] = ["#0072b2", "#c04a00", "#00734f", "#8f3f71", "#6b5900", "#3b3f46"];

/// A slicer that is in the picture.
struct ShownSlicer {
    idx: usize,
    name: String,
    /// Excess and recall.
    mean: (f64, f64),
    points: Vec<(f64, f64)>,
}

/// Where things are.
struct Area {
    top: f64,
    floor: f64,
    max_excess: f64,
}

impl Area {
    fn x(&self, excess: f64) -> f64 {
        LEFT + excess.min(self.max_excess) / self.max_excess * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, recall: f64) -> f64 {
        self.floor - recall * (self.floor - self.top)
    }

    fn at(&self, point: (f64, f64)) -> (f64, f64) {
        (self.x(point.0), self.y(point.1))
    }
}

pub(super) fn write(set: &RunSet) -> String {
    let common = &set.common;
    let shown: Vec<ShownSlicer> = (0..set.runs.len()).filter_map(|idx| shown(set, idx)).collect();
    let top = HEADER + LANE * shown.len() as f64 + 16.0;
    let area = Area { top, floor: top + PLANE, max_excess: max_excess(common, &shown) };
    let height = area.floor + BOTTOM + LEGEND_LINE * (shown.len() + 1) as f64 + 8.0;
    let mut out = frame(&area, height);
    curves(common, &area, &mut out);
    let bins: Vec<Vec<usize>> = shown.iter().map(|slicer| bins(slicer, &area)).collect();
    let most = bins.iter().flatten().copied().max().unwrap_or(0).max(1);
    for (row, slicer) in shown.iter().enumerate() {
        lane(slicer, &bins[row], most, HEADER + LANE * (row + 1) as f64, &mut out);
        for point in slicer.points.iter().filter(|point| point.1 < 1.0) {
            let (x, y) = area.at(*point);
            out.push_str(&mark(slicer.idx, x, y, 0.5, "opacity=\"0.35\""));
        }
    }
    for (row, slicer) in shown.iter().enumerate() {
        let (x, y) = area.at(slicer.mean);
        out.push_str(&mark(slicer.idx, x, y, 1.0, ""));
        let line = area.floor + BOTTOM + LEGEND_LINE * (row + 1) as f64;
        out.push_str(&mark(slicer.idx, LEFT, line - 5.0, 0.8, ""));
        let (excess, recall) = slicer.mean;
        let said = format!("{}: recall {}, excess {}", slicer.name, decimal(recall, 3), decimal(excess, 2));
        out.push_str(&text(LEFT + 14.0, line, &said, "start", ""));
    }
    out.push_str(&text(LEFT - 8.0, height - 8.0, &note(common), "start", "fill=\"#555\""));
    out.push_str("</svg>\n");
    out
}

fn shown(set: &RunSet, idx: usize) -> Option<ShownSlicer> {
    let run = &set.runs[idx];
    let point = |id: &String| {
        let row = run.row(id)?;
        row.excess.zip(row.recall)
    };
    Some(ShownSlicer {
        idx,
        name: run.name.clone(),
        mean: set.common.means[idx]?,
        points: set.common.tasks.iter().filter_map(point).collect(),
    })
}

fn max_excess(common: &CommonTasks, shown: &[ShownSlicer]) -> f64 {
    let references = common.references.iter().flat_map(|found| &found.points);
    let means = shown.iter().map(|slicer| &slicer.mean);
    references.chain(means).map(|point| point.0).fold(1.2, f64::max) * 1.3
}

/// Over what the means are.
fn note(common: &CommonTasks) -> String {
    let (n, n_left) = (common.tasks.len(), common.n_asked - common.tasks.len());
    match (common.is_answered, n_left) {
        (true, 0) => format!("Over {}, answered by every slicer.", tasks(n)),
        (true, _) => format!("Over {}, answered by every slicer; {n_left} others are left out.", tasks(n)),
        (false, _) => format!("Over {}; no answer counts as one that keeps nothing.", tasks(n)),
    }
}

fn frame(area: &Area, height: f64) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#111\">\n\
         <title>Recall against excess</title>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let (top, floor, right) = (area.top, area.floor, WIDTH - RIGHT);
    for step in 0..=4 {
        let recall = f64::from(step) / 4.0;
        let at = area.y(recall);
        out.push_str(&format!("<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/>\n"));
        out.push_str(&text(LEFT - 8.0, at + 4.0, &recall.to_string(), "end", ""));
    }
    for excess in (0..=area.max_excess as usize).step_by((area.max_excess as usize / 8).max(1)) {
        out.push_str(&text(area.x(excess as f64), floor + 18.0, &excess.to_string(), "middle", ""));
    }
    out.push_str(&format!("<path d=\"M{LEFT} {top}V{floor}H{right}\" fill=\"none\" stroke=\"#555\"/>\n"));
    let below = "excess: size of the answer in multiples of gold";
    out.push_str(&text((LEFT + right) / 2.0, floor + 38.0, below, "middle", ""));
    let middle = (top + floor) / 2.0;
    out.push_str(&format!(
        "<text transform=\"translate(18 {middle}) rotate(-90)\" text-anchor=\"middle\">recall</text>\n"
    ));
    out.push_str(&text(LEFT, HEADER - 8.0, "nothing missing, by excess", "start", "fill=\"#555\""));
    out.push_str(&text(right, HEADER - 8.0, "or more", "end", "fill=\"#555\""));
    out
}

/// Numbers of answers that miss nothing by excess; the last one has all that are larger.
fn bins(slicer: &ShownSlicer, area: &Area) -> Vec<usize> {
    let n_bins = ((WIDTH - LEFT - RIGHT) / BIN).ceil() as usize;
    let mut bins = vec![0; n_bins];
    for point in slicer.points.iter().filter(|point| point.1 >= 1.0) {
        let bin = ((area.x(point.0) - LEFT) / BIN) as usize;
        bins[bin.min(n_bins - 1)] += 1;
    }
    bins
}

/// Answers that miss nothing as bars, since their marks would lie on one line; `most` is the most in a bar of any slicer.
fn lane(slicer: &ShownSlicer, bins: &[usize], most: usize, line: f64, out: &mut String) {
    let bars: String = bins
        .iter()
        .enumerate()
        .filter(|(_, n)| **n > 0)
        .map(|(bin, &n)| {
            let height = ((n as f64 / most as f64).sqrt() * (LANE - 4.0)).max(2.0);
            let (x, width) = (LEFT + bin as f64 * BIN + 0.5, BIN - 1.0);
            format!("M{x:.1} {line}v-{height:.1}h{width}v{height:.1}z")
        })
        .collect();
    let colour = COLOURS[slicer.idx % COLOURS.len()];
    out.push_str(&format!("<path d=\"M{LEFT} {line}H{}\" stroke=\"#ddd\"/>\n", WIDTH - RIGHT));
    out.push_str(&format!("<path class=\"bars\" d=\"{bars}\" fill=\"{colour}\"/>\n"));
    out.push_str(&mark(slicer.idx, LEFT - 44.0, line - 9.0, 0.7, ""));
    out.push_str(&text(LEFT - 8.0, line - 4.0, &bins.iter().sum::<usize>().to_string(), "end", ""));
}

fn curves(common: &CommonTasks, area: &Area, out: &mut String) {
    let found = |name: &str| -> Vec<(f64, f64)> {
        let reference = common.references.iter().find(|found| found.name == name);
        reference.map_or_else(Vec::new, |found| found.points.iter().map(|point| area.at(*point)).collect())
    };
    for (name, dashes, at, dy) in [
        ("a random share of the program", "6 4", 0.55, 15.0),
        ("a part of gold", "2 3", 0.5, -6.0),
        ("gold and more", "2 3", 0.5, 15.0),
    ] {
        let [start, end] = found(name)[..] else { continue };
        out.push_str(&format!(
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#555\" stroke-dasharray=\"{dashes}\"/>\n",
            start.0, start.1, end.0, end.1
        ));
        let (x, y) = (start.0 + (end.0 - start.0) * at, start.1 + (end.1 - start.1) * at);
        let turned = (end.1 - start.1).atan2(end.0 - start.0).to_degrees();
        let turn = format!("transform=\"rotate({turned:.1} {x:.1} {y:.1})\" font-size=\"12\" fill=\"#333\"");
        out.push_str(&text(x, y + dy, name, "middle", &turn));
    }
    for (x, y) in found("gold plus nodes") {
        out.push_str(&format!("<path d=\"M{x:.1} {y:.1}m0 -4v8\" stroke=\"#555\"/>\n"));
    }
    let mut last = f64::MIN;
    for ((x, y), step) in found("gold minus nodes").into_iter().zip(CommonTasks::STEPS) {
        out.push_str(&format!("<path d=\"M{x:.1} {y:.1}m-4 0h8\" stroke=\"#555\"/>\n"));
        // The first steps can be too near to each other for their numbers.
        if y - last > 14.0 && y > area.top + 8.0 {
            out.push_str(&text(
                x - 8.0,
                y + 4.0,
                &format!("−{step}"),
                "end",
                "font-size=\"11\" fill=\"#555\"",
            ));
            last = y;
        }
    }
    for (name, dx, dy, anchor) in [
        ("criterion only", 12.0, -2.0, "start"),
        ("gold", 0.0, 17.0, "middle"),
        ("whole program", 8.0, 18.0, "start"),
    ] {
        for (x, y) in found(name) {
            out.push_str(&format!(
                "<path d=\"M{:.1} {:.1}l10 10m0 -10l-10 10\" stroke=\"#555\" stroke-width=\"2\"/>\n",
                x - 5.0,
                y - 5.0
            ));
            out.push_str(&text(x + dx, y + dy, name, anchor, "fill=\"#333\""));
        }
    }
}

fn text(x: f64, y: f64, said: &str, anchor: &str, more: &str) -> String {
    let said = visible(said).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {more}>{said}</text>\n")
}

/// Slicers differ by shape, not by colour alone.
fn mark(idx: usize, x: f64, y: f64, scale: f64, more: &str) -> String {
    let shape = match idx % 6 {
        0 => "<circle r=\"7\"/>",
        1 => "<path d=\"M-6 -6h12v12h-12z\"/>",
        2 => "<path d=\"M0 -8l8 14h-16z\"/>",
        3 => "<path d=\"M0 -8l8 8l-8 8l-8 -8z\"/>",
        4 => "<path d=\"M0 8l8 -14h-16z\"/>",
        _ => "<path d=\"M-2.5 -8h5v5.5h5.5v5h-5.5v5.5h-5v-5.5h-5.5v-5h5.5z\"/>",
    };
    let colour = COLOURS[idx % COLOURS.len()];
    format!(
        "<g transform=\"translate({x:.2} {y:.2}) scale({scale})\" fill=\"{colour}\" stroke=\"#fff\" {more}>{shape}</g>\n"
    )
}
