import { and, asc, eq, sql } from "drizzle-orm";
import { templateDocumentTypes } from "#domain/configuration/exportTypes.ts";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import type { ExportOnStatus } from "#domain/delivery/states.ts";
import { exportOnOf } from "#domain/template/exportRules.ts";
import type { ExportNodeType } from "#domain/template/types.ts";
import { zipFileNameDefault } from "#domain/template/types.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { numberOf } from "#worker/db/rows.ts";
import {
  exportConfiguration,
  exportConfigurationUserParam,
  exportDocumentConfiguration,
  exportNode,
  template,
  templateExportConfiguration,
  templateExportDocumentConfiguration,
} from "#worker/db/schema/index.ts";
import { typesOfCustomer } from "#worker/exportContent/documentType.ts";

/** A node of an export tree with those below it, in order. */
export interface TreeNode {
  id: string;
  type: ExportNodeType;
  params: Readonly<Record<string, string>>;
  children: TreeNode[];
  /** The zip that a documentation is downloaded as, with its folders by task, in place of one made of the children. */
  standard?: true;
  /** A document that the template's settings make, for which its customer needs no grant. */
  settled?: true;
}

/** A destination as a template uses it. */
export interface TemplateDestination {
  /** Of the template's export configuration. */
  id: string;
  name: string;
  templateName: string;
  params: Readonly<Record<string, string>>;
  configuration: {
    id: string;
    name: string;
    type: ExportConfigurationType;
    params: Readonly<Record<string, string>>;
  };
  userParams: { id: string; name: string; required: boolean }[];
  /** What is sent: the tree or, where it is empty, what the template's own settings say. */
  tree: TreeNode[];
  /** The status at which it is sent by itself; null if by hand only. */
  exportOn: ExportOnStatus | null;
}

/** The destinations of a template in their order, with names of the layouts in their trees. */
export async function destinationsOf(db: Database, customerId: number, templateId: string) {
  const [templates, userParams, nodes, templateLayouts] = await db.batch([
    db
      .select()
      .from(template)
      .where(and(eq(template.customerId, customerId), eq(template.id, templateId))),
    db
      .select()
      .from(exportConfigurationUserParam)
      .where(
        sql`${exportConfigurationUserParam.customerId} = ${customerId} AND ${exportConfigurationUserParam.exportConfigurationId} IN (
          SELECT x.export_configuration_id FROM template_export_configuration x
          WHERE x.customer_id = ${customerId} AND x.template_id = ${idParam(templateId)})`,
      ),
    db
      .select()
      .from(exportNode)
      .where(
        sql`${exportNode.customerId} = ${customerId} AND ${exportNode.templateExportConfigurationId} IN (
          SELECT x.id FROM template_export_configuration x WHERE x.customer_id = ${customerId} AND x.template_id = ${idParam(templateId)})`,
      )
      .orderBy(asc(exportNode.templateExportConfigurationId), asc(exportNode.position)),
    db
      .select({ id: exportDocumentConfiguration.id, name: exportDocumentConfiguration.name })
      .from(templateExportDocumentConfiguration)
      .innerJoin(
        exportDocumentConfiguration,
        eq(exportDocumentConfiguration.id, templateExportDocumentConfiguration.exportDocumentConfigurationId),
      )
      .where(
        and(
          eq(templateExportDocumentConfiguration.customerId, customerId),
          eq(templateExportDocumentConfiguration.templateId, templateId),
        ),
      ),
  ]);
  // Not in the batch: a batch names the values of a row by their columns, which both tables have.
  const lines = await db
    .select({ line: templateExportConfiguration, configuration: exportConfiguration })
    .from(templateExportConfiguration)
    .innerJoin(
      exportConfiguration,
      and(
        eq(exportConfiguration.customerId, templateExportConfiguration.customerId),
        eq(exportConfiguration.id, templateExportConfiguration.exportConfigurationId),
      ),
    )
    .where(
      and(
        eq(templateExportConfiguration.customerId, customerId),
        eq(templateExportConfiguration.templateId, templateId),
      ),
    )
    .orderBy(asc(templateExportConfiguration.position));
  const [own] = templates;
  if (!own) return [];
  const form = await numberOf(
    db,
    sql`SELECT count(*) FROM customer_product cp JOIN product p ON p.id = cp.product_id WHERE cp.customer_id = ${customerId} AND p.name = 'FORM'`,
  );
  const granted = await typesOfCustomer(db, customerId);
  const nodesBy = Map.groupBy(nodes, (node) => node.templateExportConfigurationId);
  const paramsBy = Map.groupBy(userParams, (param) => param.exportConfigurationId);
  const byTemplate = treeBySettings(own, { layouts: templateLayouts, granted, form: form > 0 });
  return lines.map(({ line, configuration }): TemplateDestination => {
    const drawn = treeOf(nodesBy.get(line.id) ?? []);
    return {
      id: line.id,
      name: line.name,
      templateName: own.name,
      params: line.params,
      configuration: {
        id: configuration.id,
        name: configuration.name,
        type: configuration.type as ExportConfigurationType,
        params: configuration.params,
      },
      userParams: (paramsBy.get(configuration.id) ?? []).map(({ id, name, required }) => ({
        id,
        name,
        required,
      })),
      tree: drawn.length > 0 ? drawn : byTemplate,
      exportOn:
        own.exportAutomatically || line.params.exportAutomatically === "true"
          ? exportOnOf(line.params)
          : null,
    };
  });
}

function treeOf(nodes: readonly (typeof exportNode.$inferSelect)[]): TreeNode[] {
  const below = Map.groupBy(nodes, ({ parentId }) => parentId);
  const under = (parent: string | null): TreeNode[] =>
    (below.get(parent) ?? []).map(({ id, type, params }) => ({ id, type, params, children: under(id) }));
  return under(null);
}

type Settings = typeof template.$inferSelect;

/** What a template without a tree for a destination exports (3§3), in a folder of the documentation's name. */
function treeBySettings(
  settings: Settings,
  {
    layouts,
    granted,
    form,
  }: {
    layouts: readonly { id: string; name: string }[];
    /** The types of documents that the customer has. */
    granted: readonly ExportDocumentType[];
    form: boolean;
  },
): TreeNode[] {
  const node = (id: string, type: ExportNodeType, params: Record<string, string> = {}): TreeNode => ({
    ...{ id, type, params },
    children: [],
  });
  const media = () => [node("PHOTOS", "PHOTOS", { name: "{PHOTO_ALIAS_OR_NAME}" }), node("FILES", "FILES")];
  const exportDocumentTypes = granted.filter((type) => settings.exportDocumentTypes.includes(type));
  const types = templateDocumentTypes({ ...settings, exportDocumentTypes }, form);
  const children = [
    ...(settings.exportUnzippedPhotos ? media() : []),
    ...(settings.createZipFile
      ? [
          {
            ...node("ZIP_FILE", "ZIP_FILE", { name: settings.zipFileName?.trim() || zipFileNameDefault }),
            children: media(),
            standard: true as const,
          },
        ]
      : []),
    ...types.map((type) => ({
      ...node(type, "EXPORT_DOCUMENT_TYPE", { exportDocumentType: type }),
      settled: true as const,
    })),
    ...layouts.map(({ id }) =>
      node(id, "EXPORT_DOCUMENT_CONFIGURATION", { exportDocumentConfiguration: id }),
    ),
    ...(settings.includeExternalFiles ? [node("EXTERNAL_FILES", "EXTERNAL_FILES")] : []),
  ];
  if (children.length === 0) return [];
  return [{ ...node("FOLDER", "FOLDER", { name: "{DOCUMENTATION_NAME}" }), children }];
}

/** Whether a tree has a node of one of the types. */
const hasNode = (tree: readonly TreeNode[], ...types: readonly ExportNodeType[]): boolean =>
  tree.some((node) => types.includes(node.type) || hasNode(node.children, ...types));

/** What a tree takes: without it, what was chosen is of no use to the destination. */
export const contentKindsOf = (tree: readonly TreeNode[]) => ({
  photos: hasNode(tree, "PHOTOS", "EXPORT_DOCUMENT_TYPE", "EXPORT_DOCUMENT_CONFIGURATION"),
  files: hasNode(tree, "FILES"),
  externalFiles: hasNode(tree, "EXTERNAL_FILES"),
});
