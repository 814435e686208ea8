import { eq, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { problem } from "../../../domain/problem";
import type { Faults } from "../../../domain/rules/faults";
import { type ImportKeys, paramFaults, resetParams } from "../../../domain/rules/importParams";
import type { Database } from "../../db/database";
import { parsed } from "../../http/problems";
import type { Binding } from "../../resources/binding";
import type { Fields } from "../../resources/reading";
import { withSecrets } from "../../resources/secretParams";
import type { Writes } from "../../resources/standard";
import { changeIn, changeRow, createRow, creationIn, removeRow } from "../../resources/writing";

/** One of the two kinds of import configuration: of suggestions, of expected answers. */
export interface ImportKind {
  binding: Binding;
  /** The column of the secrets, and the keys of each type. */
  secrets: SQLiteColumn;
  keys: Readonly<Record<string, ImportKeys>>;
  /** The field that names the list, the column it is kept in, and the lists. */
  field: string;
  column: string;
  lists: SQLiteTable & { id: SQLiteColumn; customerId: SQLiteColumn };
}

type Params = Record<string, string>;

/** The standard writes, with params and secrets by type, and the customer of the list. */
export function importWrites(kind: ImportKind): Writes {
  const { binding, keys, field, column } = kind;
  const { resource, table } = binding;

  return {
    async create(c, actor, body) {
      const db = c.get("db");
      const asked = parsed(resource.creation, body) as Fields;
      const list = await listIn(db, kind, asked[field]);
      const given = await creationIn(db, binding, actor, {
        ...(body as Fields),
        customerId: asked.customerId ?? list,
      });
      if (given.customerId !== list) throw problem("invalid", { fields: { [field]: "notFound" } });
      const known = keys[String(given.type)]!;
      const { secrets, ...plain } = given as Fields & { secrets: Params };
      refuse(paramFaults(known, { params: plain.params as Params, secrets }));
      const row = {
        ...plain,
        params: { ...resetParams(known), ...(plain.params as Params) },
        ...(Object.keys(secrets).length > 0 && { secrets }),
      };
      return createRow(db, binding, actor, row, {
        columns: {
          [column]: plain[field],
          secrets: withSecrets(c.env, resource.name, null, secrets),
        },
      });
    },

    async change(c, actor, before, body) {
      const db = c.get("db");
      const { change, version } = await changeIn(db, binding, before, body);
      const known = keys[String(change.type ?? before.type)]!;
      // What was given to one system is none of another's business: nothing of the old type stays.
      const reset = change.type !== undefined && change.type !== before.type;
      if (reset) change.params ??= resetParams(known);
      const { secrets = {}, ...plain } = change as Fields & { secrets?: Params };
      refuse(paramFaults(known, { params: plain.params as Params | undefined, secrets }));
      if (plain[field] !== undefined && (await listIn(db, kind, plain[field])) !== before.customerId)
        throw problem("invalid", { fields: { [field]: "notFound" } });
      const stored = reset
        ? null
        : await db
            .select({ secrets: sql<string | null>`${kind.secrets}` })
            .from(table)
            .where(eq(table.id, before.id))
            .get();
      const given = { ...plain, ...(Object.keys(secrets).length > 0 && { secrets }) };
      return changeRow(
        db,
        binding,
        actor,
        before,
        { change: given, version },
        {
          columns: {
            [column]: plain[field] ?? before[field],
            secrets: withSecrets(c.env, resource.name, stored?.secrets, secrets),
          },
        },
      );
    },

    remove: (c, actor, before) => removeRow(c.get("db"), binding, actor, before),
  };
}

const refuse = (faults: Faults): void => {
  if (Object.keys(faults).length > 0) throw problem("invalid", { fields: faults });
};

/** The customer of a list. @throws invalid, naming the field, when there is no such list. */
async function listIn(db: Database, { lists, field }: ImportKind, id: unknown): Promise<number> {
  const found = await db
    .select({ customerId: sql<number>`${lists.customerId}` })
    .from(lists)
    .where(eq(lists.id, String(id)))
    .get();
  if (!found) throw problem("invalid", { fields: { [field]: "notFound" } });
  return found.customerId;
}
