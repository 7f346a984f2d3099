// The tables of the overview: totals, differences, tasks.
"use strict";

// Key, heading, and the heading over it and its neighbours.
const TOTALS = [["n_tasks", "supported", "tasks"], ["answered", "answered", "tasks"], ["exact", "exact", "answers"], ["complete", "complete", "answers"], ["incomplete", "incompl.", "answers"],
  ["not_a_slice", "not a slice", "answers"], ["unsupported", "unsupp.", "no answer"], ["failed", "failed", "no answer"],
  ["answered_recall", "recall", "over answered"], ["answered_precision", "precision", "over answered"], ["answered_f1", "F1", "over answered"], ["size", "size", "over answered"], ["excess", "excess", "over answered"],
  ["recall", "recall", "over supported"], ["f1", "F1", "over supported"], ["wall_s", "time", "in all"]];
const RATIOS = ["answered_recall", "answered_precision", "answered_f1", "recall", "f1"];
const PARTS_WITH_TOTALS = { label: "labels", language: "languages", tier: "tiers" };

// The ways of giving no answer that occur, each a column; `failed` where there are none.
function totalColumns() {
  const found = new Set();
  for (const { rows } of report.data.slicers) for (const row of rows) if (row && cell(row, "section")) found.add(cell(row, "status"));
  const ways = [...found].filter(status => !["answered", "unsupported"].includes(status)).sort();
  return TOTALS.flatMap(column => column[0] === "failed" && ways.length ? ways.map(way => [`status ${way}`, way.replaceAll("-", " "), "no answer"]) : [column]);
}

// What the program computed over the tasks that are selected: of all, or of one label, language or tier.
function knownTotals(section, isAll, part) {
  if (isAll) return section.totals;
  const used = filtersIn(state), parts = used.length === 1 ? section[PARTS_WITH_TOTALS[used[0]]] : undefined;
  return parts && parts.find(found => found.name === state[used[0]] && found.n_tasks === part.n_tasks) || null;
}

function interval(known, column) {
  const from = ["recall", "f1"].includes(column) ? "supported" : RATIOS.includes(column) || ["size", "excess"].includes(column) ? "answered" : null;
  const found = known && from && known[from][column.replace("answered_", "")].interval;
  if (!found) return null;
  return found.programs ? `≤ ${percent(found.most, 1)} % fail` : `[${numberOf(found[0], 2)}, ${numberOf(found[1], 2)}]`;
}

// The tasks over which a mean is, as text.
function definedOn(rows, selected, section, column) {
  const isIn = row => row && cell(row, "section") === section;
  const isDefined = row => cell(row, "status") === "answered" ? cell(row, column.replace("answered_", "")) !== null : ["recall", "f1"].includes(column);
  return selected.filter(idx => isIn(rows[idx]) && isDefined(rows[idx])).join();
}

function totalText(column, value) {
  if (column === "wall_s") return seconds(value);
  return RATIOS.includes(column) || column === "size" || column === "excess" ? numberOf(value) : value;
}

const NO_INTERVALS = "No intervals here: they are by program, computed of all tasks and of one label, language or tier, and this selection is another.";

function totalsTable(selected, isTurned) {
  const isAll = selected.length === report.data.tasks.length;
  const grid = [], shown = totalColumns();
  const names = sectionNames();
  let isKnown = true;
  for (const name of names) {
    const parts = report.data.slicers.map(({ rows }) => totals(selected.map(idx => rows[idx]).filter(row => row && cell(row, "section") === name)));
    // A slicer that ran on fewer tasks is not compared with those that ran on all.
    const most = Math.max(...parts.map(part => part.n_tasks)), isWhole = part => part.n_tasks === most;
    const whole = parts.map((part, idx) => ({ idx, part, tasks: column => definedOn(report.data.slicers[idx].rows, selected, name, column) }));
    report.data.slicers.forEach((slicer, idx) => {
      const part = parts[idx];
      if (!part.n_tasks) return;
      const section = slicer.sections.find(section => section.name === name), known = section && knownTotals(section, isAll, part);
      isKnown = isKnown && known !== null;
      const cells = shown.map(([column]) => {
        const way = column.startsWith("status ") ? column.slice("status ".length) : null;
        const value = way === null ? part[column] : part.statuses[way] || 0, between = interval(known, column);
        const isFirst = RATIOS.includes(column) && value !== null && isWhole(part) && isBest(whole[idx], whole.filter(({ part }) => isWhole(part)), column, isAll);
        return element("td", { class: `number${isFirst ? " best" : ""}` }, totalText(column, value), between && element("span", { class: "interval limits" }, between));
      });
      grid.push([element("th", { scope: "row" }, sign(idx), slicer.name, isWhole(part) ? null : " †", names.length > 1 ? element("span", { class: "of" }, name) : null), ...cells]);
    });
  }
  const words = ["slicer"];
  const named = shown.map(([, name, group]) => isTurned && /^over/.test(group) ? `${name}, ${group}` : name);
  const heads = [...words, ...named].map((name, idx) => element("th", { scope: "col", class: idx >= words.length && "number" }, name));
  const groups = isTurned ? [] : [...words.map(() => undefined), ...shown.map(([, , group]) => group)];
  const said = names.length > 1 ? "Slices of different kinds or granularity are never averaged together." : `Slices: ${names[0] || "none"}.`;
  const few = grid.some(([name]) => name.textContent.includes("†")) ? " †: fewer tasks, not comparable." : "";
  return scrolling("Totals", gridTable([heads, ...grid], isTurned, `${said} Bold: the best, where the next one is worse on the same tasks or by the test below.${grid.some(line => line.some(({ textContent }) => textContent.includes("% fail"))) ? " ≤ p % fail: all are 1, and with 95 % confidence no more than p % of programs are not." : ""}${few}${isKnown ? "" : ` ${NO_INTERVALS}`}`, groups));
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
    return lines.length ? [element("h3", {}, sign(idx), slicer.name), element("ul", {}, lines.map(line => element("li", {}, sentence(line))))] : [];
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

function inOrder(a, b) {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return typeof a === "number" ? a - b : a < b ? -1 : a > b ? 1 : 0;
}

function sorted(selected, by, direction) {
  const keyed = selected.map(idx => [by.value(idx), idx]);
  keyed.sort(([a, i], [b, j]) => a === null || b === null ? inOrder(a, b) || i - j : direction * inOrder(a, b) || i - j);
  return keyed.map(([, idx]) => idx);
}

// Tasks in the order of a column; of the same column again at once.
const ordering = { key: null, tasks: [] };
function ordered(by, direction) {
  const key = `${by.key} ${direction}`;
  if (ordering.key !== key) Object.assign(ordering, { key, tasks: sorted(report.data.tasks.map((_, idx) => idx), by, direction) });
  return ordering.tasks;
}

// Rows are made once, as long as the columns are the same.
const rowsOf = { key: null, made: new Map() };
function rowOf(idx, shown) {
  if (!rowsOf.made.has(idx)) rowsOf.made.set(idx, element("tr", {}, shown.map(column => column.show(idx))));
  return rowsOf.made.get(idx);
}

function taskTable(selected, nShown) {
  const { slicers, tasks } = report.data;
  const shown = columns(), keys = shown.map(column => column.key);
  if (rowsOf.key !== keys.join()) Object.assign(rowsOf, { key: keys.join(), made: new Map() });
  const by = shown.find(column => column.key === state.sort) || shown[0];
  const direction = state.order === "down" ? -1 : 1;
  const head = shown.map(column => {
    const isBy = column === by;
    const press = () => choose({ sort: column.key, order: isBy && direction > 0 ? "down" : "" });
    return element("th", { scope: "col", class: `${column.isNumber ? "number" : ""}${column.isFirst ? " start" : ""}${column.key === "id" ? " pinned" : ""}`, "aria-sort": isBy ? (direction > 0 ? "ascending" : "descending") : "none" },
      element("button", { type: "button", id: `sort-${column.key}`, "data-key": column.key, onclick: press }, column.head, element("span", { class: "order", "aria-hidden": "true" }, isBy ? (direction > 0 ? "▲" : "▼") : "↕")));
  });
  const groups = [...new Set(shown.map(column => column.group).filter(group => group !== undefined))];
  const n = group => shown.filter(column => column.group === group).length;
  const front = shown.findIndex(column => column.group !== undefined), behind = n(undefined) - front;
  const above = groups.length ? element("tr", { class: "head" }, element("td", { colspan: front }),
    groups.map(group => element("th", { scope: "colgroup", colspan: n(group), class: "start" }, sign(group), slicers[group].name)), behind ? element("td", { colspan: behind }) : null) : null;
  const isIn = new Uint8Array(tasks.length);
  for (const idx of selected) isIn[idx] = 1;
  const rows = [];
  for (const idx of ordered(by, direction)) {
    if (rows.length >= nShown) break;
    if (isIn[idx]) rows.push(rowOf(idx, shown));
  }
  const signs = keys.some(key => key.endsWith(":f1") || key.endsWith(":verdict")) ? ` Signs: ${Object.entries(SIGN_OF).map(([verdict, sign]) => `${sign} ${verdict}`).join(", ")}.` : "";
  const all = selected.length > nShown ? `${nShown} of ${count(selected.length, "task")}` : count(selected.length, "task");
  return scrolling("Tasks", element("table", {}, caption(`${all}. A heading sorts; a verdict or a number with a sign opens the answer.${signs}`),
    element("thead", {}, above, element("tr", {}, head)), element("tbody", {}, rows)), "tall");
}
