import { describe, expect, test } from "vitest";
import { exportDocumentTypes } from "../documentation";
import { defaultExportDocumentTypes, offeredDocumentTypes } from "./exportTypes";

describe("2§2 which documents are offered", () => {
  test("the form's with product FORM, else the photos'", () => {
    const granted = exportDocumentTypes;
    const form = offeredDocumentTypes({ form: true, granted });
    const photos = offeredDocumentTypes({ form: false, granted });
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
    expect(offeredDocumentTypes({ form: true, granted: ["FORM_3GIS_PM", "PHOTO_WORD_DOCUMENT"] })).toEqual([
      "FORM_3GIS_PM",
    ]);
    expect(offeredDocumentTypes({ form: false, granted: ["FORM_3GIS_PM"] })).toEqual([]);
  });

  test("3§6 the defaults lack the form's documents, and are offered all the same", () => {
    expect(offeredDocumentTypes({ form: true, granted: defaultExportDocumentTypes })).toEqual([
      ...defaultExportDocumentTypes,
    ]);
  });
});
