import { describe, expect, inject, it } from "vitest";
import { initialParams } from "#domain/configuration/typedParams.ts";
import { exportConfigurationKeys } from "#domain/configuration/types.ts";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import { openConnector } from "./openConnector.ts";
import { RamsiteConnector } from "./ramsite.ts";
import { connectorBattery, control, faultBattery, newUser } from "./testing/connectorBattery.ts";
import { injectMoveAsLogin, uploadFault } from "./testing/connectorFaults.ts";
import { expectFailure, makeBytes, makeOutgoingFile, SavedProgress } from "./testing/sampleFiles.ts";
import type { Timeouts } from "./timeouts.ts";

const { ramsite } = inject("servers");

interface Login {
  user: string;
  password?: string;
  timeouts?: Timeouts;
  params?: Record<string, string>;
}
const initialSettings = initialParams(exportConfigurationKeys.RAMSITE_3GIS);
const describedParams = {
  baseUrl: ramsite,
  uploadPath: "/projects/{projectId}/forms/{documentStructureId}?path={path}&name={name}",
  uploadField: "document",
  findPath: "/projects/{projectId}/file/{documentStructureId}?path={path}&name={name}",
  folderPath: "/projects/{projectId}/folders/{documentStructureId}",
  folderBody: '{"parent":"{path}","name":"{name}"}',
  removePath: "/projects/{projectId}/file/{documentStructureId}?path={path}&name={name}",
  sizeKey: "fileSize",
  idKey: "documentId",
};
const rawBodyParams = {
  uploadPath: "projects/{projectId}/raw/{documentStructureId}/{path}/{name}",
  uploadMethod: "put",
  uploadBody: "raw",
};
const listParams = {
  findPath: "",
  listPath: "/projects/{projectId}/list/{documentStructureId}?path={path}",
  nameKey: "title",
};
const open =
  (headers: Record<string, string> = {}) =>
  ({ user, password = encodeURIComponent(rightPassword), timeouts, params = {} }: Login) =>
    new RamsiteConnector(
      {
        params: { ...initialSettings, ...describedParams, projectId: user, ...headers, ...params },
        secrets: { apiKey: password },
        allowPrivate: true,
      },
      timeouts,
    );

connectorBattery({ name: "RAMSITE by forms", open: open(), listStoredFiles: control.listStoredFiles });
connectorBattery({
  name: "RAMSITE by raw bodies",
  open: open(rawBodyParams),
  listStoredFiles: control.listStoredFiles,
});
connectorBattery({
  name: "RAMSITE by lists",
  open: open(listParams),
  listStoredFiles: control.listStoredFiles,
});

faultBattery({
  name: "RAMSITE",
  open: open(rawBodyParams),
  ...control,
  // It has no rename step.
  inject: injectMoveAsLogin(control),
  canResume: false,
  errorResponses: [
    { title: "an expired key", fault: uploadFault(401), kind: "auth" },
    { title: "a key without permission", fault: uploadFault(403), kind: "refused" },
    { title: "a full disk", fault: uploadFault(507), kind: "full" },
    { title: "a collision", fault: uploadFault(409), kind: "conflict" },
    { title: "a name that it refuses", fault: uploadFault(422), kind: "refused" },
    { title: "a redirect", fault: uploadFault(302), kind: "config" },
    { title: "a deleted project", fault: uploadFault(404), kind: "notFound" },
    {
      title: "too many calls",
      fault: uploadFault(429, { retryAfter: "9" }),
      kind: "throttled",
      retryAfter: 9,
    },
    { title: "a busy server", fault: uploadFault(503), kind: "transient" },
    { title: "a full disk at a folder", fault: { ...uploadFault(507), operation: "folder" }, kind: "full" },
  ],
});

describe("RAMSITE", () => {
  const openWith = (params: Record<string, string>, secrets: Record<string, string> = { apiKey: "k" }) =>
    openConnector("RAMSITE_3GIS", {
      params: { ...initialSettings, ...describedParams, projectId: "7", ...params },
      secrets,
      allowPrivate: true,
    });

  it.each(["baseUrl", "uploadPath", "findPath"])("3§5 says that %s is not filled in", (key) => {
    expect(() => openWith({ [key]: " " })).toThrow(`The setting ${key} is not filled in`);
  });

  it("3§5 names an invalid key, option or placeholder", async () => {
    expect(() => openWith({}, {})).toThrow("apiKey");
    expect(() => openWith({ uploadMethod: "GET" })).toThrow("uploadMethod");
    expect(() => openWith({ uploadBody: "xml" })).toThrow("uploadBody");
    expect(() => openWith({ apiKeyHeader: "X Key" })).toThrow("apiKeyHeader");
    expect(() => openWith({}, { apiKey: "a\r\nb" })).toThrow("header");
    const placeholderError = await expectFailure(openWith({ findPath: "/x/{siteId}" }).find([], "a"));
    expect([placeholderError.kind, placeholderError.message]).toEqual([
      "config",
      expect.stringContaining("{siteId}"),
    ]);
    const missingPathError = await expectFailure(openWith({ removePath: "" }).remove([], "a"));
    expect([missingPathError.kind, missingPathError.message]).toEqual([
      "config",
      expect.stringContaining("removePath"),
    ]);
  });

  it("3§5 keys of the customer's own system fill its paths", async () => {
    const user = newUser();
    const path = "/projects/{site}/raw/{documentStructureId}/{name}";
    const connector = open({ ...rawBodyParams, uploadPath: path, folderPath: "", site: user })({ user });
    await connector.put(makeOutgoingFile("a.jpg", makeBytes(10)), new SavedProgress());
    expect((await control.listStoredFiles(user)).map(({ path }) => path)).toEqual(["a.jpg"]);
  });

  it.each(["..", "a/../../../x"])(
    "design§Delivery no value can direct a request outside the base address (%s)",
    async (site) => {
      const error = await expectFailure(openWith({ findPath: "/{path}/x", site }).find([site], "a"));
      expect(error.kind).toBe("config");
    },
  );

  it("3§5 the API key is sent as configured, and is never in an error", async () => {
    const bearer = open({ apiKeyHeader: "Authorization", apiKeyPrefix: "Bearer" })({
      user: newUser(),
      password: "hemlig-nyckel-77",
    });
    const error = await expectFailure(bearer.find([], "a.jpg"));
    expect(error.kind).toBe("auth");
    expect(error.message).not.toContain("hemlig-nyckel-77");
  });

  it("3§5 the error of a response without a size names the setting for it", async () => {
    const user = newUser();
    await open()({ user }).put(makeOutgoingFile("a.jpg", makeBytes(10)), new SavedProgress());
    const error = await expectFailure(open({ sizeKey: "length" })({ user }).find([], "a.jpg"));
    expect([error.kind, error.message]).toEqual(["config", expect.stringContaining("sizeKey")]);
  });
});
