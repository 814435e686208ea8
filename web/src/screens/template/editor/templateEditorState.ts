import type { TaskType } from "#domain/core/documentationTypes.ts";
import { type TemplateContent, templateContentOf } from "#domain/resources/template.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import {
  changedTask,
  taskNameFor,
  withAddedTask,
  withCopiedTask,
  withMovedTask,
  withoutTask,
  withType,
} from "#domain/template/taskRules.ts";
import { applyEdit, newTemplate, type TemplateEdit } from "#domain/template/templateEdit.ts";
import type { TemplateRow } from "../useTemplate.ts";

/** What is edited, what it is compared with, and whose it is. */
export interface EditorState {
  /** As it is stored, or as a new one begins. */
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
  | { do: "edit"; edit: TemplateEdit }
  | { do: "customer"; customerId: number | undefined; name: string }
  | { do: "suggestionList"; id: string | null; name: string | null }
  | { do: "predefinedConfiguration"; id: string | null; name: string | null }
  | { do: "addTask"; task: TemplateTask; parent: string | null }
  | { do: "changeTask"; id: string; change: Partial<TemplateTask> }
  | { do: "taskType"; id: string; type: TaskType }
  | { do: "copyTask"; id: string }
  | { do: "deleteTask"; id: string }
  | { do: "moveTask"; id: string; parent: string | null; index: number }
  | { do: "openTask"; id: string | null }
  | { do: "stored"; row: TemplateRow };

/** @param position of a new one; NaN where it is not known, and has to be given */
export function editorStart(row: TemplateRow | null, position = Number.NaN): EditorState {
  // A new one is made once: its defaults are what unsaved changes are told by.
  const content = row ? templateContentOf(row) : { ...newTemplate(), position };
  return {
    base: content,
    content,
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
  const tasks = (next: TemplateTask[]): EditorState => ({ ...state, content: { ...content, tasks: next } });
  switch (action.do) {
    case "edit":
      return edit(action.edit);
    case "customer":
      return { ...state, customerId: action.customerId, customerName: action.name };
    case "suggestionList":
      return { ...edit({ suggestionList: action.id }), suggestionListName: action.name };
    case "predefinedConfiguration":
      return { ...edit({ predefinedConfiguration: action.id }), predefinedConfigurationName: action.name };
    case "addTask":
      return { ...tasks(withAddedTask(content.tasks, action.task, action.parent)), open: action.task.id };
    case "changeTask":
      return tasks(
        changedTask(content.tasks, action.id, (task) => {
          const next = { ...task, ...action.change };
          return { ...next, name: taskNameFor(next.type, next.name) };
        }),
      );
    case "taskType":
      return tasks(changedTask(content.tasks, action.id, (task) => withType(task, action.type)));
    case "copyTask":
      return tasks(withCopiedTask(content.tasks, action.id));
    case "deleteTask":
      return {
        ...tasks(withoutTask(content.tasks, action.id)),
        open: state.open === action.id ? null : state.open,
      };
    case "moveTask":
      return tasks(withMovedTask(content.tasks, action.id, action.parent, action.index) ?? content.tasks);
    case "openTask":
      return { ...state, open: action.id };
    case "stored":
      return { ...editorStart(action.row), open: state.open };
  }
}

/** The fields that are not as they are stored. */
export const changedParts = (base: TemplateContent, content: TemplateContent): (keyof TemplateContent)[] =>
  base === content
    ? []
    : (Object.keys(content) as (keyof TemplateContent)[]).filter(
        (field) =>
          base[field] !== content[field] && JSON.stringify(base[field]) !== JSON.stringify(content[field]),
      );
