import { and, asc, desc, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import * as contracts from "#domain/endpoints/capture/deviceCalls.ts";
import type { SuggestionListType } from "#domain/lists/suggestion.ts";
import { mount } from "#worker/api/mount.ts";
import { andCondition } from "#worker/db/andCondition.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import {
  documentation,
  expectedAnswer,
  expectedAnswerList,
  graphic,
  type LicenseRow,
  referencePhoto,
  suggestion,
  suggestionList,
  suggestionListLicense,
  tempFile,
} from "#worker/db/schema/index.ts";
import { createCustomerScope } from "#worker/db/scope.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";
import type { App } from "#worker/http/context.ts";
import { graphicKind } from "#worker/resources/image/imageKinds.ts";
import { findImage, serveOriginal, serveReferencePhoto } from "#worker/resources/image/serveImage.ts";
import { listOfferedTemplates } from "./deviceTemplates.ts";
import { readLicenseSettings } from "./registerDevice.ts";

/** Maximum number of lists in a response. */
const maxLists = 1000;

/** The data that a device reads with its licence code, in the order of worker/api/deviceGuide.ts. */
export function mountDeviceData(app: App): void {
  mount(app, contracts.getDeviceSettings, ({ db, license }) => readLicenseSettings(db, license));
  mount(app, contracts.getDeviceTemplates, async ({ db, license }) => ({
    items: await listOfferedTemplates(db, license),
  }));
  mount(app, contracts.getDeviceGraphic, async ({ c, env, db, license, params }) =>
    serveOriginal(env, graphicKind, await findImage(db, scopeOf(license), graphic, params.id), c.req.raw),
  );
  mount(app, contracts.getDeviceReferencePhoto, async ({ c, env, db, license, params }) => {
    const { id } = await findImage(db, scopeOf(license), referencePhoto, params.id);
    return serveReferencePhoto(env, db, scopeOf(license), id, c.req.raw);
  });
  mount(app, contracts.getDeviceSuggestionLists, async ({ db, license }) => ({
    items: await listSuggestionLists(db, license),
  }));
  mount(app, contracts.getDeviceSuggestions, async ({ db, license, params, query }) => {
    const list = await db
      .select({ id: suggestionList.id })
      .from(suggestionList)
      .where(and(eq(suggestionList.id, params.id), allowedListsCondition(license)))
      .get();
    if (!list) throw problem("notFound");
    return createPage(
      query.max,
      await db
        .select({ text: suggestion.text, lat: suggestion.lat, lng: suggestion.lng })
        .from(suggestion)
        .where(and(eq(suggestion.suggestionListId, list.id), gt(suggestion.text, query.after)))
        .orderBy(asc(suggestion.text))
        .limit(query.max + 1),
      ({ text }) => text,
    );
  });
  mount(app, contracts.getDeviceExpectedAnswerLists, async ({ db, license }) => ({
    items: await db
      .select({
        id: expectedAnswerList.id,
        name: expectedAnswerList.name,
        description: expectedAnswerList.description,
        count: sql<number>`(SELECT count(*) FROM expected_answer a WHERE a.expected_answer_list_id = expected_answer_list.id)`,
      })
      .from(expectedAnswerList)
      .where(eq(expectedAnswerList.customerId, license.customerId))
      .orderBy(sortKeySql(expectedAnswerList.name), asc(expectedAnswerList.id))
      .limit(maxLists),
  }));
  mount(app, contracts.getDeviceExpectedAnswers, async ({ db, license, params, query }) => {
    const list = await db
      .select({ id: expectedAnswerList.id })
      .from(expectedAnswerList)
      .where(and(eq(expectedAnswerList.id, params.id), eq(expectedAnswerList.customerId, license.customerId)))
      .get();
    if (!list) throw problem("notFound");
    return createPage(
      query.max,
      await db
        .select({ answer: expectedAnswer.answer, params: expectedAnswer.params })
        .from(expectedAnswer)
        .where(and(eq(expectedAnswer.expectedAnswerListId, list.id), gt(expectedAnswer.answer, query.after)))
        .orderBy(asc(expectedAnswer.answer))
        .limit(query.max + 1),
      ({ answer }) => answer,
    );
  });
  mount(app, contracts.getDeviceTempFiles, async ({ db, license, query }) => ({
    items: license.tempFiles ? await listTempFiles(db, license, query) : [],
  }));
}

const scopeOf = ({ customerId }: LicenseRow) => createCustomerScope(customerId);

/** Builds a page from `max + 1` rows; the extra row only shows that there is a next page. */
function createPage<T>(
  max: number,
  rows: T[],
  keyOf: (row: T) => string,
): { items: T[]; next: string | null } {
  const items = rows.slice(0, max);
  const last = items.at(-1);
  return { items, next: rows.length > max && last ? keyOf(last) : null };
}

/** SQL condition: lists for all licences, or for this one (3§3). */
const allowedListsCondition = ({ customerId, id }: LicenseRow): SQL => {
  const listLicenses = sql`SELECT 1 FROM ${suggestionListLicense} WHERE ${suggestionListLicense.suggestionListId} = ${suggestionList.id}`;
  return andCondition(
    eq(suggestionList.customerId, customerId),
    sql`(NOT EXISTS (${listLicenses}) OR EXISTS (${listLicenses} AND ${suggestionListLicense.licenseId} = ${idParam(id)}))`,
  );
};

async function listSuggestionLists(db: Database, license: LicenseRow) {
  const rows = await db
    .select({
      id: suggestionList.id,
      name: suggestionList.name,
      description: suggestionList.description,
      type: sql<SuggestionListType>`${suggestionList.type}`,
      params: suggestionList.params,
      count: sql<number>`(SELECT count(*) FROM suggestion s WHERE s.suggestion_list_id = suggestion_list.id)`,
    })
    .from(suggestionList)
    .where(allowedListsCondition(license))
    .orderBy(sortKeySql(suggestionList.name), asc(suggestionList.id))
    .limit(maxLists);
  return rows;
}

/** Temp files sent to the licence, except those that were rejected, or accepted as a file that has since been deleted. */
const listTempFiles = (
  db: Database,
  { customerId, id }: LicenseRow,
  { max, offset }: { max: number; offset: number },
) =>
  db
    .select({
      id: tempFile.id,
      documentationId: tempFile.documentationId,
      name: tempFile.name,
      type: tempFile.type,
      dataSize: tempFile.dataSize,
      sha256: tempFile.sha256,
      dateUploaded: sql<string>`coalesce(${tempFile.dateUploaded}, ${tempFile.dateCreated})`,
    })
    .from(tempFile)
    .innerJoin(
      documentation,
      and(eq(documentation.customerId, tempFile.customerId), eq(documentation.id, tempFile.documentationId)),
    )
    .where(
      and(
        eq(tempFile.customerId, customerId),
        eq(tempFile.licenseId, id),
        eq(tempFile.hasData, true),
        ne(documentation.status, "DELETED"),
        or(
          isNull(tempFile.decision),
          sql`EXISTS (SELECT 1 FROM file f WHERE f.customer_id = ${tempFile.customerId} AND f.id = ${tempFile.fileId})`,
        ),
      ),
    )
    .orderBy(desc(tempFile.dateCreated), desc(tempFile.id))
    .limit(max)
    .offset(offset);
