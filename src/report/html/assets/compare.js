// Two slicers task by task: where their answers differ in nodes, the largest difference first.
"use strict";

let state = {};

function difference(a, b, column) {
  const [from, to] = [cell(a, column), cell(b, column)];
  return element("td", { class: "number" }, `${from} → ${to}`);
}

function isAlike(a, b) {
  return ["verdict", "status", "missing", "surplus", "invented"].every(column => cell(a, column) === cell(b, column));
}

function draw() {
  const { slicers, tasks } = report.data;
  const find = (name, otherwise) => Math.max(slicers.findIndex(slicer => slicer.name === name), name ? 0 : otherwise);
  const first = find(state.first, 0), second = find(state.second, Math.min(1, slicers.length - 1));
  byId("first").value = slicers[first].name;
  byId("second").value = slicers[second].name;
  const pairs = tasks.map((_, idx) => [idx, slicers[first].rows[idx], slicers[second].rows[idx]]).filter(([, a, b]) => a && b);
  const gain = ([, a, b]) => (cell(b, "f1") || 0) - (cell(a, "f1") || 0);
  const differing = pairs.filter(([, a, b]) => !isAlike(a, b));
  const better = differing.filter(pair => gain(pair) > 0).length, worse = differing.filter(pair => gain(pair) < 0).length;
  byId("count").textContent = `${pairs.length} tasks in common: ${slicers[second].name} is better by F1 on ${better}, worse on ${worse}, ` +
    `different with the same F1 on ${differing.length - better - worse}, alike on ${pairs.length - differing.length}.`;
  const shown = (byId("same").checked ? pairs : differing).sort((a, b) => Math.abs(gain(b)) - Math.abs(gain(a)) || a[0] - b[0]);
  const rows = shown.map(pair => {
    const [idx, a, b] = pair;
    const by = gain(pair);
    return element("tr", {}, element("th", { scope: "row" }, element("a", { href: taskLink(idx, first, second) }, tasks[idx].id)),
      element("td", {}, `${cell(a, "verdict")} → ${cell(b, "verdict")}`), difference(a, b, "missing"), difference(a, b, "surplus"),
      element("td", { class: "number" }, number(cell(a, "f1")), " → ", number(cell(b, "f1"))),
      element("td", { class: "number" }, by > 0 ? `▲ ${number(by)}` : by < 0 ? `▼ ${number(-by)}` : "="));
  });
  byId("table").replaceChildren(scrolling("Differences", element("table", {},
    element("caption", {}, `${slicers[first].name} → ${slicers[second].name}; a task opens both answers side by side.`),
    element("thead", {}, element("tr", {}, ["task", "verdict", "missing", "surplus", "F1", "better"].map((name, idx) =>
      element("th", { scope: "col", class: idx > 1 && "number" }, name)))), element("tbody", {}, rows))));
}

function begin() {
  for (const name of ["first", "second"]) {
    byId(name).replaceChildren(...report.data.slicers.map(slicer => element("option", { value: slicer.name }, slicer.name)));
    byId(name).addEventListener("input", event => { state[name] = event.target.value; writeState(state); draw(); });
  }
  byId("same").addEventListener("input", draw);
  byId("choice").addEventListener("submit", event => event.preventDefault());
  const restore = () => { state = readState(); draw(); };
  addEventListener("hashchange", restore);
  restore();
  footer();
}

begin();
