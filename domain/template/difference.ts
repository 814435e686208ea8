import type { TemplateContent } from "../resources/template";
import { nodeTree } from "./exportRules";
import type { ExportNode } from "./exportTree";
import type { TemplateTask } from "./task";
import { taskTree } from "./taskRules";

/**
 * One difference between two versions of a template, for people to read: a field, or a field of a task or node under the names of its
 * parents, `tasks › Tower › Corrosion › required`. An addition has no `before`, a removal no `after`.
 */
export interface TemplateDifference {
  path: string;
  before?: unknown;
  after?: unknown;
}

const between = " › ";
const trees = new Set(["tasks", "templateExportConfigurations"]);
/** Fields that follow from others: `moves` reports order and nesting. */
const derived = new Set(["position", "level", "parent", "suggestionListName"]);

export function templateDifference(
  before: Partial<TemplateContent>,
  after: Partial<TemplateContent>,
): TemplateDifference[] {
  const found: TemplateDifference[] = [];
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (trees.has(field)) continue;
    const [was, becomes] = [before[field as never], after[field as never]].map(shownValue);
    if (!same(was, becomes)) found.push({ path: field, before: was, after: becomes });
  }
  // Renaming a task does not change the preconditions that refer to it.
  const names = new Map(
    [before, after].flatMap(({ tasks = [] }) =>
      taskTree.standing(tasks).map(({ node }) => [node.id, node.name] as const),
    ),
  );
  found.push(
    ...entryDifference(taskEntries(before.tasks ?? [], names), taskEntries(after.tasks ?? [], names)),
  );
  found.push(
    ...entryDifference(
      exportEntries(before.templateExportConfigurations ?? []),
      exportEntries(after.templateExportConfigurations ?? []),
    ),
  );
  return found;
}

/** A node of a tree: its path of names, its type or name, its fields and its parent. */
interface Entry {
  path: string;
  summary: string;
  fields: Record<string, unknown>;
  /** The id of what holds it and the names it is under. */
  parentId: string;
  parent: string;
}
type Entries = Map<string, Entry>;

const taskEntries = (tasks: readonly TemplateTask[], names: ReadonlyMap<string, string>): Entries => {
  const standing = taskTree.standing(tasks);
  const paths = new Map<string, string>();
  return new Map(
    standing.map(({ node, parent }) => {
      const at = `${parent ? paths.get(parent.id) : "tasks"}${between}${node.name}`;
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
      const at = `templateExportConfigurations${between}${name}`;
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
        ...nodeTree.standing(nodes).map(({ node, parent }): [string, Entry] => {
          const above = parent ? (paths.get(parent.id) as string) : at;
          paths.set(node.id, `${above}${between}${nodeName(node)}`);
          return [
            node.id,
            {
              path: `${above}${between}${nodeName(node)}`,
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

function entryDifference(before: Entries, after: Entries): TemplateDifference[] {
  const found: TemplateDifference[] = [];
  for (const [id, was] of before) if (!after.has(id)) found.push({ path: was.path, before: was.summary });
  for (const [id, becomes] of after) {
    const was = before.get(id);
    if (!was) {
      found.push({ path: becomes.path, after: becomes.summary });
      continue;
    }
    for (const field of Object.keys({ ...was.fields, ...becomes.fields }))
      if (!derived.has(field) && !same(was.fields[field], becomes.fields[field]))
        found.push({
          path: `${becomes.path}${between}${field}`,
          before: was.fields[field] ?? null,
          after: becomes.fields[field] ?? null,
        });
  }
  return [...found, ...moves(before, after)];
}

/** Nodes with another parent, and parents whose common children changed order; a node that was only shifted by a new one has not moved. */
function moves(before: Entries, after: Entries): TemplateDifference[] {
  const found: TemplateDifference[] = [];
  const stayed = (entries: Entries, others: Entries) =>
    Map.groupBy(
      [...entries].filter(([id, { parentId }]) => others.get(id)?.parentId === parentId),
      ([, { parentId }]) => parentId,
    );
  const earlier = stayed(before, after);
  for (const [parentId, entries] of stayed(after, before)) {
    const was = earlier.get(parentId) ?? [];
    if (was.map(([id]) => id).join() === entries.map(([id]) => id).join()) continue;
    const [shownWas, shownBecomes] = [was, entries].map((one) => one.map(([, { path }]) => lastOf(path)));
    found.push({
      path: `${entries[0]?.[1].parent}${between}order`,
      before: shownWas,
      after: shownBecomes,
    });
  }
  for (const [id, { path, parent, parentId }] of after) {
    const was = before.get(id);
    if (was && was.parentId !== parentId)
      found.push({ path: `${path}${between}parent`, before: was.parent, after: parent });
  }
  return found;
}

const lastOf = (path: string) => path.split(between).at(-1) as string;

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

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
