import { describe, expect, it } from "vitest";
import { ramsiteFilters, suggestionImportKeys } from "#domain/configuration/importTypes.ts";
import { decodeText } from "#domain/core/text/decodeText.ts";
import { sanitizeListText, strippedCharacters } from "#domain/core/text/listText.ts";
import { readExpectedAnswers } from "./expectedAnswer.ts";
import {
  dropUnusedStatus,
  parseSuggestion,
  spreadPositions,
  validatePosition,
  validateSuggestionList,
} from "./suggestion.ts";
import { readSuggestions } from "./suggestionFile.ts";

const nameList = { type: "DOCUMENTATION_NAMES", params: {} };
const contactList = {
  type: "CONTACT_PERSONS",
  params: { columns: "Namn; Telefon ;Fastighet", requiredColumns: "Namn" },
};
const fileOf = (text: string) => ({ text, encoding: "utf-8" as const });
/** A stand-in for the projection, which only the Worker has. */
const convertRt90 = (y: number, x: number) => ({ lat: x / 100_000, lng: y / 100_000 });
const readNames = (content: string, list = nameList) => readSuggestions(list, fileOf(content), convertRt90)!;

describe("texts", () => {
  it("3§5 strips characters, trims, and treats composed and decomposed letters as equal", () => {
    expect(strippedCharacters).toHaveLength(15);
    for (const character of strippedCharacters) expect(sanitizeListText(` a${character}b `)).toBe("ab");
    expect(sanitizeListText("A\u030abyn\t1")).toBe("Åbyn 1");
    expect(sanitizeListText("semi;colon, (brackets) [these] 'too' +=!$^`_-.")).toBe(
      "semi;colon, (brackets) [these] 'too' +=!$^`_-.",
    );
  });

  it("3§5 a text of only stripped characters is missing; 256 characters are too long for a name, not for an option", () => {
    expect(parseSuggestion(nameList, " *?* ")).toEqual({ field: "text", error: "required" });
    expect(parseSuggestion(nameList, "x".repeat(256))).toEqual({ field: "text", error: "tooLong" });
    expect(parseSuggestion({ ...nameList, type: "TASK_OPTIONS" }, "x".repeat(256))).toHaveProperty("text");
  });

  it("3§5 contact persons have all columns with the required ones filled, and equal persons have equal texts", () => {
    expect(parseSuggestion(contactList, " Alva Berg ; 070 ")).toEqual({ text: "Alva Berg;070;" });
    expect(parseSuggestion(contactList, "Alva Berg;070;;")).toEqual({ text: "Alva Berg;070;" });
    expect(parseSuggestion(contactList, ";070;Näset")).toEqual({ field: "Namn", error: "required" });
    expect(parseSuggestion(contactList, "*;070;Näset")).toEqual({ field: "Namn", error: "required" });
    expect(parseSuggestion(contactList, "a;b;c;d")).toEqual({ field: "text", error: "invalid" });
    const optionalContacts = { type: "CONTACT_PERSONS", params: { columns: "A;B" } };
    expect(parseSuggestion(optionalContacts, ";")).toEqual({ field: "text", error: "required" });
  });
});

describe("lists", () => {
  const list = {
    type: "TASK_OPTIONS",
    params: {},
    deleteSuggestionIfDocumentationExists: false,
    requiredDocumentationStatus: null,
  };
  it("3§5 only lists of contact persons have columns, and they need at least one", () => {
    expect(validateSuggestionList(list)).toEqual({});
    expect(validateSuggestionList({ ...list, params: { columns: "a" } })).toEqual({
      "params.columns": "unknown",
    });
    const personList = { ...list, type: "CONTACT_PERSONS" };
    expect(validateSuggestionList(personList)).toEqual({ "params.columns": "required" });
    expect(validateSuggestionList({ ...personList, params: { columns: " ; " } })).toEqual({
      "params.columns": "required",
    });
    expect(validateSuggestionList({ ...personList, params: { columns: "a;a" } })).toEqual({
      "params.columns": "duplicate",
    });
    expect(
      validateSuggestionList({ ...personList, params: { columns: "a;b", requiredColumns: "c" } }),
    ).toEqual({
      "params.requiredColumns": "notFound",
    });
    expect(validateSuggestionList({ ...personList, params: { columns: "a;b", colour: "red" } })).toEqual({
      "params.colour": "unknown",
    });
  });

  it("3§5 only lists that delete suggestions can wait for a status", () => {
    expect(validateSuggestionList({ ...list, requiredDocumentationStatus: "APPROVED" })).toEqual({
      requiredDocumentationStatus: "notAllowed",
    });
    expect(dropUnusedStatus({ deleteSuggestionIfDocumentationExists: false })).toEqual({
      deleteSuggestionIfDocumentationExists: false,
      requiredDocumentationStatus: null,
    });
    expect(dropUnusedStatus({ deleteSuggestionIfDocumentationExists: true })).not.toHaveProperty(
      "requiredDocumentationStatus",
    );
  });
});

describe("positions", () => {
  it("3§5 have both numbers or neither", () => {
    expect(validatePosition({ lat: 59, lng: 18 })).toEqual({});
    expect(validatePosition({ lat: 1000, lng: 1000 })).toEqual({});
    expect(validatePosition({ lat: 59, lng: 1000 })).toEqual({ lng: "required" });
    expect(validatePosition({ lat: 1000, lng: 18 })).toEqual({ lat: "required" });
  });

  it("3§9 are moved east by 0.00001 if they coincide, until all are distinct", () => {
    const position = { lat: 59, lng: 18 };
    expect(
      spreadPositions([position, position, { lat: 59, lng: 18.00002 }, position]).map(({ lng }) => lng),
    ).toEqual([18, 18.00001, 18.00002, 18.00003]);
    expect(spreadPositions(Array.from({ length: 20_000 }, () => position))).toHaveLength(20_000);
  });
});

describe("files", () => {
  it.each([
    ["A;1 627 548;6 583 052", 65.83052, 16.27548],
    ["A;1\u00a0627\u00a0548,5;6\u202f583\u202f052,25", 65.8305225, 16.275485],
    ["A;1.627.548,5;6.583.052", 65.83052, 16.275485],
    ['A\t"1,627,548"\t"6,583,052.5"', 65.830525, 16.27548],
    ["A;59,329;18,068", 59.329, 18.068],
    ["A;59.329;18.068", 59.329, 18.068],
  ])(
    "F1 jasp-desktop#403 BudgetMaster#731 squirrel-sql-code#50 digits may be in groups: %s",
    (line, lat, lng) =>
      expect(readNames(line)).toMatchObject({
        errors: [],
        entries: [{ text: "A", lat: expect.closeTo(lat, 9), lng: expect.closeTo(lng, 9) }],
      }),
  );

  it.each(["A;1 62;2", "A;1.627;6.583.052", "A;1 6275 48;6 583 052"])(
    "F1 digits grouped in another way are an error: %s",
    (line) => expect(readNames(line).errors).toHaveLength(1),
  );

  it("3§5 a line is a name, a name with WGS84, or a name with RT90, east before north", () => {
    expect(
      readNames("Mast 1\nMast 2;59.5;18.25\r\nMast 3;1627548;6583052\n\n  \nMast 4;59,5;-18,25;;\n"),
    ).toMatchObject({
      lineCount: 4,
      entries: [
        { text: "Mast 1", lat: 1000, lng: 1000 },
        { text: "Mast 2", lat: 59.5, lng: 18.25 },
        { text: "Mast 3", lat: 65.83052, lng: 16.27548 },
        { text: "Mast 4", lat: 59.5, lng: -18.25 },
      ],
      repeatedLineCount: 0,
      errors: [],
      errorCount: 0,
    });
    expect(readNames("Mast;1000;1000").entries).toEqual([{ text: "Mast", lat: 1000, lng: 1000 }]);
  });

  it("3§5 each line with an error is reported by number, and the others are accepted", () => {
    const { entries, errors } = readNames(
      [
        "name;lat;lng",
        "",
        "A;59",
        "B;;18",
        "C;north;18",
        "D;91;18",
        "E;59;181",
        "F;1;2;3",
        "**;1;2",
        "G",
      ].join("\n"),
    );
    expect(entries.map(({ text }) => text)).toEqual(["G"]);
    expect(errors.map(({ line, field, error }) => [line, field, error])).toEqual([
      [3, "lng", "required"],
      [4, "lat", "required"],
      [5, "lat", "wrongType"],
      [6, "lat", "invalid"],
      [7, "lng", "invalid"],
      [8, "text", "extraColumns"],
      [9, "text", "required"],
    ]);
    expect(errors[0]?.text).toBe("A;59");
  });

  it("3§5 the last of several lines with the same name wins", () => {
    expect(readNames("A;1;2\n A* ;3;4\nB")).toMatchObject({
      lineCount: 3,
      repeatedLineCount: 1,
      entries: [{ text: "A", lat: 3, lng: 4 }, { text: "B" }],
    });
  });

  it("3§5 fomantic#1850 texts that differ only in case are kept, and named", () => {
    const optionList = { type: "TASK_OPTIONS", params: {} };
    expect(readNames("Koppar\nmW\nkoppar\nMW\nÖvrigt\nÖVRIGT\nKoppar", optionList)).toMatchObject({
      entries: ["Koppar", "mW", "koppar", "MW", "Övrigt", "ÖVRIGT"].map((text) => ({ text })),
      repeatedLineCount: 1,
      caseVariants: ["koppar", "MW", "ÖVRIGT"],
    });
  });

  it("F2 PapaParse#319 #446 options are one cell: empty columns at the end and empty rows are no options", () => {
    const optionList = { type: "TASK_OPTIONS", params: {} };
    for (const text of [
      "Koppar;;\nAl;;\n;;\n",
      "Koppar,,\r\nAl,,\r\n,,",
      "Koppar\t\t\nAl\n\t\t",
      '"Koppar";\n"Al";\n',
    ]) {
      const { entries, errorCount, lineCount } = readNames(text, optionList);
      expect([entries.map((entry) => entry.text), errorCount, lineCount]).toEqual([["Koppar", "Al"], 0, 2]);
    }
    expect(readNames('Sand, grov\n"Sand, fin"\nLera', optionList).entries.map(({ text }) => text)).toEqual([
      "Sand, grov",
      "Sand, fin",
      "Lera",
    ]);
  });

  it("F5 nocodb#1282 OpnForm#864 an option with a semicolon is refused, because it would be several answers", () => {
    const optionList = { type: "TASK_OPTIONS", params: {} };
    expect(parseSuggestion(optionList, "Koppar; grov")).toEqual({ field: "text", error: "semicolon" });
    expect(readNames('Al\nKoppar;grov\n"Järn;fin"', optionList)).toMatchObject({
      entries: [{ text: "Al" }],
      errors: [
        { line: 2, error: "semicolon", text: "Koppar;grov" },
        { line: 3, error: "semicolon" },
      ],
    });
    expect(parseSuggestion(nameList, "Mast; norr")).toEqual({ text: "Mast; norr" });
  });

  it("F9 unstructured#4443 Excel's Unicode text has tabs and decimal commas", () => {
    const bytes = [
      0xff,
      0xfe,
      ...[..."Mast A\t59,3293\t18,0686\r\nMast B\t59,3\t18,1\r\n"].flatMap((c) => [c.charCodeAt(0), 0]),
    ];
    expect(readSuggestions(nameList, decodeText(Uint8Array.from(bytes))!, convertRt90)).toMatchObject({
      reading: {
        encoding: "utf-16le",
        separator: "\t",
        columns: [{ field: "text" }, { field: "lat" }, { field: "lng" }],
      },
      entries: [
        { text: "Mast A", lat: 59.3293, lng: 18.0686 },
        { text: "Mast B", lat: 59.3, lng: 18.1 },
      ],
      errorCount: 0,
    });
    // If only one column is expected, the preview says that the lines look separated.
    expect(readExpectedAnswers(fileOf("A\t1\nB\t2"))?.reading.looksSeparated).toBe(true);
  });

  it("3§5 commas separate cells only if the rows then fit the format; a header names the columns", () => {
    expect(readNames("Mast A,59.3,18.1\nMast B,59,18").entries[0]).toEqual({
      text: "Mast A",
      lat: 59.3,
      lng: 18.1,
    });
    expect(readNames("Storgatan 5, Lund\nLillgatan 3, Umeå").entries[1]?.text).toBe("Lillgatan 3, Umeå");
    expect(readNames("Longitud;Latitud;Namn;Ägare\n18,1;59,3;Mast A;Nät AB")).toMatchObject({
      entries: [{ text: "Mast A", lat: 59.3, lng: 18.1 }],
      reading: { hasHeader: true, columns: [{}, {}, {}, { heading: "Ägare", field: null }] },
    });
    expect(readNames("Telefon;Namn\n070;Vilgot", contactList).entries[0]?.text).toBe("Vilgot;070;");
  });

  it("3§5 contact persons have columns", () => {
    expect(readNames("Vilgot;070\n;070", contactList)).toMatchObject({
      entries: [{ text: "Vilgot;070;", lat: 1000, lng: 1000 }],
      errors: [{ line: 2, field: "Namn", error: "required" }],
    });
  });

  it("3§5 reports the first thousand errors and counts the others; refuses more entries than a list can have", () => {
    const { errors, errorCount } = readNames("*\n".repeat(1500));
    expect([errors.length, errorCount]).toEqual([1000, 1500]);
    const tooManyLines = Array.from({ length: 200_001 }, (_, index) => index).join("\n");
    expect(readSuggestions(nameList, fileOf(tooManyLines), convertRt90)).toBeNull();
  });

  it("3§5 expected answers have one entry for each distinct non-empty line", () => {
    expect(readExpectedAnswers(fileOf("None\n\nSl:ight;\n None \n?\n"))).toMatchObject({
      lineCount: 4,
      entries: [{ text: "None" }, { text: "Slight" }],
      repeatedLineCount: 1,
      errors: [{ line: 5, field: "text", error: "required" }],
    });
  });

  it("3§5 reads UTF-8 with and without a byte order mark, UTF-16 and Windows-1252, and refuses images", () => {
    const textOf = (bytes: Uint8Array) => decodeText(bytes)?.text ?? null;
    const utf8 = new TextEncoder().encode("Åbyn");
    expect(textOf(utf8)).toBe("Åbyn");
    expect(textOf(Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8))).toBe("Åbyn");
    expect(textOf(Uint8Array.of(0xc5, 0x62, 0x79, 0x6e, 0x96))).toBe("Åbyn–");
    expect(textOf(Uint8Array.of(0xff, 0xfe, 0xc5, 0, 0x62, 0))).toBe("Åb");
    expect(textOf(Uint8Array.of(0xfe, 0xff, 0, 0xc5, 0, 0x62))).toBe("Åb");
    expect(textOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff))).toBeNull();
  });
});

describe("imports", () => {
  it("3§5 each type has its params; RAMSITE has ten filters in addition to the description of its lists", () => {
    expect(ramsiteFilters).toHaveLength(10);
    expect(suggestionImportKeys.RAMSITE_3GIS.params).toEqual(expect.arrayContaining([...ramsiteFilters]));
    expect(
      Object.fromEntries(
        Object.entries(suggestionImportKeys).map(([type, { params }]) => [type, params.length]),
      ),
    ).toEqual({
      RAMSITE_3GIS: 18,
      SHAREPOINT_FOLDERS: 5,
      SHAREPOINT_TEXT_FILE: 6,
      NEXT_PROJECT: 0,
      NEXT_CUSTOMER: 0,
      NEXT_USER: 1,
    });
  });
});
