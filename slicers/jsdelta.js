// The predicate of JS Delta: whether the executable that is named last ends with 0 for a candidate.
"use strict";

const { spawnSync } = require("node:child_process");

exports.test = candidate => spawnSync(process.argv[process.argv.length - 1], [candidate]).status === 0;
