// What two runs are worth on average over the tasks that both have, and what the gate says of runs beside their baselines.
"use strict";

const AVERAGE_NAMES = { "recall": "recall, answered by both", "precision": "precision, answered by both", "f1": "F1, answered by both", "recall-all": "recall, no answer counts 0", "f1-all": "F1, no answer counts 0",
  "size": "size, answered by both", "excess": "excess, answered by both" };

function withSign(value) { return value === null ? "–" : `${value > 0 ? "+" : value < 0 ? "−" : ""}${numberOf(Math.abs(value))}`; }

// The other way round.
function mirrored(found) {
  const negative = value => value === null ? null : -value;
  const metrics = found.metrics.map(metric => ({ ...metric, base: metric.current, current: metric.base, difference: negative(metric.difference),
    interval: metric.interval && [-metric.interval[1], -metric.interval[0]] }));
  return { ...found, base: found.current, current: found.base, metrics };
}

function averagesOf({ base, current }) {
  const { averages } = report.changes;
  return base < current ? averages[`${base}:${current}`] : averages[`${current}:${base}`].map(mirrored);
}

// Whether the interval leaves no doubt: better, worse, or neither.
function judged({ is_gain: isGain, interval }) {
  if (!interval || interval[0] <= 0 && interval[1] >= 0) return "";
  return interval[0] > 0 === isGain ? "improved" : "regressed";
}

function averageTable(found, names, tests) {
  const heads = ["", "tasks", ...names, "difference", "95 % interval", ...(tests ? ["p (Holm)", "delta"] : [])];
  const lines = found.metrics.map(metric => {
    const test = tests && tests.numbers[metric.name], word = judged(metric);
    const cells = [metric.n, numberOf(metric.base), numberOf(metric.current), element("span", { class: `change ${word}` }, withSign(metric.difference)),
      metric.interval ? `[${withSign(metric.interval[0])}, ${withSign(metric.interval[1])}]` : "–",
      ...(tests ? [test ? numberOf(test.p_holm, 4) : "", test ? withSign(test.delta === null ? null : tests.sign * test.delta) : ""] : [])];
    return element("tr", {}, element("th", { scope: "row" }, AVERAGE_NAMES[metric.name]), cells.map(text => element("td", { class: "number" }, text)));
  });
  const [was, is] = [found.base, found.current];
  const said = `${found.section} slices, ${count(found.n_tasks, "task")} of ${count(found.n_programs, "program")} of both; answered ${was[0]} → ${is[0]}, complete ${was[1]} → ${is[1]}, exact ${was[2]} → ${is[2]}. ` +
    `Intervals are of the difference task by task, resampled by program; coloured where they leave out 0.${tests ? " p: permutation test by program, with all pairs of the report by Holm's method; delta: Cliff's." : ""}`;
  return scrolling("Averages", element("table", {}, caption(said), element("thead", {}, element("tr", {}, heads.map((head, idx) => element("th", { scope: "col", class: idx ? "number" : "" }, head)))), element("tbody", {}, lines)));
}

// The tests of two slicers, which the overview has for one order.
function testsOf({ base, current }) {
  const found = report.data.pairs.find(({ slicers }) => slicers.includes(base) && slicers.includes(current));
  return found && { numbers: found.tests, sign: found.slicers[0] === base ? 1 : -1 };
}

function drawAverages(pair) {
  const names = [pair.base, pair.current].map(idx => report.data.slicers[idx].name), found = averagesOf(pair);
  byId("averages").replaceChildren(...(found.length ? found.map(part => averageTable(part, names, testsOf(pair))) : [element("p", { class: "note" }, "There is no task of both.")]));
}

function listOf(title, lines) { return lines.length ? [element("h3", {}, title), element("ul", {}, lines.map(line => element("li", {}, line)))] : []; }

function baselineBlock({ slicer, base, current, headline, averages, causes, gate }) {
  const said = gate ? [
    element("p", {}, element("strong", { class: `change ${gate.outcome === "pass" ? "improved" : "regressed"}` }, `gate: ${gate.outcome}`), ` by the rule ${gate.rule}`),
    ...listOf("Why it fails", gate.failures), ...listOf("Waived", gate.waived.map(([task, why]) => `${task}: ${why}`)), ...listOf("Warnings", gate.warnings)] : [];
  return element("details", { open: true }, element("summary", {}, element("strong", {}, headline), ` (${slicer} beside its baseline)`),
    element("p", { class: "faint" }, `from ${base} to ${current}`), said, listOf("Nodes that came and went, by cause", causes),
    averages.map(part => averageTable(part, ["baseline", "now"], null)));
}

function drawBaselines() { byId("baselines").replaceChildren(...report.changes.baselines.map(baselineBlock)); }
