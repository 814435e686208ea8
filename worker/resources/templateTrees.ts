import type { ExportNode, TemplateExportConfiguration } from "#domain/template/exportTree.ts";
import type { TemplatePrecondition, TemplateTask } from "#domain/template/task.ts";
import { buildTree } from "./nested.ts";

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

export function tasksOf(json: unknown): TemplateTask[] {
  const rows: TaskCells[] = JSON.parse(String(json));
  const tasks = rows.map(
    (cells): TemplateTask => ({
      id: cells[0],
      name: cells[2],
      key: cells[3],
      description: cells[4],
      type: cells[5],
      options: cells[6],
      required: cells[7],
      showOptionsInTaskList: Boolean(cells[10]),
      size: cells[11],
      fileExtensions: cells[12],
      suggestionList: cells[13],
      params: cells[15],
      preconditions: cells[16].map(([id, type, params]) => ({ id, type, params })),
      referencePhotos: cells[17].map(([id, name]) => ({ id, name })),
      parent: cells[1],
      level: cells[9],
      position: cells[8],
      suggestionListName: cells[14],
      customerId: cells[18],
      templateTaskId: cells[0],
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

export function exportConfigurationsOf(json: unknown): TemplateExportConfiguration[] {
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
export const linksOf =
  (...keys: string[]) =>
  (json: unknown) => {
    const rows: unknown[][] = JSON.parse(String(json));
    return rows.map((cells) => Object.fromEntries(keys.map((key, index) => [key, cells[index]])));
  };
