// Reprints JavaScript programs: print.mjs TOOLS IN OUT writes OUT/<printer>/<path> for each IN/<path>, or <path>.refused with the reason.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const [tools, source, target] = process.argv.slice(2);
const require = createRequire(join(tools, "package.json"));
const acorn = require("acorn");
const astring = require("astring");
const escodegen = require("escodegen");
const prettier = require("prettier");
const terser = require("terser");
const babel = { parser: require("@babel/parser"), generator: require("@babel/generator").default };

/** A tree of the script, or of the module where it is no script. */
function estree(text) {
  const parse = (sourceType) => acorn.parse(text, { ecmaVersion: "latest", sourceType, allowReturnOutsideFunction: true });
  try {
    return parse("script");
  } catch {
    return parse("module");
  }
}

const airy = { parser: "babel", semi: false, singleQuote: true, tabWidth: 4, printWidth: 40, trailingComma: "none",
  arrowParens: "avoid", quoteProps: "consistent", bracketSpacing: false, objectWrap: "collapse" };
const only_printed = { compress: false, mangle: false, format: { beautify: true, ecma: 5 } };
const unambiguous = { sourceType: "unambiguous", allowReturnOutsideFunction: true };

const printers = {
  "prettier": (text) => prettier.format(text, { parser: "babel" }),
  "prettier, other style": (text) => prettier.format(text, airy),
  "astring": (text) => astring.generate(estree(text)),
  "escodegen": (text) => escodegen.generate(estree(text)),
  "@babel-generator": (text) => babel.generator(babel.parser.parse(text, unambiguous)).code,
  "terser": async (text) => (await terser.minify(text, only_printed)).code,
};

for (const path of readdirSync(source, { recursive: true }).filter((path) => path.endsWith(".js")).sort()) {
  const text = readFileSync(join(source, path), "utf8");
  for (const [name, print] of Object.entries(printers)) {
    const out = join(target, name, path);
    mkdirSync(dirname(out), { recursive: true });
    try {
      writeFileSync(out, await print(text));
    } catch (error) {
      writeFileSync(out + ".refused", String(error.message));
    }
  }
}
