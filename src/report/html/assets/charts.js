// Charts as SVG. A slicer is told by the shape of its mark and by its dashes, not by its colour alone.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const DASHES = ["", "7 4", "2 3", "9 3 2 3", "12 5", "4 2"];
const DASH_NAMES = ["plain", "dashed", "dotted", "dash-dot", "long-dashed", "short-dashed"];

function shape(name, attributes, said) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (said !== undefined) made.textContent = said;
  return made;
}

// What is said of a shape when it is pointed at.
function titled(made, said) {
  made.append(shape("title", {}, said));
  return made;
}

function dashesOf(idx) { return DASH_NAMES[idx % 6]; }

// From the seventh on a shape has another colour, and every second round is hollow: 36 slicers look different.
function colour(idx) { return `var(--s${(idx + Math.floor(idx / 6)) % 6})`; }

// The mark of a slicer around a point, radius r.
function mark(idx, x, y, r, isFaint) {
  const isHollow = Math.floor(idx / 6) % 2 === 1;
  const style = { fill: isHollow ? "var(--bg)" : colour(idx), stroke: isHollow ? colour(idx) : "var(--bg)", "stroke-width": isHollow ? 2 : isFaint ? 0 : 1.5, opacity: isFaint ? 0.35 : 1 };
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

// The sign of a slicer for a line of text.
function sign(idx) {
  const made = shape("svg", { class: "sign", viewBox: "0 0 14 14", "aria-hidden": "true" });
  made.append(mark(idx, 7, 7, 5));
  return made;
}

function ticks(max, n) {
  const rough = max / n, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(step => step >= rough);
  return Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, idx) => idx * step);
}

function plain(value) { return String(Number(value.toPrecision(6))); }

// A chart is as wide as its place on the screen, so that its text has the size of other text.
function box(place, height, top) {
  return { left: 50, right: 26, top: top || 14, bottom: 42, width: Math.max(300, Math.min(place.clientWidth || 560, 760)), height };
}

function text(x, y, said, attributes) { return shape("text", { x, y, ...attributes }, said); }

function frame({ left, right, top, bottom, width, height }, label, xTicks, yTicks, x, y, xName, yName) {
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, style: `max-width: ${width}px` });
  const [floor, end] = [height - bottom, width - right];
  for (const [value, said] of yTicks) {
    svg.append(shape("line", { class: "grid", x1: left, x2: end, y1: y(value), y2: y(value) }));
    svg.append(text(left - 6, y(value) + 4, said, { class: "small", "text-anchor": "end" }));
  }
  for (const [value, said] of xTicks) {
    svg.append(shape("line", { class: "grid", x1: x(value), x2: x(value), y1: top, y2: floor }));
    // A long one, as a day, ends with the chart.
    const isLast = x(value) + 3.5 * said.length > width;
    svg.append(text(isLast ? width : x(value), floor + 16, said, { class: "small", "text-anchor": isLast ? "end" : "middle" }));
  }
  svg.append(shape("path", { class: "axis", d: `M${left} ${top}V${floor}H${end}` }));
  svg.append(text((left + end) / 2, height - 6, xName, { "text-anchor": "middle" }));
  const middle = (top + floor) / 2;
  svg.append(text(13, middle, yName, { "text-anchor": "middle", transform: `rotate(-90 13 ${middle})` }));
  return svg;
}

// times[slicer] = ascending seconds of the answered tasks.
function quantiles(place, names, times, nTasks) {
  const area = box(place, 330);
  const all = times.flat().filter(time => time > 0);
  const least = Math.floor(Math.log10(Math.min(...all, 1))), most = Math.max(Math.ceil(Math.log10(Math.max(...all, 0.001))), least + 1);
  const x = value => area.left + (Math.log10(Math.max(value, 10 ** least)) - least) / (most - least) * (area.width - area.left - area.right);
  const top = Math.max(nTasks, 1);
  const y = value => area.height - area.bottom - value / top * (area.height - area.top - area.bottom);
  const decades = Array.from({ length: most - least + 1 }, (_, idx) => least + idx);
  const said = names.map((name, idx) => `${name}: ${times[idx].length} answered`);
  const svg = frame(area, `Tasks answered within a time. ${said.join("; ")}`,
    decades.map(power => [10 ** power, power < 0 ? `${plain(1000 * 10 ** power)} ms` : `${plain(10 ** power)} s`]),
    ticks(top, 5).map(value => [value, plain(value)]), x, y, "time of the slicer, logarithmic", "tasks answered");
  if (nTasks) {
    svg.append(shape("line", { class: "axis", "stroke-dasharray": "1 4", x1: area.left, x2: area.width - area.right, y1: y(top), y2: y(top) }));
    svg.append(text(area.left + 6, y(top) + 14, `all ${count(nTasks, "task")}`, { class: "halo small" }));
  }
  times.forEach((sorted, idx) => {
    if (!sorted.length) return;
    const path = sorted.map((time, n) => `${n ? "H" : "M"}${x(time).toFixed(1)}${n ? "" : ` ${y(0).toFixed(1)}`}V${y(n + 1).toFixed(1)}`).join("");
    svg.append(shape("path", { d: path, fill: "none", stroke: colour(idx), "stroke-width": 2, "stroke-dasharray": DASHES[idx % 6] }));
    svg.append(mark(idx, x(sorted[sorted.length - 1]), y(sorted.length), 5));
  });
  return svg;
}
