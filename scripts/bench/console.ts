import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { z } from "zod";
import { sessionRecord } from "#domain/endpoints/account/session.ts";
import { demoPassword } from "../demo/accounts.ts";
import { startCompanion } from "../support/child.ts";
import { findChromium, launch } from "../support/chromium.ts";
import { freePort } from "../support/listen.ts";
import type { MeasureContext } from "./measure.ts";
import { createLimitRow, type Row } from "./table.ts";

/**
 * A phone on a slow connection: Lighthouse's slow 4G, and a CPU a quarter as fast as this one when idle. The throttle is reduced
 * by the load the machine already has.
 */
const networkConditions = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuSlowdown = 4;
const viewport = { width: 412, height: 823 };
/** Milliseconds after which the page has settled. */
const settleMs = 3000;
const repetitions = 3;

/** Maximum seconds per flow, cold and warm. */
const targets = { cold: 4, warm: 1.5 };
const maxLayoutShift = 0.05;
const maxTaskSeconds = 0.2;

/**
 * Measures typical flows through the console on such a connection: cold, with an empty cache, and warm, a second time. The
 * result is the median of three. Uses its own server with the demo data.
 */
export async function measureConsole({ log }: MeasureContext): Promise<Row[]> {
  const state = await mkdtemp(path.join(os.tmpdir(), "siteproof-console-"));
  const port = await freePort();
  const server = startCompanion(process.execPath, ["scripts/run.mjs", "scripts/start.ts"], {
    env: { PORT: String(port), STATE_DIR: path.join(state, "state") },
    log: path.join(state, "start.log"),
  });
  let browser: Browser | undefined;
  try {
    await Promise.race([
      server.waitForOutput(/^ready /m),
      server.ended.then(() => Promise.reject(new Error(server.lastLines()))),
    ]);
    browser = await launch(await findChromium());
    const base = `http://localhost:${port}`;
    const rows: Row[] = [];
    for (const flow of await createFlows(base)) {
      log(`  ${flow.name}`);
      const flowRows = await measureFlow(browser, base, flow);
      for (const { name, value, unit } of flowRows) log(`    ${name}: ${value} ${unit}`);
      rows.push(...flowRows);
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
  /** Whether the flow starts logged in. */
  isLoggedIn: boolean;
  /** Navigates to the start of the flow; not measured. */
  before?: (page: Page) => Promise<unknown>;
  /** Runs the flow; resolves when its end is visible. */
  run: (page: Page) => Promise<unknown>;
}

const waitFor = (page: Page, selector: string) => page.locator(selector).first().waitFor({ timeout: 60_000 });
const firstRowSelector = "main table tbody tr a, main [role=listitem] a";

/** Maximum width of a thumbnail. */
const thumbnailEdge = 512;
const photoSelector = "main button[aria-label^='Open '] img";

/**
 * Resolves when an image wider than `minWidth` pixels is decoded. Polls from outside, because the page's policy forbids evaluating
 * text in it.
 */
async function waitForImage(page: Page, selector: string, minWidth = 0): Promise<void> {
  await page.locator(selector).first().waitFor({ timeout: 60_000 });
  const element = `document.querySelector(${JSON.stringify(selector)})`;
  const deadline = Date.now() + 60_000;
  while (!(await page.evaluate<boolean>(`${element}?.complete && ${element}.naturalWidth > ${minWidth}`))) {
    if (Date.now() > deadline) throw new Error(`${selector} was not drawn in time`);
    await page.waitForTimeout(20);
  }
}

/** Records layout shift and the longest task from the start of a page. */
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

async function createFlows(base: string): Promise<Flow[]> {
  const call = async <S extends z.ZodType>(
    schema: S,
    address: string,
    token?: string,
    body?: object,
  ): Promise<z.output<S>> => {
    const response = await fetch(`${base}/api${address}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
    return schema.parse(await response.json());
  };
  const { access_token: token } = await call(sessionRecord, "/login", undefined, {
    ...{ username: "staff", password: demoPassword },
  });
  const { items } = await call(
    z.object({ items: z.array(z.object({ id: z.string(), uploadedPhotos: z.number() })) }),
    "/documentations?max=25&sort=dateCreated&order=desc",
    token,
  );
  const id = (items.find(({ uploadedPhotos }) => uploadedPhotos > 0) ?? items[0])!.id;
  const link = await call(z.object({ url: z.string() }), "/uploadToken/create", token, {
    ...{ documentationId: id, purpose: "FILES" },
  });
  const upload = new URL(link.url);
  return [
    {
      name: "login to first rows",
      isLoggedIn: false,
      async before(page) {
        await page.goto(`${base}/login`);
        await page.locator("[name=username]").fill("staff");
        await page.locator("[name=password]").fill(demoPassword);
        // Typing takes at least this long.
        await page.waitForTimeout(settleMs);
      },
      async run(page) {
        await page.locator("[name=password]").press("Enter");
        await waitFor(page, firstRowSelector);
      },
    },
    {
      name: "address of the list to first rows",
      isLoggedIn: true,
      async run(page) {
        await page.goto(`${base}/documentation`, { waitUntil: "commit" });
        await waitFor(page, firstRowSelector);
      },
    },
    {
      name: "list to details",
      isLoggedIn: true,
      async before(page) {
        await page.goto(`${base}/documentation`);
        await waitFor(page, firstRowSelector);
      },
      async run(page) {
        await page.locator(firstRowSelector).first().click();
        await page.waitForURL(/\/documentation\/details\//, { timeout: 60_000 });
        await waitFor(page, "main h1");
        await waitFor(page, "main section:visible");
      },
    },
    {
      name: "details to first photo",
      isLoggedIn: true,
      async before(page) {
        await page.goto(`${base}/documentation/details/${id}`);
        await waitForImage(page, photoSelector);
      },
      async run(page) {
        await page.locator(photoSelector).first().click();
        // The thumbnail appears immediately; waits for the larger rendition.
        await waitForImage(page, "dialog[open] img", thumbnailEdge);
      },
    },
    {
      name: "capture page",
      isLoggedIn: true,
      async run(page) {
        await page.goto(`${base}/documentation/create`, { waitUntil: "commit" });
        await waitFor(page, "main select:visible, main [role=radiogroup]:visible");
      },
    },
    {
      name: "upload page",
      isLoggedIn: false,
      async run(page) {
        await page.goto(`${base}${upload.pathname}${upload.search}${upload.hash}`, { waitUntil: "commit" });
        await page.locator("input[type=file]").first().waitFor({ state: "attached", timeout: 60_000 });
      },
    },
  ];
}

interface FlowTimes {
  seconds: number;
  shift: number;
  task: number;
}

async function measureFlow(browser: Browser, base: string, flow: Flow): Promise<Row[]> {
  const cold: FlowTimes[] = [];
  const warm: FlowTimes[] = [];
  for (let time = 0; time < repetitions; time += 1) {
    const context = await browser.newContext({ viewport, serviceWorkers: "block" });
    try {
      if (flow.isLoggedIn) await logIn(context, base);
      cold.push(await runFlow(context, flow));
      warm.push(await runFlow(context, flow, base));
    } finally {
      await context.close();
    }
  }
  const maxOf = (key: "shift" | "task") => Math.max(...[...cold, ...warm].map((run) => run[key]));
  return [
    createLimitRow(`${flow.name}, cold`, computeMedian(cold), "s", targets.cold),
    createLimitRow(`${flow.name}, warm`, computeMedian(warm), "s", targets.warm),
    createLimitRow(`${flow.name}, layout shift`, maxOf("shift"), "", maxLayoutShift),
    createLimitRow(`${flow.name}, longest task`, maxOf("task"), "s", maxTaskSeconds),
  ];
}

const computeMedian = (runs: readonly FlowTimes[]): number =>
  runs.map(({ seconds }) => seconds).sort((a, b) => a - b)[Math.floor(runs.length / 2)]!;

/** Stores a session where the console keeps it, from a page that loads nothing else. */
async function logIn(context: BrowserContext, base: string): Promise<void> {
  const page = await context.newPage();
  const response = await page.request.post(`${base}/api/login`, {
    data: { username: "staff", password: demoPassword },
  });
  const session = JSON.stringify({ ...(await response.json()), lastRefresh: Date.now() });
  await page.goto(`${base}/theme.js`);
  await page.evaluate(`localStorage.setItem("session", ${JSON.stringify(session)})`);
  await page.close();
}

/** The shortest time of the reference work so far, in milliseconds. */
let minReferenceMs = Infinity;

/** How many times longer than on the idle machine the reference work takes now. */
async function measureCpuLoadFactor(page: Page): Promise<number> {
  const durations = await page.evaluate<number[]>(`Array.from({ length: 60 }, () => {
    const began = performance.now();
    let sum = 0;
    for (let at = 0; at < 1e6; at += 1) sum += Math.sqrt(at);
    return performance.now() - began + (sum < 0 ? 1 : 0);
  })`);
  minReferenceMs = Math.min(minReferenceMs, ...durations);
  return durations.reduce((sum, run) => sum + run, 0) / durations.length / minReferenceMs;
}

/** @param base set if a session must be ended first, so that every run starts at the same page; the browser's cache stays */
async function runFlow(context: BrowserContext, flow: Flow, base?: string): Promise<FlowTimes> {
  const page = await context.newPage();
  if (base && !flow.isLoggedIn) {
    await page.goto(`${base}/theme.js`);
    await page.evaluate(`localStorage.removeItem("session")`);
  }
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", networkConditions);
  await page.addInitScript(observerScript);
  await flow.before?.(page);
  await page.evaluate(`if (window.noted) Object.assign(noted, { shift: 0, task: 0 })`);
  await session.send("Emulation.setCPUThrottlingRate", {
    rate: Math.max(1, cpuSlowdown / (await measureCpuLoadFactor(page))),
  });
  const startedAt = performance.now();
  await flow.run(page);
  const seconds = (performance.now() - startedAt) / 1000;
  await page.waitForTimeout(settleMs);
  const { shift, task } = await page.evaluate<Omit<FlowTimes, "seconds">>("window.noted");
  await page.close();
  return { seconds, shift, task };
}
