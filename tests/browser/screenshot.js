// Makes the pictures of the README, docs/report.png and docs/answer.png, from a report.
//
//   bench-slicers install frama-c
//   bench-slicers run --slicer frama-c --slicer ce-edg --slicer sdg --slicer identity --filter c
//   bench-slicers report latest:frama-c latest:ce-edg latest:sdg latest:identity --out pages
//   NODE_PATH=~/.cache/bench-slicers/tools/browser/node_modules node tests/browser/screenshot.js pages docs
"use strict";

const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const [folder, out] = process.argv.slice(2);
// An answer that lacks something and has something besides.
const TASK = new URLSearchParams({ task: "c/catalogue/s91Year", slicer: "frama-c" });
const PICTURES = [
  ["report.png", "index.html", "#table tbody tr", 1010],
  ["answer.png", `task.html#${TASK}`, "#panes .m", 760],
];

async function main() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  for (const [name, address, selector, height] of PICTURES) {
    const [file, hash] = address.split("#");
    const page = await browser.newPage({ viewport: { width: 1440, height } });
    await page.goto(`${pathToFileURL(path.join(folder, file)).href}${hash ? `#${hash}` : ""}`);
    await page.waitForSelector(selector, { state: "attached" });
    await page.waitForTimeout(500);
    await page.screenshot({ path: path.join(out, name) });
    await page.close();
  }
  await browser.close();
}

main();
