// Sentences that say what a token is, what its mark means, and what it belongs to.
"use strict";

const MAX_LINES = 6;

function quoted(text) { return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`; }

// Kinds are words of the grammar, which are short.
function inWords(kinds) {
  return [...new Set(kinds)].join(", ").replaceAll("_", " ").replace(/\bvar\b/g, "variable").replace(/\bexpr\b/g, "expression");
}

function listed(lines) {
  const shown = lines.slice(0, MAX_LINES).map(String);
  if (lines.length > MAX_LINES) shown.push("others");
  return `line${lines.length > 1 ? "s" : ""} ${shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown[shown.length - 1]}` : shown[0]}`;
}

function named({ text, kind, line }) { return `${quoted(text)} (${inWords([kind])}) on line ${line}`; }

// Other lines on which the same name stands, among nodes that pass.
function alsoOn(found, places, passes) {
  if (!/^[\p{L}_][\p{L}\p{N}_@]*$/u.test(found.text)) return [];
  const lines = [...places.values()].filter(place => place.text === found.text && !found.nodes.includes(place.node) && passes(place.node)).map(place => place.line);
  return [...new Set(lines)].filter(line => line !== found.line).sort((a, b) => a - b);
}

// What the node around became, where there is one.
function around(found, places, said) {
  const place = places.get(found.around);
  return place && !found.nodes.includes(found.around) ? ` It is in ${named(place)}, which ${said(found.around)}.` : "";
}

// What is known of the node and of others with it: by which input gold needs it, by which dependences a slicer keeps it.
function known(found, reasons) {
  const reason = reasons.find(([nodes]) => found.nodes.some(node => nodes.has(node)));
  return reason ? ` Known: ${reason[1]}.` : "";
}

// `context`: slicer, task, evidence of gold, places of the program, sets gold and kept, reasons; of a token of the program.
function reasonInProgram(found, context) {
  const { slicer, task, places, gold, kept, reasons } = context;
  const value = `${observed(task)} on line ${task.line}`;
  const head = `Line ${found.line}, ${quoted(found.text)} (${inWords(found.kinds)}) is ${MARKS[found.mark]}. `;
  const became = node => gold.has(node) ? (kept.has(node) ? "was kept" : "is missing, too") : kept.has(node) ? "is surplus, too" : "neither gold nor the answer has";
  const inGold = alsoOn(found, places, node => gold.has(node));
  const again = inGold.length ? ` Gold has ${quoted(found.text)} on ${listed(inGold)}, too.` : "";
  switch (found.mark) {
    case MISSING: return `${head}Gold needs it for the values of ${value}, and the answer of ${slicer} does without it.${known(found, reasons)}${around(found, places, became)}${again}`;
    case SURPLUS: return `${head}The answer of ${slicer} keeps it, and gold does without it: ${value} has the same values when this and everything else that is surplus is deleted` +
      `${task.evidence === "proved" ? "" : `, as far as gold can be trusted (${task.evidence})`}. By itself it may be needed by other surplus code.${known(found, reasons)}${around(found, places, became)}`;
    case KEPT: return `${head}It is in gold and in the answer of ${slicer}.`;
    default: return `Line ${found.line}, ${quoted(found.text)} (${inWords(found.kinds)}) is in neither: gold and the answer of ${slicer} do without it.`;
  }
}

// Of a token of the answer.
function reasonInAnswer(found, context) {
  const { slicer, task, places } = context;
  const head = `Line ${found.line} of the answer, ${quoted(found.text)} (${inWords(found.kinds)}) is ${MARKS[found.mark]}. `;
  const origin = places.get(found.nodes[0]), parent = places.get(found.around);
  const here = origin ? ` It is ${named(origin)} of the program.` : "";
  switch (found.mark) {
    case KEPT: return `${head}It is in gold and in the answer of ${slicer}.${here}`;
    case SURPLUS: return `${head}Gold does without it: ${observed(task)} on line ${task.line} has the same values when this and everything else that is surplus is deleted.${here}`;
    case INVENTED: {
      const same = alsoOn({ ...found, line: null }, places, () => true);
      const where = parent ? `In ${named(parent)} of the program nothing is left that it could be` : "It was compared with the whole program, which has nothing that it could be";
      return `${head}${where}${same.length ? `; the same name is on ${listed(same)}, in another place or order` : ""}. With such a node the answer is not a slice.`;
    }
    default:
      if (MARKS[found.mark] === "rewritten") return `${head}It stands in the place of ${origin ? `${named(origin)} of the program` : "program code"}, with other text, and does not count.`;
      return `${head}It stands for deleted code, or the language needs something here, and does not count.`;
  }
}
