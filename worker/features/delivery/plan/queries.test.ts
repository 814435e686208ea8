import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { idParam } from "#worker/db/ids.ts";
import { db } from "#worker/testing/factories.ts";
import { collectStatements } from "#worker/testing/statements.ts";
import { makeDeliveryTarget, pathOf, planTarget } from "../testing/deliveryTargets.ts";

/** Inserts copies of a documentation's first photo, each with its own name. */
async function copyPhoto(id: string, copyCount: number) {
  const columns = await db().all<{ name: string }>(sql`SELECT name FROM pragma_table_info('photo')`);
  const copiedColumns = columns.map(({ name }) => name).filter((name) => name !== "id" && name !== "name");
  const numbersJson = JSON.stringify(Array.from({ length: copyCount }, (_, index) => index));
  await db().run(sql`INSERT INTO photo (id, name, ${sql.raw(copiedColumns.join(", "))})
    SELECT unhex(printf('%08d%s', x.value, substr(hex(p.id), 9))), 'Copy ' || x.value, ${sql.raw(copiedColumns.map((name) => `p.${name}`).join(", "))}
    FROM json_each(${numbersJson}) x CROSS JOIN photo p ON p.id = ${idParam(id)}`);
}

it("design§D1 a plan of a thousand photos runs the same queries as one of two, with documents, zips and compressed photos too", async () => {
  const { target, made: visit } = await makeDeliveryTarget([
    { type: "PHOTOS" },
    { type: "PHOTOS", params: { compressPhotos: "true", maxSize: "48" } },
    { type: "ZIP_FILE", params: { name: "all" }, children: [{ type: "PHOTOS" }] },
    { type: "EXPORT_DOCUMENT_TYPE", params: { exportDocumentType: "PHOTO_WORD_DOCUMENT" } },
  ]);
  const smallPlanStatements = await collectStatements(() => planTarget(target));
  await copyPhoto(visit.photos[0]!, 998);
  let plan: Awaited<ReturnType<typeof planTarget>> | null = null;
  const largePlanStatements = await collectStatements(async () => {
    plan = await planTarget(target);
  });
  const listDistinctSql = (all: typeof smallPlanStatements) => [
    ...new Set(all.map((statement) => statement.sql.replace(" offset ?", ""))),
  ];
  expect(listDistinctSql(largePlanStatements)).toEqual(listDistinctSql(smallPlanStatements));
  // A full page of photos is followed by a query for the next.
  expect(largePlanStatements.length).toBe(smallPlanStatements.length + 1);
  const { files, variants } = plan!;
  expect([files.length, variants.length]).toEqual([1002, 1000]);
  expect(new Set(files.map(pathOf)).size).toBe(1002);
});
