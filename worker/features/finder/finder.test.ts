import { describe, expect, it } from "vitest";
import type { SearchHit } from "#domain/endpoints/documentation/globalSearch.ts";
import {
  type Caller,
  call,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";

const find = async (as: Caller, q: string) =>
  (await jsonOf<{ items: SearchHit[] }>(call("GET", `/globalSearch?${new URLSearchParams({ q })}`, { as })))
    .items;
const findNames = async (as: Caller, q: string) => (await find(as, q)).map(({ name }) => name);
const makeReader = () => makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });

describe("design§Web the finder", () => {
  it("finds documentations by the beginning of their name first, then by any text, newest first, each once", async () => {
    const as = await makeReader();
    const make = (name: string, values = {}) => makeDocumentation(as.customerId, { name, ...values });
    await make("Gamla Åre", { dateCreated: "2024-01-01T00:00:00Z" });
    await make("Nya Åre", { dateCreated: "2025-01-01T00:00:00Z" });
    await make("Åre mast", { dateCreated: "2023-01-01T00:00:00Z" });
    await make("Åre dold", { hidden: true });
    await make("Åre borta", { status: "DELETED" });
    await makeDocumentation((await makeReader()).customerId, { name: "Åre hos en annan" });
    expect(await findNames(as, "Åre")).toEqual(["Åre mast", "Nya Åre", "Gamla Åre"]);
    expect(await findNames(as, "åre m")).toEqual(["Åre mast"]);
    expect(await findNames(as, "Å")).toEqual(["Åre mast", "Nya Åre", "Gamla Åre"]);
    expect(await findNames(as, "mast are")).toEqual(["Åre mast"]);
    expect(await findNames(as, "%")).toEqual([]);
  });

  it("finds a documentation by its alias, and returns its template's name", async () => {
    const as = await makeReader();
    const { id: templateId } = await makeTemplate(as.customerId, { name: "Mastbesiktning" });
    const { id } = await makeDocumentation(as.customerId, {
      name: "SITE-9",
      alias: "Kyrkan i Lund",
      templateId,
    });
    expect(await find(as, "kyrkan")).toEqual([
      { kind: "DOCUMENTATION", id, name: "Kyrkan i Lund", note: "Mastbesiktning", match: null },
    ]);
  });

  it("adds the day, or the minute of one day, to documentations of one name and template", async () => {
    const as = await makeReader();
    const { id: templateId } = await makeTemplate(as.customerId, { name: "Besiktning" });
    for (const dateCreated of ["2024-01-31T23:30:00Z", "2024-03-01T10:00:00Z", "2024-03-01T12:30:00Z"])
      await makeDocumentation(as.customerId, { name: "Mast", templateId, dateCreated });
    expect((await find(as, "mast")).map(({ note }) => note).sort()).toEqual([
      "Besiktning, 2024-02-01",
      "Besiktning, 2024-03-01 11:00",
      "Besiktning, 2024-03-01 13:30",
    ]);
  });

  it("finds at most eight, and templates only for users who may read them", async () => {
    const as = await makeReader();
    for (let index = 0; index < 12; index += 1)
      await makeDocumentation(as.customerId, { name: `Station ${index}` });
    await makeTemplate(as.customerId, { name: "Stationer" });
    await makeTemplate(as.customerId, { name: "Stationer, borttagna", dateDeleted: "2025-01-01T00:00:00Z" });
    expect(await findNames(as, "station")).toHaveLength(8);
    const templateReader = await makeCaller({ customerId: as.customerId, roles: ["ROLE_TEMPLATE_READ"] });
    expect(await find(templateReader, "station")).toMatchObject([
      { kind: "TEMPLATE", name: "Stationer", note: "" },
    ]);
  });

  it("finds users and customers only for super admins", async () => {
    const name = uniqueName("finn");
    const as = await makeCaller({ username: name, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect(await find(as, name)).toEqual([]);
    const root = await makeSuperAdmin();
    expect(await find(root, name.toUpperCase())).toMatchObject([
      { kind: "USER", id: String(as.userId), name },
    ]);
  });
});
