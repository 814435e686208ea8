import { expect, it } from "vitest";
import { call, makeCaller } from "#worker/testing/factories.ts";
import { bookmarkHeader } from "./databases.ts";

it.each(["nonsense", "first-primary", "'; --", "x".repeat(5000)])(
  "design§D1 a bookmark not issued by D1 is ignored: %j",
  async (bookmark) => {
    const as = await makeCaller();
    const answer = await call("GET", "/products", { as, headers: { [bookmarkHeader]: bookmark } });
    expect(answer.status).toBe(200);
    const given = answer.headers.get(bookmarkHeader);
    expect(given).toBeTruthy();
    const next = await call("GET", "/products", { as, headers: { [bookmarkHeader]: given! } });
    expect(next.status).toBe(200);
  },
);
