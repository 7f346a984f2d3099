// One task: program, gold slice and answer, every node with what became of it.
"use strict";

const MARKS = ["kept", "missing", "surplus", "residue", "rewritten", "invented", "neither"];
const SIGNS = ["=", "-", "+", ".", "~", "!", " "];
const REASONS = [
  "in gold and in the answer", "in gold and not in the answer", "in the answer and not in gold", "glue or placeholder of the answer",
  "other text in the place of program code", "nowhere in the program", "in neither gold nor answer",
];
let state = {};
let taskIdx = 0;
let current = -1;

// Lines of pieces; each line with its marks for the margin.
function lines(pieces) {
  const found = [{ parts: [], marks: new Set() }];
  for (const piece of pieces) {
    const [text, mark, kind] = typeof piece === "string" ? [piece, null, ""] : piece;
    text.split("\n").forEach((part, idx) => {
      if (idx) found.push({ parts: [], marks: new Set() });
      const line = found[found.length - 1];
      if (part) line.parts.push([part, mark, kind]);
      if (part && mark !== null && mark !== 6) line.marks.add(mark);
    });
  }
  while (found.length && !found[found.length - 1].parts.length) found.pop();
  return found;
}

function code(file, label, criterion) {
  const rows = lines(file.pieces).map(({ parts, marks }, idx) => {
    const sign = marks.size > 1 ? "*" : marks.size ? SIGNS[[...marks][0]] : " ";
    const isHere = criterion === idx + 1;
    const spans = parts.map(([text, mark, kind]) => {
      if (mark === null) return text;
      const said = `${MARKS[mark]}: ${kind.replaceAll("_", " ")} — ${REASONS[mark]}`;
      return element("span", { class: `m ${MARKS[mark]}`, title: said, "data-mark": mark, "data-line": idx + 1,
        tabindex: mark === 6 || mark === 0 ? null : "-1" }, text);
    });
    const margin = `${isHere ? ">" : " "}${String(idx + 1).padStart(3)} ${sign} `;
    return element("span", { class: `row${isHere ? " criterion" : ""}` }, element("span", { class: "number", "aria-hidden": "true" }, margin), spans, "\n");
  });
  return element("pre", { class: "code", tabindex: "0", role: "region", "aria-label": label }, rows);
}

function pane(title, files, none, criterion) {
  const children = files.map(file => [files.length > 1 ? element("h3", {}, file.path) : null,
    code(file, `${title}, ${file.path}`, criterion && criterion.file === file.path ? criterion.line : null)]);
  return element("section", { class: "pane" }, element("h2", {}, title), files.length ? children.flat() : element("p", { class: "faint" }, none));
}

function panesOf(slicerIdx) {
  const { slicers, tasks } = report.data;
  const answer = report.loaded.answers[slicerIdx], name = slicers[slicerIdx].name;
  if (!answer) return [pane(`${name}`, [], "This run does not have the task.")];
  const criterion = answer.normalised ? null : tasks[taskIdx];
  const panes = [];
  if (byId("show-program").checked) panes.push(pane(`Program, by the answer of ${name}`, answer.program, "", criterion));
  if (byId("show-gold").checked) panes.push(pane(`Gold slice, by what ${name} kept`, answer.gold, "The gold slice is empty."));
  const none = cell(slicers[slicerIdx].rows[taskIdx], "status") === "answered"
    ? "The answer names places of the program and has no text of its own: see the program." : "There is no answer.";
  if (byId("show-answer").checked) panes.push(pane(`Answer of ${name}`, answer.answer, none));
  return panes;
}

function fact(name, ...children) { return [element("dt", {}, name), element("dd", {}, children)]; }

function facts(slicerIdx) {
  const task = report.data.tasks[taskIdx], row = report.data.slicers[slicerIdx].rows[taskIdx], answer = report.loaded.answers[slicerIdx];
  const all = [
    fact("criterion", `${task.file}:${task.line}, variable ${task.variable}, occurrence ${task.occurrence}, ${task.kind} slice`),
    fact("gold", `${task.evidence}, ${row ? cell(row, "gold_nodes") : task.gold_nodes} of ${row ? cell(row, "nodes") : task.nodes} nodes${answer && answer.gold_idx ? `, alternative ${answer.gold_idx}` : ""}`),
  ];
  if (task.labels.length) all.push(fact("labels", task.labels.join(", ")));
  if (task.contested) all.push(fact("contested", `${task.contested} (in no total)`));
  if (row) {
    const [status, reason] = [cell(row, "status"), cell(row, "reason")];
    all.push(fact("verdict", `${cell(row, "verdict")}${status === "answered" ? "" : ` (${status}${reason ? `: ${reason}` : ""})`}, ${seconds(cell(row, "wall_s"))}`));
    if (cell(row, "f1") !== null) all.push(fact("grade", `recall ${number(cell(row, "recall"))}, precision ${number(cell(row, "precision"))}, F1 ${number(cell(row, "f1"))}` +
      (cell(row, "f1_min") < cell(row, "f1_max") ? ` (between ${number(cell(row, "f1_min"))} and ${number(cell(row, "f1_max"))}: the answer fits in several ways)` : "") +
      `, excess ${number(cell(row, "excess"), 2)}`));
  }
  if (answer && answer.normalised) all.push(fact("normal form", "program and gold are shown as the slicer's normaliser prints them"));
  if (answer && answer.hint) all.push(fact("hint", answer.hint));
  return all.flat();
}

function legend(slicerIdx) {
  const row = report.data.slicers[slicerIdx].rows[taskIdx];
  return MARKS.map((name, idx) => {
    const n = row && ["kept", "missing", "surplus", "residue", "invented"].includes(name) ? ` ${cell(row, name)}` : "";
    return element("li", {}, element("span", { class: `m ${name}` }, `${SIGNS[idx]} ${name}`), n);
  });
}

function draw() {
  const { tasks, slicers } = report.data;
  const task = tasks[taskIdx];
  const slicerIdx = Math.max(0, slicers.findIndex(slicer => slicer.name === state.slicer));
  const besideIdx = slicers.findIndex(slicer => slicer.name === state.beside);
  document.title = `${task.id}: ${slicers[slicerIdx].name}`;
  byId("title").textContent = task.id;
  byId("subtitle").textContent = task.title;
  byId("slicer").value = slicers[slicerIdx].name;
  byId("beside").value = besideIdx < 0 ? "" : state.beside;
  const keep = idx => taskLink(idx, slicerIdx, besideIdx < 0 ? undefined : besideIdx);
  byId("previous").href = keep((taskIdx + tasks.length - 1) % tasks.length);
  byId("next").href = keep((taskIdx + 1) % tasks.length);
  byId("facts").replaceChildren(...facts(slicerIdx));
  byId("legend").replaceChildren(...legend(slicerIdx));
  byId("panes").replaceChildren(...panesOf(slicerIdx), ...(besideIdx < 0 || besideIdx === slicerIdx ? [] : panesOf(besideIdx)));
  const answer = report.loaded.answers[slicerIdx];
  byId("commands").replaceChildren(element("pre", { class: "output", tabindex: "0", role: "region", "aria-label": "Commands" }, answer ? answer.commands.join("\n") : "–"));
  const output = answer ? answer.output : [];
  byId("output").replaceChildren(...(output.length ? output.flatMap(({ name, text }) => [element("h3", {}, name),
    element("pre", { class: "output", tabindex: "0", role: "region", "aria-label": `Output, ${name}` }, text)]) : [element("p", { class: "faint" }, "Nothing.")]));
  byId("where").textContent = "";
  current = -1;
}

function step(by) {
  const wrong = [...document.querySelectorAll("#panes [data-mark='1'], #panes [data-mark='2'], #panes [data-mark='5']")];
  if (!wrong.length) { byId("where").textContent = "Nothing is missing, surplus or invented."; return; }
  current = (current + by + wrong.length + (current < 0 && by < 0 ? 1 : 0)) % wrong.length;
  wrong[current].focus();
  wrong[current].scrollIntoView({ block: "nearest" });
}

function say(event) {
  const found = event.target.closest("[data-mark]");
  if (found) byId("where").textContent = `Line ${found.dataset.line}, “${found.textContent}” is ${found.title}`;
}

function load() {
  state = readState();
  taskIdx = Math.max(0, report.data.tasks.findIndex(task => task.id === state.task));
  const script = element("script", { src: `data/task-${taskIdx}.js` });
  script.addEventListener("load", () => { script.remove(); draw(); });
  script.addEventListener("error", () => { byId("subtitle").textContent = `data/task-${taskIdx}.js cannot be read`; });
  document.head.append(script);
}

function begin() {
  const names = report.data.slicers.map(slicer => slicer.name);
  byId("slicer").replaceChildren(...names.map(name => element("option", { value: name }, name)));
  options(byId("beside"), names, "–");
  for (const name of ["slicer", "beside"]) byId(name).addEventListener("input", event => {
    state = { ...state, task: report.data.tasks[taskIdx].id, [name]: event.target.value };
    writeState(state);
    draw();
  });
  for (const name of ["program", "gold", "answer"]) byId(`show-${name}`).addEventListener("input", draw);
  byId("choice").addEventListener("submit", event => event.preventDefault());
  byId("panes").addEventListener("mouseover", say);
  byId("panes").addEventListener("focusin", say);
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
    if (event.key === "n" || event.key === "p") step(event.key === "n" ? 1 : -1);
    if (event.key === "j" || event.key === "k") location.href = byId(event.key === "j" ? "next" : "previous").href;
  });
  addEventListener("hashchange", () => location.hash === "#main" || load());
  load();
  footer();
}

begin();
