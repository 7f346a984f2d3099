// The overview: filters, and what follows from them.
"use strict";

const PAGE = 200;
const CHOICES = [...FILTERS, "over"];
let state = {};
let nShown = PAGE;

function values(column) {
  const found = new Set();
  for (const { rows } of report.data.slicers) for (const row of rows) if (row) found.add(cell(row, column));
  return [...found].sort();
}

function selection() { return selectedBy(state); }

function drawCharts(selected) {
  const { slicers } = report.data;
  const names = slicers.map(slicer => slicer.name);
  const data = common(selected, state.over === "all");
  byId("scatter").replaceChildren(scatter(byId("scatter"), names, data));
  byId("scatter-legend").replaceChildren(...scatterLegend(names, data));
  byId("scatter-note").textContent = scatterNote(data);
  const counted = slicers.map(({ rows }) => selected.map(idx => rows[idx]).filter(row => row && cell(row, "section") === data.section));
  const times = counted.map(rows => rows.filter(row => cell(row, "status") === "answered").map(row => cell(row, "wall_s")).sort((a, b) => a - b));
  byId("times").replaceChildren(quantiles(byId("times"), names, times, Math.max(...counted.map(rows => rows.length), 0)));
  byId("times-legend").replaceChildren(...names.map((name, idx) => element("li", {}, sign(idx), `${name} `,
    element("span", { class: "faint" }, `${times[idx].length} of ${counted[idx].length} answered, ${dashesOf(idx)} line`))));
}

function choose(change) {
  Object.assign(state, change);
  for (const name of CHOICES) byId(name).value = state[name] || "";
  writeState(state);
  draw();
}

function draw() {
  const { tasks } = report.data;
  const selected = selection();
  byId("count").textContent = `${selected.length} of ${count(tasks.length, "task")} selected`;
  byId("totals").replaceChildren(totalsTable(selected), ...pairsTable());
  drawCharts(selected);
  replace(byId("heat"), ...heatTable(selected));
  replace(byId("table"), taskTable(selected, nShown));
  const more = byId("more");
  more.hidden = selected.length <= nShown;
  more.textContent = `Show all ${selected.length} tasks`;
}

function begin() {
  const { tasks, slicers } = report.data;
  const names = slicers.map(slicer => slicer.name);
  byId("lead").textContent = `${names.join(", ")} on ${count(tasks.length, "task")}, counted in nodes of the syntax tree.`;
  byId("headlines").replaceChildren(...slicers.filter(slicer => slicer.headline).map(({ name, headline, gate_failures }) => element("details", { class: "headline" },
    element("summary", {}, element("strong", {}, headline), ` (${name} beside its baseline)`), element("ul", {}, gate_failures.map(text => element("li", {}, text))))));
  byId("compare").hidden = slicers.length < 2;
  const failures = failureList();
  byId("failures").replaceChildren(...(failures.length ? [element("h2", {}, "Without an answer"), ...failures] : []));
  options(byId("label"), [...new Set(tasks.flatMap(task => task.labels))].sort(), "all");
  options(byId("language"), [...new Set(tasks.map(task => task.language))].sort(), "all");
  options(byId("slicer"), names, "any");
  options(byId("status"), values("status"), "all");
  options(byId("verdict"), values("verdict"), "all");
  for (const name of CHOICES) byId(name).addEventListener("input", event => { nShown = PAGE; choose({ [name]: event.target.value }); });
  byId("filters").addEventListener("reset", event => { event.preventDefault(); nShown = PAGE; choose(Object.fromEntries(FILTERS.map(name => [name, ""]))); });
  byId("filters").addEventListener("submit", event => event.preventDefault());
  byId("more").addEventListener("click", () => { nShown = Infinity; draw(); });
  onKeys({ "/": () => byId("text").focus() });
  // A skip link goes to its place and leaves the address, which is the state.
  for (const link of document.querySelectorAll("a[href^='#']")) link.addEventListener("click", event => {
    event.preventDefault();
    const place = byId(link.hash.slice(1));
    place.scrollIntoView();
    place.focus({ preventScroll: true });
  });
  addEventListener("hashchange", () => { state = readState(); choose({}); });
  let width = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; draw(); } });
  state = readState();
  choose({});
  footer();
}

begin();
