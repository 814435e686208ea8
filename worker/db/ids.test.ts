import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#worker/testing/factories.ts";
import {
  idAsText,
  idListParam,
  idParam,
  keyListParam,
  newId,
  sha256Param,
  textAsAnyId,
  textAsId,
} from "./ids.ts";
import { fromJsonValue, jsonColumnSql, jsonPathSql, toJsonValue } from "./jsonRows.ts";
import { anyId, nullable, number, selectRow, sha256, text, uuid } from "./rows.ts";

const id = "0b6f5d1e-2c34-4a5b-8c6d-00000000000f";
const readRow = async <T extends Parameters<typeof selectRow>[1]>(projection: T, from = sql`(SELECT 1)`) =>
  selectRow(db(), projection, (columns) => sql`SELECT ${columns} FROM ${from}`);

it("design§D1 an id is 16 bytes in the database and lower-case text outside, however the SQL converts it", async () => {
  const row = await readRow(
    {
      size: number("length(x.id)"),
      id: uuid("x.id"),
      written: text(idAsText("x.id")),
      same: number(sql`x.id = ${textAsId(sql`${id}`)}`),
      listed: number(sql`x.id IN ${idListParam([id, "no id"])}`),
      keyed: number(sql`x.id IN ${keyListParam([id])}`),
      none: nullable(text(idAsText("x.none"))),
      made: uuid(newId),
      digest: sha256(sha256Param("ab".repeat(32))),
    },
    sql`(SELECT ${idParam(id.toUpperCase())} AS id, ${idParam(null)} AS none) x`,
  );
  expect(row).toMatchObject({ size: 16, id, written: id, same: 1, listed: 1, keyed: 1, none: null });
  expect(row?.digest).toBe("ab".repeat(32));
  expect(row?.made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it("design§D1 text that is not a UUID matches no row, and stays text where ids may be other text", async () => {
  const hostileText = "1' OR 1=1";
  const row = await readRow(
    {
      same: nullable(number(sql`x.id = ${idParam(hostileText)}`)),
      listed: number(sql`x.id IN ${idListParam([hostileText, ""])}`),
      parsed: number(sql`${textAsId(sql`${hostileText}`)} IS NULL`),
      number: number(sql`x.number = ${idParam(7)}`),
      word: anyId(textAsAnyId("x.word")),
      either: anyId(textAsAnyId("x.text")),
    },
    sql`(SELECT ${idParam(id)} AS id, 7 AS number, 'EXTERNAL_FILES' AS word, ${id} AS text) x`,
  );
  expect(row).toEqual({ same: 0, listed: 0, parsed: 1, number: 1, word: "EXTERNAL_FILES", either: id });
});

it("design§D1 rows keep their bytes through JSON, and text that looks like bytes stays text", async () => {
  const values = [idParam(id), sql`'["0b6f"]'`, sql`3`, sql`NULL`];
  for (const value of values) {
    const row = await selectRow(
      db(),
      {
        json: text(sql.raw(`json_array(${jsonColumnSql("x.value")})`)),
        isSame: number(
          sql.raw(
            `(SELECT ${jsonPathSql("j.value", "$[0]")} IS x.value FROM json_each(json_array(json_array(${jsonColumnSql("x.value")}))) j)`,
          ),
        ),
      },
      (columns) => sql`SELECT ${columns} FROM (SELECT ${value} AS value) x`,
    );
    expect(row?.isSame, row?.json).toBe(1);
  }
  const [bytes] = JSON.parse(`[${JSON.stringify(toJsonValue([11, 111]))}]`) as [readonly [string]];
  expect(bytes).toEqual(["0b6f"]);
  expect([...(fromJsonValue(bytes) as Uint8Array)]).toEqual([11, 111]);
});
