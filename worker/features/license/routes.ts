import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import * as contracts from "../../../domain/endpoints/license";
import { problem } from "../../../domain/problem";
import { customerDb } from "../../db/databases";
import { documentation, license, template, templateLicense } from "../../db/schema";
import { scopeCondition, scopeOf } from "../../db/scope";
import { licensesForCapture } from "../../entrance/captureLicenses";
import { mount } from "../../entrance/mount";
import type { App } from "../../http/context";
import { licenseBinding } from "../../resources";
import { findRow } from "../../resources/reading";
import { mountReading, mountWriting, standardWrites } from "../../resources/standard";
import { demoCustomer, demoPage } from "./demo";
import { licenseDatabases, removeLicense, removeWithTemplates } from "./remove";

/** Licences beyond the standard (3§2, 3§7). */
export function mountLicenses(app: App): void {
  mountReading(app, licenseBinding);
  mountWriting(app, licenseBinding, {
    ...standardWrites(licenseBinding),
    remove: async (c, actor, before) =>
      removeLicense(await licenseDatabases(c.env, c.get("db"), Number(before.customerId)), actor, before),
  });

  mount(app, contracts.simpleLicenseList, async ({ db, actor, query }) => {
    const { id, name, licenseCode, customerId } = license;
    const items = await db
      .select({ id, name, licenseCode, customerId })
      .from(license)
      .where(scopeCondition(scopeOf(actor, query.customerId), license))
      .orderBy(sql`${name} COLLATE NOCASE`, asc(id));
    return { items };
  });

  mount(app, contracts.findLicensesForCapture, async ({ db, actor }) => ({
    items: await licensesForCapture(db, actor),
  }));

  mount(app, contracts.getCaptureLogo, async ({ db, actor, params }) => {
    const own = await licensesForCapture(db, actor);
    const found =
      own.some(({ id }) => id === params.id) &&
      (await db.select({ logo: license.logo }).from(license).where(eq(license.id, params.id)).get());
    if (!found) throw problem("notFound");
    return found;
  });

  mount(app, contracts.deleteLicenseAndTemplates, ({ env, db, actor, params }) =>
    removeWithTemplates(env, db, actor, params.id),
  );
  mount(app, contracts.listDemoLicenses, async ({ env, db, query }) => {
    const demo = await demoCustomer(db);
    return demoPage(demo === undefined ? db : await customerDb(env, demo), query);
  });

  mount(app, contracts.listLicenseTemplates, async ({ db, actor, params }) => {
    await findRow(db, licenseBinding, actor, params.id);
    const items = await db
      .select({ id: template.id, name: template.name })
      .from(templateLicense)
      .innerJoin(template, eq(template.id, templateLicense.templateId))
      .where(and(eq(templateLicense.licenseId, params.id), isNull(template.dateDeleted)))
      .orderBy(sql`${template.name} COLLATE NOCASE`, asc(template.id));
    return { items };
  });

  mount(app, contracts.listLicenseDocumentations, async ({ db, actor, params, query }) => {
    const { customerId } = await findRow(db, licenseBinding, actor, params.id);
    const { id, name, dateUploaded, dateCreated, status } = documentation;
    const made = and(
      eq(documentation.customerId, customerId as number),
      eq(documentation.licenseId, params.id),
    );
    const items = await db
      .select({ id, name, dateUploaded, dateCreated, status })
      .from(documentation)
      .where(made)
      .orderBy(desc(dateCreated), desc(documentation.seq))
      .limit(query.max)
      .offset(query.offset);
    return {
      items,
      total: await db.$count(documentation, made),
    };
  });
}
