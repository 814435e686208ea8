import { describe, expect, test } from "vitest";
import { type ExportDocumentType, exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { defaultExportDocumentTypes, listOfferedDocumentTypes } from "./exportTypes.ts";

describe("2§2 offered documents", () => {
  test("form documents with product FORM, otherwise photo documents", () => {
    const grantedTypes = exportDocumentTypes;
    const offeredFormTypes = listOfferedDocumentTypes({
      hasFormProduct: true,
      grantedTypes,
      templateTypes: [],
    });
    const offeredPhotoTypes = listOfferedDocumentTypes({
      hasFormProduct: false,
      grantedTypes,
      templateTypes: [],
    });
    expect(offeredFormTypes).toEqual([
      "FORM_WORD_DOCUMENT",
      "FORM_3GIS_PM",
      "FORM_SHEAB_WORD_DOCUMENT",
      "FORM_POWERPOINT_PRESENTATION",
      "FORM_EXCEL_WORKBOOK",
      "RAMSITE_POWERPOINT",
    ]);
    expect(offeredPhotoTypes).toEqual([
      "PHOTO_POWERPOINT_PRESENTATION",
      "PHOTO_WORD_DOCUMENT",
      "PHOTO_EXCEL_WORKBOOK",
      "PHOTO_AXIANS_POWERPOINT_PRESENTATION",
      "RAMSITE_POWERPOINT",
    ]);
    expect(new Set([...offeredFormTypes, ...offeredPhotoTypes]).size).toBe(exportDocumentTypes.length);
  });

  test("restricted to those granted to the user", () => {
    const grantedTypes = ["FORM_3GIS_PM", "PHOTO_WORD_DOCUMENT"] as const;
    expect(listOfferedDocumentTypes({ hasFormProduct: true, grantedTypes, templateTypes: [] })).toEqual([
      "FORM_3GIS_PM",
    ]);
    expect(
      listOfferedDocumentTypes({ hasFormProduct: false, grantedTypes: ["FORM_3GIS_PM"], templateTypes: [] }),
    ).toEqual([]);
  });

  test("3§3 restricted to those the template names, if it names any", () => {
    const offeredTypes = (hasFormProduct: boolean, ...templateTypes: ExportDocumentType[]) =>
      listOfferedDocumentTypes({
        hasFormProduct,
        grantedTypes: exportDocumentTypes,
        templateTypes,
      });
    expect(offeredTypes(true, "PHOTO_WORD_DOCUMENT", "FORM_3GIS_PM")).toEqual(["FORM_3GIS_PM"]);
    expect(offeredTypes(true, "PHOTO_WORD_DOCUMENT")).toEqual(["PHOTO_WORD_DOCUMENT"]);
    expect(offeredTypes(false, "FORM_3GIS_PM")).toEqual([]);
    const grantedTypes = ["PHOTO_EXCEL_WORKBOOK"] as const;
    expect(
      listOfferedDocumentTypes({
        hasFormProduct: false,
        grantedTypes,
        templateTypes: ["PHOTO_WORD_DOCUMENT"],
      }),
    ).toEqual([]);
  });

  test("3§6 the defaults contain no form documents, but are still offered", () => {
    expect(
      listOfferedDocumentTypes({
        hasFormProduct: true,
        grantedTypes: defaultExportDocumentTypes,
        templateTypes: [],
      }),
    ).toEqual([...defaultExportDocumentTypes]);
  });
});
