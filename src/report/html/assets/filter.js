// Which tasks a view of the overview shows: here by its state, on other pages by the view that a link brought along.
"use strict";

const FILTERS = ["text", "label", "language", "tier", "program", "slicer", "status", "verdict", "number", "from", "to", "differ"];
// Numbers that a range can be asked of: columns of rows, and facts of tasks.
const RANGES = { f1: "F1", recall: "recall", precision: "precision", missing: "missing", surplus: "surplus", excess: "excess", size: "size, 0 to 1", wall_s: "time, s",
  nodes: "nodes of the program", gold_nodes: "nodes of gold" };

// What is searched in a task, put together once.
function searched(task) {
  if (task.searched === undefined) task.searched = `${task.id} ${task.title}`.toLowerCase();
  return task.searched;
}

function limit(text) { return text === undefined || text.trim() === "" || Number.isNaN(Number(text)) ? null : Number(text); }

// The filters of a view that leave something out.
function filtersIn(view) {
  const hasRange = limit(view.from) !== null || limit(view.to) !== null;
  return FILTERS.filter(name => view[name] && (hasRange || !["number", "from", "to"].includes(name)));
}

// Whether slicers that were graded on the task have different verdicts, or miss or add different numbers of nodes.
function isApart(idx) {
  const ends = report.data.slicers.map(({ rows }) => rows[idx]).filter(row => row && cell(row, "section"))
    .map(row => [cell(row, "verdict"), cell(row, "missing"), cell(row, "surplus")].join());
  return new Set(ends).size > 1;
}

// A test of tasks: whether some slicer, or the chosen one, has all of what is asked for.
function testOf(view) {
  const text = (view.text || "").toLowerCase(), chosen = indexOf(view.slicer), number = RANGES[view.number] ? view.number : "f1";
  const [from, to] = [limit(view.from), limit(view.to)], hasRange = from !== null || to !== null;
  const isInside = value => value !== null && value !== undefined && (from === null || value >= from) && (to === null || value <= to);
  const isOfTask = ["nodes", "gold_nodes"].includes(number);
  const { slicers } = report.data;
  const isRow = row => row && (!view.status || cell(row, "status") === view.status) && (!view.verdict || cell(row, "verdict") === view.verdict)
    && (!hasRange || isOfTask || isInside(cell(row, number)));
  const needsRow = view.status || view.verdict || chosen >= 0 || hasRange && !isOfTask;
  return (task, idx) => (!text || searched(task).includes(text)) && (!view.label || task.labels.includes(view.label))
    && ["language", "tier", "program"].every(name => !view[name] || task[name] === view[name])
    && (!hasRange || !isOfTask || isInside(task[number])) && (!view.differ || isApart(idx))
    && (!needsRow || slicers.some(({ rows }, slicer) => (chosen < 0 || slicer === chosen) && isRow(rows[idx])));
}

function selectedBy(view) {
  const test = testOf(view), found = [];
  report.data.tasks.forEach((task, idx) => { if (test(task, idx)) found.push(idx); });
  return found;
}
