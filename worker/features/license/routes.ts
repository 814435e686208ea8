import { and, asc, desc, eq, isNull } from "drizzle-orm";
import { isGuessableLicenseCode } from "#domain/access/licenseCode.ts";
import { problem } from "#domain/core/problem.ts";
import * as contracts from "#domain/endpoints/configuration/licenseCalls.ts";
import { mount } from "#worker/api/mount.ts";
import { listCaptureLicenses } from "#worker/auth/captureLicenses.ts";
import { documentation, license, template, templateLicense } from "#worker/db/schema/index.ts";
import { scopeCondition, scopeOf } from "#worker/db/scope.ts";
import { getCustomerDb } from "#worker/db/shards.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";
import type { App } from "#worker/http/context.ts";
import { validateLogo } from "#worker/media/validateLogo.ts";
import type { Fields } from "#worker/resources/binding.ts";
import { licenseBinding } from "#worker/resources/index.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { changeRow, createRow, parseChange, parseCreation } from "#worker/resources/resourceWrites.ts";
import { createStandardWrites, mountReads, mountWrites } from "#worker/resources/standardHandlers.ts";
import { findDemoCustomerId, listDemoLicensePage } from "./demoLicenses.ts";
import { findLicenseDatabases, removeLicense, removeLicenseWithTemplates } from "./removeLicense.ts";

/** @throws invalid for a logo that documents could not show */
function assertLogoIsDisplayable({ logo }: { logo?: string | null }): void {
  const error = logo ? validateLogo(logo) : null;
  if (error) throw problem("invalid", { fields: { logo: error } });
}

/** The licence endpoints, standard and additional ones (3§2, 3§7). */
export function mountLicenses(app: App): void {
  mountReads(app, licenseBinding);
  mountWrites(app, licenseBinding, {
    ...createStandardWrites(licenseBinding),
    async create(c, actor, body) {
      const db = c.get("db");
      const creation = await parseCreation(db, licenseBinding, actor, body);
      assertCodeNotGuessable(creation);
      assertLogoIsDisplayable(creation);
      return createRow(db, licenseBinding, actor, creation);
    },
    async change(c, actor, existingRow, body) {
      const db = c.get("db");
      const parsedChange = await parseChange(db, licenseBinding, existingRow, body);
      if (parsedChange.change.licenseCode !== existingRow.licenseCode)
        assertCodeNotGuessable(parsedChange.change);
      assertLogoIsDisplayable(parsedChange.change);
      return changeRow(db, licenseBinding, actor, existingRow, parsedChange);
    },
    remove: async (c, actor, existingRow) =>
      removeLicense(
        await findLicenseDatabases(c.env, c.get("db"), Number(existingRow.customerId)),
        actor,
        existingRow,
      ),
  });

  mount(app, contracts.simpleLicenseList, async ({ db, actor, query }) => {
    const { id, name, licenseCode, customerId } = license;
    const items = await db
      .select({ id, name, licenseCode, customerId })
      .from(license)
      .where(scopeCondition(scopeOf(actor, query.customerId), license))
      .orderBy(sortKeySql(name), asc(id));
    return { items };
  });

  mount(app, contracts.findLicensesForCapture, async ({ db, actor }) => ({
    items: await listCaptureLicenses(db, actor),
  }));

  mount(app, contracts.getCaptureLogo, async ({ db, actor, params }) => {
    const items = await listCaptureLicenses(db, actor);
    const logoRow =
      items.some(({ id }) => id === params.id) &&
      (await db.select({ logo: license.logo }).from(license).where(eq(license.id, params.id)).get());
    if (!logoRow) throw problem("notFound");
    return logoRow;
  });

  mount(app, contracts.deleteLicenseAndTemplates, ({ env, db, actor, params }) =>
    removeLicenseWithTemplates(env, db, actor, params.id),
  );
  mount(app, contracts.listDemoLicenses, async ({ env, db, query }) => {
    const demoCustomerId = await findDemoCustomerId(db);
    return listDemoLicensePage(
      demoCustomerId === undefined ? db : await getCustomerDb(env, demoCustomerId),
      query,
    );
  });

  mount(app, contracts.listLicenseTemplates, async ({ db, actor, params }) => {
    await findRow(db, licenseBinding, actor, params.id);
    const items = await db
      .select({ id: template.id, name: template.name })
      .from(templateLicense)
      .innerJoin(template, eq(template.id, templateLicense.templateId))
      .where(and(eq(templateLicense.licenseId, params.id), isNull(template.dateDeleted)))
      .orderBy(template.nameKey, asc(template.id));
    return { items };
  });

  mount(app, contracts.listLicenseDocumentations, async ({ db, actor, params, query }) => {
    const { customerId } = await findRow(db, licenseBinding, actor, params.id);
    const { id, name, dateUploaded, dateCreated, status } = documentation;
    const condition = and(eq(documentation.customerId, customerId), eq(documentation.licenseId, params.id));
    const items = await db
      .select({ id, name, dateUploaded, dateCreated, status })
      .from(documentation)
      .where(condition)
      .orderBy(desc(dateCreated), desc(documentation.seq))
      .limit(query.max)
      .offset(query.offset);
    return {
      items,
      total: await db.$count(documentation, condition),
    };
  });
}

/** Codes that are older than this rule stay until they are changed. @throws invalid, naming the field */
function assertCodeNotGuessable({ licenseCode }: Fields): void {
  if (typeof licenseCode === "string" && isGuessableLicenseCode(licenseCode))
    throw problem("invalid", { fields: { licenseCode: "guessable" } });
}
