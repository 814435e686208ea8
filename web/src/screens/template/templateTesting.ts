import type { z } from "zod";
import { template } from "#domain/resources/index.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import { createTask, renumberTasks } from "#domain/template/taskRules.ts";
import { anId } from "#testing/fixtures.ts";

/** Templates that match the contract. */

export const aTemplateTask = (name: string, changes: Partial<TemplateTask> = {}): TemplateTask =>
  createTask(changes.type ?? "TEXT", { id: anId(), name, ...changes });

const createCommonFields = () => ({
  id: anId(),
  customerId: 7,
  customerName: "Norrfiber",
  name: "Mast inspection",
  description: "Yearly",
  exportConfigurations: [],
  suggestionListName: null,
  position: 3,
  lastUpdated: "2026-05-04T09:30:00Z",
  dateCreated: "2026-05-04T09:30:00Z",
  version: 1,
});

export const aTemplate = ({
  tasks = [],
  ...changes
}: Partial<Omit<z.input<typeof template.row>, "tasks">> & { tasks?: TemplateTask[] } = {}) =>
  template.row.parse({
    predefinedConfigurationName: null,
    ...createCommonFields(),
    ...changes,
    tasks: renumberTasks(tasks),
  });

export const aTemplateRow = (changes: Partial<z.input<typeof template.listRow>> = {}) =>
  template.listRow.parse({ hidden: false, ...createCommonFields(), ...changes });
