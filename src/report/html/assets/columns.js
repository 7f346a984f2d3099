// The columns of the table of tasks: what there is, what is shown, and how it is chosen.
"use strict";

const SIGN_OF = { exact: "=", complete: "+", incomplete: "−", "not-a-slice": "!", "wrong-criterion": "?", "no-answer": "·" };
// Key, heading, and value: of a task, and of what a slicer did.
const TASK_COLUMNS = {
  labels: ["labels", task => task.labels.join(" ")], program: ["program", task => task.program], language: ["language", task => task.language], tier: ["tier", task => task.tier],
  kind: ["kind", task => task.kind], evidence: ["evidence", task => task.evidence], nodes: ["nodes", task => task.nodes], gold: ["gold", task => task.gold_nodes],
};
const SLICER_COLUMNS = {
  verdict: ["verdict", null], f1: ["F1", numberOf], recall: ["recall", numberOf], precision: ["precision", numberOf], missing: ["miss", String], surplus: ["surp", String],
  excess: ["excess", value => numberOf(value, 2)], size: ["size", numberOf], wall_s: ["time", seconds],
};
const ROOM = { 1: "labels nodes gold verdict missing surplus f1 wall_s", 2: "labels nodes gold verdict missing surplus f1 wall_s", 3: "labels nodes gold f1 missing surplus" };

function usualColumns() { return (ROOM[indexOf(state.slicer) >= 0 ? 1 : report.data.slicers.length] || "nodes gold f1 missing surplus").split(" "); }

function chosenColumns() {
  const known = (state.columns || "").split(" ").filter(key => TASK_COLUMNS[key] || SLICER_COLUMNS[key]);
  return known.length ? known : usualColumns();
}

function columnChoices() {
  const shown = chosenColumns();
  const change = () => {
    const keys = [...document.querySelectorAll("#columns input")].filter(input => input.checked).map(input => input.value);
    choose({ columns: keys.length === usualColumns().length && keys.every(key => usualColumns().includes(key)) ? "" : keys.join(" ") });
  };
  const group = (name, columns) => element("fieldset", {}, element("legend", {}, name), Object.entries(columns).map(([key, [head]]) =>
    element("label", { class: "check" }, element("input", { type: "checkbox", value: key, checked: shown.includes(key), "data-key": `column ${key}`, onchange: change }), head)));
  return [group("Of each task", TASK_COLUMNS), group("Of each slicer", SLICER_COLUMNS)];
}

function verdictText(row) { return cell(row, "status") === "answered" ? cell(row, "verdict") : cell(row, "status"); }

// Links get the view when they are used: it changes with every key.
function answerLink(idx, slicer, said, title) { return element("a", { href: taskLink(idx, slicer), "data-task": idx, "data-slicer": slicer, title }, said); }

function slicerCell(idx, slicer, key, isFirst) {
  const row = report.data.slicers[slicer].rows[idx], name = `${key === "verdict" ? "" : "number"}${isFirst ? " start" : ""}`;
  if (!row) return element("td", { class: name }, "");
  if (key === "verdict") return element("td", { class: name }, answerLink(idx, slicer, `${SIGN_OF[cell(row, "verdict")]} ${verdictText(row)}`, cell(row, "reason")));
  if (key === "f1") return element("td", { class: name }, answerLink(idx, slicer, `${SIGN_OF[cell(row, "verdict")]} ${numberOf(cell(row, "f1"), 2)}`, verdictText(row)));
  const value = cell(row, key);
  return element("td", { class: name }, value === null || cell(row, "status") !== "answered" && key !== "wall_s" ? "–" : SLICER_COLUMNS[key][1](value));
}

// The columns that are shown: key in the address, heading, slicer, value of a task for sorting, and its cell.
function columns() {
  const { tasks, slicers } = report.data, keys = chosenColumns(), chosen = indexOf(state.slicer);
  const found = [{ key: "id", head: "task", value: idx => tasks[idx].id, show: idx => element("th", { scope: "row", class: "pinned" }, element("a", { href: taskLink(idx), "data-task": idx }, idText(tasks[idx].id))) }];
  const ofTask = keys.filter(key => TASK_COLUMNS[key]).map(key => {
    const [head, value] = TASK_COLUMNS[key], isNumber = ["nodes", "gold"].includes(key);
    return { key, head, isNumber, value: idx => value(tasks[idx]), show: idx => element("td", { class: isNumber ? "number" : key === "labels" ? "labels" : "", title: key === "labels" ? value(tasks[idx]) : null }, value(tasks[idx])) };
  });
  // On a narrow screen what slicers did comes first.
  if (!NARROW.matches) found.push(...ofTask);
  slicers.forEach((slicer, n) => {
    if (chosen >= 0 && n !== chosen) return;
    keys.filter(key => SLICER_COLUMNS[key]).forEach((key, at) => found.push({ key: `${n}:${key}`, head: SLICER_COLUMNS[key][0], group: n, isFirst: at === 0, isNumber: key !== "verdict",
      value: idx => cell(slicer.rows[idx], key), show: idx => slicerCell(idx, n, key, at === 0) }));
  });
  return NARROW.matches ? [...found, ...ofTask] : found;
}
