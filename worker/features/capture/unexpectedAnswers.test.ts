import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { expectedAnswer, templateTask } from "#worker/db/schema/index.ts";
import {
  call,
  db,
  jsonOf,
  makeCaller,
  makeLicense,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makeImport } from "#worker/testing/imports.ts";
import { makeExpectedAnswerList } from "#worker/testing/listTesting.ts";

interface TasksWithWarnings {
  items: {
    name: string;
    unexpectedAnswerEvents: { expectedAnswerListName: string; expectedAnswer: string }[];
  }[];
}

const nameParams = { templateTaskNames: "other; CABLES" };

/** @param importParams the tasks that the import names; by default the first task by id and other tasks by name */
async function setUp(answers: readonly string[], importParams: Record<string, string> = nameParams) {
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
    params:
      importParams === nameParams ? { templateTaskIds: `${tasks[0]!.id};`, ...nameParams } : importParams,
  });
  const id = crypto.randomUUID();
  const ids = tasks.map(() => crypto.randomUUID());
  const as = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
  const post = (path: string, body: object) =>
    call("POST", `/documentation/${path}`, { body: { licenseCode, ...body } });
  return {
    list,
    tasks,
    /** Completes the documentation with answers to the three tasks and returns the warnings. */
    async complete(answers: readonly (string | null)[], warnings: object[] | undefined = undefined) {
      const documentation = {
        ...{
          id,
          templateId,
          name: uniqueName("site"),
          creator: "field",
          dateCreated: "2026-05-04T09:30:00Z",
        },
        tasks: tasks.map(({ id: templateTaskId, name, type }, index) => ({
          ...{ id: ids[index], templateTaskId, name, type, answer: answers[index] },
          ...(index === 0 && warnings && { unexpectedAnswerEvents: warnings }),
        })),
      };
      expect((await post("saveWithLicenseCode", { documentation })).status).toBe(200);
      for (const _ of [1, 2])
        expect((await post("completeWithLicenseCode", { id, creator: "field" })).status).toBe(200);
      const { items } = await jsonOf<TasksWithWarnings>(
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

describe("3§3 expected answers for the tasks that staff choose", () => {
  it("3§3 staff find tasks with answers by the task's or the template's name, only in their own customer", async () => {
    const { customerId } = await makeLicense();
    const { id: templateId, name } = await makeTemplate(customerId);
    const [antenna] = await db()
      .insert(templateTask)
      .values([
        { customerId, templateId, name: "Antenna ÅÄÖ", type: "TEXT" },
        { customerId, templateId, name: "Antenna photos", type: "PHOTO" },
      ])
      .returning();
    const as = await makeCaller({ customerId, roles: ["ROLE_EXPECTED_ANSWER_LIST_WRITE"] });
    const fetchTasks = async (query: string, caller = as) =>
      (await jsonOf<{ items: object[] }>(call("GET", `/expectedAnswerList/tasks?${query}`, { as: caller })))
        .items;
    const foundTasks = [{ id: antenna!.id, name: "Antenna ÅÄÖ", templateName: name }];
    expect(await fetchTasks("q=antenna%20åäö")).toEqual(foundTasks);
    // The template has another task with answers.
    const tasksOfTemplate = await fetchTasks(`q=${name}`);
    expect(tasksOfTemplate).toContainEqual(foundTasks[0]);
    expect(JSON.stringify(tasksOfTemplate)).not.toContain("Antenna photos");
    expect(await fetchTasks(`ids=${antenna!.id};${crypto.randomUUID()}`)).toEqual(foundTasks);
    const stranger = await makeCaller({ roles: ["ROLE_EXPECTED_ANSWER_LIST_WRITE"] });
    expect(await fetchTasks("q=antenna", stranger)).toEqual([]);
    const path = `/expectedAnswerList/tasks?q=antenna&customerId=${customerId}`;
    expect((await call("GET", path, { as: stranger })).status).toBe(403);
  });

  it("3§3 a list itself names the tasks it applies to, without deleted tasks", async () => {
    const { list, complete, tasks } = await setUp(["K-1"], {});
    const as = await makeCaller({
      customerId: list.customerId,
      roles: ["ROLE_EXPECTED_ANSWER_LIST_WRITE", "ROLE_TEMPLATE_WRITE"],
    });
    const save = (templateTasks: object[]) =>
      call("PUT", `/expectedAnswerLists/${list.id}`, { as, body: { templateTasks, version: list.version } });
    const foreignTemplate = await makeTemplate((await makeLicense()).customerId);
    const [otherTask] = await db()
      .insert(templateTask)
      .values({
        customerId: foreignTemplate.customerId,
        templateId: foreignTemplate.id,
        name: "Foreign",
        type: "TEXT",
      })
      .returning();
    expect((await save([{ templateTask: otherTask!.id }])).status).toBe(422);
    expect((await save([{ templateTask: tasks[0]!.id }])).status).toBe(200);
    expect(await complete(["K-9", "K-9", null])).toEqual([["Antenna", list.name, "K-1"]]);
    await db().delete(templateTask).where(eq(templateTask.id, tasks[0]!.id));
    expect(await jsonOf(call("GET", `/expectedAnswerLists/${list.id}`, { as }))).toMatchObject({
      templateTasks: [],
    });
  });
});

describe("3§3 expected answers for the tasks that an import names", () => {
  it("3§3 an answer that is not in the list raises one warning, whether the import names the task by id or by name", async () => {
    const { list, complete } = await setUp(["K-1", "K-2"]);
    expect(await complete(["K-9", "K-1;K-8", "anything"])).toEqual([
      ["Antenna", list.name, "K-1; K-2"],
      ["Cables", list.name, "K-1; K-2"],
    ]);
  });

  it("3§3 answers in the list (normalised, in any case) and empty answers raise no warning", async () => {
    const { complete } = await setUp(["K-1", "K-2"]);
    expect(await complete(['k-1 "*"', "K-2;k-1", null])).toEqual([]);
  });

  it("3§3 F8 mailpit#239 answers in the list are recognised in any case and any alphabet", async () => {
    const list = ["Rör", "ÄNG 07", "Жук", "Łódź"];
    const [matchingCase, differingCase] = [await setUp(list), await setUp(list)];
    expect(await matchingCase.complete(["RÖR", "äng 07;жук", "łódź"])).toEqual([]);
    expect(await differingCase.complete(["Ror", "Äng 7", null])).toHaveLength(2);
  });

  it("3§3 a warning from a device is kept, is removed once the list has the answer, and is not written twice", async () => {
    const { list, complete } = await setUp(["K-1"]);
    const keptWarnings = [{ expectedAnswerListName: list.name, expectedAnswer: "K-1 or so" }];
    expect(await complete(["K-9", null, null], keptWarnings)).toEqual([["Antenna", list.name, "K-1 or so"]]);
    const otherSetup = await setUp(["K-1"]);
    const deviceWarnings = [
      { expectedAnswerListName: otherSetup.list.name, expectedAnswer: "K-7" },
      { expectedAnswerListName: "Another", expectedAnswer: "K-7" },
    ];
    expect(await otherSetup.complete(["K-1", null, null], deviceWarnings)).toEqual([
      ["Antenna", "Another", "K-7"],
    ]);
  });

  it("3§3 a list without answers expects nothing; the warning of a long list names its first answers", async () => {
    const emptySetup = await setUp([]);
    expect(await emptySetup.complete(["K-9", null, null])).toEqual([]);
    const longSetup = await setUp(Array.from({ length: 12 }, (_, index) => `K-${index + 10}`));
    const [[, , expected] = []] = await longSetup.complete(["K-9", null, null]);
    expect(expected).toMatch(/^K-10; .*K-19; …$/);
  });
});
