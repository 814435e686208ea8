import type { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import { restrictToProducts } from "#domain/access/authorities.ts";
import { problem } from "#domain/core/problem.ts";
import { decodeText } from "#domain/core/text/decodeText.ts";
import type { importCSV } from "#domain/endpoints/configuration/templateCalls.ts";
import { templateContentOf } from "#domain/template/content.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import { planTaskImport } from "#domain/template/taskImport.ts";
import type { Database } from "#worker/db/database.ts";
import { listProducts } from "#worker/resources/products.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { templateBinding } from "#worker/resources/templateResource.ts";
import { changeTemplate, checkContent } from "./saveTemplate.ts";

type ImportRequest = z.output<NonNullable<typeof importCSV.body>>;
type ImportCsvResponse = z.input<NonNullable<typeof importCSV.response>>;

/** Appends the tasks of a CSV file, and lists the errors of each line. */
export async function importTasksFromCsv(
  db: Database,
  actor: Actor,
  request: ImportRequest,
): Promise<ImportCsvResponse> {
  const templateRow = await findRow(db, templateBinding, actor, request.id);
  const storedContent = templateContentOf(templateRow);
  const file = decodeText(Buffer.from(request.data, "base64"));
  if (!file) throw problem("invalid", { fields: { data: "invalid" } });
  const grants = restrictToProducts(actor, await listProducts(db, templateRow.customerId));
  const { columnSeparator } = request;
  const { reading, lines, template, importedIds, errors } = planTaskImport(
    storedContent,
    file,
    columnSeparator,
    grants,
  );
  const shouldWrite = !request.preview && importedIds.size > 0 && (errors.length === 0 || request.skipFaulty);
  const savedTemplate = shouldWrite
    ? await changeTemplate(
        db,
        actor,
        templateRow,
        await checkContent(db, actor, templateRow.customerId, template, storedContent),
      )
    : templateRow;
  return {
    reading,
    lines,
    imported: errors.length === 0 || request.skipFaulty || request.preview ? importedIds.size : 0,
    written: shouldWrite,
    errors,
    tasks: filterImportedTasks(template.tasks, importedIds),
    version: savedTemplate.version,
  };
}

/** The branches that contain imported tasks. */
const filterImportedTasks = (
  tasks: readonly TemplateTask[],
  importedIds: ReadonlySet<string>,
): TemplateTask[] =>
  tasks.flatMap((task) => {
    const importedChildren = filterImportedTasks(task.tasks, importedIds);
    return importedChildren.length > 0 || importedIds.has(task.id)
      ? [{ ...task, tasks: importedChildren }]
      : [];
  });
