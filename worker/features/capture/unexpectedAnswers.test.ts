import { describe, expect, it } from "vitest";
import { expectedAnswer, templateTask } from "#worker/db/schema/index.ts";
import {
  call,
  db,
  distinct,
  jsonOf,
  makeCaller,
  makeLicense,
  makeTemplate,
} from "#worker/testing/factories.ts";
import { makeImport } from "#worker/testing/imports.ts";
import { makeExpectedAnswerList } from "#worker/testing/listTesting.ts";

interface Warned {
  items: {
    name: string;
    unexpectedAnswerEvents: { expectedAnswerListName: string; expectedAnswer: string }[];
  }[];
}

async function ready(answers: readonly string[]) {
  const license = await makeLicense();
  const { customerId, licenseCode } = license;
  const { id: templateId } = await makeTemplate(customerId);
  const tasks = await db()
    .insert(templateTask)
    .values([
      { customerId, templateId, name: "Antenna", type: "TEXT" },
      { customerId, templateId, name: "Cables", type: "MULTI_CHOICE_SUGGESTION" },
      { customerId, templateId, name: "Remark", type: "TEXT" },
    ])
    .returning();
  const list = await makeExpectedAnswerList(customerId);
  const owner = { customerId, expectedAnswerListId: list.id };
  if (answers.length > 0)
    await db()
      .insert(expectedAnswer)
      .values(answers.map((answer) => ({ ...owner, answer })));
  await makeImport("expectedAnswer", list, {
    params: { templateTaskIds: `${tasks[0]!.id};`, templateTaskNames: "other; CABLES" },
  });
  const id = crypto.randomUUID();
  const ids = tasks.map(() => crypto.randomUUID());
  const as = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
  const post = (path: string, body: object) =>
    call("POST", `/documentation/${path}`, { body: { licenseCode, ...body } });
  return {
    list,
    /** Completes the documentation with answers to the three tasks and returns the warnings. */
    async complete(answers: readonly (string | null)[], warned: object[] | undefined = undefined) {
      const documentation = {
        ...{ id, templateId, name: distinct("site"), creator: "field", dateCreated: "2026-05-04T09:30:00Z" },
        tasks: tasks.map(({ id: templateTaskId, name, type }, index) => ({
          ...{ id: ids[index], templateTaskId, name, type, answer: answers[index] },
          ...(index === 0 && warned && { unexpectedAnswerEvents: warned }),
        })),
      };
      expect((await post("saveWithLicenseCode", { documentation })).status).toBe(200);
      for (const _ of [1, 2])
        expect((await post("completeWithLicenseCode", { id, creator: "field" })).status).toBe(200);
      const { items } = await jsonOf<Warned>(
        call("GET", `/documentationTasks?documentationId=${id}`, { as }),
      );
      return items.flatMap(({ name, unexpectedAnswerEvents }) =>
        unexpectedAnswerEvents.map(({ expectedAnswerListName, expectedAnswer: expected }) => [
          name,
          expectedAnswerListName,
          expected,
        ]),
      );
    },
  };
}

describe("3§3 expected answers for the tasks that an import names", () => {
  it("3§3 an answer that is not in the list raises one warning, by whichever name the import refers to the task", async () => {
    const { list, complete } = await ready(["K-1", "K-2"]);
    expect(await complete(["K-9", "K-1;K-8", "anything"])).toEqual([
      ["Antenna", list.name, "K-1; K-2"],
      ["Cables", list.name, "K-1; K-2"],
    ]);
  });

  it("3§3 answers in the list (normalised, in any case) and empty answers raise no warning", async () => {
    const { complete } = await ready(["K-1", "K-2"]);
    expect(await complete(['k-1 "*"', "K-2;k-1", null])).toEqual([]);
  });

  it("3§3 a device's own warning stays, ends when the list has the answer, and is not written twice", async () => {
    const { list, complete } = await ready(["K-1"]);
    const expectedAnswers = [{ expectedAnswerListName: list.name, expectedAnswer: "K-1 or so" }];
    expect(await complete(["K-9", null, null], expectedAnswers)).toEqual([
      ["Antenna", list.name, "K-1 or so"],
    ]);
    const otherList = await ready(["K-1"]);
    const warned = [
      { expectedAnswerListName: otherList.list.name, expectedAnswer: "K-7" },
      { expectedAnswerListName: "Another", expectedAnswer: "K-7" },
    ];
    expect(await otherList.complete(["K-1", null, null], warned)).toEqual([["Antenna", "Another", "K-7"]]);
  });

  it("3§3 a list without answers expects nothing; the warning of a long list names its first answers", async () => {
    const empty = await ready([]);
    expect(await empty.complete(["K-9", null, null])).toEqual([]);
    const long = await ready(Array.from({ length: 12 }, (_, index) => `K-${index + 10}`));
    const [[, , expected] = []] = await long.complete(["K-9", null, null]);
    expect(expected).toMatch(/^K-10; .*K-19; …$/);
  });
});
