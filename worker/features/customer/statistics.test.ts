import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import type { StatisticsItem } from "#domain/endpoints/configuration/customerCalls.ts";
import { documentation, template } from "#worker/db/schema/index.ts";
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
import { makeStoredPhoto } from "#worker/testing/storedPhoto.ts";

const createStatisticsPath = (name: string, id: number) =>
  `/customerStatistics/findAll${name}ByCustomerId/${id}`;

describe("statistics of a customer", () => {
  it("1§3 count documentations, photos and bytes by month and template, and omit empty months", async () => {
    const { id: customerId } = await makeCustomer();
    const [mast, pole] = [
      await makeTemplate(customerId, { name: "mast" }),
      await makeTemplate(customerId, { name: "Pole" }),
    ];
    const make = (templateId: string, dateCreated: string, status: DocumentationStatus = "COMPLETED") =>
      makeDocumentation(customerId, { templateId, dateCreated, status });
    const firstDocumentation = await make(mast.id, "2026-04-30T21:00:00Z");
    await make(mast.id, "2026-05-02T10:00:00Z", "ONGOING");
    await make(mast.id, "2026-05-03T10:00:00Z", "APPROVED");
    const otherDocumentation = await make(pole.id, "2026-05-03T10:00:00Z");
    const deletedDocumentation = await make(pole.id, "2025-12-03T10:00:00Z");
    await makeStoredPhoto(firstDocumentation, new Uint8Array(1000));
    await makeStoredPhoto(firstDocumentation, new Uint8Array(234));
    await makeStoredPhoto(otherDocumentation, new Uint8Array(10));
    await makeStoredPhoto(deletedDocumentation, new Uint8Array(10));
    await db().delete(documentation).where(eq(documentation.id, deletedDocumentation.id));
    const as = await makeSuperAdmin();
    const items = await jsonOf<StatisticsItem[]>(
      call("GET", createStatisticsPath("Documentations", customerId), { as }),
    );
    const createItem = (month: string, templateId: string, ...counts: number[]) => ({
      dateCreated: `${month}-01T00:00:00Z`,
      templateId,
      documentationCount: counts[0],
      photoCount: counts[1],
      dataSize: counts[2],
    });
    const expectedItems = [
      createItem("2026-04", mast.id, 1, 2, 1234),
      ...[createItem("2026-05", mast.id, 2, 0, 0), createItem("2026-05", pole.id, 1, 1, 10)].sort((a, b) =>
        a.templateId < b.templateId ? -1 : 1,
      ),
    ];
    expect(items).toEqual(expectedItems);
    const photoItems = await jsonOf<unknown[]>(
      call("GET", createStatisticsPath("Photos", customerId), { as }),
    );
    expect(photoItems).toEqual(
      expectedItems
        .filter(({ photoCount }) => photoCount)
        .map(({ documentationCount: _, ...photoCounts }) => photoCounts),
    );
  });

  it("1§2 name the customer's templates, a deleted one as long as it has documentations", async () => {
    const { id: customerId } = await makeCustomer();
    const [a, b, c] = [
      await makeTemplate(customerId, { name: "b" }),
      await makeTemplate(customerId, { name: "A", dateDeleted: "2026-01-01T00:00:00Z" }),
      await makeTemplate(customerId, { name: "C", dateDeleted: "2026-01-01T00:00:00Z" }),
    ];
    await makeDocumentation(customerId, { templateId: b.id });
    const templates = await jsonOf<unknown>(
      call("GET", createStatisticsPath("Templates", customerId), { as: await makeSuperAdmin() }),
    );
    expect(templates).toEqual([
      { id: b.id, name: "A" },
      { id: a.id, name: "b" },
    ]);
    await db().delete(template).where(eq(template.id, c.id));
  });

  it("1§6 are for super admins only, and not found for an unknown customer", async () => {
    const staff = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
    for (const name of ["Documentations", "Photos", "Templates"]) {
      expect((await call("GET", createStatisticsPath(name, staff.customerId), { as: staff })).status).toBe(
        403,
      );
      expect(
        (await call("GET", createStatisticsPath(name, 99_999_999), { as: await makeSuperAdmin() })).status,
      ).toBe(404);
    }
  });
});
