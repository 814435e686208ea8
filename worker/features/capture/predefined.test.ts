import { expect, it } from "vitest";
import { documentationTask, suggestionList, templateTask } from "../../db/schema";
import {
  call,
  db,
  distinct,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeLicense,
  makeTemplate,
} from "../../testing/factories";

it("2§7 getPredefinedAnswers answers the latest answers for a name, by option, of its own customer only", async () => {
  const as = await makeCaller({ roles: ["ROLE_CREATE_DOCUMENTATION"] });
  const { customerId } = as;
  const template = await makeTemplate(customerId, { predefinedEnabled: true });
  const captured = async (
    owner: number,
    name: string,
    dateCreated: string,
    answers: Record<string, string>,
  ) => {
    const { id: documentationId } = await makeDocumentation(owner, { name, dateCreated });
    const task = { customerId: owner, documentationId, name: "Known", type: "PREDEFINED" as const };
    await db()
      .insert(documentationTask)
      .values(Object.entries(answers).map(([options, answer]) => ({ ...task, options, answer })));
  };
  await captured(customerId, "M 1", "2026-05-01T08:00:00Z", {
    CUSTOMER_NAME: "old",
    PROJECT_NOTE: "gate code",
  });
  await captured(customerId, "M 1", "2026-06-01T08:00:00Z", { CUSTOMER_NAME: "Norrnät" });
  await captured(customerId, "M 2", "2026-07-01T08:00:00Z", { CUSTOMER_NAME: "another name" });
  const other = await makeLicense();
  await captured(other.customerId, "M 1", "2026-07-01T08:00:00Z", { CUSTOMER_NAME: "another customer" });
  const ask = (id: string, name: string) =>
    call("GET", `/documentation/getPredefinedAnswers?template=${id}&name=${encodeURIComponent(name)}`, {
      as,
    });
  expect(await jsonOf(ask(template.id, "M 1"))).toEqual({
    items: [
      { option: "PROJECT_NOTE", answer: "gate code" },
      { option: "CUSTOMER_NAME", answer: "Norrnät" },
    ],
  });
  const plain = await makeTemplate(customerId);
  expect(await jsonOf(ask(plain.id, "M 1"))).toEqual({ items: [] });
  const foreign = await makeTemplate(other.customerId, { predefinedEnabled: true });
  expect((await ask(foreign.id, "M 1")).status).toBe(404);
});

it("3§5 a task for contact persons gets the columns of its list", async () => {
  const { customerId, licenseCode } = await makeLicense();
  const columns = { columns: "Namn;Telefon", requiredColumns: "Namn" };
  const [list] = await db()
    .insert(suggestionList)
    .values({ customerId, name: distinct("list"), type: "CONTACT_PERSONS", params: columns })
    .returning();
  const template = await makeTemplate(customerId);
  await db()
    .insert(templateTask)
    .values({
      customerId,
      templateId: template.id,
      name: "Who",
      type: "CONTACT_PERSONS",
      suggestionListId: list!.id,
      params: { addContactPersonEnabled: "true" },
      position: 5,
    });
  const { items } = await jsonOf<{ items: { tasks: { params: object }[] }[] }>(
    call("POST", "/template/findAllByLicenseCode", { body: { licenseCode } }),
  );
  expect(items[0]!.tasks.at(-1)!.params).toEqual({ ...columns, addContactPersonEnabled: "true" });
});
