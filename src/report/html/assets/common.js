// What all pages share: the data, the state in the address, and elements that hold text and never markup.
"use strict";

const report = {
  data: null,
  loaded: null,
  changes: null,
  trends: null,
  overview(data) { report.data = data; data.at = Object.fromEntries(data.columns.map((name, idx) => [name, idx])); },
  task(task) { report.loaded = task; },
  pairs(pairs) { report.changes = pairs; },
  trend(trends) { report.trends = trends; },
};

const NARROW = matchMedia("(max-width: 40rem)");
const MEDIUM = matchMedia("(max-width: 75rem)");

// Whatever is shown of a slicer goes through here: children are elements or text.
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter(child => child !== null && child !== undefined).map(child =>
    typeof child === "object" ? child : String(child)));
  return made;
}

// A sentence of ours, in which code stands between backticks.
function sentence(text) {
  return text.split("`").map((part, idx, { length }) => idx % 2 && idx < length - 1 ? element("code", {}, part) : idx % 2 ? `\`${part}` : part);
}

// Shows other elements in a place; the focus stays on what has the same key.
function replace(place, ...children) {
  const key = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  place.replaceChildren(...children);
  const again = key === undefined ? null : place.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again) again.focus({ preventScroll: true });
}

// What of a task is observed, in words.
function observed(task) { return task.variable === null ? "the statement" : task.variable; }

function byId(id) { return document.getElementById(id); }

// What is not 0, 1 or −1 is never shown as 0, 1 or −1, as everywhere in reports.
function numberOf(value, digits = 3) { return value === null || value === undefined ? "–" : rounded(value, digits, 1); }

// Without the sign; what is not 0 or 100 % is never shown as that.
function percent(share, digits = 0) { return share === null || share === undefined ? "–" : rounded(100 * share, digits, 100); }

function rounded(value, digits, whole) {
  const pole = [0, whole, -whole].find(pole => pole === Number(value.toFixed(digits)));
  if (pole === undefined) return value.toFixed(digits);
  const step = Math.abs(value - pole) <= 1e-12 * whole ? 0 : 10 ** -digits;
  return (pole + (value < pole ? -step : step) + 0).toFixed(digits);
}

function seconds(value) {
  if (value === null || value === undefined) return "–";
  return value < 0.001 ? "<1 ms" : value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(value < 100 ? 1 : 0)} s`;
}

// The state of a page is in its address, so that a view can be sent to somebody.
function readAddress(address) { return Object.fromEntries(new URLSearchParams(address)); }

function readState() { return readAddress(location.hash.slice(1)); }

function addressOf(state) {
  return new URLSearchParams(Object.entries(state).filter(([, value]) => value !== "" && value !== null && value !== undefined)).toString();
}

function writeState(state) {
  const hash = addressOf(state);
  if (hash !== location.hash.slice(1)) history.replaceState(null, "", hash ? `#${hash}` : location.pathname);
}

// The view of the overview that leads to a task comes along: the way back, and the tasks before and after.
function taskLink(taskIdx, slicerIdx, besideIdx, view) {
  const state = new URLSearchParams({ task: report.data.tasks[taskIdx].id });
  if (slicerIdx !== undefined) state.set("slicer", report.data.slicers[slicerIdx].name);
  if (besideIdx !== undefined) state.set("beside", report.data.slicers[besideIdx].name);
  if (view) state.set("view", view);
  return `task.html#${state}`;
}

function indexOf(slicer) { return report.data.slicers.findIndex(found => found.name === slicer); }

// Whether there is something to look at: an answer of this slicer to this task.
function isAnswered(slicerIdx, taskIdx) {
  const row = report.data.slicers[slicerIdx].rows[taskIdx];
  return row !== null && cell(row, "status") === "answered";
}

// A task has its own script, so that the data of thousands need not be read at once.
function loadTask(taskIdx, then) {
  const script = element("script", { src: `data/task-${taskIdx}.js` });
  script.addEventListener("load", () => { script.remove(); then(null); });
  script.addEventListener("error", () => { script.remove(); then(`data/task-${taskIdx}.js cannot be read`); });
  document.head.append(script);
}

// "0-2,7" as the set of 0, 1, 2 and 7.
function nodeSet(ranges) {
  const nodes = new Set();
  for (const range of ranges.split(",").filter(Boolean)) {
    const [first, last = first] = range.split("-").map(Number);
    for (let node = first; node <= last; node += 1) nodes.add(node);
  }
  return nodes;
}

function count(n, one, many = `${one}s`) { return `${n} ${n === 1 ? one : many}`; }

// A letter that means something to a page; not while somebody types, and not together with Ctrl or Alt.
function onKeys(actions) {
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });
}

function cell(row, column) { return row === null ? null : row[report.data.at[column]]; }

// A table may be wider than the screen: it scrolls by itself, with the keyboard, too.
function scrolling(label, table, size) {
  return element("div", { class: size ? `scroll ${size}` : "scroll", tabindex: "0", role: "region", "aria-label": label }, table);
}

// The caption of a table may be narrower than the table: it stays on the screen.
function caption(text) { return element("caption", {}, element("span", { class: "said" }, text)); }

// An id that can be broken into lines at its slashes.
function idText(id) { return id.split(/(?<=\/)/).flatMap((part, idx) => idx ? [element("wbr"), part] : [part]); }

function options(select, words, first) {
  select.replaceChildren(element("option", { value: "" }, first), ...words.map(word => element("option", { value: word }, word)));
}

// All of a page is printed: what is folded is opened, what is scrolled or cut is drawn whole.
function onPrint(whole, usual) {
  const print = matchMedia("print");
  const folded = [];
  const change = () => {
    if (print.matches) {
      whole();
      for (const found of document.querySelectorAll("details:not([open])")) { folded.push(found); found.open = true; }
    } else {
      for (const found of folded.splice(0)) found.open = false;
      usual();
    }
  };
  print.addEventListener("change", change);
}

function footer() { byId("footer").replaceChildren(element("p", {}, `Written by ${(report.data || report.trends).tool}.`)); }
