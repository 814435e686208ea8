import { expect, it } from "vitest";
import { bookmarkHeader } from "#domain/contract/bookmark.ts";
import { call, makeCaller } from "#worker/testing/factories.ts";

it.each(["nonsense", "first-primary", "'; --", "x".repeat(5000)])(
  "design§D1 a bookmark not issued by D1 is ignored: %j",
  async (bookmark) => {
    const as = await makeCaller();
    const response = await call("GET", "/products", { as, headers: { [bookmarkHeader]: bookmark } });
    expect(response.status).toBe(200);
    const issued = response.headers.get(bookmarkHeader);
    expect(issued).toBeTruthy();
    const next = await call("GET", "/products", { as, headers: { [bookmarkHeader]: issued! } });
    expect(next.status).toBe(200);
  },
);
