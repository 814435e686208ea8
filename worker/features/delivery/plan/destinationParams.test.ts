import { describe, expect, it } from "vitest";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import { resolveDeliveryParams } from "./destinationParams.ts";
import type { TemplateDestination } from "./planDestination.ts";

const createDestination = (
  type: ExportConfigurationType,
  params: Record<string, string>,
  options: { userParams?: string[]; params?: Record<string, string> } = {},
): TemplateDestination => ({
  ...{ id: "line", name: "Archive", templateName: "Mast", tree: [], hasThreads: false, exportOn: null },
  params: options.params ?? {},
  configuration: { id: "destination", name: "Archive", type, params },
  userParams: (options.userParams ?? []).map((name) => ({ id: name, name, required: false })),
});

describe("3§5 the settings of a destination for one delivery", () => {
  it("use user parameters as placeholders in a folder path, and each value as a single folder name", () => {
    const ftp = createDestination(
      "FTP",
      { host: "{Project}.test", directory: "/in/{Project}/{Nobody}", username: "{Project}" },
      { userParams: ["Project"] },
    );
    expect(resolveDeliveryParams(ftp, { Project: " ../../47/11 ", Nobody: "x" })).toEqual({
      ...{ host: "{Project}.test", username: "{Project}" },
      directory: "/in/_.._47_11/{Nobody}",
    });
  });

  it("never send the credentials to another host, whatever the names of user parameters", () => {
    const settings = { host: "ftp.test", username: "us", directory: "/in" };
    const reservedNames = ["host", "url", "username", "directory", "failureEmail", "__proto__"];
    const params = Object.fromEntries(reservedNames.map((name) => [name, "evil.test"]));
    expect(
      resolveDeliveryParams(createDestination("FTP", settings, { userParams: reservedNames }), params),
    ).toEqual(settings);
    const ramsite = {
      ...{ baseUrl: "https://ramsite.test", uploadPath: "/files", apiKeyHeader: "X-API-Key", url: "a" },
      ...{ projectId: "1", documentStructureId: "4657", phase: "design" },
    };
    const allNames = [...Object.keys(ramsite), "host", "apiKey"];
    const allParams = Object.fromEntries(allNames.map((name) => [name, "evil.test"]));
    expect(
      resolveDeliveryParams(createDestination("RAMSITE_3GIS", ramsite, { userParams: allNames }), allParams),
    ).toEqual({
      ...ramsite,
      ...{ projectId: "evil.test", documentStructureId: "evil.test", phase: "evil.test" },
    });
  });

  it("take RAMSITE's project from the user who exports, else from the template, else from the destination", () => {
    const settings = { projectId: "1", documentStructureId: "4657" };
    const params = { projectId: "2", baseUrl: "https://evil.test" };
    const ramsite = createDestination("RAMSITE_3GIS", settings, {
      params: params,
      userParams: ["projectId"],
    });
    expect(resolveDeliveryParams(ramsite, {})).toEqual({ ...settings, projectId: "2" });
    expect(resolveDeliveryParams(ramsite, { projectId: " 3 ", documentStructureId: "9" })).toEqual({
      ...settings,
      projectId: "3",
    });
  });
});
