import type { ExportNode, TemplateExportConfiguration } from "#domain/template/exportTree.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import { buildTree } from "./nested.ts";

/** Converts rows of the database to the trees of the contract. */

type Cells = readonly unknown[];
type Params = Record<string, string>;

export function tasksOf(json: unknown): TemplateTask[] {
  const rows = (JSON.parse(String(json)) as Cells[]).map(
    (cells) =>
      ({
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
        params: cells[15] as Params,
        preconditions: (cells[16] as Cells[]).map(([id, type, params]) => ({ id, type, params })),
        referencePhotos: (cells[17] as Cells[]).map(([id, name]) => ({ id, name })),
        parent: cells[1],
        level: cells[9],
        position: cells[8],
        suggestionListName: cells[14],
        customerId: cells[18],
        templateTaskId: cells[0],
        tasks: [],
      }) as unknown as TemplateTask,
  );
  return buildTree(rows, ({ tasks }) => tasks);
}

export const exportConfigurationsOf = (json: unknown): TemplateExportConfiguration[] =>
  (JSON.parse(String(json)) as Cells[]).map(
    ([id, exportConfiguration, name, exportConfigurationType, position, params, nodes]) =>
      ({
        id,
        exportConfiguration,
        name,
        exportConfigurationType,
        position,
        params,
        nodes: buildTree(
          (nodes as Cells[]).map(
            (cells) =>
              ({
                id: cells[0],
                type: cells[2],
                params: cells[4],
                parent: cells[1],
                position: cells[3],
                children: [],
              }) as unknown as ExportNode,
          ),
          ({ children }) => children,
        ),
      }) as TemplateExportConfiguration,
  );

/** Converts rows of cells to objects with these keys. */
export const linksOf =
  (...keys: string[]) =>
  (json: unknown) =>
    (JSON.parse(String(json)) as Cells[]).map((cells) =>
      Object.fromEntries(keys.map((key, index) => [key, cells[index]])),
    );
