// Numbers by language, tier, program and label.
"use strict";

const PARTS = { label: task => task.labels, language: task => [task.language], tier: task => [task.tier], program: task => [task.program] };
const PART_NUMBERS = { f1: "F1, no answer counts 0", recall: "recall, no answer counts 0", answered_precision: "precision, of answers", excess: "excess, of answers" };
const HEAT_STEPS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0];

// What is said of a part besides its name.
function partTitle(by, name, tasks) {
  if (by === "label") return report.data.labels[name] || "";
  if (by === "program") return tasks.length ? report.data.tasks[tasks[0]].title : "";
  return by === "tier" ? { plain: "what every slicer of the language should manage", full: "anything" }[name] || "" : "";
}

// The further from 1 the stronger: below 1 a ratio, above it a multiple of gold.
function shade(value) {
  const far = value === null ? 0 : value > 1 ? 1 - 1 / value : 1 - value;
  return `background: rgba(var(--heat), ${(Math.min(1, far * 1.25) * 0.6).toFixed(3)})`;
}

function heatLegend() {
  return element("ul", { class: "legend", "aria-label": "Shades" },
    HEAT_STEPS.map(value => element("li", { class: "swatch", style: shade(value) }, value.toFixed(1))), element("li", { class: "faint" }, "the stronger the shade, the further from gold"));
}

// The mean of one number over rows of a section, as `totals` has it, and how many rows there are.
function partMean(rows, tasks, section, number) {
  const isOverAll = number === "f1" || number === "recall", name = number.replace("answered_", ""), values = [];
  let n = 0;
  for (const idx of tasks) {
    const row = rows[idx];
    if (!row || cell(row, "section") !== section) continue;
    n += 1;
    const isAnswer = cell(row, "status") === "answered", value = isAnswer ? cell(row, name) : isOverAll ? 0 : null;
    if (value !== null) values.push(value);
  }
  return { n, value: mean(values) };
}

// A line for each part, a column for each slicer.
function partTable(selected) {
  const { slicers, tasks } = report.data;
  const section = mainSection(selected), by = PARTS[state.by] ? state.by : "label", number = PART_NUMBERS[state.worth] ? state.worth : "f1";
  const having = new Map();
  for (const idx of selected) for (const name of PARTS[by](tasks[idx])) having.has(name) ? having.get(name).push(idx) : having.set(name, [idx]);
  const names = [...having.keys()].sort();
  const heads = [by, "tasks", ...slicers.map(slicer => slicer.name)].map((name, idx) => element("th", { scope: "col", class: idx > 0 && "number" }, idx > 1 ? sign(idx - 2) : null, name));
  const lines = names.map(name => {
    const part = having.get(name), isPressed = state[by] === name;
    const cells = slicers.map(({ rows }) => {
      const { n, value } = partMean(rows, part, section, number);
      return element("td", { class: "heat", style: shade(value) }, numberOf(value, 2), n === part.length || !n ? null : element("span", { class: "interval" }, `of ${n}`));
    });
    return element("tr", {}, element("th", { scope: "row" }, element("button", { type: "button", "data-key": `${by} ${name}`, "aria-pressed": String(isPressed), onclick: () => choose({ [by]: isPressed ? "" : name }) }, name), " ", element("span", { class: "meaning" }, sentence(partTitle(by, name, part)))), element("td", { class: "number faint" }, part.length), cells);
  });
  const kinds = sectionNames().length > 1 ? `, ${section} slices only` : "";
  const said = `Means over all selected tasks${kinds}. A name selects its tasks.`;
  return [heatLegend(), scrolling("By part", element("table", {}, caption(said), element("thead", {}, element("tr", {}, heads)), element("tbody", {}, lines)), "parts")];
}
