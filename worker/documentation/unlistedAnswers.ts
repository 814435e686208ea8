import { sql } from "drizzle-orm";
import { foldCase } from "#domain/core/text/foldCase.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { truncate } from "#domain/core/text/trim.ts";
import { maxExpectedAnswerLength, parseExpectedAnswer } from "#domain/lists/expectedAnswer.ts";
import { takesMultiple } from "#domain/task/types.ts";
import type { Database } from "#worker/db/database.ts";
import { textAsId } from "#worker/db/ids.ts";
import { selectRows, text } from "#worker/db/rows.ts";
import { keysIgnoringCase } from "#worker/db/sortKey.ts";

/** The values of an answer, normalised as lists store them. */
export const answerValuesOf = ({ type, answer }: { type: string; answer: string }): string[] =>
  (takesMultiple(type) ? splitSemicolons(answer) : [answer]).flatMap((value) => {
    const result = parseExpectedAnswer(value);
    // A value that is too long for any list is truncated and reported. A value that is empty after normalising is ignored.
    return "text" in result
      ? [result.text]
      : result.error === "required"
        ? []
        : [truncate(value, maxExpectedAnswerLength)];
  });

/** The pairs of list and task, as `list task`, with a value that is not in the list, ignoring case. */
export async function findUnlistedPairs(
  db: Database,
  customerId: number,
  pairs: readonly { list: string; task: string; values: readonly string[] }[],
): Promise<Set<string>> {
  const values = [
    ...new Map(
      pairs.flatMap((pair) =>
        pair.values.map((value) => [`${pair.list} ${value}`, { list: pair.list, value }]),
      ),
    ).values(),
  ];
  const candidates = values.flatMap(({ list, value }) => keysIgnoringCase(value).map((key) => [list, key]));
  const rows = await selectRows(
    db,
    { list: text("v.value ->> 0"), answer: text("a.answer") },
    (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(candidates)}) v
      CROSS JOIN expected_answer a ON a.customer_id = ${customerId}
        AND a.expected_answer_list_id = ${textAsId("v.value ->> 0")} AND a.answer_key = v.value ->> 1`,
  );
  const listedAnswers = new Set(rows.map(({ list, answer }) => `${list} ${foldCase(answer)}`));
  return new Set(
    pairs
      .filter(({ list, values }) => values.some((value) => !listedAnswers.has(`${list} ${foldCase(value)}`)))
      .map(({ list, task }) => `${list} ${task}`),
  );
}
