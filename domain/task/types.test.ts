import { describe, expect, it } from "vitest";
import {
  formatOf,
  grantableExportDocumentTypes,
  listOfferedDocumentTypes,
} from "#domain/configuration/exportTypes.ts";
import { exportDocumentTypes, taskTypes } from "#domain/core/documentationTypes.ts";
import { findStrictestRequirement } from "./requirement.ts";
import {
  canFinish,
  hasOptions,
  hasRequirementChoice,
  isComparable,
  isStructure,
  isSuggested,
  listTaskTypesWhere,
  suggestionsFor,
  takesAnswer,
  takesFiles,
  takesMedia,
  takesMultiple,
  takesPhotos,
} from "./types.ts";

describe("3§3 task types", () => {
  it("are each in exactly one class: structure, answer, photos or files", () => {
    for (const type of taskTypes)
      expect([
        type,
        [isStructure, takesAnswer, takesPhotos, takesFiles].filter((predicate) => predicate(type)).length,
      ]).toEqual([type, 1]);
    expect(listTaskTypesWhere(takesMedia)).toEqual(["PHOTO", "FILE", "DRAWING"]);
    expect(listTaskTypesWhere(isStructure)).toEqual(["STATIC_TEXT", "HEADER", "GROUP"]);
  });

  it("3§5 define what preconditions can refer to", () => {
    expect(listTaskTypesWhere((type) => takesAnswer(type) && !isComparable(type))).toEqual([
      "PREDEFINED",
      "DATE",
      "DATE_RANGE",
      "DATE_TIME",
      "TIME",
      "CONTACT_PERSONS",
      "ZEBRA_SCANNER",
    ]);
    expect(listTaskTypesWhere((type) => !canFinish(type))).toEqual([
      "STATIC_TEXT",
      "HEADER",
      "GROUP",
      "PREDEFINED",
    ]);
  });

  it("3§5 define which types have choices, from which options, and which lists suggest", () => {
    expect(listTaskTypesWhere(hasOptions)).toEqual(["SINGLE_CHOICE", "MULTI_CHOICE"]);
    expect(listTaskTypesWhere(isSuggested)).toEqual(["SINGLE_CHOICE_SUGGESTION", "MULTI_CHOICE_SUGGESTION"]);
    expect(listTaskTypesWhere(takesMultiple)).toEqual(["MULTI_CHOICE", "MULTI_CHOICE_SUGGESTION"]);
    expect(listTaskTypesWhere((type) => suggestionsFor(type) === "CONTACT_PERSONS")).toEqual([
      "CONTACT_PERSONS",
    ]);
    expect(taskTypes.filter((type) => !hasRequirementChoice(type))).toEqual(["HEADER", "GROUP"]);
  });

  it.each([
    ["YES", "TEXT", "NO", "YES"],
    ["YES", "PHOTO", "NO_WITH_VALID_EXPLANATION", "YES"],
    ["YES", "PREDEFINED", "NO", "YES"],
    ["YES", "GROUP", "NO", "NO"],
    ["YES", "STATIC_TEXT", "NO", "NO"],
    ["NO", "TEXT", "YES", "YES"],
    ["NO_WITH_VALID_EXPLANATION", "PHOTO", "NO", "NO_WITH_VALID_EXPLANATION"],
    ["NO_WITH_VALID_EXPLANATION", "PHOTO", "YES", "YES"],
    ["NO_WITH_VALID_EXPLANATION", "TEXT", "NO", "NO"],
    ["NO_WITH_LATER_UPLOAD", "FILE", "NO", "NO_WITH_LATER_UPLOAD"],
    ["NO_WITH_LATER_UPLOAD", "PHOTO", "NO", "NO"],
    ["NO_LATER_UPLOAD_POSSIBLE", "PHOTO", "NO", "NO_LATER_UPLOAD_POSSIBLE"],
    ["NO_LATER_UPLOAD_POSSIBLE", "FILE", "NO_WITH_LATER_UPLOAD", "NO_WITH_LATER_UPLOAD"],
  ] as const)("3§3 allTasksRequired %s makes %s with %s ask for %s", (all, type, required, expected) =>
    expect(findStrictestRequirement(all, { type, required })).toBe(expected),
  );

  it("satisfy no predicate if the type is unknown", () => {
    for (const holds of [isStructure, takesAnswer, takesMedia, isComparable, canFinish])
      expect(holds("VIDEO")).toBe(false);
  });
});

describe("1§3 document types", () => {
  it("1§3 the customer form offers all except two", () =>
    expect(exportDocumentTypes.filter((type) => !grantableExportDocumentTypes.includes(type))).toEqual([
      "FORM_POWERPOINT_PRESENTATION",
      "FORM_EXCEL_WORKBOOK",
    ]));

  it("2§2 each belongs to the photos or to the form, and has a format", () => {
    const offeredTypesFor = (hasFormProduct: boolean) =>
      listOfferedDocumentTypes({ hasFormProduct, grantedTypes: exportDocumentTypes, templateTypes: [] });
    expect(new Set([...offeredTypesFor(true), ...offeredTypesFor(false)]).size).toBe(
      exportDocumentTypes.length,
    );
    expect(exportDocumentTypes.filter((type) => formatOf(type) === "EXCEL")).toEqual([
      "PHOTO_EXCEL_WORKBOOK",
      "FORM_EXCEL_WORKBOOK",
    ]);
  });
});
