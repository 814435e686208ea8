import type { ExportNodeType } from "#domain/template/types.ts";
import { exportNode, templateExportConfiguration } from "#worker/db/schema/index.ts";
import { demoDestinations, exportConfigurationId } from "./configuration.ts";
import { customerIds, daysFrom, demoId, type SeedContext } from "./context.ts";
import { insert } from "./insertRows.ts";
import {
  fiberschakt,
  kabelskap,
  mastInspection,
  type TemplateSketch,
  templateId,
  turbineService,
} from "./templates.ts";

type DestinationKey = (typeof demoDestinations)[number]["key"];

interface NodeSketch {
  type: ExportNodeType;
  params?: Record<string, string>;
  children?: NodeSketch[];
}

const compressedParams = { compressPhotos: "true", maxSize: "1600", quality: "80" };
const uncompressedParams = { compressPhotos: "false" };

/** Destinations of each template with their export trees. The archive has none: it gets the template's own exports. */
const exportTrees: Record<
  DestinationKey,
  { sketch: TemplateSketch; params?: Record<string, string>; nodes: NodeSketch[] }
> = {
  sharepoint: {
    sketch: mastInspection,
    nodes: [
      {
        type: "FOLDER",
        params: { name: "{DOCUMENTATION_NAME}" },
        children: [
          { type: "PHOTOS", params: { name: "{PHOTO_TASK_NAME} {PHOTO_NAME}", ...uncompressedParams } },
          { type: "FILES" },
          { type: "EXPORT_DOCUMENT_TYPE", params: { exportDocumentType: "PHOTO_WORD_DOCUMENT" } },
        ],
      },
    ],
  },
  webdav: { sketch: mastInspection, nodes: [] },
  ftp: {
    sketch: fiberschakt,
    nodes: [
      {
        type: "ZIP_FILE",
        params: { name: "{DOCUMENTATION_NAME}.zip" },
        children: [
          { type: "PHOTOS", params: { name: "{PHOTO_NAME}", ...uncompressedParams } },
          { type: "FILES" },
        ],
      },
    ],
  },
  email: {
    sketch: kabelskap,
    params: { subject: "{DOCUMENTATION_NAME}: {TEMPLATE_NAME}" },
    nodes: [
      { type: "PHOTOS", params: { name: "{PHOTO_NAME}", ...compressedParams } },
      { type: "EXPORT_DOCUMENT_TYPE", params: { exportDocumentType: "PHOTO_POWERPOINT_PRESENTATION" } },
    ],
  },
  storegate: {
    sketch: turbineService,
    nodes: [
      {
        type: "FOLDER",
        params: { name: "{EXPORT_DATE} {DOCUMENTATION_NAME}" },
        children: [
          { type: "PHOTOS", params: { name: "{PHOTO_NAME}", ...compressedParams } },
          { type: "EXTERNAL_FILES" },
        ],
      },
    ],
  },
  ramsite: {
    sketch: turbineService,
    nodes: [{ type: "PHOTOS", params: { name: "{PHOTO_NAME}", excludeKeys: "road", ...uncompressedParams } }],
  },
};

export const templateOf = (key: DestinationKey) => exportTrees[key].sketch;
export const templateExportId = (key: DestinationKey) => demoId("delivery", key);

/** Seeds the templates' destinations, for manual export: automatic export would send all seeded documentations. */
export async function seedExports({ DB, today }: SeedContext): Promise<void> {
  await insert(
    DB,
    templateExportConfiguration,
    demoDestinations.map(({ key, customer, name }, position) => {
      const { sketch, params } = exportTrees[key];
      return {
        id: templateExportId(key),
        customerId: customerIds[customer],
        templateId: templateId(sketch),
        exportConfigurationId: exportConfigurationId(key),
        name,
        position,
        params: { exportAutomatically: "false", ...params },
        dateCreated: daysFrom(today, -400),
      };
    }),
  );
  await insert(
    DB,
    exportNode,
    demoDestinations.flatMap(({ key, customer }) => {
      const rows = (
        nodes: readonly NodeSketch[],
        parentId: string | null,
      ): (typeof exportNode.$inferInsert)[] =>
        nodes.flatMap(({ type, params = {}, children = [] }, position) => {
          const id = demoId("exportNode", templateExportId(key), parentId ?? "", position);
          const row = {
            id,
            customerId: customerIds[customer],
            templateExportConfigurationId: templateExportId(key),
            parentId,
            type,
            position,
            params,
          };
          return [row, ...rows(children, id)];
        });
      return rows(exportTrees[key].nodes, null);
    }),
  );
}
