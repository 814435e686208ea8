import type { Database } from "#worker/db/database.ts";
import type { DocumentationRow } from "#worker/db/schema/index.ts";
import { refreshApplicableStatements } from "#worker/ingest/awaitedFiles.ts";
import { completeWithEventStatements } from "#worker/ingest/completion.ts";
import type { DocumentationRef } from "./details.ts";

/** Completes a documentation if changed answers have hidden the file task that it waited for. */
export async function refreshCompletion(
  db: Database,
  row: DocumentationRef & Pick<DocumentationRow, "status" | "completionRequested">,
): Promise<void> {
  const { customerId, id, status, completionRequested } = row;
  if (completionRequested === null || (status !== "ONGOING" && status !== "WAITING_FOR_FILE")) return;
  const [first, ...rest] = [
    ...(await refreshApplicableStatements(db, row)),
    ...completeWithEventStatements(db, customerId, id),
  ];
  if (first) await db.batch([first, ...rest]);
}
