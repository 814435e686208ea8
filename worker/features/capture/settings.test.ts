import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { TemplateForDevice } from "../../../domain/endpoints/capture";
import { suggestionList, suggestionListLicense, templateTask } from "../../db/schema";
import { call, db, distinct, jsonOf, makeLicense, makeTemplate } from "../../testing/factories";

type License = Awaited<ReturnType<typeof makeLicense>>;

async function templatesOf({ licenseCode }: License): Promise<TemplateForDevice[]> {
  const path = "/template/findAllByLicenseCode";
  return (await jsonOf<{ items: TemplateForDevice[] }>(call("POST", path, { body: { licenseCode } }))).items;
}

async function makeList(customerId: number, type: string) {
  const [made] = await db()
    .insert(suggestionList)
    .values({ customerId, name: distinct("list"), type })
    .returning();
  return made!;
}

describe("3§3 what a template says of all that is captured with it", () => {
  it("3§3 allTasksRequired stands in each task that its type lets it stand in", async () => {
    const license = await makeLicense();
    await makeTemplate(license.customerId, { allTasksRequired: "NO_WITH_VALID_EXPLANATION" });
    const [found] = await templatesOf(license);
    expect(found?.tasks.map(({ name, required }) => [name, required])).toEqual([
      ["Overview", "NO_WITH_VALID_EXPLANATION"],
      ["Remark", "NO"],
    ]);
  });

  it("3§3 suggestionListLicenses: a list is given to its licences alone, one without licences to all", async () => {
    const license = await makeLicense();
    const { customerId } = license;
    const other = await makeLicense({ customerId });
    const [names, options] = [
      await makeList(customerId, "DOCUMENTATION_NAMES"),
      await makeList(customerId, "TASK_OPTIONS"),
    ];
    const made = await makeTemplate(customerId, { suggestionListId: names.id, onlySuggestionsAllowed: true });
    await db()
      .update(templateTask)
      .set({ type: "SINGLE_CHOICE_SUGGESTION", suggestionListId: options.id })
      .where(eq(templateTask.id, made.tasks[1]!.id));
    const given = async (to: License) => {
      const [found] = await templatesOf(to);
      return [found?.suggestionList, found?.onlySuggestionsAllowed, found?.tasks[1]?.suggestionList];
    };
    expect(await given(license)).toEqual([names.id, true, options.id]);
    await db()
      .insert(suggestionListLicense)
      .values([names, options].map(({ id }) => ({ customerId, suggestionListId: id, licenseId: other.id })));
    expect(await given(other)).toEqual([names.id, true, options.id]);
    expect(await given(license)).toEqual([null, false, null]);
  });
});
