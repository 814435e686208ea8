import { sql } from "drizzle-orm";
import { idAsText, idListParam, textAsId } from "#worker/db/ids.ts";
import { statement } from "#worker/db/statement.ts";
import type { ListField } from "./binding.ts";

interface UserParam {
  id?: string;
  name: string;
  required: boolean;
}

/** The user params of an export configuration, in the client's order. A param without an id is new. */
export const createUserParamList = (): ListField<UserParam> => ({
  read: sql`(SELECT json_group_array(json_object('id', ${idAsText("p.id")}, 'name', p.name, 'required', json(iif(p.required, 'true', 'false'))) ORDER BY p.rowid)
    FROM export_configuration_user_param p WHERE p.export_configuration_id = export_configuration.id)`,
  resolve: async (db, input, customerId) => {
    const existingIds = input.flatMap(({ id }) => id ?? []);
    const existingParams = await db.all(sql`SELECT id FROM export_configuration_user_param
      WHERE customer_id = ${customerId} AND id IN ${idListParam(existingIds)}`);
    if (existingParams.length !== existingIds.length) return null;
    return input.map(({ id = crypto.randomUUID(), name, required }) => ({ id, name, required }));
  },
  write: (db, id, items, customerId) => [
    statement(db, sql`DELETE FROM export_configuration_user_param WHERE export_configuration_id = ${id}`),
    statement(
      db,
      sql`INSERT INTO export_configuration_user_param (id, customer_id, export_configuration_id, name, required)
        SELECT ${textAsId("value ->> 'id'")}, ${customerId}, ${id}, value ->> 'name', value ->> 'required' FROM json_each(${JSON.stringify(items)})`,
    ),
  ],
});
