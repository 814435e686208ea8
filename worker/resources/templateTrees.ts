import type { ExportNode, TemplateExportConfiguration } from "#domain/template/exportTree.ts";
import type { TemplatePrecondition, TemplateTask } from "#domain/template/task.ts";
import { buildTree } from "./buildTree.ts";

/** Converts rows of the database to the trees of the contract. templateResource.ts selects their cells. */

type TaskCells = [
  ...[id: string, parent: string | null, name: string, key: string | null, description: string | null],
  ...[type: TemplateTask["type"], options: string | null, required: TemplateTask["required"]],
  ...[position: number, level: number, showOptionsInTaskList: 0 | 1, size: TemplateTask["size"]],
  ...[fileExtensions: string | null, suggestionList: string | null, suggestionListName: string | null],
  params: TemplateTask["params"],
  preconditions: [id: string, type: TemplatePrecondition["type"], params: TemplatePrecondition["params"]][],
  referencePhotos: [id: string, name: string][],
  customerId: number,
];

export function parseTasks(json: unknown): TemplateTask[] {
  const rows: TaskCells[] = JSON.parse(String(json));
  const tasks = rows.map(
    (row): TemplateTask => ({
      id: row[0],
      name: row[2],
      key: row[3],
      description: row[4],
      type: row[5],
      options: row[6],
      required: row[7],
      showOptionsInTaskList: Boolean(row[10]),
      size: row[11],
      fileExtensions: row[12],
      suggestionList: row[13],
      params: row[15],
      preconditions: row[16].map(([id, type, params]) => ({ id, type, params })),
      referencePhotos: row[17].map(([id, name]) => ({ id, name })),
      parent: row[1],
      level: row[9],
      position: row[8],
      suggestionListName: row[14],
      customerId: row[18],
      templateTaskId: row[0],
      tasks: [],
    }),
  );
  return buildTree(tasks, ({ tasks }) => tasks);
}

type NodeCells = [
  id: string,
  parent: string | null,
  type: ExportNode["type"],
  position: number,
  params: ExportNode["params"],
];
type ExportConfigurationCells = [
  id: string,
  exportConfiguration: string,
  name: string,
  exportConfigurationType: string,
  position: number,
  params: TemplateExportConfiguration["params"],
  nodes: NodeCells[],
];

export function parseExportConfigurations(json: unknown): TemplateExportConfiguration[] {
  const rows: ExportConfigurationCells[] = JSON.parse(String(json));
  return rows.map(([id, exportConfiguration, name, exportConfigurationType, position, params, nodes]) => ({
    id,
    exportConfiguration,
    name,
    exportConfigurationType,
    position,
    params,
    nodes: buildTree(
      nodes.map(
        ([id, parent, type, position, params]): ExportNode => ({
          ...{ id, type, params, parent, position },
          children: [],
        }),
      ),
      ({ children }) => children,
    ),
  }));
}

/** Converts rows of cells to objects with these keys. */
export const createObjectParser =
  (...keys: string[]) =>
  (json: unknown) => {
    const rows: unknown[][] = JSON.parse(String(json));
    return rows.map((row) => Object.fromEntries(keys.map((key, index) => [key, row[index]])));
  };
