import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/install.mjs";
import { settingConsumers, unusedSettings } from "./settingConsumers.ts";
import { findSettingFaults, settings } from "./settings.ts";

const sourceOf = (file: string) =>
  existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8") : undefined;

test("3§3 every setting of the configuration takes effect in code that a test covers", () => {
  expect(findSettingFaults(settingConsumers, unusedSettings, sourceOf)).toEqual([]);
});

test("3§3 a setting without a consumer, a consumer that is gone and one that does not name it are faults", () => {
  const test = "worker/a.test.ts";
  const sources: Record<string, string> = {
    "worker/a.ts": "// createZipFile\nrow.hidden",
    [test]: "hidden create_zip_file",
  };
  const faults = findSettingFaults(
    {
      template: {
        hidden: ["worker/a.ts", test],
        createZipFile: ["worker/a.ts", test],
        zipFileName: ["worker/b.ts", "worker/a.ts"],
        name: ["domain/resources/template.ts", test, "hidden"],
        colour: ["worker/a.ts", test, "hidden"],
      },
    },
    ["template.hidden", "template.position"],
    (file) => sources[file],
  ).filter((fault) => fault.startsWith("template."));
  expect(faults).toEqual(
    expect.arrayContaining([
      "template.description: nothing acts on it",
      "template.hidden: has a consumer but is still listed as unused",
      "template.colour: there is no such setting",
      "template.createZipFile: worker/a.ts does not name createZipFile",
      "template.zipFileName: worker/b.ts does not exist",
      "template.zipFileName: worker/a.ts is not a test",
      "template.name: domain/resources/template.ts only passes settings on",
    ]),
  );
  expect(faults.some((fault) => fault.startsWith("template.position"))).toBe(false);
  expect(Object.keys(settings).length).toBeGreaterThan(30);
});
