import { describe, expect, it } from "vitest";
import { parsePairs } from "#domain/lists/pairCsv.ts";
import { shortDeviceId } from "#domain/media/deviceId.ts";
import { findPhoneModels } from "#domain/media/phoneModel.ts";
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
  it("contain every key of the type, with the defaults of 3§9", () => {
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

  it("stay when omitted, unless the type changes", () => {
    const storedConfiguration = { type: "FTP", params: { host: "h", username: "u", directory: "d" } };
    const { FTP, WEBDAV } = exportConfigurationKeys;
    expect(resolveParams(FTP, { type: "FTP", params: { host: "i" } }, storedConfiguration)).toEqual({
      ...storedConfiguration.params,
      host: "i",
      failureEmail: "",
    });
    expect(resolveParams(WEBDAV, { type: "WEBDAV" }, storedConfiguration)).toEqual({
      url: "",
      username: "",
      failureEmail: "",
    });
  });

  it("have errors by name", () => {
    const { PRECONDITION, TASK_TYPE } = taskFilterKeys;
    const params = { OPERATOR: "LIKE", surprise: "1" };
    const resolvedParams = resolveParams(PRECONDITION, { type: "PRECONDITION", params });
    expect(validateTypedConfiguration(PRECONDITION, { params }, resolvedParams)).toEqual({
      "params.OPERATOR": "invalid",
      "params.surprise": "unknown",
    });
    expect(validateTypedConfiguration(TASK_TYPE, {}, initialParams(TASK_TYPE))).toEqual({
      "params.TASK_TYPE": "required",
    });
  });
});

describe("3§5 destinations", () => {
  it("each can name whom to notify of a failure, with valid addresses", () => {
    for (const type of exportConfigurationTypes) {
      const keys = exportConfigurationKeys[type];
      const errorsOf = (failureEmail: string) =>
        validateTypedConfiguration(
          keys,
          { params: { failureEmail } },
          { ...initialParams(keys), failureEmail },
        );
      expect(errorsOf("drift@norrfiber.example; jour@norrfiber.example")).toEqual({});
      expect(errorsOf("drift@norrfiber.example, jour")).toEqual({ "params.failureEmail": "invalid" });
    }
  });

  it("list their missing settings", () => {
    const missing = (type: (typeof exportConfigurationTypes)[number], params = {}, secrets: string[] = []) =>
      missingSettings(type, params, secrets);
    expect(missing("SHAREPOINT", initialParams(exportConfigurationKeys.SHAREPOINT))).toEqual([
      "clientId",
      "tenantId",
      "siteUrl",
      "clientSecret",
    ]);
    expect(missing("FTP", { host: "ftp.example.se:2121", username: " " }, ["password"])).toEqual([
      "username",
    ]);
    expect(missing("WEBDAV", { url: "https://dav.example.se", username: "u" })).toEqual(["password"]);
    expect(missing("STOREGATE")).toEqual(["username", "password"]);
    expect(missing("EMAIL")).toEqual(["staticEmail"]);
    expect(missing("EMAIL", { emailKey: "mail" })).toEqual([]);
    const ramsite = { ...initialParams(exportConfigurationKeys.RAMSITE_3GIS), projectId: "7" };
    expect(missing("RAMSITE_3GIS", ramsite, ["apiKey"])).toEqual(["baseUrl", "uploadPath", "findPath"]);
    const completeParams = {
      ...ramsite,
      baseUrl: "https://ramsite.example",
      uploadPath: "/files",
      listPath: "/files",
    };
    expect(missing("RAMSITE_3GIS", completeParams, ["apiKey"])).toEqual([]);
  });
});

describe("3§5 CSV files of aliases and tags", () => {
  it("have two fields per line; other lines are reported by number", () => {
    expect(
      parsePairs({ text: "\uFEFFMast 1; Tall ;\r\nMast 1;Tall\r\n\r\nalone\na;b;c\n;x", encoding: "utf-8" }),
    ).toMatchObject({
      pairs: [
        { line: 1, name: "Mast 1", value: "Tall" },
        { line: 2, name: "Mast 1", value: "Tall" },
        { line: 6, name: "", value: "x" },
      ],
      skipped: [4, 5],
    });
  });
});

it("3§2 a device id longer than 11 is shortened", () => {
  expect(shortDeviceId("12345678901")).toBe("12345678901");
  expect(shortDeviceId("123456789012")).toBe("1234…9012");
});

it("2§2 phone models are found by their marketing names", () => {
  expect(findPhoneModels("IPHONE 16e")).toEqual(["iPhone17,5"]);
});
