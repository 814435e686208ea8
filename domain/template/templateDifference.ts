import { keysOf } from "#domain/core/objects.ts";
import {
  type Difference,
  diffEntries,
  type Entries,
  type Entry,
  isDeepEqual,
  pathSeparator,
} from "#domain/core/tree/treeDifference.ts";
import type { TemplateContent } from "./content.ts";
import { nodeTree } from "./exportRules.ts";
import type { ExportNode } from "./exportTree.ts";
import type { TemplateTask } from "./task.ts";
import { taskTree } from "./taskRules.ts";

/** A difference between two versions of a template, for display. */
export type TemplateDifference = Difference;

const trees = new Set(["tasks", "templateExportConfigurations"]);

export function diffTemplates(
  before: Partial<TemplateContent>,
  after: Partial<TemplateContent>,
): TemplateDifference[] {
  const differences: TemplateDifference[] = [];
  for (const field of keysOf({ ...before, ...after })) {
    if (trees.has(field)) continue;
    const [oldValue, newValue] = [before[field], after[field]].map(displayValue);
    if (!isDeepEqual(oldValue, newValue))
      differences.push({ path: field, before: oldValue, after: newValue });
  }
  // Renaming a task does not change the preconditions that refer to it.
  const names = new Map(
    [before, after].flatMap(({ tasks = [] }) =>
      taskTree.flatten(tasks).map(({ node }) => [node.id, node.name] as const),
    ),
  );
  differences.push(
    ...diffEntries(createTaskEntries(before.tasks ?? [], names), createTaskEntries(after.tasks ?? [], names)),
  );
  differences.push(
    ...diffEntries(
      exportEntries(before.templateExportConfigurations ?? []),
      exportEntries(after.templateExportConfigurations ?? []),
    ),
  );
  return differences;
}

const createTaskEntries = (tasks: readonly TemplateTask[], names: ReadonlyMap<string, string>): Entries => {
  const flatTasks = taskTree.flatten(tasks);
  const paths = new Map<string, string>();
  return new Map(
    flatTasks.map(({ node, parent }) => {
      const parentPath = (parent && paths.get(parent.id)) ?? "tasks";
      const path = `${parentPath}${pathSeparator}${node.name}`;
      paths.set(node.id, path);
      const { id: _, tasks: __, preconditions, referencePhotos, ...fields } = node;
      return [
        node.id,
        {
          path,
          summary: node.type,
          parentId: parent?.id ?? "",
          parent: parentPath,
          fields: {
            ...fields,
            suggestionList: node.suggestionListName ?? node.suggestionList,
            preconditions: preconditions
              .map(({ type, params }) =>
                [
                  type,
                  names.get(params.task ?? "") ?? params.task,
                  params.operator,
                  params.answer ?? params.platform,
                ]
                  .filter((part) => part !== undefined)
                  .join(" "),
              )
              .sort(),
            referencePhotos: referencePhotos.map(({ id, name }) => name ?? id).sort(),
          },
        },
      ];
    }),
  );
};

const exportEntries = (configurations: TemplateContent["templateExportConfigurations"]): Entries =>
  new Map(
    configurations.flatMap(({ id, nodes, name, params, exportConfiguration }): [string, Entry][] => {
      const destinationPath = `templateExportConfigurations${pathSeparator}${name}`;
      const paths = new Map<string, string>();
      return [
        [
          id,
          {
            path: destinationPath,
            summary: name,
            fields: { name, params, exportConfiguration },
            parentId: "",
            parent: "templateExportConfigurations",
          },
        ],
        ...nodeTree.flatten(nodes).map(({ node, parent }): [string, Entry] => {
          const parentPath = (parent && paths.get(parent.id)) ?? destinationPath;
          paths.set(node.id, `${parentPath}${pathSeparator}${nodeName(node)}`);
          return [
            node.id,
            {
              path: `${parentPath}${pathSeparator}${nodeName(node)}`,
              summary: node.type,
              fields: { type: node.type, params: node.params },
              parentId: parent?.id ?? id,
              parent: parentPath,
            },
          ];
        }),
      ];
    }),
  );

const nodeName = ({ type, params }: ExportNode) => (params.name ? `${type} ${params.name}` : type);

/** Replaces links by their names if known, and sorts lists, whose order has no meaning. */
const displayValue = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((item) => (typeof item === "object" && item !== null ? linkName({ ...item }) : item)).sort()
    : value;

const linkName = (item: Record<string, unknown>): unknown =>
  "code" in item
    ? `${item.code}: ${item.sv ?? ""} / ${item.en ?? ""}`
    : (item.name ?? item.graphic ?? item.license ?? item.id);
