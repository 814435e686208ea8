import { describe, expect, it } from "vitest";
import { type Product, products } from "#domain/access/authorities.ts";
import { taskTree } from "./taskRules.ts";
import { createTemplate, normalizeTemplate } from "./templateEdit.ts";
import { createStarterTemplate, templateStarters } from "./templateStarters.ts";
import { validateTemplate } from "./templateValidation.ts";

const languages = ["en", "sv"] as const;
const grantsWith = (...granted: Product[]) => ({
  authorities: new Set(["ROLE_TEMPLATE_WRITE"] as const),
  products: new Set(granted),
});
const starters = templateStarters.flatMap((starter) =>
  languages.map((language) => ({ title: `${starter.id} ${language}`, starter, language })),
);
const taskTypesOf = (...[starter, language, grants]: Parameters<typeof createStarterTemplate>) =>
  taskTree
    .flatten(createStarterTemplate(starter, language, grants).content.tasks ?? [])
    .map(({ node }) => node.type);

describe("3§2 starters of templates", () => {
  it.each(starters)(
    "3§5 are valid as they are, also without the product FORM: $title",
    ({ starter, language }) => {
      for (const grants of [grantsWith(...products), grantsWith("FORM"), grantsWith()]) {
        const { content } = createStarterTemplate(starter, language, grants);
        const template = normalizeTemplate({ ...createTemplate(), ...content, position: 1 });
        expect(validateTemplate(template, grants)).toEqual({});
        expect(template.tasks.length).toBeGreaterThan(0);
        const names = taskTree.flatten(template.tasks).map(({ node }) => node.name);
        expect(new Set(names).size).toBe(names.length);
        // Saving must change nothing, or the template would count as unsaved immediately.
        expect(template.tasks).toEqual(content.tasks);
      }
    },
  );

  it("3§6 keep only photos without the product FORM, and count what is left out", () => {
    for (const starter of templateStarters) {
      expect(new Set(taskTypesOf(starter, "en", grantsWith()))).toEqual(new Set(["PHOTO"]));
      const { omittedTaskCount } = createStarterTemplate(starter, "en", grantsWith());
      const allTaskTypes = taskTypesOf(starter, "en", grantsWith("FORM"));
      expect(omittedTaskCount).toBe(allTaskTypes.filter((type) => type !== "PHOTO").length);
      expect(createStarterTemplate(starter, "en", grantsWith("FORM")).omittedTaskCount).toBe(0);
    }
  });

  it("3§3 have different names in both languages, the same tasks, and new ids each time", () => {
    const grants = grantsWith("FORM");
    for (const starter of templateStarters) {
      expect(starter.name.en).not.toBe(starter.name.sv);
      expect(taskTypesOf(starter, "en", grants)).toEqual(taskTypesOf(starter, "sv", grants));
    }
    expect(new Set(templateStarters.map(({ id }) => id)).size).toBe(templateStarters.length);
    const [firstId, secondId] = [1, 2].map(
      () => createStarterTemplate(templateStarters[0]!, "en", grants).content.tasks?.[0]?.id,
    );
    expect(firstId).not.toBe(secondId);
  });
});
