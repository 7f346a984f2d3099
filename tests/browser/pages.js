// Opens every page of a report in a real browser, as a user would: from the disk, without a network.
//
//   node pages.js REPORT HOSTILE_TASK [SCREENSHOTS]
//
// Needs chromium on PATH (or the path CHROMIUM) and playwright-core and axe-core in NODE_PATH. Prints one line per check; the exit
// code is 1 when one fails.
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const [folder, hostileTask, screenshots] = process.argv.slice(2);
const MAX_OPEN_MS = 2000;
const N_MANY = 2000;
let nFailed = 0;

function check(name, isTrue, detail = "") {
  if (!isTrue) nFailed += 1;
  console.log(`${isTrue ? "ok" : "FAILED"}: ${name}${detail === "" ? "" : ` (${detail})`}`);
}

function url(dir, file, state) {
  const hash = state ? `#${new URLSearchParams(state)}` : "";
  return pathToFileURL(path.join(dir, file)).href + hash;
}

// A page on which nothing may go wrong unnoticed.
async function watched(context) {
  const page = await context.newPage();
  page.troubles = [];
  page.on("console", message => ["error", "warning"].includes(message.type()) && page.troubles.push(message.text()));
  page.on("pageerror", error => page.troubles.push(String(error)));
  page.on("dialog", dialog => { page.troubles.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", request => /^(file|data):/.test(request.url()) || page.troubles.push(`request: ${request.url()}`));
  return page;
}

async function accessible(page, name) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { preload: false }));
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const said = grave.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(node => node.html.slice(0, 120)).join(" | ")}`);
  check(`${name}: no violation of level serious or worse`, grave.length === 0, said.join("; "));
}

async function settled(page, selector) { await page.waitForSelector(selector, { state: "attached", timeout: 20000 }); }

async function picture(page, name, isFull) {
  if (screenshots) await page.screenshot({ path: path.join(screenshots, `${name}.png`), fullPage: isFull });
}

async function overview(page) {
  await page.goto(url(folder, "index.html"));
  await settled(page, "#table tbody tr");
  await picture(page, `index-${page.look}`, false);
  await picture(page, `index-full-${page.look}`, true);
  const data = await page.evaluate(() => ({ n: report.data.tasks.length, slicers: report.data.slicers.map(slicer => slicer.name), labels: report.data.tasks[0].labels }));
  const rows = () => page.locator("#table tbody tr").count();
  check("every task has a row", await rows() === Math.min(data.n, 200), `${data.n} tasks`);
  await accessible(page, `overview, ${page.look}`);

  // The totals that the page computes are those that the program computed.
  const apart = await page.evaluate(() => {
    const close = (a, b) => a === b || Math.abs(a - b) < 1e-9;
    const wrong = [];
    for (const { name, sections, rows } of report.data.slicers) for (const section of sections) {
      const mine = totals(rows.filter(row => row && cell(row, "section") === section.name));
      const theirs = section.totals;
      const pairs = { n_tasks: theirs.n_tasks, answered: theirs.statuses.answered || 0, exact: theirs.verdicts.exact || 0,
        complete: theirs.verdicts.complete || 0, recall: theirs.all.recall.mean, precision: theirs.all.precision.mean, f1: theirs.all.f1.mean,
        answered_f1: theirs.answered.f1.mean, size: theirs.answered.size.mean, excess: theirs.answered.excess.mean, wall_s: theirs.wall_s };
      for (const [key, value] of Object.entries(pairs)) if (!close(mine[key], value)) wrong.push(`${name} ${key}: ${mine[key]} is not ${value}`);
    }
    return wrong;
  });
  check("totals of the page are those of the program", apart.length === 0, apart.join("; "));

  await page.locator("#label").selectOption(data.labels[0]);
  const few = await rows();
  check("a label leaves fewer tasks, and is in the address", few > 0 && few < data.n && page.url().includes("label="), `${few} of ${data.n}`);
  await page.reload();
  await settled(page, "#table tbody tr");
  check("the address restores the filter", await rows() === few && await page.locator("#label").inputValue() === data.labels[0]);
  await page.locator("button[type=reset]").click();
  await page.locator("#text").fill("no such task at all");
  check("a text that no task has leaves none", await rows() === 0);
  await page.locator("button[type=reset]").click();
  await page.locator("#verdict").selectOption("exact");
  check("a verdict filters", await rows() > 0 && await rows() < data.n, `${await rows()} exact by some slicer`);
  await page.locator("button[type=reset]").click();

  const golds = () => page.locator("#table tbody tr td:nth-child(4)").allTextContents().then(texts => texts.map(Number));
  await page.locator("#sort-gold").click();
  const up = await golds();
  await page.locator("#sort-gold").press("Enter");
  const down = await golds();
  check("a heading sorts, by keyboard, too", up.every((n, idx) => !idx || up[idx - 1] <= n) && down.every((n, idx) => !idx || down[idx - 1] >= n) && page.url().includes("sort=gold"));
  await page.locator("#table tbody tr th a").first().click();
  await settled(page, "#panes .pane");
  check("a link opens its task", page.url().includes("task.html#task="));
}

async function taskPage(page) {
  await page.goto(url(folder, "task.html", { task: hostileTask, slicer: "hostile" }));
  await settled(page, "#panes .pane");
  await picture(page, `hostile-${page.look}`, false);
  const text = await page.locator("main").innerText();
  for (const evil of ["<script>alert(1)</script>", "]]>", "␀", "\\u{202e}", "more characters are not shown", "<img src=x onerror=alert(2)>"])
    check(`shown as text: ${evil}`, text.includes(evil));
  check("nothing of it is an element", await page.locator("main script, main img, main b").count() === 0);
  check("nothing invisible is left", !/[\u0000-\u0008\u202a-\u202e\u2066-\u2069]/.test(text));
  await accessible(page, `hostile task, ${page.look}`);

  const ids = await page.evaluate(() => report.data.tasks.map(task => task.id));
  const slicers = await page.evaluate(() => report.data.slicers.map(slicer => slicer.name));
  let nOpened = 0;
  for (const id of ids) {
    await page.goto(url(folder, "task.html", { task: id, slicer: slicers[0] }));
    await page.waitForFunction(id => document.title.startsWith(id) && document.querySelector("#panes .pane"), id);
    nOpened += 1;
  }
  check("every task opens", nOpened === ids.length, `${nOpened} tasks`);
  const counted = await page.evaluate(async () => {
    const wrong = [];
    for (let idx = 0; idx < report.data.tasks.length; idx += 1) {
      await new Promise(done => { const script = document.createElement("script"); script.src = `data/task-${idx}.js`; script.onload = done; document.head.append(script); });
      report.data.slicers.forEach(({ name, rows }, slicer) => {
        if (!rows[idx] || cell(rows[idx], "status") !== "answered") return;
        const marks = report.loaded.answers[slicer].program.flatMap(file => file.pieces).filter(Array.isArray).flatMap(piece => piece[2].split(", ").map(() => MARKS[piece[1]]));
        for (const word of ["kept", "missing", "surplus"]) {
          const n = marks.filter(mark => mark === word).length;
          if (n > cell(rows[idx], word)) wrong.push(`${name} ${report.data.tasks[idx].id}: ${n} ${word}, graded ${cell(rows[idx], word)}`);
        }
      });
    }
    return wrong;
  });
  check("no page colours more nodes than were graded", counted.length === 0, counted.slice(0, 3).join("; "));

  const wrong = await page.evaluate(() => report.data.tasks.findIndex((_, idx) => report.data.slicers[0].rows[idx] && cell(report.data.slicers[0].rows[idx], "surplus") > 5));
  await page.goto(url(folder, "task.html", { task: ids[Math.max(wrong, 0)], slicer: slicers[0] }));
  await page.waitForFunction(id => document.title.startsWith(id), ids[Math.max(wrong, 0)]);
  await settled(page, "#panes .m");
  await page.keyboard.press("n");
  const said = await page.locator("#where").innerText();
  check("a key goes to the next wrong node and says why", /in gold and not in the answer|in the answer and not in gold/.test(said), said);
  await picture(page, `task-${page.look}`, false);
  await accessible(page, `task, ${page.look}`);
  await page.keyboard.press("j");
  await page.waitForFunction(id => !document.title.startsWith(id), ids[Math.max(wrong, 0)]);
  check("a key goes to the next task", true);
  const isNarrow = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  check(`the page is not wider than the screen, ${page.look}`, isNarrow);
}

async function comparison(page) {
  await page.goto(url(folder, "compare.html"));
  await settled(page, "#table tbody");
  await picture(page, `compare-${page.look}`, false);
  check("what differs is listed", await page.locator("#table tbody tr").count() > 0);
  await accessible(page, `comparison, ${page.look}`);
  await page.locator("#table tbody th a").first().click();
  await settled(page, "#panes .pane");
  check("both answers stand side by side", page.url().includes("beside=") && await page.locator("#panes .pane").count() === 6);
}

// The same report with its tasks repeated.
async function many(page) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "report-"));
  try {
    fs.cpSync(folder, dir, { recursive: true });
    const script = path.join(dir, "data/overview.js");
    const text = fs.readFileSync(script, "utf8");
    const data = JSON.parse(text.slice("report.overview(".length, text.lastIndexOf(")")));
    const repeat = list => Array.from({ length: N_MANY }, (_, idx) => list[idx % list.length]);
    data.tasks = repeat(data.tasks).map((task, idx) => ({ ...task, id: `${task.id}${Math.floor(idx / data.tasks.length)}` }));
    for (const slicer of data.slicers) slicer.rows = repeat(slicer.rows);
    fs.writeFileSync(script, `report.overview(${JSON.stringify(data)});\n`);
    const start = Date.now();
    await page.goto(url(dir, "index.html"));
    await settled(page, "#table tbody tr:nth-child(200)");
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    const opened = Date.now() - start;
    check(`${N_MANY} tasks open in less than ${MAX_OPEN_MS} ms`, opened < MAX_OPEN_MS, `${opened} ms`);
    const before = Date.now();
    await page.locator("#text").fill("a");
    console.log(`note: a filter over ${N_MANY} tasks takes ${Date.now() - before} ms`);
  } finally {
    fs.rmSync(dir, { recursive: true });
  }
}

// A program by its name, as a shell finds it.
function onPath(name) {
  const found = (process.env.PATH || "").split(path.delimiter).map(folder => path.join(folder, name)).find(file => fs.existsSync(file));
  return found || name;
}

async function main() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || onPath("chromium"), args: ["--no-sandbox", "--disable-gpu"] });
  const looks = [
    ["light", { colorScheme: "light", viewport: { width: 1280, height: 900 } }],
    ["dark", { colorScheme: "dark", viewport: { width: 1280, height: 900 } }],
    ["phone", { colorScheme: "light", viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true }],
  ];
  for (const [look, options] of looks) {
    const page = await watched(await browser.newContext({ ...options, offline: true }));
    page.look = look;
    for (const part of [overview, taskPage, comparison]) await part(page);
    if (look === "light") await many(page);
    check(`nothing went wrong on the console, and no request left the disk, ${look}`, page.troubles.length === 0, page.troubles.slice(0, 5).join("; "));
    await page.context().close();
  }
  await browser.close();
  process.exitCode = nFailed ? 1 : 0;
}

main().catch(error => { console.log(`FAILED: ${error.stack}`); process.exit(1); });
