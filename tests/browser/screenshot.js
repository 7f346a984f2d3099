// Makes the picture of the README, docs/report.png, from a report.
//
//   for slicer in sdg ce-edg identity random; do bench-slicers run --slicer $slicer; done
//   bench-slicers report latest:sdg latest:ce-edg latest:identity latest:random --out pages
//   NODE_PATH=~/.cache/bench-slicers/tools/browser/node_modules node tests/browser/screenshot.js pages docs/report.png
"use strict";

const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const [folder, out] = process.argv.slice(2);

async function main() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage({ viewport: { width: 1200, height: 1300 } });
  await page.goto(pathToFileURL(path.join(folder, "index.html")).href);
  await page.waitForSelector("#table tbody tr");
  await page.screenshot({ path: out });
  await browser.close();
}

main();
