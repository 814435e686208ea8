import { inject } from "vitest";
import { describe, expect, test } from "./support/browser.ts";

const explorer = (path: string, init?: RequestInit) =>
  fetch(`${inject("baseUrl")}/cdn-cgi/local/explorer/api${path}`, init);

describe("the local runtime", () => {
  test.for(["/d1/database", "/r2/buckets", "/local/email/sending?worker=siteproof-api"])(
    "the explorer shows %s",
    async (path) => {
      const response = await explorer(path);
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({ success: true }),
      ]);
    },
  );

  test("the explorer page opens", async () => {
    const page = await fetch(`${inject("baseUrl")}/cdn-cgi/explorer`);
    expect([page.status, page.headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^text\/html/),
    ]);
  });

  test("calls leave no traces in the state directory", async () => {
    const response = await explorer("/local/observability/query", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ sql: "SELECT 1" }),
    });
    expect(await response.text()).toContain("Local observability is not enabled");
  });
});
