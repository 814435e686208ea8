import { describe, expect, test } from "vitest";
import { type ExportDocumentType, exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { defaultExportDocumentTypes, offeredDocumentTypes } from "./exportTypes.ts";

describe("2§2 which documents are offered", () => {
  test("the form's with product FORM, else the photos'", () => {
    const granted = exportDocumentTypes;
    const form = offeredDocumentTypes({ form: true, granted, named: [] });
    const photos = offeredDocumentTypes({ form: false, granted, named: [] });
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

  test("of these, the user's", () => {
    const granted = ["FORM_3GIS_PM", "PHOTO_WORD_DOCUMENT"] as const;
    expect(offeredDocumentTypes({ form: true, granted, named: [] })).toEqual(["FORM_3GIS_PM"]);
    expect(offeredDocumentTypes({ form: false, granted: ["FORM_3GIS_PM"], named: [] })).toEqual([]);
  });

  test("3§3 of these, those that the template names where it names any", () => {
    const offered = (form: boolean, ...named: ExportDocumentType[]) =>
      offeredDocumentTypes({ form, granted: exportDocumentTypes, named });
    expect(offered(true, "PHOTO_WORD_DOCUMENT", "FORM_3GIS_PM")).toEqual(["FORM_3GIS_PM"]);
    expect(offered(true, "PHOTO_WORD_DOCUMENT")).toEqual(["PHOTO_WORD_DOCUMENT"]);
    expect(offered(false, "FORM_3GIS_PM")).toEqual([]);
    const granted = ["PHOTO_EXCEL_WORKBOOK"] as const;
    expect(offeredDocumentTypes({ form: false, granted, named: ["PHOTO_WORD_DOCUMENT"] })).toEqual([]);
  });

  test("3§6 the defaults lack the form's documents, and are offered all the same", () => {
    expect(offeredDocumentTypes({ form: true, granted: defaultExportDocumentTypes, named: [] })).toEqual([
      ...defaultExportDocumentTypes,
    ]);
  });
});
