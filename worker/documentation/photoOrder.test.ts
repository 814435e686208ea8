import { expect, it } from "vitest";
import { seededRandom } from "#domain/testing/random.ts";
import { photo } from "#worker/db/schema/index.ts";
import { createCustomerScope } from "#worker/db/scope.ts";
import { readExportPlan } from "#worker/exportContent/exportPlan.ts";
import { readGroupPlan } from "#worker/exportContent/groupExportPlan.ts";
import { readSelectionPlan } from "#worker/exportContent/selection/planSelection.ts";
import { listPhotoPages } from "#worker/features/customer/dump/dumpRows.ts";
import { listFirstPhotos } from "#worker/features/documentationList/firstPhotos.ts";
import { listGroupPhotos } from "#worker/listQuery/groupMembers.ts";
import { db, makeCustomer, makeTemplate } from "#worker/testing/factories.ts";
import { makeVisit } from "#worker/testing/visits.ts";
import { listPhotos } from "./details.ts";

it("2§2 photos of the same second are in the order of their names everywhere, also across pages", async () => {
  const { id: customerId } = await makeCustomer();
  const template = await makeTemplate(customerId, { name: "Mast" });
  const visit = await makeVisit(customerId, { template, name: "Åre" });
  const random = seededRandom(3);
  const names = Array.from({ length: 12 }, (_, index) => `Mast_${index + 1}`);
  const dateCreated = "2026-05-04T08:00:00Z";
  const rows = names
    .map((name) => ({ name, rank: random.number(1000) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ name }) => ({
      ...{
        id: crypto.randomUUID(),
        customerId,
        documentationId: visit.id,
        creator: "field",
        name,
        dateCreated,
      },
      documentationTaskId: visit.task.id,
      hasData: true,
    }));
  for (const row of rows) await db().insert(photo).values(row);

  const scope = createCustomerScope(customerId);
  const reader = { scope, files: true };
  const group = { customerId, name: "Åre", by: "nameOrTag" } as const;
  const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name);
  const page = { sort: "dateCreated", order: "asc" } as const;
  expect([
    ...namesOf(await listPhotos(db(), visit, { ...page, max: 5, offset: 0 })),
    ...namesOf(await listPhotos(db(), visit, { ...page, max: 50, offset: 5 })),
  ]).toEqual(names);
  const byId = await listPhotos(db(), visit, { sort: "id", order: "desc", max: 50, offset: 0 });
  const ids = byId.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().reverse());
  expect(namesOf(await listPhotos(db(), visit, { sort: "name", order: "desc", max: 50, offset: 0 }))).toEqual(
    names.toReversed(),
  );
  expect(namesOf((await readExportPlan(db(), reader, visit.id, "en")).photos)).toEqual(names);
  expect(namesOf((await readGroupPlan(db(), reader, group, "en")).photos)).toEqual(names);
  const selected = await readSelectionPlan(
    db(),
    reader,
    rows.map(({ id }) => id),
    { language: "en" },
  );
  expect(namesOf(selected.photos)).toEqual(names);
  expect(namesOf(await listGroupPhotos(db(), group, { max: 50, offset: 0 }))).toEqual(names);
  expect(namesOf(await listFirstPhotos(db(), scope, [visit.id]))).toEqual(["Mast_1"]);
  const dumpedPhotos = [];
  for await (const photos of listPhotoPages(db(), customerId, visit.id, 5)) dumpedPhotos.push(...photos);
  expect(namesOf(dumpedPhotos)).toEqual(names);
});
