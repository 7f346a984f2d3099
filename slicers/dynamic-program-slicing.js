// Runs DynamicProgramSlicing on one execution of a program, which it gives neither arguments nor standard input itself.
//
//     node dynamic-program-slicing.js TOOL FILE LINE OUTPUT INPUTS
//
// The first line of INPUTS is the execution: {"args": [...], "stdin": "..."}. What the slicer prints and its exit code are handed on;
// a syntax error is found before, since the slicer's parsers do not tell one from JavaScript that they do not know. What they do not know is
// named, where the place of the error tells.
"use strict";

const childProcess = require("node:child_process");
const fs = require("node:fs");
const { wrap } = require("node:module");
const path = require("node:path");
const vm = require("node:vm");

const [tool, file, line, output, inputs] = process.argv.slice(2);
const execution = JSON.parse(fs.readFileSync(inputs, "utf-8").split("\n")[0]);
const text = fs.readFileSync(file, "utf-8");

try {
  new vm.Script(wrap(text.replace(/^#!.*/, "")));
} catch (error) {
  console.error(`parse error: ${error.message}`);
  process.exit(4);
}

// What stands where the parser stops.
const CONSTRUCTS = [[/(?<=\blet\s+)/y, "let"], [/=>/y, "arrow function"], [/\.{3}/y, "spread"], [/of\b/y, "for of"]];

process.on("uncaughtException", error => {
  console.error(error);
  const known = error instanceof SyntaxError && CONSTRUCTS.find(([pattern]) => {
    pattern.lastIndex = error.pos;
    return pattern.test(text);
  });
  if (known) console.error(`unsupported: ${known[1]}`);
  process.exit(1);
});

// The program runs in a process of its own, whose last argument is the instrumented program.
const fork = childProcess.fork;
childProcess.fork = (script, args, options) => {
  const child = fork(script, [...args, ...execution.args], options);
  child.stdin.on("error", () => {});
  child.stdin.end(execution.stdin);
  return child;
};

const slice = path.join(tool, "scripts", "slice.js");
process.argv = [process.argv[0], slice, "--inFile", file, "--lineNb", line, "--outFile", output];
process.chdir(path.dirname(slice));
require(slice);
