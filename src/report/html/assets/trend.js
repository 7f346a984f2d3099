// Slicers over time: a chart and a table of the runs of each.
"use strict";

const METRICS = { f1: "F1, no answer counts 0", recall: "recall, no answer counts 0", precision: "precision, answered", wall_s: "time, s" };
// By which name the gate knows a number.
const GATED = { f1: ["f1-all"], recall: ["recall-all"], precision: ["precision"], wall_s: [] };
let state = {};

function metricOf() { return METRICS[state.metric] ? state.metric : "f1"; }

function day(run) { return run.created.slice(0, 10); }

function trendChart(place, slicer, idx) {
  const metric = metricOf(), area = box(place, 280);
  const numbered = slicer.runs.map((run, at) => ({ at, run, value: run.numbers && run.numbers[metric] })).filter(({ value }) => value !== null && value !== undefined);
  const limits = GATED[metric].map(name => report.trends.limits[name]).filter(limit => limit !== undefined);
  const isShare = metric !== "wall_s", values = [...numbered.map(({ value }) => value), ...limits];
  const least = isShare ? Math.min(0.9, ...values) - 0.02 : 0, most = isShare ? 1 : Math.max(1e-9, ...values) * 1.1;
  const low = Math.max(0, Math.floor(least * 10) / 10), high = most;
  const n = Math.max(1, slicer.runs.length - 1);
  const x = at => area.left + at / n * (area.width - area.left - area.right);
  const y = value => area.height - area.bottom - (value - low) / (high - low) * (area.height - area.top - area.bottom);
  const every = Math.max(1, Math.ceil(slicer.runs.length / 6));
  const xTicks = slicer.runs.map((run, at) => [at, day(run)]).filter((_, at) => at % every === 0);
  const yTicks = ticks(high - low, 5).map(step => [low + step, plain(Number((low + step).toFixed(6)))]);
  const svg = frame(area, `${METRICS[metric]} of ${slicer.name}, ${count(numbered.length, "run")}`, xTicks, yTicks, x, y, "run", METRICS[metric]);
  for (const limit of limits) {
    svg.append(shape("line", { class: "reference limit", "stroke-dasharray": "6 4", x1: area.left, x2: area.width - area.right, y1: y(limit), y2: y(limit) }));
    svg.append(text(area.width - area.right, y(limit) - 5, `gate: at least ${plain(limit)}`, { class: "halo small", "text-anchor": "end" }));
  }
  if (numbered.length > 1) svg.append(shape("path", { d: numbered.map(({ at, value }, n) => `${n ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join(""), fill: "none", stroke: colour(idx), "stroke-width": 2 }));
  for (const { at, run, value } of numbered) {
    const step = slicer.steps.find(found => found.run === at && found.metric === metric);
    if (step) svg.append(shape("circle", { class: "reference", cx: x(at), cy: y(value), r: 10 }));
    svg.append(titled(mark(idx, x(at), y(value), 5), `${run.run}${run.version ? `, ${run.version}` : ""}: ${numberOf(value)}${step ? `; from ${numberOf(step.before)} to ${numberOf(step.after)}` : ""}`));
  }
  return svg;
}

function trendTable(slicer) {
  const heads = ["run", "when", "version", "suite", "tasks", "answered", "complete", "exact", "recall", "precision", "F1", "time"];
  const lines = slicer.runs.map(run => {
    const { numbers } = run, of = (name, show = String) => numbers ? show(numbers[name]) : "–";
    const cells = [`${run.created.replace("T", " ").replace("Z", "")}${run.is_complete ? "" : ", not complete"}`, run.version || "–", run.suite];
    const figures = [run.n_tasks, of("answered"), of("complete"), of("exact"), of("recall", numberOf), of("precision", numberOf), of("f1", numberOf), of("wall_s", seconds)];
    return element("tr", {}, element("th", { scope: "row" }, run.run), cells.map(text => element("td", {}, text)), figures.map(text => element("td", { class: "number" }, text)));
  });
  const others = slicer.n_others ? `; ${slicer.n_others} others are new, changed, or not in every run` : "";
  const said = slicer.n_common ? `Numbers are over ${count(slicer.n_common, "task")}, the same in all complete runs${others}.` : "No task is the same in all complete runs: there are no numbers to compare.";
  return scrolling(`Runs of ${slicer.name}`, element("table", {}, caption(said), element("thead", {}, element("tr", {}, heads.map((head, idx) => element("th", { scope: "col", class: idx > 3 ? "number" : "" }, head)))), element("tbody", {}, lines)));
}

function draw() {
  byId("metric").value = metricOf();
  const place = byId("slicers");
  place.replaceChildren(...report.trends.slicers.map((slicer, idx) => element("section", {}, element("h2", {}, sign(idx), slicer.name),
    element("figure", {}, trendChart(place, slicer, idx)), trendTable(slicer))));
  if (!report.trends.slicers.length) place.replaceChildren(element("p", { class: "note" }, "This report was written without the runs before: report --history has them."));
}

function begin() {
  byId("metric").replaceChildren(...Object.entries(METRICS).map(([value, word]) => element("option", { value }, word)));
  byId("metric").addEventListener("input", event => { state = { metric: event.target.value }; writeState(state); draw(); });
  byId("choice").addEventListener("submit", event => event.preventDefault());
  onPrint(() => {}, () => {});
  addEventListener("hashchange", () => { state = readState(); draw(); });
  state = readState();
  draw();
  footer();
}

begin();
