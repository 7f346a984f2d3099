// The tables of the overview: totals, labels, tasks.
"use strict";

// Key, heading, and the heading over it and its neighbours.
const TOTALS = [["n_tasks", "supported"], ["answered", "answered"], ["exact", "exact"], ["complete", "complete"], ["incomplete", "incompl."],
  ["not_a_slice", "not a slice"], ["unsupported", "unsupp."], ["failed", "failed"],
  ["answered_recall", "recall", "over answered"], ["answered_precision", "precision", "over answered"], ["answered_f1", "F1", "over answered"],
  ["recall", "recall", "over supported"], ["f1", "F1", "over supported"], ["size", "size"], ["excess", "excess"], ["wall_s", "time"]];
const RATIOS = ["answered_recall", "answered_precision", "answered_f1", "recall", "f1"];
const SIGN_OF = { exact: "=", complete: "+", incomplete: "−", "not-a-slice": "!", "wrong-criterion": "?", "no-answer": "·" };
const HEAT_STEPS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0];

function interval(section, column) {
  const from = ["recall", "f1"].includes(column) ? "supported" : RATIOS.includes(column) || ["size", "excess"].includes(column) ? "answered" : null;
  const found = section && from && section.totals[from][column.replace("answered_", "")].interval;
  if (!found) return null;
  return found.programs ? `no failure in ${count(found.programs, "program")} (≤ ${percent(found.most, 1)} %)` : `[${number(found[0], 2)}, ${number(found[1], 2)}]`;
}

// The tasks over which a mean is, as text.
function definedOn(rows, selected, section, column) {
  const isIn = row => row && cell(row, "section") === section;
  const isDefined = row => cell(row, "status") === "answered" ? cell(row, column.replace("answered_", "")) !== null : ["recall", "f1"].includes(column);
  return selected.filter(idx => isIn(rows[idx]) && isDefined(rows[idx])).join();
}

function totalText(column, value) {
  if (column === "wall_s") return seconds(value);
  return RATIOS.includes(column) || column === "size" || column === "excess" ? number(value) : value;
}

function totalsTable(selected) {
  const isAll = selected.length === report.data.tasks.length;
  const grid = [];
  const names = sectionNames();
  for (const name of names) {
    const parts = report.data.slicers.map(({ rows }) => totals(selected.map(idx => rows[idx]).filter(row => row && cell(row, "section") === name)));
    // A slicer that ran on fewer tasks is not compared with those that ran on all.
    const most = Math.max(...parts.map(part => part.n_tasks)), isWhole = part => part.n_tasks === most;
    const whole = parts.map((part, idx) => ({ idx, part, tasks: column => definedOn(report.data.slicers[idx].rows, selected, name, column) }));
    report.data.slicers.forEach((slicer, idx) => {
      const part = parts[idx];
      if (!part.n_tasks) return;
      const section = isAll ? slicer.sections.find(section => section.name === name) : null;
      const cells = TOTALS.map(([column]) => {
        const value = part[column], between = interval(section, column);
        const isFirst = RATIOS.includes(column) && value !== null && isWhole(part) && isBest(whole[idx], whole.filter(({ part }) => isWhole(part)), column, isAll);
        return element("td", { class: `number${isFirst ? " best" : ""}` }, totalText(column, value), between && element("span", { class: "interval" }, between));
      });
      grid.push([element("th", { scope: "row" }, sign(idx), slicer.name, isWhole(part) ? null : " †"), ...(names.length > 1 ? [element("td", {}, name)] : []), ...cells]);
    });
  }
  const words = names.length > 1 ? ["slicer", "slices"] : ["slicer"];
  const isTurned = MEDIUM.matches;
  const named = TOTALS.map(([, name, group]) => isTurned && group ? `${name}, ${group}` : name);
  const heads = [...words, ...named].map((name, idx) => element("th", { scope: "col", class: idx >= words.length && "number" }, name));
  const groups = isTurned ? [] : [...words.map(() => undefined), ...TOTALS.map(([, , group]) => group)];
  const said = names.length > 1 ? "Slices of different kinds or granularity are never averaged together." : `Slices: ${names[0] || "none"}.`;
  const few = grid.some(([name]) => name.textContent.includes("†")) ? " †: fewer tasks, not comparable." : "";
  return scrolling("Totals", gridTable([heads, ...grid], isTurned, `${said} Bold: the best, where the next one is worse on the same tasks or by the test below.${few}`, groups));
}

// A line of headings over several columns, for those that have one.
function groupLine(groups) {
  const cells = [];
  groups.forEach((group, idx) => {
    if (idx && group === groups[idx - 1]) cells[cells.length - 1].colSpan += 1;
    else cells.push(group ? element("th", { scope: "colgroup", class: "start" }, group) : element("td", {}));
  });
  return element("tr", { class: "head" }, cells);
}

// Why there is no answer, each reason of each slicer once, and what is in no total.
function failureList() {
  return report.data.slicers.flatMap((slicer, idx) => {
    const not = Object.entries(slicer.not_supported).map(([reason, n]) => `${n} ${reason}`);
    const lines = [...slicer.failures, ...(not.length ? [`not supported, in no total: ${not.join(", ")}`] : [])];
    return lines.length ? [element("h3", {}, sign(idx), slicer.name), element("ul", {}, lines.map(line => element("li", {}, line)))] : [];
  });
}

// Lines of cells as a table, its first line the heading; turned, its first column is.
function gridTable(grid, isTurned, said, groups) {
  const lines = isTurned ? grid[0].map((_, column) => grid.map(line => line[column])) : grid;
  lines.forEach((line, row) => line.forEach(found => {
    if (found.tagName === "TH") found.setAttribute("scope", row ? "row" : "col");
    if (found.tagName === "TH" && isTurned) found.classList.toggle("number", row === 0 && found !== line[0]);
  }));
  const [head, ...body] = lines.map(line => element("tr", {}, line));
  return element("table", {}, caption(said), element("thead", {}, groups && groups.length ? groupLine(groups) : null, head), element("tbody", {}, body));
}

function shade(f1) { return `background: rgba(var(--heat), ${f1 === null ? 0 : (Math.min(1, (1 - f1) * 1.25) * 0.6).toFixed(3)})`; }

function heatLegend() {
  return element("ul", { class: "legend", "aria-label": "Shades of F1" }, element("li", {}, "F1"),
    HEAT_STEPS.map(f1 => element("li", { class: "swatch", style: shade(f1) }, f1.toFixed(1))), element("li", { class: "faint" }, "the stronger the shade, the further from gold"));
}

// Mean F1 by label and slicer: labels are columns on a wide screen, lines on a narrow one.
function heatTable(selected) {
  const { slicers, tasks } = report.data;
  const section = mainSection(selected);
  const labels = [...new Set(selected.flatMap(idx => tasks[idx].labels))].sort();
  const having = labels.map(label => selected.filter(idx => tasks[idx].labels.includes(label)));
  const heads = [element("th", { scope: "col" }, "label"), ...labels.map(label => element("th", { scope: "col" }, element("button", { type: "button", "data-key": label, "aria-pressed": String(state.label === label), onclick: () => choose({ label: state.label === label ? "" : label }) }, label)))];
  const counts = [element("th", { scope: "row" }, "tasks"), ...having.map(tasks => element("td", { class: "number faint" }, tasks.length))];
  const lines = slicers.map((slicer, n) => [element("th", { scope: "row" }, sign(n), slicer.name), ...having.map(tasks => {
    const part = totals(tasks.map(idx => slicer.rows[idx]).filter(row => row && cell(row, "section") === section));
    return element("td", { class: "heat", style: shade(part.f1) }, number(part.f1, 2), part.n_tasks === tasks.length || !part.n_tasks ? null : element("span", { class: "interval" }, `of ${part.n_tasks}`));
  })]);
  const kinds = sectionNames().length > 1 ? `, ${section} slices only` : "";
  const said = `Mean F1 over all selected tasks with a label${kinds}. No answer counts as 0. A label selects its tasks.`;
  return [heatLegend(), scrolling("F1 by label", gridTable([heads, counts, ...lines], NARROW.matches || labels.length > 32, said))];
}

function verdictText(row) { return cell(row, "status") === "answered" ? cell(row, "verdict") : cell(row, "status"); }

function verdictCell(idx, slicer) {
  const row = report.data.slicers[slicer].rows[idx];
  return element("td", { class: "start" }, row ? element("a", { href: taskLink(idx, slicer, undefined, addressOf(state)), title: cell(row, "reason") }, `${SIGN_OF[cell(row, "verdict")]} ${verdictText(row)}`) : "");
}

// Verdict as a sign, and F1: what fits beside others.
function shortCell(idx, slicer) {
  const row = report.data.slicers[slicer].rows[idx];
  if (!row) return element("td", { class: "number start" }, "");
  const f1 = cell(row, "f1");
  return element("td", { class: "number start" }, element("a", { href: taskLink(idx, slicer, undefined, addressOf(state)), title: verdictText(row) },
    `${SIGN_OF[cell(row, "verdict")]} ${number(f1, 2)}`));
}

const NUMBERS = { missing: ["miss", String], surplus: ["surp", String], f1: ["F1", number], wall_s: ["time", seconds] };

// How much there is room for: 0 a number for each slicer, 1 with its nodes, 2 with words and times.
function detailLevel() {
  const n = indexOf(state.slicer) >= 0 ? 1 : report.data.slicers.length;
  return NARROW.matches || n > 3 ? 0 : n > 2 || MEDIUM.matches && n > 1 ? 1 : 2;
}

// A column of the task table: key in the address, heading, whether of numbers, value of a task for sorting, and its cell.
function columns(level) {
  const { tasks, slicers } = report.data;
  const found = [{ key: "id", head: "task", value: idx => tasks[idx].id, show: idx => element("th", { scope: "row", class: "pinned" }, element("a", { href: taskLink(idx, undefined, undefined, addressOf(state)) }, idText(tasks[idx].id))) }];
  const numbered = (key, head, column) => found.push({ key, head, isNumber: true, value: idx => tasks[idx][column], show: idx => element("td", { class: "number" }, tasks[idx][column]) });
  if (!MEDIUM.matches) {
    found.push({ key: "labels", head: "labels", value: idx => tasks[idx].labels.join(" "), show: idx => element("td", { class: "labels" }, tasks[idx].labels.join(" ")) });
    numbered("nodes", "nodes", "nodes");
  }
  if (!NARROW.matches) numbered("gold", "gold", "gold_nodes");
  const chosen = indexOf(state.slicer);
  slicers.forEach((slicer, n) => {
    if (chosen >= 0 && n !== chosen) return;
    const value = column => idx => cell(slicer.rows[idx], column);
    const group = level ? n : undefined;
    if (level < 2) found.push({ key: `${n}:f1`, head: level ? "F1" : slicer.name, group, isNumber: true, isFirst: true, value: value("f1"), show: idx => shortCell(idx, n) });
    else found.push({ key: `${n}:verdict`, head: "verdict", group, isFirst: true, value: value("verdict"), show: idx => verdictCell(idx, n) });
    for (const column of [[], ["missing", "surplus"], ["missing", "surplus", "f1", "wall_s"]][level]) {
      const [head, show] = NUMBERS[column];
      const shown = row => row === null ? "" : cell(row, column) === null || cell(row, "status") !== "answered" && column !== "wall_s" ? "–" : show(cell(row, column));
      found.push({ key: `${n}:${column}`, head, group, isNumber: true, value: value(column), show: idx => element("td", { class: "number" }, shown(slicer.rows[idx])) });
    }
  });
  return found;
}

function inOrder(a, b) {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return typeof a === "number" ? a - b : a < b ? -1 : a > b ? 1 : 0;
}

function sorted(selected, by, direction) {
  const keyed = selected.map(idx => [by.value(idx), idx]);
  keyed.sort(([a, i], [b, j]) => a === null || b === null ? inOrder(a, b) || i - j : direction * inOrder(a, b) || i - j);
  return keyed.map(([, idx]) => idx);
}

function taskTable(selected, nShown) {
  const { slicers } = report.data;
  const level = detailLevel();
  const shown = columns(level);
  const by = shown.find(column => column.key === state.sort) || shown[0];
  const direction = state.order === "down" ? -1 : 1;
  const head = shown.map(column => {
    const isBy = column === by;
    const press = () => choose({ sort: column.key, order: isBy && direction > 0 ? "down" : "" });
    return element("th", { scope: "col", class: `${column.isNumber ? "number" : ""}${column.isFirst ? " start" : ""}${column.key === "id" ? " pinned" : ""}`, "aria-sort": isBy ? (direction > 0 ? "ascending" : "descending") : "none" },
      element("button", { type: "button", id: `sort-${column.key}`, "data-key": column.key, onclick: press }, column.head, element("span", { class: "order", "aria-hidden": "true" }, isBy ? (direction > 0 ? "▲" : "▼") : "↕")));
  });
  const groups = [...new Set(shown.map(column => column.group).filter(group => group !== undefined))];
  const above = groups.length ? element("tr", { class: "head" }, element("td", { colspan: shown.findIndex(column => column.group !== undefined) }),
    groups.map(group => element("th", { scope: "colgroup", colspan: level === 1 ? 3 : 5, class: "start" }, sign(group), slicers[group].name))) : null;
  const order = sorted(selected, by, direction);
  const rows = order.slice(0, nShown).map(idx => element("tr", {}, shown.map(column => column.show(idx))));
  const signs = level < 2 ? ` Signs before F1: ${Object.entries(SIGN_OF).map(([verdict, sign]) => `${sign} ${verdict}`).join(", ")}.` : "";
  const n = order.length > nShown ? `${nShown} of ${count(order.length, "task")}` : count(order.length, "task");
  return scrolling("Tasks", element("table", {}, caption(`${n}. A heading sorts; a ${level < 2 ? "number with a sign" : "verdict"} opens the answer.${signs}`),
    element("thead", {}, above, element("tr", {}, head)), element("tbody", {}, rows)), "tall");
}
