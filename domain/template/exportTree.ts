import { z } from "zod";
import { name, rawParams, uuid } from "#domain/core/fields.ts";
import { exportNodeTypes, maxExportNodeLevel } from "./types.ts";

/**
 * A node of an export tree. Params by type: FOLDER and ZIP_FILE `name`; PHOTOS `name`, `compressPhotos` ("true" or "false"),
 * `maxSize` (pixels), `quality` (0 to 100), `excludeKeys` (task keys separated by semicolons); EXPORT_DOCUMENT_TYPE
 * `exportDocumentType` and `name`; EXPORT_DOCUMENT_CONFIGURATION `exportDocumentConfiguration` (its id) and `name`.
 */
const nodeFields = {
  id: uuid(),
  type: z.enum(exportNodeTypes),
  params: rawParams(),
  parent: uuid().nullable().default(null).meta({ description: "Follows from nesting" }),
  position: z.int().default(0).meta({ description: "Counts siblings; follows from their order" }),
};

type Fields = z.ZodObject<typeof nodeFields>;
export interface ExportNode extends z.output<Fields> {
  /** Only FOLDER and ZIP_FILE can have children. */
  children: ExportNode[];
}
export interface ExportNodeInput extends z.input<Fields> {
  children?: ExportNodeInput[];
}

const nodeAtLevel = (level: number): z.ZodType<ExportNode, ExportNodeInput> =>
  z.strictObject({
    ...nodeFields,
    children: z
      .array(level < maxExportNodeLevel ? nodeAtLevel(level + 1) : z.custom<never>())
      .max(level < maxExportNodeLevel ? 100 : 0)
      .default([])
      .meta({ examples: [[]] }),
  });

/**
 * A destination of a template. Params: `exportAutomatically` ("true" or "false"), `exportOn` (the status that triggers automatic
 * export, COMPLETED by default), `threads` ("true" if zip files and documents include the discussion); for EMAIL `subject` and `body`.
 * Without nodes, the documents set in the template are sent.
 */
export const templateExportConfiguration = z.strictObject({
  id: uuid(),
  exportConfiguration: uuid(),
  name: name(),
  exportConfigurationType: z.string().optional(),
  position: z.int().default(0).meta({ description: "Follows from the order" }),
  params: rawParams(),
  nodes: z.array(nodeAtLevel(0)).max(100).default([]),
});
export type TemplateExportConfiguration = z.output<typeof templateExportConfiguration>;
