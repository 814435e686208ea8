import type { Page, Route } from "playwright-core";
import { describe, expect, openAs, test } from "./support/browser.ts";

/**
 * Makes every call for licences fail until the returned function is called. The route is never removed: removing it during a
 * request leaves that request pending forever.
 */
async function failWith(page: Page, fail: (route: Route) => Promise<void>): Promise<() => void> {
  let isFailing = true;
  await page.route("**/api/licenses*", (route) => (isFailing ? fail(route) : route.continue()));
  return () => {
    isFailing = false;
  };
}
const respondWith = (page: Page, status: number, body: object = {}) =>
  failWith(page, (route) =>
    route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) }),
  );
const problem = (code: string) => ({ error: { code, message: "", fields: { name: "required" } } });

/** Opens the licences, whose call fails. */
const openFailing = (page: Page) => openAs(page, "super", "/license");
const path = (page: Page) => new URL(page.url()).pathname;

describe("the error catalogue, row by row (1§8)", () => {
  test("1§8 HTTP 500: 'Server Error' with the status text", async ({ visitor }) => {
    const { page } = visitor;
    await respondWith(page, 500);
    await openFailing(page);
    await page.getByText("Server Error: Internal Server Error").waitFor();
    expect(path(page)).toBe("/license");
    visitor.ignoreFaults(/500/);
  });

  test("1§8 HTTP 422: 'Error, unprocessable entity'", async ({ visitor }) => {
    const { page } = visitor;
    await respondWith(page, 422, problem("invalid"));
    await openFailing(page);
    await page.getByText(/^Error, unprocessable entity: Some fields are invalid/).waitFor();
    visitor.ignoreFaults(/422/);
  });

  test("1§8 HTTP 401: log out and go to /login, and return after a login", async ({ visitor }) => {
    const { page } = visitor;
    const recover = await respondWith(page, 401, problem("sessionEnded"));
    await openFailing(page);
    await page.waitForURL("**/login");
    expect(await page.evaluate(() => localStorage.getItem("session"))).toBeNull();
    recover();
    await page.getByLabel("Username").fill("super");
    await page.getByLabel("Password", { exact: true }).fill("Siteproof-1!");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL("**/license");
    visitor.ignoreFaults(/401/);
  });

  test("1§8 HTTP 403: go to /forbidden, which offers to log out", async ({ visitor }) => {
    const { page } = visitor;
    await respondWith(page, 403, problem("forbidden"));
    await openFailing(page);
    await page.waitForURL("**/forbidden");
    await page.getByRole("main").getByRole("button", { name: "Log out" }).waitFor();
    visitor.ignoreFaults(/403/);
  });

  test("1§8 HTTP 404: silent", async ({ visitor }) => {
    const { page } = visitor;
    await respondWith(page, 404, problem("notFound"));
    const response = page.waitForResponse("**/api/licenses*");
    await openFailing(page);
    await response;
    await page.getByRole("button", { name: "Try again" }).waitFor();
    expect(await page.getByText(/Error|unprocessable/).count()).toBe(0);
    expect(path(page)).toBe("/license");
    visitor.ignoreFaults(/404/);
  });

  test("1§8 any other status: log out", async ({ visitor }) => {
    const { page } = visitor;
    await respondWith(page, 418);
    await openFailing(page);
    await page.waitForURL("**/login");
    visitor.ignoreFaults(/418/);
  });

  test("1§8 no response: 'Error, connection not found'; the list offers a retry", async ({ visitor }) => {
    const { page } = visitor;
    const recover = await failWith(page, (route) => route.abort("connectionrefused"));
    await openFailing(page);
    await page.getByText("Error, connection not found").waitFor();
    recover();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("NORR-1").first().waitFor();
    visitor.ignoreFaults(/ERR_|Failed to load/);
  });

  test("1§8 a login error other than 400 is an alert with its message", async ({ visitor }) => {
    const { page } = visitor;
    await page.goto("/login");
    await page.getByLabel("Username").fill("staff");
    await page.getByLabel("Password", { exact: true }).fill("Wrong-1!");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").getByText("Wrong username or password").waitFor();
    visitor.ignoreFaults(/401/);
  });

  test("1§8 an empty field: 'This field is required!', at login and in a form", async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect.poll(() => page.getByText("This field is required!").count()).toBe(2);
    await openAs(page, "super", "/license");
    await page.getByRole("button", { name: "Add" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").getByText("This field is required!").first().waitFor();
  });

  test("1§8 alerts clear on navigation", async ({ visitor }) => {
    const { page } = visitor;
    await respondWith(page, 500);
    await openFailing(page);
    await page.getByText("Server Error").first().waitFor();
    await page.getByRole("link", { name: "Documentations", exact: true }).first().click();
    await page.waitForURL("**/documentation");
    await expect.poll(() => page.getByText("Server Error").count()).toBe(0);
    visitor.ignoreFaults(/500/);
  });
});
