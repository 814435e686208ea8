import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { inject } from "vitest";
import { describe, expect, login, openAs, test } from "./support/browser.ts";

describe("the login", () => {
  test("a visitor is asked to log in and then taken to the requested page", async ({ page }) => {
    await page.goto("/documentation");
    await page.waitForURL("**/login**");
    await page.getByLabel("Username").fill("reader");
    await page.getByLabel("Password", { exact: true }).fill("Siteproof-1!");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL("**/documentation");
    await page.getByText("NF-2041", { exact: false }).first().waitFor();
  });

  test("a wrong password gives no access", async ({ visitor }) => {
    const { page } = visitor;
    await page.goto("/login");
    await page.getByLabel("Username").fill("staff");
    await page.getByLabel("Password", { exact: true }).fill("Siteproof-2!");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").getByText(/\S/).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
    visitor.ignoreFaults(/401/);
  });

  test("a page without permission leads to /forbidden", async ({ page }) => {
    await login(page, "reader");
    await page.goto("/license");
    await page.waitForURL("**/forbidden");
  });

  test("1§2 an unknown path says 404 NOT FOUND", async ({ page }) => {
    await login(page, "super");
    await page.goto("/no/such/page");
    await page.getByText("404 NOT FOUND").waitFor();
  });
});

describe("before a login", () => {
  test("design§Web at most 250 KB of gzipped script are loaded, none of it from third parties", async ({
    page,
  }) => {
    const scripts: Promise<{ url: string; size: number }>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script")
        scripts.push(response.body().then((body) => ({ url: response.url(), size: gzipSync(body).length })));
    });
    await page.goto("/login");
    await page.waitForLoadState("networkidle");
    const loadedScripts = await Promise.all(scripts);
    expect(loadedScripts.every(({ url }) => url.startsWith(inject("baseUrl")))).toBe(true);
    expect(loadedScripts.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(250_000);
  });

  test("design§Web pages carry a strict policy and the other security headers", async () => {
    const { headers } = await fetch(`${inject("baseUrl")}/login`);
    expect(headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    for (const [name, value] of [
      ["x-content-type-options", "nosniff"],
      ["x-frame-options", "DENY"],
      ["referrer-policy", "no-referrer"],
    ] as const)
      expect([name, headers.get(name)]).toEqual([name, value]);
  });

  test("design§Web a missing build file is 404 and never cached; an existing one is cached for a year", async () => {
    const base = inject("baseUrl");
    const missing = await fetch(`${base}/assets/index-0123abcd.js`);
    expect([missing.status, missing.headers.get("cache-control")]).toEqual([404, "no-store"]);
    const page = await (await fetch(`${base}/login`)).text();
    const [script] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
    const response = await fetch(base + script);
    expect([response.status, response.headers.get("content-type")]).toMatchObject([
      200,
      expect.stringContaining("javascript"),
    ]);
    expect(response.headers.get("cache-control")).toContain("immutable");
    await Promise.all([missing.body?.cancel(), response.body?.cancel()]);
  });

  test("1§7 a session ends in the browser, too, once the service refuses its refresh token", async ({
    visitor,
  }) => {
    const { page } = visitor;
    await openAs(page, "reader", "/documentation");
    await page.getByRole("main").getByRole("link").first().waitFor();
    await spoil(page, "access_token", "refresh_token");
    await page.reload();
    await page.waitForURL("**/login**");
    visitor.ignoreFaults(/401/);
  });

  test("O7 directus#1175 a token that the service refuses is refreshed, also with a clock that was set back", async ({
    visitor,
  }) => {
    const { page } = visitor;
    await openAs(page, "reader", "/documentation");
    await page.getByRole("main").getByRole("link").first().waitFor();
    // The page itself may refresh, when it asks for changes: before the reload, too.
    const refreshResponse = page.waitForResponse("**/api/accessToken/refreshToken");
    await spoil(page, "access_token");
    await page.reload();
    expect((await refreshResponse).status()).toBe(200);
    await page.getByRole("main").getByRole("link").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/documentation");

    const secondRefresh = page.waitForResponse("**/api/accessToken/refreshToken");
    await page.clock.setFixedTime(Date.now() - 3_600_000);
    await page.reload();
    expect((await secondRefresh).status()).toBe(200);
    await page.getByRole("main").getByRole("link").first().waitFor();
    visitor.ignoreFaults(/401/);
  });
});

/** Replaces tokens of the stored session by ones that the service does not know. */
const spoil = (page: Page, ...names: readonly ("access_token" | "refresh_token")[]) =>
  page.evaluate((tokens) => {
    const session = JSON.parse(localStorage.getItem("session") ?? "{}");
    for (const token of tokens) session[token] = "expired";
    localStorage.setItem("session", JSON.stringify(session));
  }, names);
