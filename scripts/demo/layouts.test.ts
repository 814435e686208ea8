import { describe, expect, it } from "vitest";
import { validateLayout } from "#domain/layout/layoutValidation.ts";
import { layoutTypes } from "#domain/layout/types.ts";
import { createDemoLayouts, layoutsByTemplate } from "./layouts.ts";

const layouts = await createDemoLayouts();

describe("the demo layouts", () => {
  it("include every type, and one that others insert", () => {
    expect(new Set(layouts.map(({ type }) => type))).toEqual(new Set(layoutTypes));
    const insertedId = JSON.stringify(layouts.map(({ nodes }) => nodes)).match(
      /"CONFIGURATION":"([^"]*)"/,
    )?.[1];
    expect(layouts.find(({ id }) => id === insertedId)).toMatchObject({
      name: "Underskrifter",
      customers: [],
    });
  });

  it.each(layouts)("obey the grammar: $name", ({ id, type, nodes }) => {
    expect(validateLayout({ id, type, nodes })).toEqual({});
  });

  it("are selected only by templates of customers that they are granted to", () => {
    for (const { template, layouts } of layoutsByTemplate)
      for (const { customers } of layouts) expect(customers).toContain(template.customer);
    const grantedNames = layouts.filter(({ customers }) => customers.length > 0).map(({ name }) => name);
    const names = layoutsByTemplate.flatMap(({ layouts }) => layouts.map(({ name }) => name));
    expect(new Set(names)).toEqual(new Set(grantedNames));
  });
});
