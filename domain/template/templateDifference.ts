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

/** One difference between two versions of a template, for people to read. */
export type TemplateDifference = Difference;

const trees = new Set(["tasks", "templateExportConfigurations"]);

export function templateDifference(
  before: Partial<TemplateContent>,
  after: Partial<TemplateContent>,
): TemplateDifference[] {
  const found: TemplateDifference[] = [];
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (trees.has(field)) continue;
    const [was, becomes] = [before[field as never], after[field as never]].map(shownValue);
    if (!isDeepEqual(was, becomes)) found.push({ path: field, before: was, after: becomes });
  }
  // Renaming a task does not change the preconditions that refer to it.
  const names = new Map(
    [before, after].flatMap(({ tasks = [] }) =>
      taskTree.flatten(tasks).map(({ node }) => [node.id, node.name] as const),
    ),
  );
  found.push(...diffEntries(taskEntries(before.tasks ?? [], names), taskEntries(after.tasks ?? [], names)));
  found.push(
    ...diffEntries(
      exportEntries(before.templateExportConfigurations ?? []),
      exportEntries(after.templateExportConfigurations ?? []),
    ),
  );
  return found;
}

const taskEntries = (tasks: readonly TemplateTask[], names: ReadonlyMap<string, string>): Entries => {
  const standing = taskTree.flatten(tasks);
  const paths = new Map<string, string>();
  return new Map(
    standing.map(({ node, parent }) => {
      const at = `${parent ? paths.get(parent.id) : "tasks"}${pathSeparator}${node.name}`;
      paths.set(node.id, at);
      const { id: _, tasks: __, preconditions, referencePhotos, ...fields } = node;
      return [
        node.id,
        {
          path: at,
          summary: node.type,
          parentId: parent?.id ?? "",
          parent: parent ? (paths.get(parent.id) as string) : "tasks",
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
    configurations.flatMap(({ id, nodes, name, params, exportConfiguration }) => {
      const at = `templateExportConfigurations${pathSeparator}${name}`;
      const paths = new Map<string, string>();
      return [
        [
          id,
          {
            path: at,
            summary: name,
            fields: { name, params, exportConfiguration },
            parentId: "",
            parent: "templateExportConfigurations",
          },
        ] as [string, Entry],
        ...nodeTree.flatten(nodes).map(({ node, parent }): [string, Entry] => {
          const above = parent ? (paths.get(parent.id) as string) : at;
          paths.set(node.id, `${above}${pathSeparator}${nodeName(node)}`);
          return [
            node.id,
            {
              path: `${above}${pathSeparator}${nodeName(node)}`,
              summary: node.type,
              fields: { type: node.type, params: node.params },
              parentId: parent?.id ?? id,
              parent: above,
            },
          ];
        }),
      ];
    }),
  );

const nodeName = ({ type, params }: ExportNode) => (params.name ? `${type} ${params.name}` : type);

/** Links by their names where known, sorted: their order has no meaning. */
const shownValue = (value: unknown): unknown =>
  Array.isArray(value)
    ? value
        .map((item) =>
          typeof item === "object" && item !== null ? linkName(item as Record<string, unknown>) : item,
        )
        .sort()
    : value;

const linkName = (item: Record<string, unknown>): unknown =>
  "code" in item
    ? `${item.code}: ${item.sv ?? ""} / ${item.en ?? ""}`
    : (item.name ?? item.graphic ?? item.license ?? item.id);
