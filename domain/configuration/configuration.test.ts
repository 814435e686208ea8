import { describe, expect, it } from "vitest";
import { parsePairs } from "#domain/lists/pairCsv.ts";
import { shortenDeviceId } from "#domain/media/deviceId.ts";
import { findPhoneModels } from "#domain/media/phoneModel.ts";
import { initialParams, resolveParams, validateTypedConfiguration } from "./typedParams.ts";
import {
  defaultGraphScope,
  exportConfigurationKeys,
  exportConfigurationTypes,
  listMissingSettings,
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
  it("can each name email addresses to notify of a failure, which must be valid", () => {
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
    const listMissing = (
      type: (typeof exportConfigurationTypes)[number],
      params = {},
      secrets: string[] = [],
    ) => listMissingSettings(type, params, secrets);
    expect(listMissing("SHAREPOINT", initialParams(exportConfigurationKeys.SHAREPOINT))).toEqual([
      "clientId",
      "tenantId",
      "siteUrl",
      "clientSecret",
    ]);
    expect(listMissing("FTP", { host: "ftp.example.se:2121", username: " " }, ["password"])).toEqual([
      "username",
    ]);
    expect(listMissing("WEBDAV", { url: "https://dav.example.se", username: "u" })).toEqual(["password"]);
    expect(listMissing("STOREGATE")).toEqual(["username", "password"]);
    expect(listMissing("EMAIL")).toEqual(["staticEmail"]);
    expect(listMissing("EMAIL", { emailKey: "mail" })).toEqual([]);
    const ramsiteParams = { ...initialParams(exportConfigurationKeys.RAMSITE_3GIS), projectId: "7" };
    expect(listMissing("RAMSITE_3GIS", ramsiteParams, ["apiKey"])).toEqual([
      "baseUrl",
      "uploadPath",
      "findPath",
    ]);
    const completeParams = {
      ...ramsiteParams,
      baseUrl: "https://ramsite.example",
      uploadPath: "/files",
      listPath: "/files",
    };
    expect(listMissing("RAMSITE_3GIS", completeParams, ["apiKey"])).toEqual([]);
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

it("3§2 a device id longer than 11 characters is shortened", () => {
  expect(shortenDeviceId("12345678901")).toBe("12345678901");
  expect(shortenDeviceId("123456789012")).toBe("1234…9012");
});

it("2§2 phone models are found by their marketing names", () => {
  expect(findPhoneModels("IPHONE 16e")).toEqual(["iPhone17,5"]);
});
