import { describe, expect, test } from "vitest";
import { exportConfigurationTypes } from "#domain/configuration/types.ts";
import { destinationName } from "./destinationNames.ts";

describe("names at destinations", () => {
  test.each([
    ["SHAREPOINT", "a_vti_b.jpg", "a_vti-b.jpg"],
    ["SHAREPOINT", "_VTI__vti_", "_VTI-_vti-"],
    ["SHAREPOINT", "~$report.docx", "_$report.docx"],
    ["SHAREPOINT", "~mast", "_mast"],
    ["SHAREPOINT", ".lock", "_.lock"],
    ["SHAREPOINT", "Desktop.ini", "_Desktop.ini"],
    ["SHAREPOINT", "Forms", "_Forms"],
    ["SHAREPOINT", "plan.part", "plan.part"],
    ["WEBDAV", "plan.part", "plan_part"],
    ["STOREGATE", "plan.FilePart", "plan_FilePart"],
    ["WEBDAV", ".htaccess", "_.htaccess"],
    ["WEBDAV", "a_vti_b.jpg", "a_vti_b.jpg"],
    ["WEBDAV", "Web.config", "_Web.config"],
    ["WEBDAV", "BIN", "_BIN"],
    ["STOREGATE", "App_Data", "_App_Data"],
    ["WEBDAV", "binge.jpg", "binge.jpg"],
    ["WEBDAV", "~$plan.docx", "_$plan.docx"],
    ["WEBDAV", "..;a", "__;a"],
    ["FTP", "web.config", "web.config"],
    ["FTP", ".ftpaccess", "_.ftpaccess"],
    ["RAMSITE_3GIS", "~$a_vti_.part", "~$a_vti_.part"],
  ] as const)("O10 rclone#6653 onedrive-api-docs#1653 %s accepts %s as %s", (type, name, expected) => {
    expect(destinationName(type, name, true)).toBe(expected);
  });

  test("O10 rclone#6653 a replaced name is accepted as it is, and ordinary names stay", () => {
    const parts = [
      "_vti_",
      "~",
      "$",
      ";",
      "bin",
      ".part",
      ".lock",
      "forms",
      "desktop.ini",
      "a",
      ".",
      "_",
      "Å",
    ];
    for (const type of exportConfigurationTypes)
      for (const firstPart of parts)
        for (const secondPart of parts)
          for (const thirdPart of parts) {
            const acceptedName = destinationName(type, firstPart + secondPart + thirdPart, true);
            expect(destinationName(type, acceptedName, true)).toBe(acceptedName);
          }
    for (const type of exportConfigurationTypes)
      for (const name of ["Åre: 1/2", "report.docx", "forms och foton", "del.partikel"])
        expect(destinationName(type, name, true)).toBe(name);
  });

  test("O10 onedrive-api-docs#1653 Forms is forbidden only at the top of a library", () => {
    expect(destinationName("SHAREPOINT", "Forms", false)).toBe("Forms");
  });
});
