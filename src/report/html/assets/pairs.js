// Every two slicers: what the tests of the report say, and which number of several is the best.
"use strict";

// Columns of the totals, by the name of the number that is tested.
const TESTED = { answered_recall: "recall", precision: "precision", answered_precision: "precision", answered_f1: "f1", recall: "recall-all", f1: "f1-all" };
const TEST_NAMES = { "recall": "recall, answered", "precision": "precision, answered", "f1": "F1, answered", "recall-all": "recall, supported", "f1-all": "F1, supported" };
const LEVEL = 0.05;

// Worse on the same tasks, or by the test on the tasks of both, which is there for all tasks only.
function isBehind(best, next, column, isAll) {
  if (best.tasks(column) === next.tasks(column)) return true;
  if (!isAll) return false;
  return report.data.pairs.some(({ slicers: [first, second], tests }) => {
    const test = tests[TESTED[column]], sign = first === best.idx ? -1 : 1;
    const areThese = [first, second].includes(best.idx) && [first, second].includes(next.idx);
    return areThese && test && test.p_holm !== null && test.p_holm < LEVEL && sign * test.difference > 0;
  });
}

// Of slicers with the same tasks: a number is the best where the next one is behind.
function isBest(rival, rivals, column, isAll) {
  const value = found => found.part[column];
  const values = rivals.map(value).filter(found => found !== null);
  const best = Math.max(...values), others = values.filter(found => found < best);
  if (value(rival) !== best || !others.length) return false;
  const next = Math.max(...others);
  return rivals.filter(found => value(found) === next).every(found => isBehind(rival, found, column, isAll));
}

function signed(value) { return value === null ? "–" : `${value > 0 ? "+" : value < 0 ? "−" : ""}${numberOf(Math.abs(value))}`; }

// The tests, over all tasks whatever is selected.
function pairsTable() {
  const { pairs, slicers } = report.data;
  if (!pairs.length) return [];
  const heads = ["number", "tasks", "difference", "p (Holm)", "delta"].map((name, idx) => element("th", { scope: "col", class: idx ? "number" : "" }, name));
  // A block of lines for each two, which no screen and no sheet of paper is too narrow for.
  const blocks = pairs.map(({ slicers: [first, second], wins, ties, losses, tests }) => element("tbody", {},
    element("tr", {}, element("th", { scope: "rowgroup", class: "two", colspan: heads.length }, sign(first), slicers[first].name, " and ", sign(second), slicers[second].name,
      element("span", { class: "of" }, `${slicers[second].name} wins ${wins}, ties ${ties}, loses ${losses}`))),
    Object.entries(tests).map(([metric, test]) => element("tr", {}, element("th", { scope: "row" }, TEST_NAMES[metric]),
      [test.n, signed(test.difference), numberOf(test.p_holm, 4), signed(test.delta)].map(text => element("td", { class: "number" }, text))))));
  const said = "Every two slicers over all tasks that both support. Differences are of the second less the first, wins, ties and losses those of the second; p: permutation test by program, with all pairs by Holm's method; delta: Cliff's.";
  return [element("details", { open: report.arePairsOpen, ontoggle: event => { report.arePairsOpen = event.target.open; } },
    element("summary", {}, `Differences between slicers, with their tests (${count(pairs.length, "pair")})`), scrolling("Differences between slicers", element("table", {}, caption(said), element("thead", {}, element("tr", {}, heads)), blocks)))];
}
