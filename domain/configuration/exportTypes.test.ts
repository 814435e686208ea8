import { describe, expect, test } from "vitest";
import { type ExportDocumentType, exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { defaultExportDocumentTypes, offeredDocumentTypes } from "./exportTypes.ts";

describe("2§2 offered documents", () => {
  test("form documents with product FORM, otherwise photo documents", () => {
    const grantedTypes = exportDocumentTypes;
    const form = offeredDocumentTypes({ form: true, granted: grantedTypes, named: [] });
    const photos = offeredDocumentTypes({ form: false, granted: grantedTypes, named: [] });
    expect(form).toEqual([
      "FORM_WORD_DOCUMENT",
      "FORM_3GIS_PM",
      "FORM_SHEAB_WORD_DOCUMENT",
      "FORM_POWERPOINT_PRESENTATION",
      "FORM_EXCEL_WORKBOOK",
      "RAMSITE_POWERPOINT",
    ]);
    expect(photos).toEqual([
      "PHOTO_POWERPOINT_PRESENTATION",
      "PHOTO_WORD_DOCUMENT",
      "PHOTO_EXCEL_WORKBOOK",
      "PHOTO_AXIANS_POWERPOINT_PRESENTATION",
      "RAMSITE_POWERPOINT",
    ]);
    expect(new Set([...form, ...photos]).size).toBe(exportDocumentTypes.length);
  });

  test("restricted to those granted to the user", () => {
    const grantedTypes = ["FORM_3GIS_PM", "PHOTO_WORD_DOCUMENT"] as const;
    expect(offeredDocumentTypes({ form: true, granted: grantedTypes, named: [] })).toEqual(["FORM_3GIS_PM"]);
    expect(offeredDocumentTypes({ form: false, granted: ["FORM_3GIS_PM"], named: [] })).toEqual([]);
  });

  test("3§3 restricted to those the template names, if it names any", () => {
    const offeredTypes = (form: boolean, ...templateTypes: ExportDocumentType[]) =>
      offeredDocumentTypes({ form, granted: exportDocumentTypes, named: templateTypes });
    expect(offeredTypes(true, "PHOTO_WORD_DOCUMENT", "FORM_3GIS_PM")).toEqual(["FORM_3GIS_PM"]);
    expect(offeredTypes(true, "PHOTO_WORD_DOCUMENT")).toEqual(["PHOTO_WORD_DOCUMENT"]);
    expect(offeredTypes(false, "FORM_3GIS_PM")).toEqual([]);
    const grantedTypes = ["PHOTO_EXCEL_WORKBOOK"] as const;
    expect(
      offeredDocumentTypes({ form: false, granted: grantedTypes, named: ["PHOTO_WORD_DOCUMENT"] }),
    ).toEqual([]);
  });

  test("3§6 the defaults contain no form documents, but are still offered", () => {
    expect(offeredDocumentTypes({ form: true, granted: defaultExportDocumentTypes, named: [] })).toEqual([
      ...defaultExportDocumentTypes,
    ]);
  });
});
