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
import { findRow } from "#worker/resources/reading.ts";
import { templateBinding } from "#worker/resources/templateResource.ts";
import { changeTemplate, checkedContent } from "./saveTemplate.ts";

type Input = z.output<NonNullable<typeof importCSV.body>>;
type ImportCsvResponse = z.input<NonNullable<typeof importCSV.response>>;

/** Appends the tasks of a CSV file, and lists the errors of each line. */
export async function importTasks(db: Database, actor: Actor, request: Input): Promise<ImportCsvResponse> {
  const before = await findRow(db, templateBinding, actor, request.id);
  const stored = templateContentOf(before);
  const file = decodeText(Buffer.from(request.data, "base64"));
  if (!file) throw problem("invalid", { fields: { data: "invalid" } });
  const grants = restrictToProducts(actor, await listProducts(db, before.customerId));
  const { columnSeparator } = request;
  const { reading, lines, template, imported, errors } = planTaskImport(
    stored,
    file,
    columnSeparator,
    grants,
  );
  const writes = !request.preview && imported.size > 0 && (errors.length === 0 || request.skipFaulty);
  const after = writes
    ? await changeTemplate(
        db,
        actor,
        before,
        await checkedContent(db, actor, before.customerId, template, stored),
      )
    : before;
  return {
    reading,
    lines,
    imported: errors.length === 0 || request.skipFaulty || request.preview ? imported.size : 0,
    written: writes,
    errors,
    tasks: onlyImported(template.tasks, imported),
    version: after.version,
  };
}

/** The branches that contain imported tasks. */
const onlyImported = (tasks: readonly TemplateTask[], imported: ReadonlySet<string>): TemplateTask[] =>
  tasks.flatMap((task) => {
    const importedErrors = onlyImported(task.tasks, imported);
    return importedErrors.length > 0 || imported.has(task.id) ? [{ ...task, tasks: importedErrors }] : [];
  });
