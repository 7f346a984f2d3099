// The overview: filters, and what follows from them.
"use strict";

const PAGE = 200;
const CHOICES = [...FILTERS, "over", "duel", "x", "y", "by", "worth"];
// Whoever types waits for the table of tasks only; the rest follows when nothing was typed for so long, milliseconds.
const PAUSE_MS = 250;
// Rows that are made at once: more than a screen shows.
const N_TYPED = 40;
let state = {};
let nShown = PAGE;

function values(column) {
  const found = new Set();
  for (const { rows } of report.data.slicers) for (const row of rows) if (row) found.add(cell(row, column));
  return [...found].sort();
}

function selection() { return selectedBy(state); }

function drawScatter(selected) {
  const names = report.data.slicers.map(slicer => slicer.name), data = common(selected, state.over === "all");
  // Where no task is answered by every slicer there is one choice only, and the control says which.
  byId("over").value = data.isEvery ? "all" : "";
  byId("over").options[0].disabled = data.nAnswered === 0;
  byId("scatter").replaceChildren(scatter(byId("scatter"), names, data));
  byId("scatter-legend").replaceChildren(...scatterLegend(names, data));
  byId("scatter-note").textContent = scatterNote(data);
}

function drawTimes(selected) {
  const { slicers } = report.data, names = slicers.map(slicer => slicer.name), section = mainSection(selected);
  const counted = slicers.map(({ rows }) => selected.map(idx => rows[idx]).filter(row => row && cell(row, "section") === section));
  const times = counted.map(rows => rows.filter(row => cell(row, "status") === "answered").map(row => cell(row, "wall_s")).sort((a, b) => a - b));
  byId("times").replaceChildren(quantiles(byId("times"), names, times, Math.max(...counted.map(rows => rows.length), 0)));
  byId("times-legend").replaceChildren(...names.map((name, idx) => element("li", {}, sign(idx), `${name} `,
    element("span", { class: "faint" }, `${times[idx].length} of ${counted[idx].length} answered, ${dashesOf(idx)} line`))));
}

function drawDuel(selected) {
  if (report.data.slicers.length < 2) return;
  duelSides().forEach((side, idx) => { byId("xy"[idx]).value = report.data.slicers[side].name; });
  const { svg, said } = duel(byId("duel-place"), selected);
  byId("duel-place").replaceChildren(svg);
  byId("duel-note").textContent = said;
}

// What is slower than the table of tasks, in the order of the page.
const SLOW = [
  selected => { drawTotals(selected); byId("pairs").replaceChildren(...pairsTable()); },
  drawScatter, drawDuel, drawTimes,
  selected => replace(byId("heat"), ...partTable(selected)),
  drawTable,
];

// A line for each slicer where these fit on the screen, else a column.
function drawTotals(selected) {
  const place = byId("totals");
  for (const isTurned of MEDIUM.matches ? [true] : [false, true]) {
    place.replaceChildren(totalsTable(selected, isTurned));
    const [box] = place.children;
    if (box.scrollWidth <= box.clientWidth) return;
  }
}

function drawRows(selected, n) {
  byId("count").textContent = `${selected.length} of ${count(report.data.tasks.length, "task")} selected`;
  replace(byId("table"), taskTable(selected, n));
}

function drawTable(selected) {
  drawRows(selected, nShown);
  replace(byId("columns"), ...columnChoices());
  const more = byId("more");
  more.hidden = selected.length <= nShown;
  more.textContent = `Show all ${selected.length} tasks`;
}

function draw() {
  clearTimeout(report.waiting);
  const selected = selection();
  for (const part of SLOW) part(selected);
}

// One part after the other, with room for the next key between them.
function drawSoon(selected) {
  const next = at => { if (at < SLOW.length) { SLOW[at](selected); report.waiting = setTimeout(next, 0, at + 1); } };
  clearTimeout(report.waiting);
  report.waiting = setTimeout(next, PAUSE_MS, 0);
}

function choose(change) {
  Object.assign(state, change);
  for (const name of CHOICES) {
    const found = byId(name);
    if (found.type === "checkbox") found.checked = Boolean(state[name]);
    else if (found.tagName !== "SELECT" || !state[name] || [...found.options].some(option => option.value === state[name])) found.value = state[name] || found.dataset.usual || "";
  }
  writeState(state);
  draw();
}

function type(event) {
  state.text = event.target.value;
  nShown = PAGE;
  writeState(state);
  const selected = selection();
  drawRows(selected, Math.min(nShown, N_TYPED));
  drawSoon(selected);
}

function named(select, words) {
  select.replaceChildren(...Object.entries(words).map(([value, word]) => element("option", { value }, word)));
  select.dataset.usual = Object.keys(words)[0];
}

function beginChoices() {
  const { tasks, slicers } = report.data, names = slicers.map(slicer => slicer.name), facts = name => [...new Set(tasks.flatMap(task => task[name]))].sort();
  options(byId("label"), facts("labels"), "all");
  for (const option of byId("label").options) option.title = report.data.labels[option.value] || "";
  for (const name of ["language", "tier", "program"]) options(byId(name), facts(name), "all");
  options(byId("slicer"), names, "any");
  options(byId("status"), values("status"), "all");
  options(byId("verdict"), values("verdict"), "all");
  named(byId("number"), RANGES);
  named(byId("duel"), DUEL_NUMBERS);
  named(byId("by"), Object.fromEntries(Object.keys(PARTS).map(by => [by, by])));
  named(byId("worth"), PART_NUMBERS);
  for (const side of ["x", "y"]) named(byId(side), Object.fromEntries(names.map(name => [name, name])));
  for (const name of CHOICES.filter(name => name !== "text")) byId(name).addEventListener("input", ({ target }) => {
    nShown = PAGE;
    choose({ [name]: target.type === "checkbox" ? (target.checked ? "yes" : "") : target.value === target.dataset.usual ? "" : target.value });
  });
  byId("text").addEventListener("input", type);
}

function beginHead() {
  const { tasks, slicers } = report.data, names = slicers.map(slicer => slicer.name);
  const asked = [...new Set(tasks.map(task => task.language))].join(", "), programs = new Set(tasks.map(task => task.program)).size;
  byId("lead").replaceChildren(element("strong", {}, names.join(", ")), ` on ${count(tasks.length, "task")} of ${count(programs, "program")} in ${asked}.`);
  byId("first").replaceChildren(...firstLooks());
  byId("setup").replaceChildren(...setup());
  byId("setup-short").textContent = `${report.data.tool}, ${[...new Set(slicers.map(slicer => slicer.created.slice(0, 10)))].join(", ")}, suite ${[...new Set(slicers.map(slicer => slicer.suite.slice(0, 12)))].join(", ")}, ${[...new Set(slicers.map(slicer => slicer.host[2] || slicer.host[0]))].join("; ")}, ${[...new Set(slicers.map(slicer => slicer.limits))].join("; ")}, ${[...new Set(slicers.map(slicer => slicer.walls || "walls not noted"))].join("; ")}`;
  byId("headlines").replaceChildren(...slicers.filter(slicer => slicer.headline).map(({ name, headline, gate_failures }) => element("details", { class: "headline" },
    element("summary", {}, element("strong", {}, headline), ` (${name} beside its baseline)`), element("ul", {}, gate_failures.map(text => element("li", {}, text))))));
  byId("compare").hidden = slicers.length < 2 && !slicers.some(slicer => slicer.headline);
  byId("duel-of").hidden = slicers.length < 2;
  byId("trend").hidden = !report.data.has_history;
  const failures = failureList();
  byId("failures").replaceChildren(...(failures.length ? [element("h2", {}, "Without an answer"), ...failures] : []));
}

// A link leads back to the view that it was used in.
function bringView(event) {
  const link = event.target.closest("a[data-task]");
  if (link) link.href = taskLink(Number(link.dataset.task), link.dataset.slicer === undefined ? undefined : Number(link.dataset.slicer), undefined, addressOf(state));
}

function begin() {
  beginHead();
  beginChoices();
  byId("filters").addEventListener("reset", event => { event.preventDefault(); nShown = PAGE; choose(Object.fromEntries(FILTERS.map(name => [name, ""]))); });
  byId("filters").addEventListener("submit", event => event.preventDefault());
  byId("more").addEventListener("click", () => { nShown = Infinity; draw(); });
  for (const used of ["pointerdown", "focusin"]) byId("table").addEventListener(used, bringView);
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
  onPrint(() => { nShown = Infinity; draw(); }, () => { nShown = PAGE; draw(); });
  state = readState();
  byId("more-filters").open = ["tier", "program", "number", "from", "to"].some(name => state[name]);
  choose({});
  footer();
}

begin();
