// How the runs were made, and where a reader looks first.
"use strict";

// Name and text of what is to be known of each run.
const SETUP = [
  ["slicer", slicer => `${slicer.version || "says no version"}`],
  ["run", slicer => `${slicer.created.replace("T", " ").replace("Z", " UTC")}${slicer.complete ? "" : ", not complete"}`],
  ["suite", slicer => slicer.suite.slice(0, 12)],
  ["tool", slicer => slicer.tool],
  ["limits", slicer => slicer.limits],
  ["runs of a task", slicer => `${slicer.repeats}, ${slicer.jobs} at a time`],
  ["host", slicer => slicer.host.filter(Boolean).join(", ")],
  ["walls", slicer => slicer.walls || "not noted"],
];

// What all runs share is said once.
function setup() {
  const { slicers } = report.data;
  return SETUP.flatMap(([name, of]) => {
    const texts = slicers.map(of), isShared = name !== "slicer" && texts.every(text => text === texts[0]);
    const said = isShared ? [texts[0]] : slicers.map((slicer, idx) => element("span", { class: "each" }, sign(idx), `${slicer.name}: ${texts[idx]}`));
    return [element("dt", {}, name), element("dd", {}, said)];
  });
}

function firstLine(slicer, idx) {
  const { tasks } = report.data;
  const links = slicer.worst.map((task, n) => {
    const row = slicer.rows[task];
    const said = cell(row, "status") !== "answered" ? cell(row, "status")
      : [["missing", "missing"], ["surplus", "surplus"], ["invented", "invented"]].filter(([column]) => cell(row, column)).map(([column, word]) => `${cell(row, column)} ${word}`).join(", ");
    return [n ? "; " : "", element("a", { href: taskLink(task, idx) }, idText(tasks[task].id)), ` (${said || cell(row, "verdict")})`];
  });
  return element("li", {}, sign(idx), element("strong", {}, slicer.name), ": ", links.length ? links.flat() : "every answer is the gold slice");
}

// The worst answers of each slicer, as the program ranks them.
function firstLooks() { return report.data.slicers.map(firstLine); }
