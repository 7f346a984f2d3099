// Source text on the screen: lines of tokens with what became of their nodes, and stepping from one to the next.
"use strict";

// In the order of the data. The sign in the margin is that of `explain`.
const MARKS = ["kept", "missing", "surplus", "residue", "rewritten", "invented", "neither"];
const SIGNS = ["=", "-", "+", ".", "~", "!", " "];
const [KEPT, MISSING, SURPLUS, , , INVENTED, NEITHER] = MARKS.keys();
const PROGRAM_WORST_FIRST = [MISSING, SURPLUS];

// A token of the data is an array: text, nodes of the program, their kinds, node around, and in an answer its mark.
function token(piece) {
  if (typeof piece === "string") return { text: piece, nodes: [], kinds: [], around: null, mark: null, isPlain: true };
  const [text, nodes, kinds, around, mark = null] = piece;
  return { text, nodes, kinds, around, mark, isPlain: false };
}

// Lines of the tokens of a file; a token that spans lines is in each of them.
function toLines(pieces) {
  const found = [{ number: 1, tokens: [] }];
  for (const piece of pieces.map(token)) {
    piece.text.split("\n").forEach((text, idx) => {
      if (idx) found.push({ number: found.length + 1, tokens: [] });
      if (text) found[found.length - 1].tokens.push({ ...piece, text });
    });
  }
  while (found.length && !found[found.length - 1].tokens.length) found.pop();
  return found;
}

// Of nodes that share a token and became different things the worst is shown; where none is wrong, what became of the
// innermost: a clause that was kept does not paint a literal that is gone.
function worst(found, of, order) {
  const marks = found.nodes.map(of);
  const wrong = order.find(mark => marks.includes(mark)), mark = wrong === undefined ? of(Math.max(...found.nodes)) : wrong;
  return { ...found, mark: found.nodes.length ? mark : null, kinds: found.kinds.filter((_, idx) => marks[idx] === mark) };
}

// What became of the nodes of a program by the sets of an answer.
function programMark(answer) {
  const [gold, kept] = [nodeSet(answer.gold), nodeSet(answer.kept)];
  return node => gold.has(node) ? (kept.has(node) ? KEPT : MISSING) : kept.has(node) ? SURPLUS : NEITHER;
}

// Where each node of a program is: node to text, kind, file and line.
function placesOf(program) {
  const places = new Map();
  program.forEach(({ path, pieces }) => toLines(pieces).forEach(({ number, tokens }) => tokens.forEach(found =>
    found.nodes.forEach((node, idx) => places.has(node) || places.set(node, { node, text: found.text, kind: found.kinds[idx], path, line: number })))));
  return places;
}

// One line on the screen. `look` gives class, sign for the margin, and sign in the text of a token, or null.
function codeRow(line, look, isCriterion) {
  if (!line) return element("span", { class: "row filler", "aria-hidden": "true" }, "\n");
  const signs = new Set();
  let last = null;
  const spans = line.tokens.map(found => {
    const seen = found.isPlain ? null : look(found);
    if (!seen) return found.text;
    if (seen.sign.trim()) signs.add(seen.sign);
    const isFirst = seen.name !== last;
    last = seen.name;
    const made = element("span", { class: `m ${seen.name}`, "data-mark": seen.name, "data-sign": isFirst ? seen.inline : null, tabindex: seen.isWrong ? "-1" : null }, found.text);
    made.found = { ...found, line: line.number };
    return made;
  });
  const margin = `${isCriterion ? ">" : " "}${String(line.number).padStart(3)} ${(signs.size > 1 ? "*" : [...signs][0] || " ").padEnd(2)}`;
  return element("span", { class: `row${isCriterion ? " criterion" : ""}` }, element("span", { class: "number", "aria-hidden": "true" }, margin), spans, "\n");
}

// `isCriterion` tells the lines of the criterion.
function codeBlock(label, lines, look, isCriterion, group) {
  return element("pre", { class: "code", tabindex: "0", role: "region", "aria-label": label, "data-group": group },
    lines.map(line => codeRow(line, look, line && isCriterion(line))));
}

// Lines that have one of these nodes.
function hasNode(nodes) {
  const wanted = new Set(nodes);
  return line => line.tokens.some(found => found.nodes.some(node => wanted.has(node)));
}

// How a token with one of the MARKS looks.
function lookOfMark({ mark }) {
  return mark === null ? null : { name: MARKS[mark], sign: SIGNS[mark], isWrong: [MISSING, SURPLUS, INVENTED].includes(mark) };
}

// Goes to the next or previous of the tokens; `says` tells which one of how many it is.
const stepping = { current: null };
function step(by, all, none, says = (at, n) => `${at + 1} of ${n}: `) {
  if (!all.length) { byId("where").textContent = none; return; }
  const at = all.indexOf(stepping.current);
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
  stepping.current = all[next];
  stepping.said = says(next, all.length);
  stepping.current.focus({ preventScroll: true });
  stepping.current.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function shownAt(selector) { return [...document.querySelectorAll(selector)].filter(found => found.offsetParent !== null); }

// Says what a token is when it is pointed at, touched, or stepped to.
function sayOn(place, explain) {
  const say = event => {
    const found = event.target.closest("[data-mark]");
    if (!found) return;
    const said = explain(found);
    found.title = said;
    byId("where").textContent = `${event.type === "focusin" && found === stepping.current ? stepping.said : ""}${said}`;
  };
  for (const type of ["mouseover", "focusin", "click"]) place.addEventListener(type, say);
}
