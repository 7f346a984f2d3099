#!/usr/bin/env node
// Runs the backward slicer of the npm library python-program-analysis on one criterion.
//
//   node python-program-analysis.js TOOL FILE LINE [FIRST_COLUMN LAST_COLUMN]
//   node python-program-analysis.js TOOL --version
//
// TOOL is the folder that the library is installed in, with its node_modules.
// LINE is 1-based. Columns are 0-based UTF-16 units, the end exclusive; they only matter where one line holds
// several statements, because the library slices on statements, never on a variable.
//
// Prints {"lines": [...], "ranges": [{first_line, first_column, last_line, last_column}, ...]}: what the slice keeps,
// in the coordinates of FILE. Exit codes are listed below; every failure is one line on stderr, "<class>: <details>".
'use strict';

const EXIT = { ok: 0, usage: 2, missingFile: 3, parseError: 4, criterionNotFound: 5, notInstalled: 6 };
const PACKAGES = ['@msrvida/python-program-analysis', '@andrewhead/python-program-analysis'];
const fs = require('fs');
const path = require('path');

function fail(code, message) {
  process.stderr.write(message + '\n');
  process.exit(code);
}

function libraryFolder(tool) {
  const root = path.join(tool, 'node_modules');
  const found = PACKAGES.map((name) => path.join(root, name)).find((folder) => fs.existsSync(folder));
  return found || fail(EXIT.notInstalled, `not installed: no python-program-analysis in ${root}; run install-real-tools.sh`);
}

function readProgram(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    return fail(EXIT.missingFile, `missing file: ${file} (${error.code})`);
  }
}

function parseProgram(library, text) {
  try {
    return library.parse(text);
  } catch (error) {
    return fail(EXIT.parseError, 'parse error: ' + String(error.message).split('\n').map((s) => s.trim()).join(' | '));
  }
}

// A block ends, for the library, in column 0 of the next statement, or behind the last line of the file.
// Here it ends on its last line that has code.
function trimmed(location, lines) {
  let last = Math.min(location.last_line, lines.length);
  if (last > location.first_line && (location.last_column <= 0 || last < location.last_line)) {
    if (last === location.last_line) last -= 1;
    while (last > location.first_line && /^\s*(#.*)?$/.test(lines[last - 1])) last -= 1;
    return { ...position(location), last_line: last, last_column: lines[last - 1].length };
  }
  return { ...position(location), last_line: location.last_line, last_column: location.last_column };
}

function position(location) {
  return { first_line: location.first_line, first_column: location.first_column };
}

function linesOf(ranges) {
  const kept = new Set();
  for (const range of ranges) {
    for (let line = range.first_line; line <= range.last_line; line += 1) kept.add(line);
  }
  return [...kept].sort((a, b) => a - b);
}

function wholeNumber(text, least) {
  const number = Number(text);
  if (!/^[0-9]+$/.test(text) || number < least) fail(EXIT.usage, `usage: not a number from ${least} up: ${text}`);
  return number;
}

function main([tool, ...args]) {
  if (args.length === 1 && args[0] === '--version') {
    const manifest = path.join(libraryFolder(tool), 'package.json');
    process.stdout.write(JSON.parse(fs.readFileSync(manifest, 'utf8')).version + '\n');
    return;
  }
  if (args.length !== 2 && args.length !== 4) {
    fail(EXIT.usage, 'usage: python-program-analysis.js TOOL FILE LINE [FIRST_COLUMN LAST_COLUMN]');
  }
  const line = wholeNumber(args[1], 1);
  const text = readProgram(args[0]).replace(/^\uFEFF/, '');
  const lines = text.replace(/\r/g, '').replace(/\n$/, '').split('\n');
  if (line > lines.length) fail(EXIT.criterionNotFound, `criterion not found: the file has ${lines.length} lines, not ${line}`);
  const firstColumn = args.length === 4 ? wholeNumber(args[2], 0) : lines[line - 1].search(/\S|$/);
  const lastColumn = args.length === 4 ? wholeNumber(args[3], 0) : lines[line - 1].trimEnd().length;

  console.log = console.error; // the library reports unknown modules with console.log
  const library = require(libraryFolder(tool));
  // The library wants a final newline and adds it itself; one is removed here, so that the last line has its number.
  const tree = parseProgram(library, text.replace(/\r?\n$/, ''));
  const seed = { first_line: line, first_column: firstColumn, last_line: line, last_column: lastColumn };
  const locations = library.slice(tree, new library.LocationSet(seed)).items;
  if (locations.length === 0) fail(EXIT.criterionNotFound, `criterion not found: no statement the library knows on line ${line}`);
  const ranges = locations
    .map((location) => trimmed(location, lines))
    .sort((a, b) => a.first_line - b.first_line || a.first_column - b.first_column || a.last_line - b.last_line);
  process.stdout.write(JSON.stringify({ lines: linesOf(ranges), ranges }) + '\n');
}

main(process.argv.slice(2));
