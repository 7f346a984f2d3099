// Lines of program, gold slice and answer beside each other: what is the same node stands in the same row.
"use strict";

function lineText(line) { return line.tokens.map(found => found.text).join("").trim(); }

// For each line of the answer the index of the line of the program that its first node is on, or null.
function anchors(answerLines, programLines) {
  const lineOf = new Map();
  programLines.forEach((line, idx) => line.tokens.forEach(found => found.nodes.forEach(node => lineOf.has(node) || lineOf.set(node, idx))));
  let last = -1;
  return answerLines.map(line => {
    const node = line.tokens.flatMap(found => found.nodes).find(node => lineOf.has(node));
    const found = node === undefined ? null : lineOf.get(node);
    // Order is kept by all answers that are slices; what breaks it follows the line before.
    if (found === null || found <= last) return null;
    last = found;
    return found;
  });
}

// Lines between two anchors have no node: brackets, blank lines, placeholders. As many as in the program are its lines; else
// the same text is the same line.
function alignGap(programLines, answerLines) {
  if (programLines.length === answerLines.length) return programLines.map((line, idx) => [line, answerLines[idx]]);
  const rows = [];
  let next = 0;
  for (const line of answerLines) {
    const text = lineText(line);
    const same = programLines.findIndex((other, idx) => idx >= next && lineText(other) === text && (text !== "" || idx === next));
    if (same < 0) { rows.push([null, line]); continue; }
    for (; next < same; next += 1) rows.push([programLines[next], null]);
    rows.push([programLines[next], line]);
    next += 1;
  }
  for (const line of programLines.slice(next)) rows.push([line, null]);
  return rows;
}

// Rows as pairs of a line of the program and one of the answer; either may be null.
function align(programLines, answerLines) {
  if (!answerLines.length) return programLines.map(line => [line, null]);
  const rows = [];
  let [fromProgram, fromAnswer] = [0, 0];
  const gap = (toProgram, toAnswer) => rows.push(...alignGap(programLines.slice(fromProgram, toProgram), answerLines.slice(fromAnswer, toAnswer)));
  anchors(answerLines, programLines).forEach((at, idx) => {
    if (at === null) return;
    gap(at, idx);
    rows.push([programLines[at], answerLines[idx]]);
    [fromProgram, fromAnswer] = [at + 1, idx + 1];
  });
  gap(programLines.length, answerLines.length);
  return rows;
}

// The file of an answer that belongs to one of the program: the one with its name, or the only one.
function fileOf(answerFiles, programFiles, idx) {
  const same = answerFiles.find(file => file.path === programFiles[idx].path);
  return same || (answerFiles.length === 1 && programFiles.length === 1 ? answerFiles[0] : null);
}

// Blocks of a group are scrolled together, as long as they stand beside each other.
function scrollTogether(place) {
  place.addEventListener("scroll", event => {
    const block = event.target;
    if (!block.dataset || !block.dataset.group || block.isFollowing) { if (block.dataset) block.isFollowing = false; return; }
    const top = block.getBoundingClientRect().top;
    for (const other of place.querySelectorAll("pre[data-group]")) {
      if (other === block || other.dataset.group !== block.dataset.group || other.scrollTop === block.scrollTop && other.scrollLeft === block.scrollLeft) continue;
      if (Math.abs(other.getBoundingClientRect().top - top) > 80) continue;
      other.isFollowing = true;
      other.scrollTop = block.scrollTop;
      other.scrollLeft = block.scrollLeft;
    }
  }, true);
}
