// Which tasks a view of the overview shows: here by its state, on other pages by the view that a link brought along.
"use strict";

const FILTERS = ["text", "label", "language", "slicer", "status", "verdict"];

// Whether some slicer, or the chosen one, has all of what is asked for on the task.
function isSelected(view, task, idx) {
  const text = (view.text || "").toLowerCase();
  if (text && !`${task.id} ${task.title}`.toLowerCase().includes(text)) return false;
  if (view.label && !task.labels.includes(view.label)) return false;
  if (view.language && task.language !== view.language) return false;
  if (!view.status && !view.verdict && !view.slicer) return true;
  const chosen = indexOf(view.slicer);
  return report.data.slicers.some(({ rows }, slicer) => (chosen < 0 || slicer === chosen) && rows[idx] &&
    (!view.status || cell(rows[idx], "status") === view.status) && (!view.verdict || cell(rows[idx], "verdict") === view.verdict));
}

function selectedBy(view) {
  return report.data.tasks.map((_, idx) => idx).filter(idx => isSelected(view, report.data.tasks[idx], idx));
}
