import { eq } from "drizzle-orm";
import { unknownCoordinates } from "#domain/core/fields.ts";
import type { ImportedRow, Source, SourcePage } from "#worker/connectors/sources/sourceReader.ts";
import {
  expectedAnswerImportConfiguration,
  expectedAnswerImportEvent,
  suggestionImportConfiguration,
  suggestionImportEvent,
} from "#worker/db/schema/index.ts";
import { db, uniqueName } from "./factories.ts";

/** Helpers for the tests of imports. */

export type ImportName = "suggestion" | "expectedAnswer";

/** A row of a source. By default it has no position and no params. */
export type RowInput = Pick<ImportedRow, "text"> & Partial<ImportedRow>;

/** A source with these pages. The cursor is the index of a page. */
export const makeSource = (
  pages: readonly (readonly RowInput[])[],
  pageFields: Partial<SourcePage> = {},
): Source => ({
  page: async (cursor) => {
    const index = Number(cursor ?? 0);
    const next = index + 1 < pages.length ? String(index + 1) : null;
    return {
      omittedCount: 0,
      error: null,
      ...pageFields,
      rows: (pages[index] ?? []).map((row) => ({ ...unknownCoordinates, params: {}, ...row })),
      next,
    };
  },
});

type Input = Partial<
  Pick<typeof suggestionImportConfiguration.$inferInsert, "disabled" | "nextRunAt" | "frequency" | "params">
>;

/** A configuration that imports into a list. */
export async function makeImport(
  kind: ImportName,
  { id, customerId }: { id: string; customerId: number },
  overrides: Input = {},
) {
  const row = { customerId, name: uniqueName("import"), frequency: "DAILY", ...overrides };
  const [configuration] =
    kind === "suggestion"
      ? await db()
          .insert(suggestionImportConfiguration)
          .values({ ...row, suggestionListId: id, type: "NEXT_PROJECT" })
          .returning()
      : await db()
          .insert(expectedAnswerImportConfiguration)
          .values({ ...row, expectedAnswerListId: id, type: "RAMSITE_3GIS" })
          .returning();
  return configuration!;
}

export async function readImportEvent(kind: ImportName, id: string) {
  const table = kind === "suggestion" ? suggestionImportEvent : expectedAnswerImportEvent;
  return (await db().select().from(table).where(eq(table.id, id)).get())!;
}
