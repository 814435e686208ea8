import { describe, expect, it } from "vitest";
import { photo } from "#worker/db/schema/index.ts";
import { type Caller, call, db, jsonOf, makeCaller, makeDocumentation } from "#worker/testing/factories.ts";

const makeReader = () => makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
const fetchFirstPhotos = async (as: Caller, ids: string[]) => {
  const query = new URLSearchParams({ ids: ids.join(";") });
  const { items } = await jsonOf<{ items: { documentationId: string; name: string }[] }>(
    call("GET", `/documentation/firstPhotos?${query}`, { as }),
  );
  return Object.fromEntries(items.map(({ documentationId, name }) => [documentationId, name]));
};

describe("2§2 the thumbnails of a list", () => {
  it("show the first photo that has arrived, and nothing the user may not see", async () => {
    const [as, outsider] = [await makeReader(), await makeReader()];
    const { customerId } = as;
    const make = async (names: string[], values: object = {}, ownerId = customerId) => {
      const { id } = await makeDocumentation(ownerId, values);
      for (const [index, name] of names.entries())
        await db()
          .insert(photo)
          .values({
            customerId: ownerId,
            documentationId: id,
            name,
            creator: "a",
            dateCreated: `2026-03-01T08:00:${60 - index - 1}Z`,
            hasData: !name.startsWith("awaited"),
          });
      return id;
    };
    const [twoPhotosId, hiddenId, emptyId] = [
      await make(["second", "first", "awaited"]),
      await make(["in a hidden one"], { hidden: true }),
      await make(["awaited"]),
    ];
    const unseenIds = [
      await make(["deleted"], { status: "DELETED" }),
      await make(["theirs"], {}, outsider.customerId),
    ];
    expect(await fetchFirstPhotos(as, [twoPhotosId, hiddenId, emptyId, ...unseenIds])).toEqual({
      [twoPhotosId]: "first",
      [hiddenId]: "in a hidden one",
    });
    expect(await fetchFirstPhotos(as, [])).toEqual({});
    const response = await call("GET", "/documentation/firstPhotos?ids=1", { as });
    expect(response.status).toBe(422);
  });
});
