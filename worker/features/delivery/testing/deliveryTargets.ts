import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import { deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type { ExportNodeType } from "#domain/template/types.ts";
import { databaseOf } from "#worker/db/database.ts";
import {
  documentationTask,
  exportConfiguration,
  exportConfigurationUserParam,
  exportNode,
  file,
  photo,
  templateExportConfiguration,
} from "#worker/db/schema/index.ts";
import { toFileObjectKey } from "#worker/media/photoKeys.ts";
import { db, env, makeCustomer, makeTemplate, uniqueName } from "#worker/testing/factories.ts";
import { makeVisit } from "#worker/testing/visits.ts";
import { openPlannedFile, type PlannedFile, planDelivery, type Target } from "../plan/planDelivery.ts";

/** Helpers for plan tests: documentations with a destination and its tree, and the bytes of planned files. */

interface ExportNodeInput {
  type: ExportNodeType;
  params?: Record<string, string>;
  children?: ExportNodeInput[];
}

/** A documentation with two photos that arrived and one that did not, a file, and a destination with a tree. */
export async function makeDeliveryTarget(
  tree: readonly ExportNodeInput[],
  options: {
    type?: ExportConfigurationType;
    params?: Record<string, string>;
    templateParams?: Record<string, string>;
    template?: Parameters<typeof makeTemplate>[1];
    userParams?: string[];
  } = {},
) {
  const { id: customerId } = await makeCustomer();
  const template = await makeTemplate(customerId, { name: uniqueName("Mast"), ...options.template });
  const visit = await makeVisit(customerId, {
    ...{
      template,
      name: "Åre: 1/2",
      creator: "Eva",
      photos: 2,
      missing: 1,
      answer: "eva@x.example",
    },
    dateCreated: "2026-05-04T10:15:00Z",
  });
  await db().update(documentationTask).set({ key: "roof" }).where(eq(documentationTask.id, visit.task.id));
  for (const [index, id] of visit.photos.entries())
    await db()
      .update(photo)
      .set({ dateCreated: `2026-05-04T10:15:0${index}Z` })
      .where(eq(photo.id, id));
  const bytes = new TextEncoder().encode("a plan");
  const row = { id: crypto.randomUUID(), customerId, revision: "" };
  const object = await env.STORAGE.put(toFileObjectKey(row), bytes);
  await db()
    .insert(file)
    .values({
      ...{ ...row, documentationId: visit.id, name: "plan.pdf", creator: "Eva", hasData: true, crc32: 0 },
      ...{ dataSize: bytes.length, etag: object!.etag, sha256: sha256Of(bytes) },
    });
  const [configuration] = await db()
    .insert(exportConfiguration)
    .values({ customerId, name: "Arkiv", type: options.type ?? "FTP", params: options.params ?? {} })
    .returning();
  for (const name of options.userParams ?? [])
    await db()
      .insert(exportConfigurationUserParam)
      .values({ customerId, exportConfigurationId: configuration!.id, name });
  const [link] = await db()
    .insert(templateExportConfiguration)
    .values({
      ...{ customerId, templateId: template.id, exportConfigurationId: configuration!.id, name: "Arkiv" },
      params: options.templateParams ?? {},
    })
    .returning();
  await insertNodes({ customerId, templateExportConfigurationId: link!.id }, tree, null);
  const target: Target = {
    ...{ customerId, documentationId: visit.id, templateExportConfigurationId: link!.id },
    ...{ request: deliveryRequest.parse({ language: "en" }), exportedAt: "2026-11-22T10:15:00Z" },
  };
  return { made: visit, target, customerId, template };
}

async function insertNodes(
  owner: { customerId: number; templateExportConfigurationId: string },
  nodes: readonly ExportNodeInput[],
  parentId: string | null,
) {
  for (const [position, { type, params = {}, children = [] }] of nodes.entries()) {
    const [row] = await db()
      .insert(exportNode)
      .values({ ...owner, type, params, position, parentId })
      .returning();
    await insertNodes(owner, children, row!.id);
  }
}

export const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
export const pathOf = ({ folders, name }: PlannedFile) => [...folders, name].join("/");
export const planTarget = (target: Target) => planDelivery(env, databaseOf(env), target);
export const readPlannedFile = async (file: PlannedFile, offset?: number) =>
  new Uint8Array(await new Response(await openPlannedFile(env, file)(offset)).arrayBuffer());
