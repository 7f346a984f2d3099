// Recall against excess: the answers that miss nothing as bars above, all others and the means in the plane below.
"use strict";

const LANE = 26;
const HEADER = 20;
const BIN = 7;

// The bars of answers with recall 1, a lane for each slicer: hundreds of marks at one place would hide each other.
function lanes(svg, area, data, names, x) {
  const nBins = Math.ceil((area.width - area.left - area.right) / BIN);
  const bins = data.points.map(points => {
    const found = new Array(nBins).fill(0);
    for (const [excess, recall] of points) if (recall === 1) found[Math.max(0, Math.min(nBins - 1, Math.floor((x(excess) - area.left) / BIN)))] += 1;
    return found;
  });
  const most = Math.max(1, ...bins.flat());
  const floor = row => HEADER + (row + 1) * LANE;
  svg.append(text(area.left, HEADER - 7, `nothing missing, by excess; the tallest bar: ${count(most, "answer")}`, { class: "small" }));
  const isOver = data.points.some(points => points.some(point => x(point[0]) >= area.width - area.right));
  if (isOver) svg.append(text(area.width - area.right, HEADER - 7, "or more", { class: "small", "text-anchor": "end" }));
  let row = 0;
  bins.forEach((found, idx) => {
    if (!data.isRival[idx]) return;
    const n = found.reduce((sum, n) => sum + n, 0);
    svg.append(mark(idx, area.left - 38, floor(row) - 9, 5));
    svg.append(text(area.left - 6, floor(row) - 4, n, { class: "small", "text-anchor": "end" }));
    svg.append(shape("line", { class: "grid", x1: area.left, x2: area.width - area.right, y1: floor(row), y2: floor(row) }));
    const bar = (n, bin) => { const height = Math.max(2, Math.sqrt(n / most) * (LANE - 4)); return `M${(area.left + bin * BIN + 0.5).toFixed(1)} ${floor(row)}v${-height.toFixed(1)}h${BIN - 1}v${height.toFixed(1)}z`; };
    svg.append(titled(shape("path", { class: "bars", "data-slicer": names[idx], fill: colour(idx), d: found.map((n, bin) => n ? bar(n, bin) : "").join("") }), `${names[idx]}: ${count(n, "answer")} that miss nothing`));
    row += 1;
  });
}

// A name along a curve, turned as the curve is; `at` is the share of its length.
function along(svg, [x1, y1], [x2, y2], at, name, above) {
  const [x, y] = [x1 + (x2 - x1) * at, y1 + (y2 - y1) * at];
  const turned = Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI;
  svg.append(text(x, y + (above ? -6 : 15), name, { class: "halo curve", "text-anchor": "middle", transform: `rotate(${turned.toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)})` }));
}

function curves(svg, area, data, x, y) {
  const at = ([excess, recall]) => [x(excess), y(recall)];
  const named = Object.fromEntries(data.references.map(({ name, points }) => [name, points.map(at)]));
  const part = named["a part of gold"];
  if (!part) return;
  svg.append(shape("path", { class: "impossible", d: `M${part[0]}L${part[1]}L${x(0)} ${y(1)}z` }));
  for (const [name, dashes] of [["a random share of the program", "6 4"], ["a part of gold", "2 3"], ["gold and more", "2 3"]])
    svg.append(shape("path", { class: "reference", "data-reference": name, "stroke-dasharray": dashes, d: `M${named[name][0]}L${named[name][1]}` }));
  along(svg, ...named["a random share of the program"], 0.55, "a random share of the program", false);
  along(svg, ...part, 0.5, "a part of gold", true);
  const [gold, whole] = named["gold and more"];
  if (whole[0] - gold[0] > 190) along(svg, gold, whole, 0.5, "gold and more", false);
  for (const [name, sign, end] of [["gold minus nodes", "−", true], ["gold plus nodes", "+", false]]) {
    let last = gold;
    named[name].forEach(([px, py], idx) => {
      svg.append(shape("path", { class: "axis", d: end ? `M${px - 4} ${py}h8` : `M${px} ${py - 4}v8` }));
      if (Math.hypot(px - last[0], py - last[1]) < (end ? 18 : 30) || whole[0] - px < 16 && !end) return;
      last = [px, py];
      svg.append(end ? text(px - 8, py + 4, `${sign}${STEPS[idx]}`, { class: "halo small", "text-anchor": "end" }) : text(px, py + 19, `${sign}${STEPS[idx]}`, { class: "halo small", "text-anchor": "middle" }));
    });
  }
  for (const name of ["criterion only", "gold", "whole program"]) {
    const [[px, py]] = named[name];
    svg.append(shape("path", { class: "reference", d: `M${px - 5} ${py - 5}l10 10m0 -10l-10 10` }));
    if (name === "criterion only") svg.append(text(px + 12, py - 2, name, { class: "halo" }));
    else svg.append(text(name === "gold" ? px : Math.min(px + 8, area.width - 90), py + 18, name, { class: "halo", "text-anchor": name === "gold" ? "middle" : "start" }));
  }
}

// `data` is what `common` gives.
function scatter(place, names, data) {
  const nLanes = data.isRival.filter(Boolean).length;
  const top = HEADER + nLanes * LANE + 14;
  const area = box(place, top + 300, top);
  // A few answers of many times gold would press all others together: they are in the last bar.
  const most = [1.2, ...data.references.flatMap(found => found.points.map(point => point[0])), ...data.means.filter(Boolean).map(found => found[0])];
  const max = Math.max(...most) * 1.3;
  const x = value => area.left + Math.min(value, max) / max * (area.width - area.left - area.right);
  const y = value => area.height - area.bottom - value * (area.height - area.top - area.bottom);
  const means = names.map((name, idx) => data.means[idx] ? `${name}: recall ${numberOf(data.means[idx][1])}, excess ${numberOf(data.means[idx][0], 2)}` : `${name}: left out`);
  const svg = frame(area, `Recall against excess. ${means.join("; ")}`, ticks(max, area.width < 420 ? 4 : 7).map(value => [value, plain(value)]),
    [0, 0.25, 0.5, 0.75, 1].map(value => [value, String(value)]), x, y, "excess (size of the answer / size of gold)", "recall");
  lanes(svg, area, data, names, x);
  curves(svg, area, data, x, y);
  const said = (what, [excess, recall]) => `${what}: recall ${numberOf(recall)}, excess ${numberOf(excess, 2)}`;
  data.points.forEach((points, idx) => points.forEach((point, n) => point[1] < 1 &&
    svg.append(titled(mark(idx, x(point[0]), y(point[1]), 3.5, true), said(`${names[idx]}, ${report.data.tasks[data.tasks[n]].id}`, point)))));
  data.means.forEach((mean, idx) => mean && svg.append(titled(mark(idx, x(mean[0]), y(mean[1]), 7), said(`${names[idx]}, mean`, mean))));
  return svg;
}

// Each slicer with its means, and what they are means of.
function scatterLegend(names, data) {
  return names.map((name, idx) => element("li", {}, sign(idx), `${name} `, element("span", { class: "faint" }, data.means[idx]
    ? `recall ${numberOf(data.means[idx][1])}, excess ${numberOf(data.means[idx][0], 2)}` : "asked fewer tasks, left out")));
}

function scatterNote(data) {
  if (!data.nShown) return "No task is selected that a slice can be graded on.";
  const tasks = count(data.nShown, "task");
  const left = data.nAsked - data.nShown;
  if (!data.isEvery) return `Over the ${tasks} that every slicer answered${left ? `; ${left} others are left out` : ""}.`;
  if (!data.nAnswered) return `Over all ${tasks}, since none is answered by every slicer: no answer counts as one that keeps nothing.`;
  return `Over all ${tasks}; no answer counts as one that keeps nothing.`;
}
