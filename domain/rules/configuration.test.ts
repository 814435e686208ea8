import { describe, expect, it } from "vitest";
import { exportConfigurationKeys, predefinedKeys, taskFilterKeys } from "./configurationTypes";
import { shortDeviceId } from "./deviceId";
import { readPairs } from "./pairCsv";
import { phoneModelsNamed } from "./phoneModel";
import { initialParams, settledParams, typedFaults } from "./typedParams";

describe("3§5 params by type", () => {
  it("have each key of the type, with the defaults of 3§9", () => {
    expect(initialParams(exportConfigurationKeys.RAMSITE_3GIS)).toEqual({
      documentStructureId: "4657",
      projectId: "",
    });
    expect(initialParams(predefinedKeys.SHAREPOINT_FOLDERS).path).toBe("Shared Documents");
    expect(initialParams(predefinedKeys.NEXT)).toEqual({});
  });

  it("stay when left out, unless the type changes", () => {
    const before = { type: "FTP", params: { host: "h", username: "u", directory: "d" } };
    const { FTP, WEBDAV } = exportConfigurationKeys;
    expect(settledParams(FTP, { type: "FTP", params: { host: "i" } }, before)).toEqual({
      ...before.params,
      host: "i",
    });
    expect(settledParams(WEBDAV, { type: "WEBDAV" }, before)).toEqual({ url: "", username: "" });
  });

  it("have faults by name", () => {
    const { PRECONDITION, TASK_TYPE } = taskFilterKeys;
    const params = { OPERATOR: "LIKE", surprise: "1" };
    const settled = settledParams(PRECONDITION, { type: "PRECONDITION", params });
    expect(typedFaults(PRECONDITION, { params }, settled)).toEqual({
      "params.OPERATOR": "invalid",
      "params.surprise": "unknown",
    });
    expect(typedFaults(TASK_TYPE, {}, initialParams(TASK_TYPE))).toEqual({ "params.TASK_TYPE": "required" });
  });
});

describe("3§5 CSV files of aliases and tags", () => {
  it("have two fields a line; other lines are reported by number", () => {
    expect(readPairs("\uFEFFMast 1; Tall ;\r\nMast 1;Tall\r\n\r\nalone\na;b;c\n;x")).toEqual({
      pairs: [
        { line: 2, name: "Mast 1", value: "Tall" },
        { line: 6, name: "", value: "x" },
      ],
      skipped: [1, 4, 5],
    });
  });
});

it("3§2 a device id longer than 11 is shortened", () => {
  expect(shortDeviceId("12345678901")).toBe("12345678901");
  expect(shortDeviceId("123456789012")).toBe("1234…9012");
});

it("2§2 phone models are found by the name they were sold under", () => {
  expect(phoneModelsNamed("IPHONE 16e")).toEqual(["iPhone17,5"]);
});
