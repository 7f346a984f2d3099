// Numbers over the selected tasks, by the rules of docs/METRICS.md.
"use strict";

const STEPS = [1, 5, 10, 20];

function mean(numbers) { return numbers.length ? numbers.reduce((sum, number) => sum + number, 0) / numbers.length : null; }

// The numbers of one slicer over rows.
function totals(rows) {
  const answered = rows.filter(row => cell(row, "status") === "answered");
  const column = (rows, name) => rows.map(row => cell(row, name));
  const defined = numbers => numbers.filter(number => number !== null);
  const orZero = name => rows.map(row => cell(row, "status") === "answered" ? cell(row, name) : 0);
  const n = verdict => rows.filter(row => cell(row, "verdict") === verdict).length;
  const statuses = {};
  for (const row of rows) statuses[cell(row, "status")] = (statuses[cell(row, "status")] || 0) + 1;
  const unsupported = statuses.unsupported || 0;
  return {
    n_tasks: rows.length, answered: answered.length, exact: n("exact"), complete: n("complete"), incomplete: n("incomplete"),
    not_a_slice: n("not-a-slice") + n("wrong-criterion"), unsupported, failed: n("no-answer") - unsupported, statuses,
    answered_recall: mean(defined(column(answered, "recall"))), answered_precision: mean(defined(column(answered, "precision"))),
    answered_f1: mean(defined(column(answered, "f1"))), recall: mean(defined(orZero("recall"))), f1: mean(defined(orZero("f1"))), size: mean(defined(column(answered, "size"))),
    excess: mean(defined(column(answered, "excess"))), wall_s: column(rows, "wall_s").reduce((sum, time) => sum + time, 0),
  };
}

function sectionNames() {
  const names = [];
  for (const { sections } of report.data.slicers) for (const { name } of sections) if (!names.includes(name)) names.push(name);
  return names;
}

// Slices of different kinds are not laid beside each other: the kind with the most rows, the first by name of several.
function mainSection(selected) {
  const counts = {};
  for (const { rows } of report.data.slicers) for (const idx of selected) {
    const name = rows[idx] && cell(rows[idx], "section");
    if (name) counts[name] = (counts[name] || 0) + 1;
  }
  return Object.keys(counts).sort().reduce((most, name) => most === "" || counts[name] > counts[most] ? name : most, "");
}

// Every slicer over the same tasks: those that all answered, or all tasks, where no answer is one that keeps nothing.
function common(selected, isOverAll) {
  const { slicers, tasks } = report.data;
  const section = mainSection(selected);
  const point = (slicer, idx) => {
    const row = slicer.rows[idx];
    if (!row || cell(row, "section") !== section) return undefined;
    return cell(row, "excess") === null || cell(row, "recall") === null ? null : [cell(row, "excess"), cell(row, "recall")];
  };
  const all = selected.filter(idx => tasks[idx].gold_nodes > 0 && slicers.some(slicer => point(slicer, idx) !== undefined));
  // A task that a slicer does not support is asked all the same; one that has none of them is in another league.
  const isSupported = (slicer, idx) => point(slicer, idx) !== undefined;
  const isAsked = (slicer, idx) => isSupported(slicer, idx) || slicer.rows[idx] && !cell(slicer.rows[idx], "supported");
  const n = (slicer, isIn) => all.filter(idx => isIn(slicer, idx)).length, most = isIn => Math.max(...slicers.map(slicer => n(slicer, isIn)));
  const ofRivals = isRival => all.filter(idx => slicers.every((slicer, at) => !isRival[at] || isSupported(slicer, idx)));
  const wide = slicers.map(slicer => n(slicer, isAsked) === most(isAsked) && n(slicer, isSupported) > 0);
  const isRival = ofRivals(wide).length ? wide : slicers.map(slicer => n(slicer, isSupported) === most(isSupported));
  const asked = ofRivals(isRival);
  const answered = asked.filter(idx => slicers.every((slicer, n) => !isRival[n] || point(slicer, idx)));
  const isEvery = isOverAll || !answered.length;
  const shown = isEvery ? asked : answered;
  const points = slicers.map((slicer, n) => isRival[n] ? shown.map(idx => point(slicer, idx) || [0, 0]) : []);
  return { section, nAsked: all.length, nAnswered: answered.length, nShown: shown.length, isEvery, isRival, points, tasks: shown,
    means: points.map(meanPoint), references: references(shown.map(idx => tasks[idx])) };
}

function meanPoint(points) { return points.length ? [mean(points.map(point => point[0])), mean(points.map(point => point[1]))] : null; }

// What can be had without looking at the program, over the same tasks: curves as points of excess and recall.
function references(tasks) {
  if (!tasks.length) return [];
  const ofAll = point => meanPoint(tasks.map(({ nodes, gold_nodes: gold }) => point(nodes, gold)));
  const whole = ofAll((nodes, gold) => [nodes / gold, 1]);
  const fewer = (gold, step) => Math.max(gold - step, 0) / gold;
  return [
    { name: "a random share of the program", points: [[0, 0], whole] },
    { name: "a part of gold", points: [[0, 0], [1, 1]] },
    { name: "gold and more", points: [[1, 1], whole] },
    { name: "gold minus nodes", points: STEPS.map(step => ofAll((_, gold) => [fewer(gold, step), fewer(gold, step)])) },
    { name: "gold plus nodes", points: STEPS.map(step => ofAll((nodes, gold) => [Math.min(gold + step, Math.max(nodes, gold)) / gold, 1])) },
    { name: "criterion only", points: [ofAll((_, gold) => [1 / gold, 1 / gold])] },
    { name: "gold", points: [[1, 1]] },
    { name: "whole program", points: [whole] },
  ];
}
