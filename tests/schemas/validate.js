// Validates documents against the schemas that others wrote for them.
//
//   node validate.js CRATES KIND=FILE...
//
// KIND is `sarif` (OASIS, SARIF 2.1.0), `junit` (Jenkins) or `junit-ant` (Ant's tasks). CRATES is the folder of the crates that carry the
// schemas. Needs ajv, ajv-formats and xmllint-wasm in NODE_PATH. Prints a line per document, `valid: FILE` or `refused: FILE: why`; the exit code is
// 2 when a document could not be looked at.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const Ajv = require("ajv");
const addFormats = require("ajv-formats");
const { validateXML } = require("xmllint-wasm");

const [crates, ...documents] = process.argv.slice(2);
const text = (...parts) => fs.readFileSync(path.join(...parts), "utf8");

function sarifProblems() {
  // Patterns of the schema escape characters that strict ones must not; formats such as `uri-reference` are checked.
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
  addFormats(ajv);
  const validate = ajv.compile(JSON.parse(text(crates, "serde-sarif", "src", "schema.json")));
  return async file => {
    validate(JSON.parse(text(file)));
    return (validate.errors ?? []).map(error => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
  };
}

function xmlProblems(schema) {
  const schemaText = text(crates, "junit-report", "tests", schema);
  return async file => {
    const result = await validateXML({ xml: [{ fileName: path.basename(file), contents: text(file) }], schema: [schemaText] });
    return result.valid ? [] : result.errors.map(error => error.rawMessage);
  };
}

async function main() {
  const kinds = { "sarif": sarifProblems(), "junit": xmlProblems("JUnit.xsd"), "junit-ant": xmlProblems("JUnit-alternative.xsd") };
  for (const document of documents) {
    const [kind, file] = [document.slice(0, document.indexOf("=")), document.slice(document.indexOf("=") + 1)];
    const problems = await kinds[kind](file);
    console.log(problems.length === 0 ? `valid: ${file}` : `refused: ${file}: ${problems.slice(0, 5).join("; ").replace(/\s+/g, " ")}`);
  }
}

main().catch(error => {
  console.error(error);
  process.exit(2);
});
