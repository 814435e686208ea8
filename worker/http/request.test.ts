import { expect, it } from "vitest";
import { bookmarkHeader } from "#domain/contract/bookmark.ts";
import { call, env, makeCaller } from "#worker/testing/factories.ts";

it.each(["nonsense", "first-primary", "'; --", "x".repeat(5000)])(
  "design§D1 a bookmark not issued by D1 is ignored: %j",
  async (bookmark) => {
    const as = await makeCaller();
    const response = await call("GET", "/products", { as, headers: { [bookmarkHeader]: bookmark } });
    expect(response.status).toBe(200);
    const issuedBookmark = response.headers.get(bookmarkHeader);
    expect(issuedBookmark).toBeTruthy();
    const nextResponse = await call("GET", "/products", {
      as,
      headers: { [bookmarkHeader]: issuedBookmark! },
    });
    expect(nextResponse.status).toBe(200);
  },
);

it.each([
  ["a missing secret", { SECRETS_KEY: "" }],
  ["a short secret", { SESSION_SECRET: "short" }],
  ["an unknown value", { PICTURES: "none" }],
])(
  "design§HTTP a service with %s responds to every call with a problem that says so",
  async (_, overrides) => {
    const invalidEnv = { ...env, ...overrides };
    for (const [method, path] of [
      ["GET", "/health"],
      ["POST", "/login"],
      ["GET", "/documentations"],
    ] as const) {
      const response = await call(method, path, { env: invalidEnv });
      expect([response.status, await response.json()]).toMatchObject([
        500,
        { error: { code: "misconfigured" } },
      ]);
    }
  },
);
