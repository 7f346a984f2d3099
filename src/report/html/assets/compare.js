// Two slicers, or two runs: what changed task by task, as `compare` says, and where in the program.
"use strict";

// Of nodes that share a token the worst is shown. Came and went are told by + and -, better and worse by the arrow.
const STATES = [
  { name: "gold-lost", said: "gold lost", inline: "▼−", help: "went, and gold needs it: worse" },
  { name: "surplus-gained", said: "surplus gained", inline: "▼+", help: "came, and gold does without it: worse" },
  { name: "gold-gained", said: "gold gained", inline: "▲+", help: "came, and gold needs it: better" },
  { name: "surplus-lost", said: "surplus lost", inline: "▲−", help: "went, and gold does without it: better" },
  { name: "missing-both", said: "missing in both", inline: "=−", help: "gold needs it, and neither has it" },
  { name: "surplus-both", said: "surplus in both", inline: "=+", help: "gold does without it, and both have it" },
  { name: "kept-both", said: "kept in both", inline: null, help: "in gold and in both" },
  { name: "neither", said: "in none", inline: null, help: "neither in gold nor in an answer" },
];
const [GOLD_LOST, SURPLUS_GAINED, GOLD_GAINED, SURPLUS_LOST, MISSING_BOTH, SURPLUS_BOTH, KEPT_BOTH, NONE] = STATES.keys();
const N_CHANGES = 4;
const CHANGE_SIGNS = { regressed: "▼", changed: "◆", improved: "▲", same: "=", incomparable: "≠", appeared: "+", disappeared: "−" };
const USUAL = ["regressed", "changed", "improved"];
const PAGE = 300;
let state = {};
let nShown = PAGE;
let context = null;

function pairOf() {
  const n = report.data.slicers.length;
  const base = Math.max(indexOf(state.first), 0);
  const current = indexOf(state.second);
  return { base, current: current >= 0 && current !== base ? current : (base + 1) % n };
}

// The word for what became of each task, by the rules of the program; null of tasks that neither has.
function changesOf({ base, current }) {
  const { words, changes } = report.changes;
  return [...changes[`${base}:${current}`]].map(letter => words[letter] || null);
}

// Numbers of nodes: gold lost, gold gained, surplus gained, surplus lost.
function nodesOf({ base, current }, taskIdx) {
  if (base < current) return report.changes.nodes[`${base}:${current}`][taskIdx] || [0, 0, 0, 0];
  const [goldLost, goldGained, surplusGained, surplusLost] = report.changes.nodes[`${current}:${base}`][taskIdx] || [0, 0, 0, 0];
  return [goldGained, goldLost, surplusLost, surplusGained];
}

function f1Of(slicerIdx, taskIdx) { return cell(report.data.slicers[slicerIdx].rows[taskIdx], "f1"); }

function endOf(slicerIdx, taskIdx) {
  const row = report.data.slicers[slicerIdx].rows[taskIdx];
  if (!row) return "not asked";
  const reason = cell(row, "reason");
  return isAnswered(slicerIdx, taskIdx) ? cell(row, "verdict") : `${cell(row, "status")}${reason ? `: ${reason}` : ""}`;
}

function wanted() { return state.show === undefined ? null : state.show.split(",").filter(Boolean); }

// The worst first, in the order of `compare`; what is the same comes last, by task.
function listedTasks(pair, changes, shown) {
  const text = (state.text || "").toLowerCase(), ranked = report.changes.order[`${pair.base}:${pair.current}`], known = new Set(ranked);
  const order = [...ranked, ...[...changes.keys()].filter(idx => !known.has(idx))];
  return order.filter(idx => shown.includes(changes[idx]) && report.data.tasks[idx].id.toLowerCase().includes(text));
}

function change(by) {
  Object.assign(state, by);
  writeState(state);
  draw();
}

function filterButtons(changes, shown) {
  return Object.values(report.changes.words).map(word => {
    const n = changes.filter(found => found === word).length, isOn = n > 0 && shown.includes(word);
    const press = () => change({ show: (isOn ? shown.filter(other => other !== word) : [...shown, word]).join(",") || "none" });
    return element("button", { type: "button", class: `change ${word}`, "data-change": word, "data-key": word, "aria-pressed": String(isOn), disabled: !n, onclick: press },
      element("span", { "aria-hidden": "true" }, `${CHANGE_SIGNS[word]} `), `${word} `, element("strong", {}, n));
  });
}

function wentAndCame(nLost, nGained) { return [nLost ? `−${nLost}` : "", nGained ? `+${nGained}` : ""].filter(Boolean).join(" ") || "·"; }

function taskList(pair, changes, order, chosen) {
  const rows = order.slice(0, nShown).map(idx => {
    const word = changes[idx], link = new URLSearchParams({ ...state, task: report.data.tasks[idx].id });
    const gain = f1Of(pair.current, idx) === null || f1Of(pair.base, idx) === null ? null : f1Of(pair.current, idx) - f1Of(pair.base, idx);
    return element("tr", { class: idx === chosen ? "chosen" : "", "data-task": idx },
      element("th", { scope: "row" }, element("span", { class: `change ${word}`, title: word }, `${CHANGE_SIGNS[word]} `, element("span", { class: "hidden" }, `${word}: `)),
        element("a", { href: `#${link}`, "data-key": idx, "aria-current": idx === chosen ? "true" : null }, idText(report.data.tasks[idx].id))),
      [[0, 1], [3, 2]].map(([lost, gained]) => element("td", { class: "number" }, wentAndCame(nodesOf(pair, idx)[lost], nodesOf(pair, idx)[gained]))),
      element("td", { class: "number" }, gain === null ? "–" : `${gain > 0 ? "+" : gain < 0 ? "−" : ""}${numberOf(Math.abs(gain), 2)}`));
  });
  const heads = ["task", "gold", "surplus", "F1"];
  const n = order.length > nShown ? `${nShown} of ${count(order.length, "task")}` : count(order.length, "task");
  return scrolling("What changed", element("table", {}, caption(`${n}, the worst change first; nodes that went (−) and came (+).`),
    element("thead", {}, element("tr", {}, heads.map((head, idx) => element("th", { scope: "col", class: idx ? "number" : "" }, head)))), element("tbody", {}, rows)), "list");
}

// What became of a node from one answer to the other.
function stateOf(base, current, gold) {
  return node => {
    const [was, is] = [base.has(node), current.has(node)];
    if (gold.has(node)) return was ? (is ? KEPT_BOTH : GOLD_LOST) : is ? GOLD_GAINED : MISSING_BOTH;
    return was ? (is ? SURPLUS_BOTH : SURPLUS_LOST) : is ? SURPLUS_GAINED : NONE;
  };
}

function lookOfState({ mark }) {
  const { name, inline } = STATES[mark];
  return { name, sign: inline || " ", inline, isWrong: mark < N_CHANGES };
}

function explainChange(made) {
  const { found } = made, { help, said } = STATES[found.mark], { base, current, task } = context;
  const has = { [GOLD_LOST]: `${base} has it, ${current} does not`, [SURPLUS_LOST]: `${base} has it, ${current} does not`, [GOLD_GAINED]: `${current} has it, ${base} does not`,
    [SURPLUS_GAINED]: `${current} has it, ${base} does not`, [MISSING_BOTH]: `neither ${base} nor ${current} has it`, [NONE]: `neither ${base} nor ${current} has it` }[found.mark] || `both ${base} and ${current} have it`;
  const place = context.places.get(found.around);
  return `Line ${found.line}, ${quoted(found.text)} (${inWords(found.kinds)}): ${said}; ${has}${found.mark < KEPT_BOTH ? `; gold ${context.gold.has(found.nodes[0]) ? "needs" : "does without"} it for ${observed(task)} on line ${task.line}` : ""}. In short: ${help}.${place ? ` It is in ${named(place)}.` : ""}`;
}

// The program once, with both answers in it; without two answers on the same program, what there is of each.
function programOf(pair, taskIdx) {
  const [base, current] = [report.loaded.answers[pair.base], report.loaded.answers[pair.current]];
  if (!base || !current || !isAnswered(pair.base, taskIdx) || !isAnswered(pair.current, taskIdx) || base.program !== current.program) return null;
  const task = report.data.tasks[taskIdx], files = report.loaded.programs[base.program];
  // Graded against different minimal slices, what either of these has is gold.
  const gold = new Set([...nodeSet(base.gold), ...nodeSet(current.gold)]);
  const of = stateOf(nodeSet(base.kept), nodeSet(current.kept), gold);
  context = { base: report.data.slicers[pair.base].name, current: report.data.slicers[pair.current].name, task, gold, places: placesOf(files), of };
  const blocks = files.map(file => {
    const lines = toLines(file.pieces).map(line => ({ ...line, tokens: line.tokens.map(found => found.isPlain ? found : worst(found, of, [...STATES.keys()].slice(0, KEPT_BOTH))) }));
    return [files.length > 1 ? element("h3", {}, file.path) : null, codeBlock(`Program, ${file.path}`, lines, lookOfState, hasNode(base.criterion), null)];
  });
  return blocks.flat().filter(Boolean);
}

function stateLegend(counts) {
  return STATES.map(({ name, said, inline, help }, idx) => element("li", { title: help }, element("span", { class: `m ${name}`, "data-sign": inline }, said), idx < N_CHANGES ? ` ${counts[idx]}` : ""));
}

function detail(pair, changes, taskIdx) {
  const { slicers, tasks } = report.data;
  const names = [slicers[pair.base].name, slicers[pair.current].name], word = changes[taskIdx];
  const [goldLost, goldGained, surplusGained, surplusLost] = nodesOf(pair, taskIdx);
  const obstacle = report.changes.obstacles[`${pair.base}:${pair.current}`][taskIdx];
  const blocks = programOf(pair, taskIdx);
  const open = idx => element("a", { href: taskLink(taskIdx, idx) }, slicers[idx].name);
  byId("detail").replaceChildren(
    element("h2", {}, tasks[taskIdx].id),
    element("p", {}, element("strong", { class: `change ${word}` }, `${CHANGE_SIGNS[word]} ${word}`), ` from ${names[0]} (${endOf(pair.base, taskIdx)}, F1 ${numberOf(f1Of(pair.base, taskIdx))}) to ${names[1]} (${endOf(pair.current, taskIdx)}, F1 ${numberOf(f1Of(pair.current, taskIdx))}).`),
    obstacle ? element("p", {}, `No pair: ${obstacle}.`) : "",
    element("p", {}, "Answers: ", open(pair.base), ", ", open(pair.current), ", ", element("a", { href: taskLink(taskIdx, pair.base, pair.current) }, "side by side")),
    blocks ? element("ul", { class: "legend", "aria-label": "Marks" }, stateLegend([goldLost, surplusGained, goldGained, surplusLost])) : "",
    ...(blocks || [element("p", { class: "note" }, "There are no two answers on the same program to lay over each other: open those that there are.")]));
  byId("where").textContent = "";
}

// The list stays where it was, unless the chosen task is not to be seen; the page itself does not move.
function drawList(list) {
  const before = byId("table").querySelector(".scroll"), top = before ? before.scrollTop : 0;
  replace(byId("table"), list);
  list.scrollTop = top;
  const row = list.querySelector("tr.chosen");
  if (row && (row.offsetTop < list.scrollTop + list.querySelector("thead").offsetHeight || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight)) list.scrollTop = row.offsetTop - list.clientHeight / 2;
}

function draw() {
  const { slicers, tasks } = report.data;
  const pair = pairOf(), changes = changesOf(pair);
  byId("first").value = slicers[pair.base].name;
  byId("second").value = slicers[pair.current].name;
  byId("text").value = state.text || "";
  drawAverages(pair);
  byId("summary").textContent = report.changes.summaries[`${pair.base}:${pair.current}`];
  const usual = USUAL.filter(word => changes.includes(word));
  const shown = wanted() || (usual.length ? USUAL : Object.values(report.changes.words));
  replace(byId("filters"), ...filterButtons(changes, shown));
  const order = listedTasks(pair, changes, shown);
  const named = tasks.findIndex((task, idx) => task.id === state.task && changes[idx]);
  const chosen = named >= 0 ? named : order.length ? order[0] : -1;
  drawList(taskList(pair, changes, order, chosen));
  byId("more").hidden = order.length <= nShown;
  byId("more").textContent = `Show all ${order.length} tasks`;
  report.order = order;
  report.chosen = chosen;
  if (chosen < 0) { byId("detail").replaceChildren(element("p", { class: "note" }, "No task is listed.")); return; }
  loadTask(chosen, problem => {
    // Keys can be faster than a disk: the last one counts.
    if (report.chosen !== chosen) return;
    if (problem) byId("detail").replaceChildren(element("p", {}, problem)); else detail(pair, changes, chosen);
    // Where the list is above, whoever chose from it wants to see what was chosen.
    if (report.isPicked && byId("detail").getBoundingClientRect().top > innerHeight * 0.6) byId("detail").scrollIntoView();
    report.isPicked = false;
  });
}

function goTask(by) {
  const { order, chosen } = report;
  if (!order.length) return;
  const at = order.indexOf(chosen);
  change({ task: report.data.tasks[order[at < 0 ? 0 : (at + by + order.length) % order.length]].id });
}

function begin() {
  const { slicers } = report.data;
  drawBaselines();
  if (slicers.length < 2) {
    byId("detail").textContent = report.changes.baselines.length ? "Its tasks are on the overview." : "There is one run only, and nothing to compare it with.";
    for (const name of ["choice", "keys", "steps", "averages-of"]) byId(name).hidden = true;
    footer();
    return;
  }
  for (const name of ["first", "second"]) {
    byId(name).replaceChildren(...slicers.map(slicer => element("option", { value: slicer.name }, slicer.name)));
    byId(name).addEventListener("input", () => change({ first: byId("first").value, second: byId("second").value }));
  }
  byId("swap").addEventListener("click", () => change({ first: byId("second").value, second: byId("first").value }));
  byId("text").addEventListener("input", event => change({ text: event.target.value }));
  byId("table").addEventListener("click", event => { report.isPicked = event.target.closest("a") !== null; });
  byId("more").addEventListener("click", () => { nShown = Infinity; draw(); });
  byId("choice").addEventListener("submit", event => event.preventDefault());
  sayOn(byId("detail"), explainChange);
  const changed = STATES.slice(0, N_CHANGES).map(({ name }) => `#detail pre [data-mark='${name}']`).join(", ");
  const none = "No node came or went.";
  byId("next-node").addEventListener("click", () => step(1, shownAt(changed), none));
  byId("previous-node").addEventListener("click", () => step(-1, shownAt(changed), none));
  onKeys({ n: () => step(1, shownAt(changed), none), p: () => step(-1, shownAt(changed), none), j: () => goTask(1), k: () => goTask(-1) });
  onPrint(() => { nShown = Infinity; draw(); }, () => { nShown = PAGE; draw(); });
  addEventListener("hashchange", () => { state = readState(); draw(); });
  state = readState();
  draw();
  footer();
}

begin();
