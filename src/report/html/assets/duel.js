// Two slicers against each other, task by task: a mark for each task, larger where several are alike.
"use strict";

const DUEL_NUMBERS = { f1: "F1", recall: "recall", precision: "precision", missing: "missing nodes", surplus: "surplus nodes", excess: "excess", wall_s: "time, s" };
const CELL = 5;
const MAX_NAMED = 4;

function duelSides() {
  const n = report.data.slicers.length, x = Math.max(indexOf(state.x), 0), y = indexOf(state.y);
  return [x, y >= 0 && y !== x ? y : (x + 1) % n];
}

// The tasks with a number of both.
function duelPoints(selected, number) {
  const { slicers } = report.data, sides = duelSides();
  const value = (side, idx) => { const row = slicers[side].rows[idx]; return row && cell(row, "section") ? cell(row, number) : null; };
  return selected.map(idx => ({ idx, at: sides.map(side => value(side, idx)) })).filter(({ at }) => at.every(value => value !== null));
}

function duelSaid(found, names, number) {
  const { tasks } = report.data;
  const ids = found.slice(0, MAX_NAMED).map(({ idx }) => tasks[idx].id).join(", ");
  const [x, y] = found[0].at.map(value => numberOf(value, Number.isInteger(value) ? 0 : 3));
  return `${ids}${found.length > MAX_NAMED ? ` and ${found.length - MAX_NAMED} more` : ""}: ${DUEL_NUMBERS[number]} ${names[0]} ${x}, ${names[1]} ${y}`;
}

function duel(place, selected) {
  const number = DUEL_NUMBERS[state.duel] ? state.duel : "f1", sides = duelSides(), names = sides.map(side => report.data.slicers[side].name);
  const points = duelPoints(selected, number);
  const isShare = ["f1", "recall", "precision"].includes(number);
  const max = isShare ? 1 : Math.max(1e-9, ...points.flatMap(({ at }) => at)) * 1.05;
  const area = { ...box(place, 0), left: 56 };
  area.width = Math.min(area.width, 460);
  area.height = area.width - area.left - area.right + area.top + area.bottom;
  const x = value => area.left + value / max * (area.width - area.left - area.right);
  const y = value => area.height - area.bottom - value / max * (area.height - area.top - area.bottom);
  const steps = ticks(max, 4).map(value => [value, plain(value)]);
  const svg = frame(area, `${DUEL_NUMBERS[number]} of ${names[0]} and ${names[1]}, ${count(points.length, "task")}`, steps, steps, x, y, `${DUEL_NUMBERS[number]}, ${names[0]}`, names[1]);
  svg.setAttribute("role", "group");
  svg.append(shape("line", { class: "reference", "stroke-dasharray": "2 3", x1: x(0), y1: y(0), x2: x(max), y2: y(max) }));
  const cells = new Map();
  for (const point of points) {
    const key = [x(point.at[0]), y(point.at[1])].map(at => Math.round(at / CELL)).join();
    cells.has(key) ? cells.get(key).push(point) : cells.set(key, [point]);
  }
  for (const found of cells.values()) {
    const [px, py] = [x(found[0].at[0]), y(found[0].at[1])], said = duelSaid(found, names, number);
    const link = shape("a", { href: taskLink(found[0].idx, sides[0], sides[1], addressOf(state)), "aria-label": said });
    const better = Math.sign(found[0].at[1] - found[0].at[0]);
    const dot = shape("circle", { class: better ? "duel apart" : "duel", cx: px, cy: py, r: Math.min(14, 2.5 + Math.sqrt(found.length)) });
    dot.append(shape("title", {}, said));
    link.append(dot);
    svg.append(link);
  }
  return { svg, said: duelNote(points, names, number) };
}

function duelNote(points, names, number) {
  const isGain = ["f1", "recall", "precision"].includes(number), n = sign => points.filter(({ at }) => Math.sign(at[1] - at[0]) === sign).length;
  const [better, worse] = isGain ? [n(1), n(-1)] : [n(-1), n(1)];
  return `${count(points.length, "task")} of both: ${names[1]} is better on ${better}, ${names[0]} on ${worse}, alike on ${n(0)}. On the line both are alike; a larger mark is several tasks, and opens the first.`;
}
