import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { documentation, documentationTag, photo, suggestionList } from "#worker/db/schema/index.ts";
import {
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
} from "#worker/testing/factories.ts";

interface Rows {
  items: { name: string }[];
}
const sortedNames = [
  "Adel",
  "adel 2",
  "Adel 10",
  "Mast 2",
  "mast 10",
  "Rör",
  "Zon",
  "åre",
  "Ängelholm",
  "Öland",
];
const reversedNames = sortedNames.toReversed();

it("2§9 F7 select2#429 webtrees#2172 documentations are paged in Swedish order, in any case, numbers as numbers", async () => {
  const as = await makeCaller({ customerId: (await makeCustomer()).id, roles: ["ROLE_DOCUMENTATION_READ"] });
  const template = await makeTemplate(as.customerId);
  for (const name of reversedNames) await makeDocumentation(as.customerId, { name, templateId: template.id });
  for (const order of ["asc", "desc"]) {
    const names: string[] = [];
    for (let offset = 0; offset < sortedNames.length; offset += 3) {
      const page = await jsonOf<Rows>(
        call("GET", `/documentations?sort=name&order=${order}&max=3&offset=${offset}`, { as }),
      );
      names.push(...page.items.map(({ name }) => name));
    }
    expect(names).toEqual(order === "asc" ? sortedNames : sortedNames.toReversed());
  }
});

it("2§9 F7 webtrees#2172 documentations are paged by creator, photos by name, and neighbours follow, in the same order", async () => {
  const as = await makeCaller({ customerId: (await makeCustomer()).id, roles: ["ROLE_DOCUMENTATION_READ"] });
  const template = await makeTemplate(as.customerId);
  const creators = ["Adel", "anna", "Bo 2", "bo 10", "Zara", "Åsa", "Örjan"];
  const ids = new Map<string, string>();
  for (const creator of creators.toReversed())
    ids.set(creator, (await makeDocumentation(as.customerId, { creator, templateId: template.id })).id);
  for (const order of ["asc", "desc"] as const) {
    const findNames: string[] = [];
    for (let offset = 0; offset < creators.length; offset += 3) {
      const page = await jsonOf<{ items: { creator: string }[] }>(
        call("GET", `/documentations?sort=creator&order=${order}&max=3&offset=${offset}`, { as }),
      );
      findNames.push(...page.items.map(({ creator }) => creator));
    }
    expect(findNames).toEqual(order === "asc" ? creators : creators.toReversed());
  }
  const one = await jsonOf<{ items: { creator: string }[] }>(
    call("GET", `/documentations?sort=creator&order=asc&creatorFilter=${encodeURIComponent("Åsa")}`, { as }),
  );
  expect(one.items.map(({ creator }) => creator)).toEqual(["Åsa"]);
  await db()
    .update(documentation)
    .set({ creator: "Ärla" })
    .where(eq(documentation.id, ids.get("Zara")!));
  const changed = await jsonOf<{ items: { creator: string }[] }>(
    call("GET", "/documentations?sort=creator&order=asc", { as }),
  );
  expect(changed.items.map(({ creator }) => creator)).toEqual([
    ...["Adel", "anna", "Bo 2", "bo 10", "Åsa", "Ärla", "Örjan"],
  ]);

  const documentationId = ids.get("anna")!;
  const photoNames = [
    "Mast.jpg",
    "mast (2).jpg",
    "mast (10).jpg",
    "Rör_1.jpg",
    "rör_2.jpg",
    "Åsen",
    "äng",
    "Öl",
  ];
  for (const name of photoNames.toReversed())
    await db()
      .insert(photo)
      .values({ customerId: as.customerId, documentationId, name, creator: "field", hasData: true });
  const photos = await jsonOf<Rows>(
    call("GET", `/photos?documentationId=${documentationId}&sort=name`, { as }),
  );
  expect(photos.items.map(({ name }) => name)).toEqual(photoNames);
  const tags = ["Zon", "åker", "Ängar", "öde"];
  for (const tag of tags.toReversed())
    await db().insert(documentationTag).values({ customerId: as.customerId, documentationId, tag });
  const { tags: listNames } = await jsonOf<{ tags: unknown[] }>(
    call("GET", `/documentations/${documentationId}`, { as }),
  );
  expect(listNames.map((tag) => (typeof tag === "string" ? tag : JSON.stringify(tag)))).toEqual(tags);
});

it("2§9 F7 webtrees#2172 lists of configuration and choices have the same order", async () => {
  const as = await makeSuperAdmin();
  const { id: customerId } = await makeCustomer();
  await db()
    .insert(suggestionList)
    .values(reversedNames.map((name) => ({ customerId, name, type: "TASK_OPTIONS" as const })));
  const lists = await jsonOf<Rows>(
    call("GET", `/suggestionLists?sort=name&order=asc&max=100&customerId=${customerId}`, { as }),
  );
  expect(lists.items.map(({ name }) => name)).toEqual(sortedNames);
  for (const name of reversedNames) await makeTemplate(customerId, { name });
  const templates = await jsonOf<Rows>(call("GET", `/template/names?customerId=${customerId}`, { as }));
  expect(templates.items.map(({ name }) => name)).toEqual(sortedNames);
});

it("2§2 F8 mailpit#239 webtrees#3813 the finder finds names by their first letters in any case, including å, ä, ö and numbers", async () => {
  const as = await makeCaller({ customerId: (await makeCustomer()).id, roles: ["ROLE_DOCUMENTATION_READ"] });
  const template = await makeTemplate(as.customerId);
  const names = ["Ängelholm", "ängö 7", "Angered", "7", "70", "8", "07 x"];
  for (const name of names) await makeDocumentation(as.customerId, { name, templateId: template.id });
  const findNames = async (q: string) =>
    (await jsonOf<Rows>(call("GET", `/globalSearch?q=${encodeURIComponent(q)}`, { as }))).items.map(
      ({ name }) => name,
    );
  // Names with the letter as it was typed come first; the search folds å, ä and ö.
  expect(await findNames("än")).toEqual(["Ängelholm", "ängö 7", "Angered"]);
  expect(await findNames("ÄN")).toEqual(["Ängelholm", "ängö 7", "Angered"]);
  expect(await findNames("7")).toEqual(["7", "70", "ängö 7"]);
  expect(await findNames("0")).toEqual(["07 x"]);
  expect(await findNames("ängö ")).toEqual(["ängö 7"]);
  const listNames = async (q: string) =>
    (
      await jsonOf<Rows>(
        call("GET", `/documentations?sort=name&order=asc&query=${encodeURIComponent(q)}`, { as }),
      )
    ).items.map(({ name }) => name);
  expect(await listNames("Än")).toEqual(["Angered", "Ängelholm", "ängö 7"]);
  expect(await listNames("7")).toEqual(["7", "70", "ängö 7"]);
});
