// Charts as SVG. A slicer is told by the shape of its mark and by its dashes, not by its colour alone.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const DASHES = ["", "7 4", "2 3", "9 3 2 3", "12 5", "4 2"];
const BOX = { left: 52, right: 30, top: 14, bottom: 40, width: 560, height: 340 };

function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function colour(idx) { return `var(--s${idx % 6})`; }

// The mark of a slicer around a point, radius r.
function mark(idx, x, y, r, isFaint) {
  const style = { fill: colour(idx), stroke: "var(--bg)", "stroke-width": isFaint ? 0 : 1.5, opacity: isFaint ? 0.35 : 1 };
  const points = corners => corners.map(([dx, dy]) => `${x + dx * r},${y + dy * r}`).join(" ");
  switch (idx % 6) {
    case 0: return shape("circle", { cx: x, cy: y, r, ...style });
    case 1: return shape("rect", { x: x - r * 0.9, y: y - r * 0.9, width: r * 1.8, height: r * 1.8, ...style });
    case 2: return shape("polygon", { points: points([[0, -1.2], [1.1, 0.9], [-1.1, 0.9]]), ...style });
    case 3: return shape("polygon", { points: points([[0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]]), ...style });
    case 4: return shape("polygon", { points: points([[0, 1.2], [1.1, -0.9], [-1.1, -0.9]]), ...style });
    default: return shape("polygon", { points: points([[-0.4, -1.2], [0.4, -1.2], [0.4, -0.4], [1.2, -0.4], [1.2, 0.4], [0.4, 0.4],
      [0.4, 1.2], [-0.4, 1.2], [-0.4, 0.4], [-1.2, 0.4], [-1.2, -0.4], [-0.4, -0.4]]), ...style });
  }
}

function legend(names) {
  return names.map((name, idx) => {
    const sign = shape("svg", { viewBox: "0 0 14 14", "aria-hidden": "true" });
    sign.append(mark(idx, 7, 7, 5));
    return element("li", {}, sign, name);
  });
}

function ticks(max, n) {
  const rough = max / n, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(step => step >= rough);
  return Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, idx) => idx * step);
}

function plain(value) { return String(Number(value.toPrecision(6))); }

function frame(label, xTicks, yTicks, x, y, xName, yName) {
  const svg = shape("svg", { viewBox: `0 0 ${BOX.width} ${BOX.height}`, role: "img", "aria-label": label });
  const [bottom, right] = [BOX.height - BOX.bottom, BOX.width - BOX.right];
  for (const [value, text] of yTicks) {
    svg.append(shape("line", { class: "grid", x1: BOX.left, x2: right, y1: y(value), y2: y(value) }));
    svg.append(shape("text", { class: "small", x: BOX.left - 6, y: y(value) + 4, "text-anchor": "end" }, text));
  }
  for (const [value, text] of xTicks) {
    svg.append(shape("line", { class: "grid", x1: x(value), x2: x(value), y1: BOX.top, y2: bottom }));
    svg.append(shape("text", { class: "small", x: x(value), y: bottom + 16, "text-anchor": "middle" }, text));
  }
  svg.append(shape("path", { class: "axis", d: `M${BOX.left} ${BOX.top}V${bottom}H${right}` }));
  svg.append(shape("text", { x: (BOX.left + right) / 2, y: BOX.height - 6, "text-anchor": "middle" }, xName));
  svg.append(shape("text", { x: 14, y: (BOX.top + bottom) / 2, "text-anchor": "middle",
    transform: `rotate(-90 14 ${(BOX.top + bottom) / 2})` }, yName));
  return svg;
}

// points[slicer] = [[excess, recall], …]; means[slicer] = [excess, recall] or null.
function scatter(names, points, means, references) {
  const shown = [...means.filter(Boolean).map(mean => mean[0]), ...references.map(found => found.excess), 1.2];
  const max = Math.max(...shown) * 1.08;
  const x = value => BOX.left + Math.min(value, max) / max * (BOX.width - BOX.left - BOX.right);
  const y = value => BOX.height - BOX.bottom - value * (BOX.height - BOX.top - BOX.bottom);
  const said = names.map((name, idx) => means[idx] ? `${name}: recall ${number(means[idx][1])}, excess ${number(means[idx][0], 2)}` : `${name}: no answer`);
  const svg = frame(`Recall against excess. ${said.join("; ")}`, ticks(max, 7).map(value => [value, plain(value)]),
    [0, 0.25, 0.5, 0.75, 1].map(value => [value, String(value)]), x, y, "excess (size of the answer / size of gold)", "recall");
  const whole = references.find(found => found.name === "whole program");
  if (whole) svg.append(shape("line", { class: "axis", "stroke-dasharray": "3 4", x1: x(0), y1: y(0), x2: x(whole.excess), y2: y(1) }));
  points.forEach((tasks, idx) => tasks.forEach(([excess, recall]) => svg.append(mark(idx, x(excess), y(recall), 3, true))));
  for (const { name, recall, excess } of references) {
    svg.append(shape("path", { class: "axis", "stroke-width": 2, d: `M${x(excess) - 5} ${y(recall) - 5}l10 10m0 -10l-10 10` }));
    const isRight = excess > max * 0.8;
    svg.append(shape("text", { x: x(excess) + (isRight ? -8 : 12), y: y(recall) + (recall > 0.5 ? 20 : -9), "text-anchor": isRight ? "end" : "start" }, name));
  }
  means.forEach((mean, idx) => mean && svg.append(mark(idx, x(mean[0]), y(mean[1]), 7)));
  return svg;
}

// times[slicer] = ascending seconds of the answered tasks.
function quantiles(names, times, nTasks) {
  const all = times.flat().filter(time => time > 0);
  const least = Math.floor(Math.log10(Math.min(...all, 1))), most = Math.max(Math.ceil(Math.log10(Math.max(...all, 0.001))), least + 1);
  const x = value => BOX.left + (Math.log10(Math.max(value, 10 ** least)) - least) / (most - least) * (BOX.width - BOX.left - BOX.right);
  const top = Math.max(nTasks, 1);
  const y = value => BOX.height - BOX.bottom - value / top * (BOX.height - BOX.top - BOX.bottom);
  const decades = Array.from({ length: most - least + 1 }, (_, idx) => least + idx);
  const said = names.map((name, idx) => `${name}: ${times[idx].length} answered`);
  const svg = frame(`Tasks answered within a time. ${said.join("; ")}`,
    decades.map(power => [10 ** power, power < 0 ? `${plain(1000 * 10 ** power)} ms` : `${plain(10 ** power)} s`]),
    ticks(top, 5).map(value => [value, plain(value)]), x, y, "time of the slicer, logarithmic", "tasks answered");
  times.forEach((sorted, idx) => {
    if (!sorted.length) return;
    const path = sorted.map((time, n) => `${n ? "H" : "M"}${x(time).toFixed(1)}${n ? "" : ` ${y(0).toFixed(1)}`}V${y(n + 1).toFixed(1)}`).join("");
    svg.append(shape("path", { d: path, fill: "none", stroke: colour(idx), "stroke-width": 2, "stroke-dasharray": DASHES[idx % 6] }));
    svg.append(mark(idx, x(sorted[sorted.length - 1]), y(sorted.length), 5));
  });
  return svg;
}
