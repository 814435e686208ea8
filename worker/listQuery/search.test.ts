import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { matchesSearch } from "#domain/core/text/searchTerms.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { databaseOf } from "#worker/db/database.ts";
import { documentationTag, documentationTask, file, photo } from "#worker/db/schema/index.ts";
import { foldedIndexText } from "#worker/db/searchText.ts";
import { indexPendingTexts } from "#worker/listQuery/searchIndex.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeDocumentation,
} from "#worker/testing/factories.ts";

const list = async (as: Caller, query: string) =>
  (
    await jsonOf<{ items: DocumentationListRow[] }>(
      call("GET", `/documentations?${new URLSearchParams({ query })}`, { as }),
    )
  ).items;
const count = async (as: Caller, query: string) =>
  (
    await jsonOf<{ total: number }>(
      call("GET", `/documentation/count?${new URLSearchParams({ query })}`, { as }),
    )
  ).total;
const findNames = async (as: Caller, query: string) => {
  const names = (await list(as, query)).map(({ name }) => name).sort();
  expect([query, await count(as, query)]).toEqual([query, names.length]);
  return names;
};
const makeReader = () => makeCaller({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_FILE_READ"] });

const { TEST_TRIGGERS: triggers } = env as typeof env & { TEST_TRIGGERS: { name: string; sql: string }[] };

const names = [
  ...["KS-12 Malmö", "KS 12", "ks12b", "KS-1", "KS", "xks", "Mast 7 Östra Esplanaden", "7 master", "Mast 17"],
  ...[
    "070-123 45 67",
    "0701234567",
    "556677-8899",
    "KS – 12",
    "Station\u00a07",
    "röta",
    "rota",
    "ROTA,",
    "Ålö-7",
  ],
  ...[
    "50% klar",
    'say "KS"',
    "a",
    "Å",
    "Ä b",
    "Żółć",
    // Semantic-UI#3577.
    "İSTANBUL",
    "ısı",
    "Großweg 7",
    "GROẞE",
    "Grossist",
    "ЖУК",
    "жук 3",
    "日本語",
    "日本",
    "1 2 3",
    "1-2",
    "x'y",
    "\\",
  ],
];
const queries = [
  ...[
    "ks",
    "KS-",
    "KS12",
    "ks 12",
    "12 KS",
    "KS-12",
    "mast 7",
    "7 mast",
    "ast 7",
    "malmo",
    "MALMÖ",
    "Malmö ks",
    "istanbul",
    "İst",
    "isi",
    "gross",
    "Groß",
    "ß",
    "ss 7",
  ],
  ...[
    "0701234567",
    "070-1234567",
    "07 67",
    "5566778899",
    "5566",
    "rota",
    "röta",
    "ro",
    "alo 7",
    "ålö7",
    "7",
    "å",
  ],
  ...[
    '"KS-12"',
    '"rota"',
    '"röta"',
    '"ks 12"',
    '"ks"',
    '"7"',
    '"Malmö" ks',
    "”KS-12”",
    '"KS',
    "%",
    "-",
    "50%",
  ],
  ...[
    "жук",
    "ЖУ",
    "3 жук",
    "日本",
    "本語",
    "123",
    "1 2 3",
    "12",
    "a",
    "qq",
    "qqq",
    "x'",
    "\\",
    '"\\"',
    "st 7",
    "Ż",
  ],
];

describe("2§2 search the way people type", () => {
  it("finds the same before and after indexing, as in lists that are searched in the browser", async () => {
    const as = await makeReader();
    for (const name of names) await makeDocumentation(as.customerId, { name });
    const findExpectedNames = (query: string) => names.filter((name) => matchesSearch([name], query)).sort();
    for (const query of queries)
      expect([query, await findNames(as, query)]).toEqual([query, findExpectedNames(query)]);
    await indexPendingTexts(env, databaseOf(env));
    for (const query of queries)
      expect([query, await findNames(as, query)]).toEqual([query, findExpectedNames(query)]);
    const namesByQuery = Object.fromEntries(
      await Promise.all(
        ["ks", "KS12", "malmo", "7 mast", '"rota"'].map(
          async (query) => [query, await findNames(as, query)] as const,
        ),
      ),
    );
    expect(namesByQuery).toMatchObject({
      KS12: ["KS 12", "KS – 12", "KS-12 Malmö", "ks12b"],
      malmo: ["KS-12 Malmö"],
      "7 mast": ["7 master", "Mast 7 Östra Esplanaden"],
      '"rota"': ["ROTA,", "rota"],
    });
    expect(namesByQuery.ks).toEqual(expect.arrayContaining(await findNames(as, "KS-")));
  });

  it("words may be in different texts, and each row says where it matched", async () => {
    const as = await makeReader();
    const { id, customerId } = await makeDocumentation(as.customerId, { name: "Mast 7" });
    await makeDocumentation(as.customerId, { name: "Mast 8" });
    const owner = { customerId, documentationId: id };
    const task = { ...owner, name: "Kommentar", type: "TEXT" as const, position: 0 };
    await db()
      .insert(documentationTag)
      .values({ ...owner, tag: "Norr" });
    await db()
      .insert(documentationTask)
      .values({ ...task, answer: `${"Lång text. ".repeat(20)}Skadad isolator` });
    await db()
      .insert(photo)
      .values({ ...owner, name: "IMG_001.jpg", comment: "Stolpe med röta 40 cm", creator: "x" });
    await db()
      .insert(file)
      .values({ ...owner, name: "ritning A-14.pdf", creator: "x" });
    const matches = async (query: string) => (await list(as, query)).map((row) => row.matches);
    for (const index of [false, true]) {
      if (index) await indexPendingTexts(env, databaseOf(env));
      expect(await matches("rota mast")).toEqual([
        [
          { field: "NAME", text: "Mast 7" },
          { field: "COMMENT", text: "Stolpe med röta 40 cm" },
        ],
      ]);
      expect(await matches("a14 ritning")).toEqual([[{ field: "FILE", text: "ritning A-14.pdf" }]]);
      expect(await matches("img norr")).toEqual([
        [
          { field: "TAG", text: "Norr" },
          { field: "PHOTO", text: "IMG_001.jpg" },
        ],
      ]);
      const [[answer] = []] = await matches('"Skadad isolator"');
      expect(answer).toMatchObject({
        field: "ANSWER",
        text: expect.stringMatching(/^….{30}Skadad isolator$/),
      });
      expect(await matches("rota tak")).toEqual([]);
      const otherCaller = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
      expect((await list(otherCaller, "ritning")).map((row) => row.matches)).toEqual([[]]);
    }
    await db().run(
      sql`UPDATE file SET name = 'bilaga.pdf' WHERE documentation_id = unhex(${id.replaceAll("-", "")})`,
    );
    expect(await matches("ritning")).toEqual([]);
    expect(await matches("bilaga")).toHaveLength(1);
  });

  it("many words, and words of many alphabets, stay within the limits of a statement", async () => {
    const as = await makeReader();
    const name =
      "a b c d e f g h i j k l m n o p q r s t u v w x y z å ä ö é ü 0 1 2 3 4 5 6 7 8 9 ж ф ц λ σ";
    await makeDocumentation(as.customerId, { name });
    for (const query of [
      name,
      [...name].reverse().join(""),
      "бв гд еж зи ф λσ",
      "1a 2b 3c 4d 5e 6f 7g 8h 9i 0j",
    ])
      expect([query, await findNames(as, query)]).toEqual([
        query,
        matchesSearch([name], query) ? [name] : [],
      ]);
    await indexPendingTexts(env, databaseOf(env));
    expect(await findNames(as, name)).toEqual([name]);
  });

  it("the triggers fold texts as the searches do", () => {
    const indexed = triggers.find(({ name }) => name === "documentation_group_indexed");
    expect(indexed?.sql).toContain(
      foldedIndexText("SELECT NEW.name || char(10) || coalesce(NEW.alias, '') AS text"),
    );
  });
});
