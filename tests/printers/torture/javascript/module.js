// A module.
import fs, { readFileSync as read, existsSync } from 'fs';
import * as path from "path";
import 'os';
export const one = 1, two = 2;
export default function main(n) {
  return n + one; // in a function
}
export { two as deux, path };
export * from './other.js';
export class Thing { value() { return import.meta.url; } }
export async function load(name) {
  const module = await import(`./${name}.js`);
  return module;
}
const data = existsSync(path.join('a', 'b')) ? read('x', 'utf8') : fs.readFileSync("y");
const witness = data.length + main(2);
export { witness };
