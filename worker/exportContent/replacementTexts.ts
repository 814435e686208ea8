import { sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { idListParam, listParam } from "#worker/db/ids.ts";
import { nullable, type Projection, selectRows, text, uuid } from "#worker/db/rows.ts";
import { type Scope, scopeSql } from "#worker/db/scope.ts";
import type { ReplacementTexts } from "#worker/export/replacement.ts";

/** A replacement code of a template, with its text in each language (3§2). */
export interface ReplacementText {
  templateId: string;
  code: string;
  sv: string | null;
  en: string | null;
  /** Of the template. */
  lastUpdated: string;
}

const textColumns = {
  templateId: uuid("r.template_id"),
  code: text("r.code"),
  sv: nullable(text("r.sv")),
  en: nullable(text("r.en")),
  lastUpdated: text("t.last_updated"),
} satisfies Projection<ReplacementText>;

export const listReplacementTexts = (
  db: Database,
  customerIds: readonly number[],
  templateIds: readonly string[],
): Promise<ReplacementText[]> =>
  selectRows(
    db,
    textColumns,
    (columns) => sql`SELECT ${columns}
      FROM template_replacement_text r JOIN template t ON t.id = r.template_id
      WHERE r.customer_id IN ${listParam([...new Set(customerIds)])} AND r.template_id IN ${idListParam([...new Set(templateIds)])}
        AND coalesce(r.sv, r.en) IS NOT NULL ORDER BY r.rowid`,
  );

/** The codes of the templates in a scope; with `codes`, only those among them. */
export async function listReplacementCodes(
  db: Database,
  scope: Scope,
  codes?: readonly string[],
): Promise<string[]> {
  const codesCondition = codes ? sql`trim(r.code) IN ${listParam(codes)}` : sql`1`;
  const rows = await selectRows(
    db,
    { code: text("trim(r.code)") },
    (columns) => sql`SELECT DISTINCT ${columns} FROM template_replacement_text r
      WHERE ${scopeSql(scope, "r")} AND ${codesCondition}`,
  );
  return rows.map(({ code }) => code);
}

/** The replacement texts of each template in a language; a code without a text in that language uses the other one. */
export function groupReplacementTexts(
  texts: readonly ReplacementText[],
  language: "en" | "sv",
): (templateId: string) => ReplacementTexts {
  const otherLanguage = language === "sv" ? "en" : "sv";
  const textsByTemplate = new Map(
    [...Map.groupBy(texts, ({ templateId }) => templateId)].map(([templateId, templateTexts]) => [
      templateId,
      new Map(templateTexts.map((row) => [row.code.trim(), row[language] ?? row[otherLanguage] ?? ""])),
    ]),
  );
  return (templateId) => textsByTemplate.get(templateId) ?? noReplacementTexts;
}

const noReplacementTexts: ReplacementTexts = new Map();
