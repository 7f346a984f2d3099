// The overview: filters, totals of what is selected, charts, labels, and the table of tasks.
"use strict";

const PAGE = 200;
const FILTERS = ["text", "label", "language", "slicer", "status", "verdict"];
let state = {};
let nShown = PAGE;

function values(column) {
  const found = new Set();
  for (const { rows } of report.data.slicers) for (const row of rows) if (row) found.add(cell(row, column));
  return [...found].sort();
}

function slicerIdx() { return report.data.slicers.findIndex(slicer => slicer.name === state.slicer); }

// Whether some slicer, or the chosen one, has all of what is asked for on the task.
function isSelected(task, idx) {
  const text = (state.text || "").toLowerCase();
  if (text && !`${task.id} ${task.title}`.toLowerCase().includes(text)) return false;
  if (state.label && !task.labels.includes(state.label)) return false;
  if (state.language && task.language !== state.language) return false;
  if (!state.status && !state.verdict && !state.slicer) return true;
  const chosen = slicerIdx();
  return report.data.slicers.some(({ rows }, slicer) => (chosen < 0 || slicer === chosen) && rows[idx] &&
    (!state.status || cell(rows[idx], "status") === state.status) && (!state.verdict || cell(rows[idx], "verdict") === state.verdict));
}

function mean(numbers) { return numbers.length ? numbers.reduce((sum, number) => sum + number, 0) / numbers.length : null; }

// The numbers of one slicer over rows, by the rules of docs/METRICS.md.
function totals(rows) {
  const answered = rows.filter(row => cell(row, "status") === "answered");
  const column = (rows, name) => rows.map(row => cell(row, name));
  const defined = numbers => numbers.filter(number => number !== null);
  const orZero = name => rows.map(row => cell(row, "status") === "answered" ? cell(row, name) : 0);
  const n = verdict => rows.filter(row => cell(row, "verdict") === verdict).length;
  return {
    n_tasks: rows.length, answered: answered.length, exact: n("exact"), complete: n("complete"), incomplete: n("incomplete"),
    recall: mean(defined(orZero("recall"))), precision: mean(defined(column(answered, "precision"))), f1: mean(defined(orZero("f1"))),
    answered_f1: mean(defined(column(answered, "f1"))), size: mean(defined(column(answered, "size"))),
    excess: mean(defined(column(answered, "excess"))), wall_s: column(rows, "wall_s").reduce((sum, time) => sum + time, 0),
  };
}

function sectionNames() {
  const names = [];
  for (const { sections } of report.data.slicers) for (const { name } of sections) if (!names.includes(name)) names.push(name);
  return names;
}

const TOTALS = [["n_tasks", "tasks"], ["answered", "answered"], ["exact", "exact"], ["complete", "complete"], ["incomplete", "incompl."],
  ["recall", "recall"], ["precision", "precision"], ["f1", "F1"], ["answered_f1", "F1, answered"], ["size", "size"], ["excess", "excess"], ["wall_s", "time"]];
const HIGH = ["recall", "precision", "f1", "answered_f1"];

function interval(section, column) {
  const from = { recall: "all", precision: "all", f1: "all", answered_f1: "answered", size: "answered", excess: "answered" }[column];
  const found = section && from && section.totals[from][column.replace("answered_", "")].interval;
  return found ? `[${number(found[0], 2)}, ${number(found[1], 2)}]` : null;
}

function totalsTable(selected) {
  const isAll = selected.length === report.data.tasks.length;
  const body = [];
  const names = sectionNames();
  for (const name of names) {
    const parts = report.data.slicers.map(({ rows }) => totals(selected.map(idx => rows[idx]).filter(row => row && cell(row, "section") === name)));
    // A slicer that ran on fewer tasks is not compared with those that ran on all.
    const most = Math.max(...parts.map(part => part.n_tasks)), isWhole = part => part.n_tasks === most, rivals = parts.filter(isWhole);
    report.data.slicers.forEach((slicer, idx) => {
      const part = parts[idx];
      if (!part.n_tasks) return;
      const section = isAll ? slicer.sections.find(section => section.name === name) : null;
      const cells = TOTALS.map(([column]) => {
        const value = part[column];
        const text = Number.isInteger(value) && !HIGH.includes(column) && column !== "excess" && column !== "size" ? value : column === "wall_s" ? seconds(value) : number(value);
        const isBest = HIGH.includes(column) && value !== null && isWhole(part) && rivals.every(other => !(other[column] > value)) && rivals.some(other => !(other[column] >= value));
        const between = interval(section, column);
        return element("td", { class: `number${isBest ? " best" : ""}` }, text, between && element("span", { class: "interval" }, between));
      });
      body.push(element("tr", {}, element("th", { scope: "row" }, slicer.name, isWhole(part) ? null : " †"), names.length > 1 ? element("td", {}, name) : null, ...cells));
    });
  }
  const words = names.length > 1 ? ["slicer", "slices"] : ["slicer"];
  const heads = [...words, ...TOTALS.map(([, name]) => name)];
  const caption = names.length > 1 ? "Slices of different kinds or granularity are never averaged together." : `Slices: ${names[0] || "none"}.`;
  return scrolling("Totals", element("table", {}, element("caption", {}, `${caption} The best ratios are bold.${body.some(row => row.textContent.includes("†")) ? " †: fewer tasks, not comparable." : ""}`),
    element("thead", {}, element("tr", {}, heads.map((name, idx) => element("th", { scope: "col", class: idx >= words.length && "number" }, name)))),
    element("tbody", {}, body)));
}

function heatTable(selected) {
  const { slicers, tasks } = report.data;
  const labels = [...new Set(selected.flatMap(idx => tasks[idx].labels))].sort();
  const rows = labels.map(label => {
    const having = selected.filter(idx => tasks[idx].labels.includes(label));
    const cells = slicers.map(({ rows }) => {
      const part = totals(having.map(idx => rows[idx]).filter(row => row && cell(row, "section")));
      const shade = part.f1 === null ? 0 : Math.min(1, (1 - part.f1) * 1.2) * 0.5;
      return element("td", { class: "heat", style: `background: rgba(var(--heat), ${shade.toFixed(3)})` },
        number(part.f1, 2), part.n_tasks === having.length ? null : ` of ${part.n_tasks}`);
    });
    const pick = element("button", { type: "button", onclick: () => choose({ label }) }, label);
    return element("tr", {}, element("th", { scope: "row" }, pick), element("td", { class: "number" }, having.length), cells);
  });
  return scrolling("F1 by label", element("table", {}, element("caption", {}, "Mean F1 over all tasks with a label; the darker, the further from gold. A label selects its tasks."),
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "label"), element("th", { scope: "col", class: "number" }, "tasks"),
      slicers.map(slicer => element("th", { scope: "col", class: "number" }, slicer.name)))), element("tbody", {}, rows)));
}

function charts(selected) {
  const { slicers, references } = report.data;
  const names = slicers.map(slicer => slicer.name);
  const counted = slicers.map(({ rows }) => selected.map(idx => rows[idx]).filter(row => row && cell(row, "section")));
  const answered = counted.map(rows => rows.filter(row => cell(row, "status") === "answered"));
  const points = answered.map(rows => rows.filter(row => cell(row, "excess") !== null && cell(row, "recall") !== null)
    .map(row => [cell(row, "excess"), cell(row, "recall")]));
  const means = counted.map(totals).map(part => part.excess === null || part.recall === null ? null : [part.excess, part.recall]);
  byId("scatter").replaceChildren(scatter(names, points, means, references));
  const times = answered.map(rows => rows.map(row => cell(row, "wall_s")).sort((a, b) => a - b));
  byId("times").replaceChildren(quantiles(names, times, Math.max(...counted.map(rows => rows.length), 1)));
}

// A column of the task table: key in the address, heading, whether of numbers, value of a task for sorting, and its cell.
function columns() {
  const { tasks, slicers } = report.data;
  const found = [
    { key: "id", head: "task", value: idx => tasks[idx].id, show: idx => element("th", { scope: "row" }, element("a", { href: taskLink(idx) }, tasks[idx].id)) },
    { key: "labels", head: "labels", value: idx => tasks[idx].labels.join(" "), show: idx => element("td", {}, tasks[idx].labels.join(" ")) },
    { key: "nodes", head: "nodes", isNumber: true, value: idx => tasks[idx].nodes, show: idx => element("td", { class: "number" }, tasks[idx].nodes) },
    { key: "gold", head: "gold", isNumber: true, value: idx => tasks[idx].gold_nodes, show: idx => element("td", { class: "number" }, tasks[idx].gold_nodes) },
  ];
  const chosen = slicerIdx();
  slicers.forEach((slicer, n) => {
    if (chosen >= 0 && n !== chosen) return;
    const value = column => idx => cell(slicer.rows[idx], column);
    found.push({ key: `${n}:verdict`, head: "verdict", group: slicer.name, value: value("verdict"), show: idx => verdictCell(idx, n) });
    for (const [column, head, show] of [["missing", "miss", String], ["surplus", "surp", String], ["f1", "F1", number], ["wall_s", "time", seconds]]) {
      found.push({ key: `${n}:${column}`, head, isNumber: true, value: value(column),
        show: idx => element("td", { class: "number" }, slicer.rows[idx] === null || cell(slicer.rows[idx], column) === null ? "–" : show(cell(slicer.rows[idx], column))) });
    }
  });
  return found;
}

function verdictCell(idx, slicer) {
  const row = report.data.slicers[slicer].rows[idx];
  if (!row) return element("td", { class: "start" }, "–");
  const verdict = cell(row, "verdict"), status = cell(row, "status"), reason = cell(row, "reason");
  const text = status === "answered" ? verdict : `${status}${reason ? `: ${reason.slice(0, 60)}` : ""}`;
  return element("td", { class: "start" }, element("a", { href: taskLink(idx, slicer) }, text));
}

function compare(a, b) {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return typeof a === "number" ? a - b : a < b ? -1 : a > b ? 1 : 0;
}

function taskTable(selected) {
  const shown = columns();
  const by = shown.find(column => column.key === state.sort) || shown[0];
  const sign = state.order === "down" ? -1 : 1;
  const keyed = selected.map(idx => [by.value(idx), idx]);
  keyed.sort(([a, i], [b, j]) => a === null || b === null ? compare(a, b) || i - j : sign * compare(a, b) || i - j);
  const head = shown.map(column => {
    const isBy = column === by;
    const press = () => { choose({ sort: column.key, order: isBy && sign > 0 ? "down" : "" }); byId(`sort-${column.key}`).focus(); };
    return element("th", { scope: "col", class: `${column.isNumber ? "number" : ""}${column.group ? " start" : ""}`, "aria-sort": isBy ? (sign > 0 ? "ascending" : "descending") : null },
      element("button", { type: "button", id: `sort-${column.key}`, onclick: press }, `${column.head}${isBy ? (sign > 0 ? " ▲" : " ▼") : ""}`));
  });
  const groups = shown.filter(column => column.group).map(column => element("th", { scope: "colgroup", colspan: 5, class: "start" }, column.group));
  const rows = keyed.slice(0, nShown).map(([, idx]) => element("tr", {}, shown.map(column => column.show(idx))));
  const more = byId("more");
  more.hidden = keyed.length <= nShown;
  more.textContent = `Show all ${keyed.length} tasks`;
  return scrolling("Tasks", element("table", {}, element("caption", {}, "A heading sorts; a verdict opens the answer."),
    element("thead", {}, element("tr", { class: "head" }, element("td", { colspan: 4 }), groups), element("tr", {}, head)), element("tbody", {}, rows)));
}

function choose(change) {
  Object.assign(state, change);
  for (const name of FILTERS) byId(name).value = state[name] || "";
  writeState(state);
  draw();
}

function draw() {
  const { tasks } = report.data;
  const selected = tasks.map((_, idx) => idx).filter(idx => isSelected(tasks[idx], idx));
  byId("count").textContent = `${selected.length} of ${tasks.length} tasks selected`;
  byId("totals").replaceChildren(totalsTable(selected));
  charts(selected);
  byId("heat").replaceChildren(heatTable(selected));
  byId("table").replaceChildren(taskTable(selected));
}

function begin() {
  const { tasks, slicers } = report.data;
  const names = slicers.map(slicer => slicer.name);
  byId("lead").textContent = `${names.join(", ")} on ${tasks.length} tasks, counted in nodes of the syntax tree.`;
  byId("compare").hidden = slicers.length < 2;
  byId("legend").replaceChildren(...legend(names));
  options(byId("label"), [...new Set(tasks.flatMap(task => task.labels))].sort(), "all");
  options(byId("language"), [...new Set(tasks.map(task => task.language))].sort(), "all");
  options(byId("slicer"), names, "any");
  options(byId("status"), values("status"), "all");
  options(byId("verdict"), values("verdict"), "all");
  for (const name of FILTERS) byId(name).addEventListener("input", event => { nShown = PAGE; choose({ [name]: event.target.value }); });
  byId("filters").addEventListener("reset", event => { event.preventDefault(); nShown = PAGE; choose(Object.fromEntries(FILTERS.map(name => [name, ""]))); });
  byId("filters").addEventListener("submit", event => event.preventDefault());
  byId("more").addEventListener("click", () => { nShown = Infinity; draw(); });
  const restore = () => {
    state = location.hash.includes("=") ? readState() : {};
    choose({});
  };
  // A skip link changes the address, too, and no state.
  addEventListener("hashchange", () => location.hash === "#tasks" || restore());
  restore();
  footer();
}

begin();
