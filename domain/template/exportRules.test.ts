import { describe, expect, test } from "vitest";
import { exportOnOf, newExportNode, validateTemplateExport } from "./exportRules.ts";
import type { TemplateExportConfiguration } from "./exportTree.ts";

const id = "00000000-0000-4000-8000-000000000001";
const destination = (
  params: Record<string, string>,
  nodes: TemplateExportConfiguration["nodes"] = [],
): TemplateExportConfiguration => ({
  id,
  exportConfiguration: id,
  name: "Archive",
  position: 0,
  params,
  nodes,
});

describe("3§3 the params of a destination", () => {
  test.each([
    [{}, {}],
    [{ exportAutomatically: "true" }, {}],
    [{ exportAutomatically: "true", exportOn: "APPROVED" }, {}],
    [{ exportOn: "" }, {}],
    [{ exportAutomatically: "yes" }, { "params.exportAutomatically": "invalid" }],
    [{ exportOn: "PAUSED" }, { "params.exportOn": "invalid" }],
    [{ exportOn: "completed" }, { "params.exportOn": "invalid" }],
  ])("%j", (params, faults) => expect(validateTemplateExport(destination(params))).toEqual(faults));

  test("without a status, the export runs on completion", () => {
    expect(exportOnOf({})).toBe("COMPLETED");
    expect(exportOnOf({ exportOn: "HANDLED" })).toBe("HANDLED");
  });
});

test.each([
  [{ compressPhotos: "true", maxSize: "0", quality: "0" }, {}],
  [{ compressPhotos: "false", maxSize: "1600", quality: "100" }, {}],
  [{ maxSize: "-1" }, { maxSize: "tooSmall" }],
  [{ quality: "101" }, { quality: "tooLarge" }],
  [{ quality: "high" }, { quality: "wrongType" }],
  [{ compressPhotos: "maybe" }, { compressPhotos: "invalid" }],
])("3§5 photos are compressed to a quality of 0 to 100 and a size of at least 0: %j", (params, faults) => {
  const node = { ...newExportNode("PHOTOS"), params };
  const expected = Object.entries(faults).map(([param, error]) => [`nodes.0.params.${param}`, error]);
  expect(validateTemplateExport(destination({}, [node]))).toEqual(Object.fromEntries(expected));
});
