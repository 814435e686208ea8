import { and, asc, eq, sql } from "drizzle-orm";
import { listTemplateDocumentTypes } from "#domain/configuration/exportTypes.ts";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import type { ExportOnStatus } from "#domain/delivery/states.ts";
import { exportOnOf } from "#domain/template/exportRules.ts";
import type { ExportNodeType } from "#domain/template/types.ts";
import { zipFileNameDefault } from "#domain/template/types.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { selectNumber } from "#worker/db/rows.ts";
import {
  exportConfiguration,
  exportConfigurationUserParam,
  exportDocumentConfiguration,
  exportNode,
  type TemplateRow,
  template,
  templateExportConfiguration,
  templateExportDocumentConfiguration,
} from "#worker/db/schema/index.ts";
import { listCustomerDocumentTypes } from "#worker/exportContent/documentType.ts";

/** A node of an export tree, with its children in order. */
export interface TreeNode {
  id: string;
  type: ExportNodeType;
  params: Readonly<Record<string, string>>;
  children: TreeNode[];
  /** Use the standard zip of a documentation, with folders by task, instead of one made of the children. */
  standard?: true;
  /** A document from the template's settings, which needs no grant. */
  settled?: true;
}

/** A destination as a template uses it. */
export interface TemplateDestination {
  /** Id of the template's export configuration. */
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
  /** The tree to send, or one made from the template's settings if it is empty. */
  tree: TreeNode[];
  /** Zip files and documents always include the discussion. */
  hasThreads: boolean;
  /** The status at which it is sent automatically; null if only manually. */
  exportOn: ExportOnStatus | null;
}

/** The destinations of a template in order, with the names of the layouts in their trees. */
export async function listDestinations(db: Database, customerId: number, templateId: string) {
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
  // Not part of the batch: a batch returns values by column name, and both tables have some of the same names.
  const templateDestinations = await db
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
  const [templateRow] = templates;
  if (!templateRow) return [];
  const formProductCount = await selectNumber(
    db,
    sql`SELECT count(*) FROM customer_product cp JOIN product p ON p.id = cp.product_id WHERE cp.customer_id = ${customerId} AND p.name = 'FORM'`,
  );
  const grantedTypes = await listCustomerDocumentTypes(db, customerId);
  const nodesByDestination = Map.groupBy(nodes, (node) => node.templateExportConfigurationId);
  const paramsByConfiguration = Map.groupBy(userParams, (param) => param.exportConfigurationId);
  const templateTree = createTreeFromSettings(templateRow, {
    layouts: templateLayouts,
    grantedTypes,
    hasFormProduct: formProductCount > 0,
  });
  return templateDestinations.map(({ line: templateDestination, configuration }): TemplateDestination => {
    const ownTree = createTree(nodesByDestination.get(templateDestination.id) ?? []);
    return {
      id: templateDestination.id,
      name: templateDestination.name,
      templateName: templateRow.name,
      params: templateDestination.params,
      configuration: {
        id: configuration.id,
        name: configuration.name,
        type: configuration.type,
        params: configuration.params,
      },
      userParams: (paramsByConfiguration.get(configuration.id) ?? []).map(({ id, name, required }) => ({
        id,
        name,
        required,
      })),
      tree: ownTree.length > 0 ? ownTree : templateTree,
      hasThreads: templateDestination.params.threads === "true",
      exportOn:
        templateRow.exportAutomatically || templateDestination.params.exportAutomatically === "true"
          ? exportOnOf(templateDestination.params)
          : null,
    };
  });
}

function createTree(nodes: readonly (typeof exportNode.$inferSelect)[]): TreeNode[] {
  const childrenByParent = Map.groupBy(nodes, ({ parentId }) => parentId);
  const createChildren = (parentId: string | null): TreeNode[] =>
    (childrenByParent.get(parentId) ?? []).map(({ id, type, params }) => ({
      id,
      type,
      params,
      children: createChildren(id),
    }));
  return createChildren(null);
}

/** The tree for a template that has none for a destination (3§3), in a folder named after the documentation. */
function createTreeFromSettings(
  settings: TemplateRow,
  {
    layouts,
    grantedTypes,
    hasFormProduct,
  }: {
    layouts: readonly { id: string; name: string }[];
    /** The document types granted to the customer. */
    grantedTypes: readonly ExportDocumentType[];
    hasFormProduct: boolean;
  },
): TreeNode[] {
  const createNode = (id: string, type: ExportNodeType, params: Record<string, string> = {}): TreeNode => ({
    ...{ id, type, params },
    children: [],
  });
  const createMediaNodes = () => [
    createNode("PHOTOS", "PHOTOS", { name: "{PHOTO_ALIAS_OR_NAME}" }),
    createNode("FILES", "FILES"),
  ];
  const exportDocumentTypes = grantedTypes.filter((type) => settings.exportDocumentTypes.includes(type));
  const documentTypes = listTemplateDocumentTypes({ ...settings, exportDocumentTypes }, hasFormProduct);
  const children = [
    ...(settings.exportUnzippedPhotos ? createMediaNodes() : []),
    ...(settings.createZipFile
      ? [
          {
            ...createNode("ZIP_FILE", "ZIP_FILE", {
              name: settings.zipFileName?.trim() || zipFileNameDefault,
            }),
            children: createMediaNodes(),
            standard: true as const,
          },
        ]
      : []),
    ...documentTypes.map((type) => ({
      ...createNode(type, "EXPORT_DOCUMENT_TYPE", { exportDocumentType: type }),
      settled: true as const,
    })),
    ...layouts.map(({ id }) =>
      createNode(id, "EXPORT_DOCUMENT_CONFIGURATION", { exportDocumentConfiguration: id }),
    ),
    ...(settings.includeExternalFiles ? [createNode("EXTERNAL_FILES", "EXTERNAL_FILES")] : []),
  ];
  if (children.length === 0) return [];
  return [{ ...createNode("FOLDER", "FOLDER", { name: "{DOCUMENTATION_NAME}" }), children }];
}

/** True if the tree has a node of one of the types. */
const hasNode = (tree: readonly TreeNode[], ...nodeTypes: readonly ExportNodeType[]): boolean =>
  tree.some((node) => nodeTypes.includes(node.type) || hasNode(node.children, ...nodeTypes));

/** The kinds of content a tree accepts; other chosen content does not reach the destination. */
export const contentKindsOf = (tree: readonly TreeNode[]) => ({
  photos: hasNode(tree, "PHOTOS", "EXPORT_DOCUMENT_TYPE", "EXPORT_DOCUMENT_CONFIGURATION"),
  files: hasNode(tree, "FILES"),
  externalFiles: hasNode(tree, "EXTERNAL_FILES"),
  threads: hasNode(tree, "ZIP_FILE", "EXPORT_DOCUMENT_TYPE", "EXPORT_DOCUMENT_CONFIGURATION"),
});
