import { eq } from "drizzle-orm";
import { unknownCoordinates } from "#domain/core/fields.ts";
import type { ImportedRow, Source, SourcePage } from "#worker/connectors/sources/sourceReader.ts";
import {
  expectedAnswerImportConfiguration,
  expectedAnswerImportEvent,
  suggestionImportConfiguration,
  suggestionImportEvent,
} from "#worker/db/schema/index.ts";
import { db, distinct } from "./factories.ts";

/** Parts for the tests of imports. */

export type ImportName = "suggestion" | "expectedAnswer";

/** A row without a position or columns of its own, unless it says so. */
export type GivenRow = Pick<ImportedRow, "text"> & Partial<ImportedRow>;

/** A source of these pages, whose cursors are their numbers. */
export const sourceOfPages = (
  pages: readonly (readonly GivenRow[])[],
  about: Partial<SourcePage> = {},
): Source => ({
  page: async (cursor) => {
    const number = Number(cursor ?? 0);
    const next = number + 1 < pages.length ? String(number + 1) : null;
    return {
      leftOut: 0,
      fault: null,
      ...about,
      rows: (pages[number] ?? []).map((row) => ({ ...unknownCoordinates, params: {}, ...row })),
      next,
    };
  },
});

type Input = Partial<
  Pick<typeof suggestionImportConfiguration.$inferInsert, "disabled" | "nextRunAt" | "frequency" | "params">
>;

/** A configuration that imports into a list. */
export async function makeImport(
  of: ImportName,
  { id, customerId }: { id: string; customerId: number },
  request: Input = {},
) {
  const row = { customerId, name: distinct("import"), frequency: "DAILY", ...request };
  const [made] =
    of === "suggestion"
      ? await db()
          .insert(suggestionImportConfiguration)
          .values({ ...row, suggestionListId: id, type: "NEXT_PROJECT" })
          .returning()
      : await db()
          .insert(expectedAnswerImportConfiguration)
          .values({ ...row, expectedAnswerListId: id, type: "RAMSITE_3GIS" })
          .returning();
  return made!;
}

export async function eventOf(of: ImportName, id: string) {
  const table = of === "suggestion" ? suggestionImportEvent : expectedAnswerImportEvent;
  return (await db().select().from(table).where(eq(table.id, id)).get())!;
}
