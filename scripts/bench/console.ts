import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { demoPassword } from "../demo/accounts.ts";
import { startCompanion } from "../support/child.ts";
import { findChromium, launch } from "../support/chromium.ts";
import { freePort } from "../support/port.ts";
import { type Row, row } from "./table.ts";

/**
 * A phone at the far end of a bad line: Lighthouse's slow 4G, and a processor a quarter as fast as this one when it does nothing else.
 * What else the machine does is measured, and the processor is slowed by that much less.
 */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuSlowdown = 4;
const viewport = { width: 412, height: 823 };
/** Milliseconds after which nothing moves any more. */
const settleMs = 3000;
const times = 3;

/** What each way takes at most: seconds cold, seconds warm. */
const targets = { cold: 4, warm: 1.5 };
const maxLayoutShift = 0.05;
const maxTaskSeconds = 0.2;

/**
 * Measures the ways that people take through the console on such a line: cold, with nothing kept by the browser, and warm, once more.
 * The reference is the target. The medians of three; a server of its own with the demo's data.
 */
export async function measureConsole(say: (text: string) => void): Promise<Row[]> {
  const state = await mkdtemp(path.join(os.tmpdir(), "siteproof-console-"));
  const port = await freePort();
  const server = startCompanion(process.execPath, ["scripts/run.mjs", "scripts/start.ts"], {
    env: { PORT: String(port), STATE_DIR: path.join(state, "state") },
    log: path.join(state, "start.log"),
  });
  let browser: Browser | undefined;
  try {
    await Promise.race([
      server.said(/^ready /m),
      server.ended.then(() => Promise.reject(new Error(server.lastLines()))),
    ]);
    browser = await launch(await findChromium());
    const base = `http://localhost:${port}`;
    const rows: Row[] = [];
    for (const way of await waysOf(base)) {
      say(`  ${way.name}`);
      const measured = await measureWay(browser, base, way);
      for (const { name, ours, unit } of measured) say(`    ${name}: ${ours} ${unit}`);
      rows.push(...measured);
    }
    return rows;
  } finally {
    await browser?.close();
    await server.end();
    await rm(state, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Flow {
  name: string;
  /** Whether somebody has logged in. */
  session: boolean;
  /** Goes to where the way begins; not measured. */
  before?: (page: Page) => Promise<unknown>;
  /** Resolves when its end is seen. */
  walk: (page: Page) => Promise<unknown>;
}

const seen = (page: Page, selector: string) => page.locator(selector).first().waitFor({ timeout: 60_000 });
const firstRow = "main table tbody tr a, main [role=listitem] a";

/** A thumbnail is no wider. */
const thumbnailEdge = 512;
const photo = "main button[aria-label^='Open '] img";

/** Resolves when an image is drawn, more than so many pixels wide. Asked again and again: the pages' policy forbids to wait inside them by text. */
async function decoded(page: Page, selector: string, wider = 0): Promise<void> {
  await page.locator(selector).first().waitFor({ timeout: 60_000 });
  const found = `document.querySelector(${JSON.stringify(selector)})`;
  const until = Date.now() + 60_000;
  while (!(await page.evaluate<boolean>(`${found}?.complete && ${found}.naturalWidth > ${wider}`))) {
    if (Date.now() > until) throw new Error(`${selector} is not drawn`);
    await page.waitForTimeout(20);
  }
}

/** Notes what moves by itself, and the longest task, from the beginning of a page. */
const observerScript = `
  window.noted = { shift: 0, task: 0 };
  const each = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  each("layout-shift", ({ hadRecentInput, value }) => {
    if (!hadRecentInput) window.noted.shift += value;
  });
  each("longtask", ({ duration }) => {
    window.noted.task = Math.max(window.noted.task, duration / 1000);
  });
`;

async function waysOf(base: string): Promise<Flow[]> {
  const call = async <T>(address: string, token?: string, body?: object): Promise<T> => {
    const answer = await fetch(`${base}/api${address}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { access_token: token } = await call<{ access_token: string }>("/login", undefined, {
    ...{ username: "staff", password: demoPassword },
  });
  const { items } = await call<{ items: { id: string; uploadedPhotos: number }[] }>(
    "/documentations?max=25&sort=dateCreated&order=desc",
    token,
  );
  const id = (items.find(({ uploadedPhotos }) => uploadedPhotos > 0) ?? items[0])!.id;
  const link = await call<{ url: string }>("/uploadToken/create", token, {
    ...{ documentationId: id, purpose: "FILES" },
  });
  const upload = new URL(link.url);
  return [
    {
      name: "login to first rows",
      session: false,
      async before(page) {
        await page.goto(`${base}/login`);
        await page.locator("[name=username]").fill("staff");
        await page.locator("[name=password]").fill(demoPassword);
        // Nobody types faster.
        await page.waitForTimeout(settleMs);
      },
      async walk(page) {
        await page.locator("[name=password]").press("Enter");
        await seen(page, firstRow);
      },
    },
    {
      name: "address of the list to first rows",
      session: true,
      async walk(page) {
        await page.goto(`${base}/documentation`, { waitUntil: "commit" });
        await seen(page, firstRow);
      },
    },
    {
      name: "list to details",
      session: true,
      async before(page) {
        await page.goto(`${base}/documentation`);
        await seen(page, firstRow);
      },
      async walk(page) {
        await page.locator(firstRow).first().click();
        await page.waitForURL(/\/documentation\/details\//, { timeout: 60_000 });
        await seen(page, "main h1");
        await seen(page, "main section:visible");
      },
    },
    {
      name: "details to first photo",
      session: true,
      async before(page) {
        await page.goto(`${base}/documentation/details/${id}`);
        await decoded(page, photo);
      },
      async walk(page) {
        await page.locator(photo).first().click();
        // Its thumbnail is there at once.
        await decoded(page, "dialog[open] img", thumbnailEdge);
      },
    },
    {
      name: "capture page",
      session: true,
      async walk(page) {
        await page.goto(`${base}/documentation/create`, { waitUntil: "commit" });
        await seen(page, "main select:visible, main [role=radiogroup]:visible");
      },
    },
    {
      name: "upload page",
      session: false,
      async walk(page) {
        await page.goto(`${base}${upload.pathname}${upload.search}${upload.hash}`, { waitUntil: "commit" });
        await page.locator("input[type=file]").first().waitFor({ state: "attached", timeout: 60_000 });
      },
    },
  ];
}

interface Walked {
  seconds: number;
  shift: number;
  task: number;
}

async function measureWay(browser: Browser, base: string, way: Flow): Promise<Row[]> {
  const cold: Walked[] = [];
  const warm: Walked[] = [];
  for (let time = 0; time < times; time += 1) {
    const context = await browser.newContext({ viewport, serviceWorkers: "block" });
    try {
      if (way.session) await logIn(context, base);
      cold.push(await walked(context, way));
      warm.push(await walked(context, way, base));
    } finally {
      await context.close();
    }
  }
  const worst = (of: "shift" | "task") => Math.max(...[...cold, ...warm].map((one) => one[of]));
  return [
    row(`${way.name}, cold`, middle(cold), targets.cold, "s", 1, "the target"),
    row(`${way.name}, warm`, middle(warm), targets.warm, "s", 1, "the target"),
    row(`${way.name}, layout shift`, worst("shift"), maxLayoutShift, "", 1, "the target"),
    row(`${way.name}, longest task`, worst("task"), maxTaskSeconds, "s", 1, "the target"),
  ];
}

const middle = (walks: readonly Walked[]): number =>
  walks.map(({ seconds }) => seconds).sort((a, b) => a - b)[Math.floor(walks.length / 2)]!;

/** Puts a session where the console keeps it, on a page that loads nothing else. */
async function logIn(context: BrowserContext, base: string): Promise<void> {
  const page = await context.newPage();
  const answer = await page.request.post(`${base}/api/login`, {
    data: { username: "staff", password: demoPassword },
  });
  const session = JSON.stringify({ ...(await answer.json()), lastRefresh: Date.now() });
  await page.goto(`${base}/theme.js`);
  await page.evaluate(`localStorage.setItem("session", ${JSON.stringify(session)})`);
  await page.close();
}

/** The least milliseconds that the same work took so far. */
let min = Infinity;

/** How many times as long this machine takes for some work as when it does nothing else. */
async function cpuLoadFactor(page: Page): Promise<number> {
  const took = await page.evaluate<number[]>(`Array.from({ length: 60 }, () => {
    const began = performance.now();
    let sum = 0;
    for (let at = 0; at < 1e6; at += 1) sum += Math.sqrt(at);
    return performance.now() - began + (sum < 0 ? 1 : 0);
  })`);
  min = Math.min(min, ...took);
  return took.reduce((sum, one) => sum + one, 0) / took.length / min;
}

/** @param base where there is a session to end first, so that the way begins at the same place; what the browser keeps stays */
async function walked(context: BrowserContext, way: Flow, base?: string): Promise<Walked> {
  const page = await context.newPage();
  if (base && !way.session) {
    await page.goto(`${base}/theme.js`);
    await page.evaluate(`localStorage.removeItem("session")`);
  }
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", line);
  await page.addInitScript(observerScript);
  await way.before?.(page);
  await page.evaluate(`if (window.noted) Object.assign(noted, { shift: 0, task: 0 })`);
  await session.send("Emulation.setCPUThrottlingRate", {
    rate: Math.max(1, cpuSlowdown / (await cpuLoadFactor(page))),
  });
  const began = performance.now();
  await way.walk(page);
  const seconds = (performance.now() - began) / 1000;
  await page.waitForTimeout(settleMs);
  const { shift, task } = await page.evaluate<Omit<Walked, "seconds">>("window.noted");
  await page.close();
  return { seconds, shift, task };
}
