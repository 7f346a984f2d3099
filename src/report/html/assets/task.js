// One task: program, gold slice and answer beside each other, every node with what became of it.
"use strict";

const PANES = ["program", "gold", "answer"];
let state = {};
let taskIdx = 0;
const contexts = new Map();

function contextOf(slicerIdx) {
  const answer = report.loaded.answers[slicerIdx];
  return { slicer: report.data.slicers[slicerIdx].name, task: report.data.tasks[taskIdx], gold: nodeSet(answer.gold), kept: nodeSet(answer.kept), reasons: answer.reasons.map(([nodes, why]) => [nodeSet(nodes), why]),
    places: placesOf(report.loaded.programs[answer.program]) };
}

// The three texts of a file, line by line beside each other: pairs of a line of the program and one of the answer.
function blocks(file, answerFile, context, answer, group) {
  const mark = programMark(answer);
  const programLines = toLines(file.pieces).map(line => ({ ...line, tokens: line.tokens.map(found => found.isPlain ? found : worst(found, mark, PROGRAM_WORST_FIRST)) }));
  const rows = align(programLines, answerFile ? toLines(answerFile.pieces) : []);
  const goldLine = line => line && line.tokens.some(found => found.mark === KEPT || found.mark === MISSING)
    ? { ...line, tokens: line.tokens.map(found => found.mark === SURPLUS ? { ...found, mark: NEITHER } : found) } : null;
  const block = (title, lines) => codeBlock(`${title}, ${file.path}`, lines, lookOfMark, hasNode(answer.criterion), group);
  return {
    program: block("Program", rows.map(([line]) => line)),
    gold: block("Gold slice", rows.map(([line]) => goldLine(line))),
    answer: answerFile ? block(`Answer of ${context.slicer}`, rows.map(([, line]) => line)) : null,
  };
}

// The gold slice as it is in the suite, to be taken away.
function goldText(answer) {
  const texts = answer.gold_text.map(({ path, text }) => (answer.gold_text.length > 1 ? `${path}\n\n${text}` : text));
  const whole = texts.join("\n");
  if (!whole) return [];
  const said = element("span", { role: "status", class: "faint" });
  const area = element("textarea", { readonly: true, rows: "12", "aria-label": "Text of the gold slice", spellcheck: "false" });
  area.value = whole;
  const copy = async () => {
    area.parentElement.open = true;
    area.select();
    // Pages from a disk may have no clipboard: the text is selected then.
    const isCopied = navigator.clipboard ? await navigator.clipboard.writeText(whole).then(() => true, () => false) : false;
    said.textContent = isCopied ? " copied" : " selected: Ctrl-C copies it";
  };
  return [element("details", { class: "gold-text" }, element("summary", {}, "Whole text of the gold slice"), area), element("p", {}, element("button", { type: "button", onclick: copy }, "Copy the gold slice"), said)];
}

function panesOf(slicerIdx) {
  const name = report.data.slicers[slicerIdx].name, answer = report.loaded.answers[slicerIdx];
  const pane = (kind, title, children) => element("section", { class: `pane ${kind}`, "data-slicer": slicerIdx }, element("h2", {}, title), children);
  if (!answer) return [pane("program", name, element("p", { class: "faint" }, "This run does not have the task."))];
  const context = contextOf(slicerIdx), files = report.loaded.programs[answer.program];
  contexts.set(String(slicerIdx), context);
  const found = files.map((file, idx) => blocks(file, fileOf(answer.answer, files, idx), context, answer, `${slicerIdx}:${idx}`));
  const others = answer.answer.filter(file => !files.some((_, idx) => fileOf(answer.answer, files, idx) === file))
    .map(file => [element("h3", {}, file.path), codeBlock(`Answer of ${name}, ${file.path}`, toLines(file.pieces), lookOfMark, hasNode(answer.criterion), null)]);
  const texts = kind => files.map((file, idx) => found[idx][kind] && [files.length > 1 ? element("h3", {}, file.path) : null, found[idx][kind]]).filter(Boolean).flat();
  const isShown = kind => byId(`show-${kind}`).checked;
  const answerTexts = [...texts("answer"), ...others.flat()];
  const form = answer.normalised ? "Normal form of the program" : "Program", goldForm = answer.normalised ? "Normal form of gold" : "Gold slice";
  // An answer of places has no text: what it keeps is painted in the program.
  const isPlaces = !answerTexts.length && isAnswered(slicerIdx, taskIdx);
  return [
    isShown("program") || isPlaces ? pane("program", `${form}, by the answer of ${name}`, texts("program")) : null,
    isShown("gold") ? pane("gold", `${goldForm}, by what ${name} kept`, context.gold.size ? [...texts("gold"), ...goldText(answer)] : element("p", { class: "faint" }, "The gold slice is empty.")) : null,
    isShown("answer") && !isPlaces ? pane("answer", `Answer of ${name}`, answerTexts.length ? answerTexts : element("p", { class: "faint" }, "There is no answer.")) : null,
  ].filter(Boolean);
}

function fact(name, ...children) { return [element("dt", {}, name), element("dd", {}, children)]; }

function facts(slicerIdx) {
  const task = report.data.tasks[taskIdx], row = report.data.slicers[slicerIdx].rows[taskIdx], answer = report.loaded.answers[slicerIdx];
  const all = [
    fact("criterion", `${task.file}:${task.line}, ${task.variable === null ? "all statements that begin there" : `variable ${task.variable}, occurrence ${task.occurrence}`}, ${task.kind} slice`),
    fact("gold", `${task.evidence}, ${row ? cell(row, "gold_nodes") : task.gold_nodes} of ${row ? cell(row, "nodes") : task.nodes} nodes${answer && answer.gold_idx ? `, alternative ${answer.gold_idx}` : ""}`),
  ];
  if (task.labels.length) all.push(fact("labels", task.labels.join(", ")));
  if (task.contested) all.push(fact("contested", `${task.contested} (in no total)`));
  if (row) {
    const [status, reason] = [cell(row, "status"), cell(row, "reason")];
    all.push(fact("verdict", `${cell(row, "verdict")}${status === "answered" ? "" : ` (${status}${reason ? `: ${reason}` : ""})`}, ${seconds(cell(row, "wall_s"))}`));
    if (cell(row, "f1") !== null) all.push(fact("grade", `recall ${numberOf(cell(row, "recall"))}, precision ${numberOf(cell(row, "precision"))}, F1 ${numberOf(cell(row, "f1"))}` +
      (cell(row, "f1_min") < cell(row, "f1_max") ? ` (between ${numberOf(cell(row, "f1_min"))} and ${numberOf(cell(row, "f1_max"))}: the answer fits in several ways)` : "") +
      `, excess ${numberOf(cell(row, "excess"), 2)}`));
  }
  if (answer && !answer.answer.length && isAnswered(slicerIdx, taskIdx)) all.push(fact("answer", "places of the program, painted in it; no text of its own"));
  if (row && cell(row, "parses") === false) all.push(fact("parses", "no"));
  if (answer && answer.behaved) all.push(fact("behaviour", answer.behaved + (answer.gold_challenge ? " — a gold challenge: it lacks nodes of the gold slice, behaves, and is no larger" : "")));
  if (answer && answer.normalised) all.push(fact("normal form", "program and gold are shown as the slicer's normaliser prints them"));
  if (answer && answer.hint) all.push(fact("hint", answer.hint));
  return all.flat();
}

function legend(slicerIdx) {
  const row = report.data.slicers[slicerIdx].rows[taskIdx];
  return MARKS.map((name, idx) => {
    const n = row && ["kept", "missing", "surplus", "residue", "invented", "altered"].includes(name) ? ` ${cell(row, name)}` : "";
    return element("li", {}, element("span", { class: `m ${name}` }, `${SIGNS[idx]} ${name}`), n);
  });
}

function block(label, text) { return element("pre", { class: "output", tabindex: "0", role: "region", "aria-label": label }, text); }

function below(slicerIdx) {
  const answer = report.loaded.answers[slicerIdx];
  byId("commands").replaceChildren(block("Commands", answer ? answer.commands.join("\n") : "–"));
  const output = answer ? answer.output : [];
  byId("output").replaceChildren(...(output.length ? output.flatMap(({ name, text }) => [element("h3", {}, name), block(`Output, ${name}`, text)]) : [element("p", { class: "faint" }, "Nothing.")]));
}

// Without a choice the first slicer that answered: an empty page helps nobody.
function shownSlicer() {
  const chosen = indexOf(state.slicer);
  return chosen >= 0 ? chosen : Math.max(0, report.data.slicers.findIndex((_, slicer) => isAnswered(slicer, taskIdx)));
}

// The tasks before and after in the view that led here; of a task that it does not show, those around it.
function neighbours() {
  const shown = selectedBy(readAddress(state.view || "")), { tasks } = report.data;
  const among = shown.length ? shown : tasks.map((_, idx) => idx);
  const next = among.find(idx => idx > taskIdx), before = among.filter(idx => idx < taskIdx).pop();
  return [before === undefined ? among[among.length - 1] : before, next === undefined ? among[0] : next];
}

function draw() {
  const { tasks, slicers } = report.data;
  const task = tasks[taskIdx], slicerIdx = shownSlicer(), besideIdx = indexOf(state.beside);
  document.title = `${task.id}: ${slicers[slicerIdx].name}`;
  byId("title").textContent = task.id;
  byId("subtitle").textContent = task.title;
  byId("slicer").value = slicers[slicerIdx].name;
  for (const name of PANES) byId(`show-${name}`).checked = !(state.hide || "").split(",").includes(name);
  byId("beside").value = besideIdx < 0 ? "" : state.beside;
  // What was not chosen stays open, so that the next task shows a slicer that answered it.
  const chosen = indexOf(state.slicer);
  const keep = idx => taskLink(idx, chosen < 0 ? undefined : chosen, besideIdx < 0 ? undefined : besideIdx, state.view) + (state.hide ? `&hide=${encodeURIComponent(state.hide)}` : "");
  const [before, after] = neighbours();
  byId("previous").href = keep(before);
  byId("next").href = keep(after);
  byId("back").href = state.view ? `index.html#${state.view}` : "index.html";
  byId("back").textContent = state.view ? "Selected tasks" : "All tasks";
  byId("facts").replaceChildren(...facts(slicerIdx));
  byId("legend").replaceChildren(...legend(slicerIdx));
  contexts.clear();
  const panes = panesOf(slicerIdx);
  byId("panes").style.setProperty("--panes", panes.length);
  byId("panes").replaceChildren(...panes, ...(besideIdx < 0 || besideIdx === slicerIdx ? [] : panesOf(besideIdx)));
  below(slicerIdx);
  byId("where").textContent = "";
  openAtWrong();
}

// Where nodes that are missing, surplus or invented are to be seen, each once: what is missing first, then what is surplus.
function wrong() {
  const has = kind => document.querySelector(`#panes .${kind}`) !== null;
  const [missing, surplus] = has("program") ? ["program", "program"] : ["gold", "answer"];
  const found = [[missing, "missing"], [surplus, "surplus"], ["answer", "invented"]].flatMap(([pane, word]) => shownAt(`#panes .${pane} [data-mark='${word}']`));
  const seen = new Set();
  // A token of several lines is one; what another answer beside has is another.
  return found.filter(made => {
    const keys = nodesOf(made);
    const isNew = keys.some(key => !seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
}

function slicerOf(made) { return made.closest(".pane").dataset.slicer; }

// The nodes of a token that are what it is painted as; invented ones are none of the program.
function nodesOf(made) {
  const { found } = made, { gold } = contexts.get(slicerOf(made)), slicer = slicerOf(made), word = made.dataset.mark;
  if (word === "invented") return [`${slicer} invented ${found.line} ${[...made.parentElement.children].indexOf(made)}`];
  return found.nodes.filter(node => gold.has(node) === (word === "missing")).map(node => `${slicer} ${word} ${node}`);
}

// Which nodes of how many a token is, counted as the header counts.
function countedAt(at) {
  const all = wrong(), made = all[at], word = made.dataset.mark, slicer = slicerOf(made);
  const before = new Set(all.slice(0, at).filter(other => other.dataset.mark === word && slicerOf(other) === slicer).flatMap(nodesOf));
  const n = nodesOf(made).filter(key => !before.has(key)).length, row = report.data.slicers[slicer].rows[taskIdx];
  const first = before.size + 1;
  return `${word} ${n > 1 ? `${first} to ${first + n - 1}` : first} of ${cell(row, word)}: `;
}

// The page opens where somebody looks first; the page itself stays at its top.
function openAtWrong() {
  const [first] = wrong();
  stepping.current = null;
  if (!first) return;
  const block = first.closest("pre"), row = first.closest(".row");
  block.scrollTop = Math.max(0, row.offsetTop - block.offsetTop - block.clientHeight / 3);
  byId("where").textContent = `${countedAt(0)}${explain(first)}`;
}

function explain(made) {
  const pane = made.closest(".pane"), context = contexts.get(pane.dataset.slicer);
  return pane.classList.contains("answer") ? reasonInAnswer(made.found, context) : reasonInProgram(made.found, context);
}

function load() {
  const { tasks, slicers } = report.data;
  state = readState();
  const isHere = tasks.findIndex(task => task.id === state.task);
  const answered = tasks.findIndex((_, task) => slicers.some((_, slicer) => isAnswered(slicer, task)));
  taskIdx = isHere >= 0 ? isHere : Math.max(0, answered);
  loadTask(taskIdx, problem => { if (problem) byId("subtitle").textContent = problem; else draw(); });
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
  for (const name of PANES) byId(`show-${name}`).addEventListener("input", () => {
    state = { ...state, task: report.data.tasks[taskIdx].id, hide: PANES.filter(name => !byId(`show-${name}`).checked).join(",") };
    writeState(state);
    draw();
  });
  byId("choice").addEventListener("submit", event => event.preventDefault());
  sayOn(byId("panes"), explain);
  scrollTogether(byId("panes"));
  const none = "Nothing is missing, surplus or invented.";
  byId("next-node").addEventListener("click", () => step(1, wrong(), none, countedAt));
  byId("previous-node").addEventListener("click", () => step(-1, wrong(), none, countedAt));
  onKeys({ n: () => step(1, wrong(), none, countedAt), p: () => step(-1, wrong(), none, countedAt), j: () => { location.href = byId("next").href; }, k: () => { location.href = byId("previous").href; } });
  byId("skip").addEventListener("click", event => { event.preventDefault(); byId("main").focus(); });
  onPrint(() => {}, () => {});
  addEventListener("hashchange", load);
  load();
  footer();
}

begin();
