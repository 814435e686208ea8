import { describe, expect, it } from "vitest";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import { deliveredParams } from "./destinationParams.ts";
import type { TemplateDestination } from "./planDestination.ts";

const destination = (
  type: ExportConfigurationType,
  params: Record<string, string>,
  options: { asked?: string[]; own?: Record<string, string> } = {},
): TemplateDestination => ({
  ...{ id: "line", name: "Archive", templateName: "Mast", tree: [], exportOn: null },
  params: options.own ?? {},
  configuration: { id: "destination", name: "Archive", type, params },
  userParams: (options.asked ?? []).map((name) => ({ id: name, name, required: false })),
});

describe("3§5 the settings of a destination for one delivery", () => {
  it("user parameters are placeholders in a folder path, and each value is a single folder name", () => {
    const ftp = destination(
      "FTP",
      { host: "{Project}.test", directory: "/in/{Project}/{Nobody}", username: "{Project}" },
      { asked: ["Project"] },
    );
    expect(deliveredParams(ftp, { Project: " ../../47/11 ", Nobody: "x" })).toEqual({
      ...{ host: "{Project}.test", username: "{Project}" },
      directory: "/in/_.._47_11/{Nobody}",
    });
  });

  it("user parameters never redirect the credentials to another host, whatever their names", () => {
    const settings = { host: "ftp.test", username: "us", directory: "/in" };
    const reservedNames = ["host", "url", "username", "directory", "failureEmail", "__proto__"];
    const params = Object.fromEntries(reservedNames.map((name) => [name, "evil.test"]));
    expect(deliveredParams(destination("FTP", settings, { asked: reservedNames }), params)).toEqual(settings);
    const ramsite = {
      ...{ baseUrl: "https://ramsite.test", uploadPath: "/files", apiKeyHeader: "X-API-Key", url: "a" },
      ...{ projectId: "1", documentStructureId: "4657", phase: "design" },
    };
    const allNames = [...Object.keys(ramsite), "host", "apiKey"];
    const allParams = Object.fromEntries(allNames.map((name) => [name, "evil.test"]));
    expect(deliveredParams(destination("RAMSITE_3GIS", ramsite, { asked: allNames }), allParams)).toEqual({
      ...ramsite,
      ...{ projectId: "evil.test", documentStructureId: "evil.test", phase: "evil.test" },
    });
  });

  it("RAMSITE's project comes from the destination, else from its template, else from the user who exports", () => {
    const settings = { projectId: "1", documentStructureId: "4657" };
    const params = { projectId: "2", baseUrl: "https://evil.test" };
    const ramsite = destination("RAMSITE_3GIS", settings, { own: params, asked: ["projectId"] });
    expect(deliveredParams(ramsite, {})).toEqual({ ...settings, projectId: "2" });
    expect(deliveredParams(ramsite, { projectId: " 3 ", documentStructureId: "9" })).toEqual({
      ...settings,
      projectId: "3",
    });
  });
});
