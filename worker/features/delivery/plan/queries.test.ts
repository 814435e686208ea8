import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { idParam } from "#worker/db/ids.ts";
import { db } from "#worker/testing/factories.ts";
import { collectStatements } from "#worker/testing/statements.ts";
import { makeDeliverable, pathOf, planTarget } from "../testing/planned.ts";

/** Inserts `times` copies of a documentation's first photo, each with its own name. */
async function copyPhoto(id: string, times: number) {
  const columns = await db().all<{ name: string }>(sql`SELECT name FROM pragma_table_info('photo')`);
  const rest = columns.map(({ name }) => name).filter((name) => name !== "id" && name !== "name");
  const numbers = JSON.stringify(Array.from({ length: times }, (_, index) => index));
  await db().run(sql`INSERT INTO photo (id, name, ${sql.raw(rest.join(", "))})
    SELECT unhex(printf('%08d%s', x.value, substr(hex(p.id), 9))), 'Copy ' || x.value, ${sql.raw(rest.map((name) => `p.${name}`).join(", "))}
    FROM json_each(${numbers}) x CROSS JOIN photo p ON p.id = ${idParam(id)}`);
}

it("design§D1 a plan of a thousand photos runs the same queries as one of two, with documents, zips and compressed photos too", async () => {
  const { target, made: visit } = await makeDeliverable([
    { type: "PHOTOS" },
    { type: "PHOTOS", params: { compressPhotos: "true", maxSize: "48" } },
    { type: "ZIP_FILE", params: { name: "all" }, children: [{ type: "PHOTOS" }] },
    { type: "EXPORT_DOCUMENT_TYPE", params: { exportDocumentType: "PHOTO_WORD_DOCUMENT" } },
  ]);
  const smallStatements = await collectStatements(() => planTarget(target));
  await copyPhoto(visit.photos[0]!, 998);
  let plan: Awaited<ReturnType<typeof planTarget>> | null = null;
  const largeStatements = await collectStatements(async () => {
    plan = await planTarget(target);
  });
  const statements = (all: typeof smallStatements) => [
    ...new Set(all.map((statement) => statement.sql.replace(" offset ?", ""))),
  ];
  expect(statements(largeStatements)).toEqual(statements(smallStatements));
  // A full page of photos is followed by a query for the next.
  expect(largeStatements.length).toBe(smallStatements.length + 1);
  const { files, variants } = plan!;
  expect([files.length, variants.length]).toEqual([1002, 1000]);
  expect(new Set(files.map(pathOf)).size).toBe(1002);
});
