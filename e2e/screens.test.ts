import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { inject } from "vitest";
import { describe, expect, login, test } from "./support/browser.ts";

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  nodes: { target: string[] }[];
}

/** What axe finds against WCAG 2.2 AA. Run through the debugger: the page's own policy would not let it in. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    return (await axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })).violations;
  });
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(" "))
        .slice(0, 3)
        .join(", ")}`,
  );
}

/** Pixels by which something sticks out of the page to the right. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const looks = [
  { language: "en", colorScheme: "light", viewport: { width: 1360, height: 900 } },
  { language: "sv", colorScheme: "dark", viewport: { width: 1360, height: 900 } },
  { language: "sv", colorScheme: "light", viewport: { width: 390, height: 844 } },
  { language: "en", colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

/** Signs in through the API, as a returning visitor whose session is kept in local storage is signed in. */
const demoPassword = "Siteproof-1!";
async function token(username: string): Promise<string> {
  const response = await fetch(`${inject("baseUrl")}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password: demoPassword }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function someDocumentations(): Promise<string[]> {
  const response = await fetch(`${inject("baseUrl")}/api/documentations?max=100&showHidden=true`, {
    headers: { authorization: `Bearer ${await token("staff")}` },
  });
  const { items } = (await response.json()) as {
    items: { id: string; status: string; uploadedPhotos: number }[];
  };
  const one = (wanted: (item: (typeof items)[number]) => boolean) => items.find(wanted)!.id;
  return [
    one(({ status }) => status === "ONGOING"),
    one(({ status, uploadedPhotos }) => status === "APPROVED" && uploadedPhotos > 3),
  ];
}

describe("every screen", () => {
  test.for(looks)(
    "design§Web $language, $colorScheme, $viewport.width px: nothing sticks out and axe finds nothing",
    async (look, { visit }) => {
      const { page } = await visit({ colorScheme: look.colorScheme, viewport: look.viewport });
      await page.addInitScript((language) => localStorage.setItem("language", language), look.language);
      for (const path of ["/forgotpassword", "/resetpassword/token", "/login"]) {
        await page.goto(path);
        await page.locator("form").waitFor();
        expect([await overflow(page), await violations(page)], path).toEqual([0, []]);
      }
      await page.locator("input").first().fill("super");
      await page.locator("input[type=password]").fill(demoPassword);
      await page.locator("input[type=password]").press("Enter");
      await page.waitForURL("**/documentation");
      const [ongoing, approved] = await someDocumentations();
      const paths = [
        "/documentation",
        `/documentation/details/${ongoing}`,
        `/documentation/details/${approved}`,
        "/license",
        "/documentationAlias",
        "/photoAlias",
        "/user",
        "/customer",
        "/customerstatistics",
        "/domainChangeLog",
        "/changeLog",
        "/lastAuthenticationSuccessEvent",
        "/profile",
        "/switchuser",
        "/map",
        "/forbidden",
        "/nothing/here",
      ];
      for (const path of paths) {
        await page.goto(path);
        await page.locator("main h1, main h2").first().waitFor();
        await page.waitForLoadState("networkidle");
        expect([await overflow(page), await violations(page)], path).toEqual([0, []]);
      }
    },
  );

  test("1§2 an unknown path says 404 NOT FOUND, and a known one that is not built says so", async ({
    page,
  }) => {
    await login(page, "super");
    await page.goto("/no/such/page");
    await page.getByText("404 NOT FOUND").waitFor();
  });
});

describe("before a login", () => {
  test("issue§3 at most 250 KB of gzipped script are loaded, and none of it from elsewhere", async ({
    page,
  }) => {
    const scripts: Promise<{ url: string; size: number }>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script")
        scripts.push(response.body().then((body) => ({ url: response.url(), size: gzipSync(body).length })));
    });
    await page.goto("/login");
    await page.waitForLoadState("networkidle");
    const loaded = await Promise.all(scripts);
    expect(loaded.every(({ url }) => url.startsWith(inject("baseUrl")))).toBe(true);
    expect(loaded.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(250_000);
  });

  test("issue§3 pages carry a strict policy and the other security headers", async () => {
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

  test("1§7 a refresh token that was used before ends the session in the browser too", async ({
    visitor,
  }) => {
    const { page } = visitor;
    await login(page, "reader");
    await page.waitForURL("**/documentation");
    await page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage))
        if (value.includes("access_token"))
          localStorage.setItem(key, value.replace(/"access_token":"[^"]+"/, '"access_token":"expired"'));
    });
    await page.reload();
    await page.waitForURL("**/login**");
    visitor.forgive(/401/);
  });
});

describe("licences", () => {
  test("3§2 a super admin adds, changes and deletes one, and is told of each", async ({ page }) => {
    await login(page, "super");
    await page.goto("/license");
    const code = `E2E-${Date.now()}`;
    await page.getByRole("button", { name: "Add", exact: false }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Customer" }).fill("Norr");
    await page.getByRole("option", { name: "Norrfiber" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).first().fill("Browser test");
    await dialog.getByLabel("Licence code", { exact: false }).first().fill(code);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Create Successful").waitFor();
    await page.getByRole("searchbox").first().fill(code);
    const line = page.getByRole("row").filter({ hasText: code });
    await line.waitFor();
    await line.getByRole("button", { name: /edit/i }).click();
    await dialog.getByRole("textbox", { name: "Name" }).first().fill("Renamed by the browser");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Update Successful").waitFor();
    await line.getByText("Renamed by the browser", { exact: true }).waitFor();
    await line.getByRole("button", { name: /delete/i }).click();
    await page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .getByRole("button", { name: /delete|yes/i })
      .click();
    await page.getByText("Delete Successful").waitFor();
    await line.waitFor({ state: "detached" });
  });
});
