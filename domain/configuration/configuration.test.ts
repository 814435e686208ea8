import { describe, expect, it } from "vitest";
import { parsePairs } from "#domain/lists/pairCsv.ts";
import { shortDeviceId } from "#domain/media/deviceId.ts";
import { phoneModelsNamed } from "#domain/media/phoneModel.ts";
import { initialParams, resolveParams, validateTypedConfiguration } from "./typedParams.ts";
import {
  defaultGraphScope,
  exportConfigurationKeys,
  exportConfigurationTypes,
  missingSettings,
  predefinedKeys,
  taskFilterKeys,
} from "./types.ts";

describe("3§5 params by type", () => {
  it("have each key of the type, with the defaults of 3§9", () => {
    expect(initialParams(exportConfigurationKeys.RAMSITE_3GIS)).toMatchObject({
      documentStructureId: "4657",
      projectId: "",
    });
    expect(initialParams(exportConfigurationKeys.SHAREPOINT)).toEqual({
      clientId: "",
      tenantId: "",
      siteUrl: "",
      scope: defaultGraphScope,
      userColumn: "",
      commentColumn: "",
      path: "Shared Documents",
      failureEmail: "",
    });
    expect(initialParams(predefinedKeys.SHAREPOINT_FOLDERS).path).toBe("Shared Documents");
    expect(initialParams(predefinedKeys.NEXT)).toEqual({});
  });

  it("stay when left out, unless the type changes", () => {
    const before = { type: "FTP", params: { host: "h", username: "u", directory: "d" } };
    const { FTP, WEBDAV } = exportConfigurationKeys;
    expect(resolveParams(FTP, { type: "FTP", params: { host: "i" } }, before)).toEqual({
      ...before.params,
      host: "i",
      failureEmail: "",
    });
    expect(resolveParams(WEBDAV, { type: "WEBDAV" }, before)).toEqual({
      url: "",
      username: "",
      failureEmail: "",
    });
  });

  it("have faults by name", () => {
    const { PRECONDITION, TASK_TYPE } = taskFilterKeys;
    const params = { OPERATOR: "LIKE", surprise: "1" };
    const settled = resolveParams(PRECONDITION, { type: "PRECONDITION", params });
    expect(validateTypedConfiguration(PRECONDITION, { params }, settled)).toEqual({
      "params.OPERATOR": "invalid",
      "params.surprise": "unknown",
    });
    expect(validateTypedConfiguration(TASK_TYPE, {}, initialParams(TASK_TYPE))).toEqual({
      "params.TASK_TYPE": "required",
    });
  });
});

describe("3§5 destinations", () => {
  it("each name who is told of a failure, by addresses that are some", () => {
    for (const type of exportConfigurationTypes) {
      const keys = exportConfigurationKeys[type];
      const faultsOf = (failureEmail: string) =>
        validateTypedConfiguration(
          keys,
          { params: { failureEmail } },
          { ...initialParams(keys), failureEmail },
        );
      expect(faultsOf("drift@norrfiber.example; jour@norrfiber.example")).toEqual({});
      expect(faultsOf("drift@norrfiber.example, jour")).toEqual({ "params.failureEmail": "invalid" });
    }
  });

  it("say what they lack", () => {
    const lacks = (type: (typeof exportConfigurationTypes)[number], params = {}, secrets: string[] = []) =>
      missingSettings(type, params, secrets);
    expect(lacks("SHAREPOINT", initialParams(exportConfigurationKeys.SHAREPOINT))).toEqual([
      "clientId",
      "tenantId",
      "siteUrl",
      "clientSecret",
    ]);
    expect(lacks("FTP", { host: "ftp.example.se:2121", username: " " }, ["password"])).toEqual(["username"]);
    expect(lacks("WEBDAV", { url: "https://dav.example.se", username: "u" })).toEqual(["password"]);
    expect(lacks("STOREGATE")).toEqual(["username", "password"]);
    expect(lacks("EMAIL")).toEqual(["staticEmail"]);
    expect(lacks("EMAIL", { emailKey: "mail" })).toEqual([]);
    const ramsite = { ...initialParams(exportConfigurationKeys.RAMSITE_3GIS), projectId: "7" };
    expect(lacks("RAMSITE_3GIS", ramsite, ["apiKey"])).toEqual(["baseUrl", "uploadPath", "findPath"]);
    const filled = {
      ...ramsite,
      baseUrl: "https://ramsite.example",
      uploadPath: "/files",
      listPath: "/files",
    };
    expect(lacks("RAMSITE_3GIS", filled, ["apiKey"])).toEqual([]);
  });
});

describe("3§5 CSV files of aliases and tags", () => {
  it("have two fields a line; other lines are reported by number", () => {
    expect(parsePairs("\uFEFFMast 1; Tall ;\r\nMast 1;Tall\r\n\r\nalone\na;b;c\n;x")).toEqual({
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
