import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./install.mjs";
import { firstFiles, lastFile, longFiles } from "./testOrder.ts";

test.each([...firstFiles, ...longFiles, lastFile])("the test order names a file that exists: %s", (file) => {
  expect(existsSync(path.join(root, file))).toBe(true);
});
