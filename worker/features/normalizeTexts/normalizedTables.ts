/** How a column's texts are normalised: answers depend on the type of their task, entries on the type of their list; params, value by value. */
export type TextForm = "line" | "lines" | "answer" | "entry" | "params";

export interface NormalizedTable {
  name: string;
  columns: Readonly<Record<string, TextForm>>;
  /** SQL for the type of the task or list. */
  type?: string;
  /** Columns to copy when a changed row is replaced by a new one, in a table whose triggers ignore updates. */
  rewritten?: string;
  /** Of rows that become equal, one is deleted. In other tables, the name of one of them gets a number. */
  mergesEqual?: true;
}

const nameTables = [
  "export_configuration",
  "expected_answer_import_configuration",
  "suggestion_import_configuration",
]
  .concat(["predefined_configuration", "saved_view", "graphic", "reference_photo", "license", "customer"])
  .map((name): NormalizedTable => ({ name, columns: { name: "line" } }));

/**
 * The tables with texts from people and devices. Excluded are texts that are compared byte by byte (usernames, licence codes, secrets) or
 * that other systems expect unchanged (params of destinations and imports), records of the past (history, audit log, deliveries), and backups of
 * templates, which are normalised when they are restored.
 */
export const normalizedTables: readonly NormalizedTable[] = [
  // Names that others refer to come first, so that documentations find their aliases, tags and suggestions.
  { name: "documentation_alias", columns: { name: "line", alias: "line" } },
  { name: "photo_alias", columns: { name: "line", alias: "line" } },
  { name: "documentation_tag_configuration", columns: { name: "line", tag: "line" }, mergesEqual: true },
  { name: "suggestion_list", columns: { name: "line", description: "lines", params: "params" } },
  {
    name: "suggestion",
    columns: { text: "entry" },
    type: "(SELECT l.type FROM suggestion_list l WHERE l.id = suggestion.suggestion_list_id)",
    mergesEqual: true,
  },
  { name: "expected_answer_list", columns: { name: "line", description: "lines" } },
  { name: "expected_answer", columns: { answer: "line" }, mergesEqual: true },
  ...nameTables,
  { name: "template", columns: { name: "line", description: "lines" } },
  {
    name: "template_task",
    columns: {
      ...{ name: "line", key: "line", description: "lines", options: "line", file_extensions: "line" },
      params: "params",
    },
  },
  { name: "template_task_precondition", columns: { params: "params" } },
  { name: "documentation_task_filter", columns: { name: "line", params: "params" } },
  { name: "user", columns: { full_name: "line" } },
  { name: "documentation", columns: { name: "line", alias: "line", creator: "line" } },
  {
    name: "documentation_tag",
    columns: { tag: "line" },
    rewritten: "customer_id, documentation_id, source",
    mergesEqual: true,
  },
  {
    name: "documentation_task",
    type: "type",
    columns: {
      ...{ name: "line", key: "line", description: "lines", options: "line", answer: "answer" },
      params: "params",
    },
  },
  { name: "documentation_precondition", columns: { params: "params" } },
  { name: "task_event", columns: { creator: "line" } },
  {
    name: "unexpected_answer_event",
    columns: { expected_answer_list_name: "line", expected_answer: "line" },
  },
  {
    name: "photo",
    columns: { name: "line", alias: "line", comment: "lines", review_comment: "lines", creator: "line" },
  },
  {
    name: "earlier_photo",
    columns: { name: "line", comment: "lines", review_comment: "lines", creator: "line" },
  },
  { name: "retake", columns: { reason: "lines", creator: "line" } },
  { name: "file", columns: { name: "line", creator: "line" } },
  { name: "temp_file", columns: { name: "line" } },
];
