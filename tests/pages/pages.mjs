// Opens what ringproof draws in headless Chromium: every page of every counterexample is clicked through, and every
// mermaid diagram goes through mermaid's own parser. Fails on any script error and on any request that leaves the file.
//
//   node pages.mjs FOLDER [SCREENSHOTS]
//
// FOLDER holds what `ringproof verify --trace FOLDER` and `ringproof draw -o` have written. With SCREENSHOTS, pictures
// of the pages at 1280 by 900 go there.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [folder, screenshots] = process.argv.slice(2);
const files = readdirSync(folder).sort();
const pages = files.filter((file) => file.endsWith('.html'));
const diagrams = files.filter((file) => file.endsWith('.mmd'));
if (pages.length === 0 || diagrams.length === 0) throw new Error(`${folder} has no pages or no diagrams`);

let faults = 0;
function expect(file, holds, complaint) {
  if (holds) return;
  ++faults;
  console.error(`${file}: ${complaint}`);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

/** A page of the browser that counts every error and every request that is not for `file`. */
async function open(file) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const url = pathToFileURL(resolve(folder, file)).href;
  page.on('pageerror', (error) => expect(file, false, `script error: ${error.message}`));
  page.on('console', (message) => expect(file, message.type() !== 'error', `console: ${message.text()}`));
  page.on('request', (request) => expect(file, request.url() === url, `asks for ${request.url()}`));
  await page.goto(url);
  return page;
}

async function clickThrough(file) {
  const page = await open(file);
  const said = () => page.textContent('#said');
  const rows = await page.locator('#events li').count();
  expect(file, rows > 0, 'shows no events');
  expect(file, (await said()).startsWith(`Event ${rows} of ${rows}`), `does not begin at the end: ${await said()}`);
  if (screenshots) await page.screenshot({ path: join(screenshots, `${basename(file, '.html')}.png`), fullPage: true });

  await page.keyboard.press('Home');
  expect(file, (await said()).startsWith('Nothing has happened'), `Home does not go to the beginning: ${await said()}`);
  expect(file, await page.locator('#first').isDisabled(), 'can go back from the beginning');
  // One key of a person; the others are pressed inside of the page, which is quicker.
  await page.keyboard.press('ArrowRight');
  expect(file, (await said()).startsWith(`Event 1 of ${rows}`), `the right arrow leads to ${await said()}`);
  const walked = await page.evaluate((count) => {
    const complaints = [];
    const states = new Set([document.getElementById('state').innerHTML]);
    for (let step = 2; step <= count; ++step) {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', cancelable: true }));
      const text = document.getElementById('said').textContent;
      if (!text.startsWith(`Event ${step} of ${count}`)) complaints.push(`step ${step} says ${text}`);
      if (document.querySelectorAll('#events li.e-now').length !== 1) complaints.push(`step ${step} marks no event`);
      states.add(document.getElementById('state').innerHTML);
    }
    return { complaints, states: states.size };
  }, rows);
  for (const complaint of walked.complaints) expect(file, false, complaint);
  expect(file, rows < 3 || walked.states > 1, 'no counter and no slot ever changes');
  await page.keyboard.press('ArrowLeft');
  expect(file, (await said()).startsWith(rows === 1 ? 'Nothing' : `Event ${rows - 1} of`), 'the left arrow does not go back');
  await page.click('#first');
  await page.click('#next');
  expect(file, (await said()).startsWith('Event 1 of'), 'the button does not go on');

  // A mark of the diagram leads to its event, and tells its line in the kernel.
  const marks = page.locator('#space [data-event], #space [data-first]');
  expect(file, (await marks.count()) > 0, 'the diagram has no marks');
  await marks.last().dispatchEvent('click');
  expect(file, (await page.locator('.is-now').count()) > 0, 'the diagram marks nothing');
  if (await page.locator('#kernel:not([hidden])').count()) {
    const lines = await page.evaluate(() => JSON.parse(document.getElementById('page-data').textContent).runs[0].events.map((event) => event.line));
    const first = lines.findIndex((line) => line > 0);
    if (first >= 0) {
      await page.locator('#events li').nth(first).dispatchEvent('mouseenter');
      expect(file, (await page.locator('.k-hover').count()) === 1, 'hovering an event shows no line of the kernel');
    }
  }
  await page.keyboard.press('End');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(file, wide <= 1280, `is ${wide} pixels wide in a window of 1280`);
  await page.close();
  return rows;
}

let events = 0;
for (const file of pages) events += await clickThrough(file);

// Mermaid needs a page to run in; nothing is drawn, it only parses.
const mermaid = await browser.newPage();
await mermaid.addScriptTag({ path: createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js') });
const complaint = (text) => mermaid.evaluate(async (diagram) => {
  try {
    const found = await globalThis.mermaid.parse(diagram);
    return found.diagramType === 'sequence' ? null : `is a diagram of kind ${found.diagramType}`;
  } catch (error) {
    return String(error.message ?? error);
  }
}, text);
for (const file of diagrams) {
  const found = await complaint(readFileSync(join(folder, file), 'utf8'));
  expect(file, found === null, `mermaid: ${found}`);
}
expect('the parser', (await complaint('sequenceDiagram\n  c0-)c1\n')) !== null, 'takes a diagram that is broken');

await browser.close();
console.log(`${pages.length} pages with ${events} events clicked through, ${diagrams.length} diagrams parsed: ${faults === 0 ? 'no fault' : `${faults} faults`}`);
process.exit(faults === 0 ? 0 : 1);
