import { eq } from "drizzle-orm";
import { describe, expect, inject, it } from "vitest";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import type { StoredFile } from "#scripts/support/servers/store.ts";
import { exportConfiguration, templateExportConfiguration } from "#worker/db/schema/index.ts";
import { mergeSecrets } from "#worker/resources/secretParams.ts";
import { db, env, uniqueName } from "#worker/testing/factories.ts";
import { listFiles, makeDelivery, makeQuietEnv, runUntilEnded } from "../testing/deliveries.ts";
import {
  makeDeliveryTarget,
  pathOf,
  planTarget,
  readPlannedFile,
  sha256Of,
} from "../testing/deliveryTargets.ts";
import { productionDependencies } from "./dependencies.ts";

const { ftp, webdav, graph, ramsite, control } = inject("servers");

/** Settings for a separate user at the test server of each destination type. */
const settings: Readonly<
  Partial<
    Record<ExportConfigurationType, (user: string) => { params: Record<string, string>; secret: string }>
  >
> = {
  FTP: (username) => ({ params: { host: `localhost:${ftp.tls}`, username }, secret: "password" }),
  WEBDAV: (username) => ({ params: { url: webdav.plain, username }, secret: "password" }),
  STOREGATE: (username) => ({ params: { url: webdav.bare, username }, secret: "password" }),
  SHAREPOINT: (tenantId) => ({
    params: {
      ...{ clientId: "app-1", tenantId, path: "Shared Documents" },
      siteUrl: "https://contoso.sharepoint.com/sites/Falt",
    },
    secret: "clientSecret",
  }),
  RAMSITE_3GIS: (projectId) => ({
    params: {
      ...{ projectId, baseUrl: ramsite, documentStructureId: "1", apiKeyHeader: "X-API-Key" },
      ...{ uploadMethod: "POST", uploadBody: "multipart", uploadField: "document" },
      uploadPath: "/projects/{projectId}/forms/{documentStructureId}?path={path}&name={name}",
      findPath: "/projects/{projectId}/file/{documentStructureId}?path={path}&name={name}",
      ...{ sizeKey: "fileSize", idKey: "documentId" },
    },
    secret: "apiKey",
  }),
};

/** A delivery of a zip, a document and photos to a test server. */
async function makeComposedDelivery(type: keyof typeof settings) {
  const user = uniqueName("anna");
  const { params, secret } = settings[type]!(user);
  const photos = [{ type: "PHOTOS" }] as const;
  const { target, customerId, template } = await makeDeliveryTarget(
    [
      { type: "ZIP_FILE", params: { name: "Photos.zip" }, children: [...photos, { type: "FILES" }] },
      {
        type: "EXPORT_DOCUMENT_TYPE",
        params: { exportDocumentType: "PHOTO_WORD_DOCUMENT", name: "Report" },
      },
      { type: "FOLDER", params: { name: "Originals" }, children: [...photos] },
    ],
    { type, params },
  );
  const { id } = (await db()
    .select({ id: exportConfiguration.id })
    .from(exportConfiguration)
    .where(eq(exportConfiguration.customerId, customerId))
    .get())!;
  const password = type === "RAMSITE_3GIS" ? encodeURIComponent(rightPassword) : rightPassword;
  const [configuration] = await db()
    .update(exportConfiguration)
    .set({ secrets: mergeSecrets(env, { entity: "exportConfiguration", id }, null, { [secret]: password }) })
    .where(eq(exportConfiguration.customerId, customerId))
    .returning();
  const [link] = await db()
    .select()
    .from(templateExportConfiguration)
    .where(eq(templateExportConfiguration.id, target.templateExportConfigurationId));
  const row = await makeDelivery(
    { customerId, templateId: template.id, configuration: configuration!, link: link! },
    { documentationId: target.documentationId },
  );
  const localEnv = {
    ...makeQuietEnv().env,
    ...{
      ALLOW_PRIVATE_DESTINATIONS: "true",
      CONSOLE_URL: "http://localhost:8788",
      GRAPH_LOGIN_URL: graph,
      GRAPH_URL: graph,
    },
  };
  return { user, target, row, local: localEnv };
}

describe("documents and zips that the service composes", () => {
  it.each(["FTP", "WEBDAV", "STOREGATE", "SHAREPOINT", "RAMSITE_3GIS"] as const)(
    "design§Delivery arrive at %s as they were planned",
    async (type) => {
      const { user, target, row, local: localEnv } = await makeComposedDelivery(type);
      const finishedDelivery = await runUntilEnded(productionDependencies, row, localEnv);
      expect(finishedDelivery, finishedDelivery.errorMessage ?? "").toMatchObject({
        state: "DONE",
        filesDone: 4,
      });

      const library = type === "SHAREPOINT" ? "/Shared%20Documents" : "";
      const response = await fetch(`${control}/files/${user}${library}`);
      const storedFiles = await response.json<StoredFile[]>();
      const { files } = await planTarget({
        ...target,
        request: { ...target.request, language: "sv" },
        exportedAt: row.dateCreated,
      });
      const expectedFiles = await Promise.all(
        files.map(async (file) => ({
          path: pathOf(file),
          bytes: file.bytes,
          sha256: sha256Of(await readPlannedFile(file)),
        })),
      );
      expect(storedFiles).toHaveLength(expectedFiles.length);
      expect(storedFiles).toEqual(expect.arrayContaining(expectedFiles));
      const recordedFiles = (await listFiles(row.id)).map(({ path, bytes, sha256 }) => ({
        path,
        bytes,
        sha256,
      }));
      expect(recordedFiles).toEqual(expect.arrayContaining(expectedFiles));
    },
  );

  it.each(["FTP", "WEBDAV"] as const)(
    "design§Delivery fail at %s and give the source as the reason if one of their photos is missing from storage",
    async (type) => {
      const { target, row, local: localEnv } = await makeComposedDelivery(type);
      const { files } = await planTarget(target);
      const { content } = files.find(({ kind }) => kind === "PHOTO")!;
      if (content.kind === "object") await env.STORAGE.delete(content.object.key);
      const delivery = await runUntilEnded(productionDependencies, row, localEnv);
      expect(delivery).toMatchObject({ state: "FAILED", errorKind: "source", tries: 0 });
      const kinds = (await listFiles(row.id)).map(({ kind, state, errorKind }) => [kind, state, errorKind]);
      // The report is not affected, because it uses renditions.
      expect(kinds.filter(([, state]) => state === "FAILED")).toEqual([
        ["ZIP", "FAILED", "source"],
        ["PHOTO", "FAILED", "source"],
      ]);
    },
  );
});
