import type { TaskType } from "#domain/core/documentationTypes.ts";
import { keysOf } from "#domain/core/objects.ts";
import { type TemplateContent, templateContentOf } from "#domain/template/content.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import {
  changeTask,
  taskNameFor,
  withAddedTask,
  withCopiedTask,
  withMovedTask,
  withoutTask,
  withType,
} from "#domain/template/taskRules.ts";
import { applyEdit, createTemplate, type TemplateEdit } from "#domain/template/templateEdit.ts";
import type { TemplateRow } from "../useTemplate.ts";

/** The edited content, the stored content it is compared with, and the template's customer. */
export interface EditorState {
  /** The stored content, or the content of a new template. */
  base: TemplateContent;
  content: TemplateContent;
  row: TemplateRow | null;
  customerId: number | undefined;
  customerName: string;
  suggestionListName: string | null;
  predefinedConfigurationName: string | null;
  /** The task whose form is open. */
  open: string | null;
}

export type EditorAction =
  | { kind: "edit"; edit: TemplateEdit }
  | { kind: "customer"; customerId: number | undefined; name: string }
  | { kind: "suggestionList"; id: string | null; name: string | null }
  | { kind: "predefinedConfiguration"; id: string | null; name: string | null }
  | { kind: "addTask"; task: TemplateTask; parent: string | null }
  | { kind: "changeTask"; id: string; change: Partial<TemplateTask> }
  | { kind: "taskType"; id: string; type: TaskType }
  | { kind: "copyTask"; id: string }
  | { kind: "deleteTask"; id: string }
  | { kind: "moveTask"; id: string; parent: string | null; index: number }
  | { kind: "openTask"; id: string | null }
  | { kind: "stored"; row: TemplateRow };

/** @param position of a new template; NaN if unknown, so that the user has to enter it */
export function createEditorState(
  row: TemplateRow | null,
  position = Number.NaN,
  starter: TemplateEdit = {},
): EditorState {
  // Created once: unsaved changes are detected against its defaults.
  const base = row ? templateContentOf(row) : { ...createTemplate(), position };
  return {
    base,
    content: { ...base, ...starter },
    row,
    customerId: row?.customerId,
    customerName: row?.customerName ?? "",
    suggestionListName: row?.suggestionListName ?? null,
    predefinedConfigurationName: row?.predefinedConfigurationName ?? null,
    open: null,
  };
}

export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  const { content } = state;
  const edit = (change: TemplateEdit): EditorState => ({ ...state, content: applyEdit(content, change) });
  const withTasks = (next: TemplateTask[]): EditorState => ({
    ...state,
    content: { ...content, tasks: next },
  });
  switch (action.kind) {
    case "edit":
      return edit(action.edit);
    case "customer":
      return { ...state, customerId: action.customerId, customerName: action.name };
    case "suggestionList":
      return { ...edit({ suggestionList: action.id }), suggestionListName: action.name };
    case "predefinedConfiguration":
      return { ...edit({ predefinedConfiguration: action.id }), predefinedConfigurationName: action.name };
    case "addTask":
      return { ...withTasks(withAddedTask(content.tasks, action.task, action.parent)), open: action.task.id };
    case "changeTask":
      return withTasks(
        changeTask(content.tasks, action.id, (task) => {
          const next = { ...task, ...action.change };
          return { ...next, name: taskNameFor(next.type, next.name) };
        }),
      );
    case "taskType":
      return withTasks(changeTask(content.tasks, action.id, (task) => withType(task, action.type)));
    case "copyTask":
      return withTasks(withCopiedTask(content.tasks, action.id));
    case "deleteTask":
      return {
        ...withTasks(withoutTask(content.tasks, action.id)),
        open: state.open === action.id ? null : state.open,
      };
    case "moveTask":
      return withTasks(withMovedTask(content.tasks, action.id, action.parent, action.index) ?? content.tasks);
    case "openTask":
      return { ...state, open: action.id };
    case "stored":
      return { ...createEditorState(action.row), open: state.open };
  }
}

/** The fields that differ from the stored ones. */
export const findChangedParts = (
  base: TemplateContent,
  content: TemplateContent,
): (keyof TemplateContent)[] =>
  base === content
    ? []
    : keysOf(content).filter(
        (field) =>
          base[field] !== content[field] && JSON.stringify(base[field]) !== JSON.stringify(content[field]),
      );
