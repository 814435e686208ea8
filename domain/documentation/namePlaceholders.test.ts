import { expect, test } from "vitest";
import { listMissingSettings } from "#domain/configuration/types.ts";
import { fillNamePlaceholders, fillPhotoNamePlaceholders, type NameFacts } from "./namePlaceholders.ts";

const facts: NameFacts = {
  values: {
    DOCUMENTATION_NAME: "NF-2041",
    TEMPLATE_NAME: "Mast",
    CREATOR: "Eva",
    EXPORT_DATE: "2026-11-21",
    EXPORT_TIME: "10:15",
    DATE_CREATED: "2026-05-04 13:37",
    DATE_UPLOADED: "",
  },
  answerOf: (task) => ({ roof: "Tin", wall: "" })[task],
};

test("3§9 placeholders are filled in, task answers by key or name, and unknown ones are reported", () => {
  expect(fillNamePlaceholders("{DOCUMENTATION_NAME}/{CREATOR} {TASK_ANSWER:roof}", facts)).toEqual({
    text: "NF-2041/Eva Tin",
    unfilled: [],
  });
  // A known but empty value differs from an unknown one.
  expect(fillNamePlaceholders("a{DATE_UPLOADED}b{TASK_ANSWER: wall }", facts)).toEqual({
    text: "ab",
    unfilled: [],
  });
  const unknownPlaceholders = "{TASK_ANSWER} {TASK_ANSWER:door} {NOBODY} {CREATOR:x} {PHOTO_NAME} {lower}";
  expect(fillNamePlaceholders(unknownPlaceholders, facts)).toEqual({
    text: unknownPlaceholders,
    unfilled: ["{TASK_ANSWER}", "{TASK_ANSWER:door}", "{NOBODY}", "{CREATOR:x}", "{PHOTO_NAME}"],
  });
});

test("3§9 user parameters are placeholders by name, and cannot override built-in ones", () => {
  const params = new Map([
    ["Project", "47/11"],
    ["Order: no", "7"],
    ["Remark", ""],
    ["CREATOR", "Mallory"],
    ["constructor", "Us"],
  ]);
  const factsWithParams = { ...facts, params };
  expect(
    fillNamePlaceholders("{Project} {Order: no} {Remark} {CREATOR} {constructor}", factsWithParams),
  ).toEqual({
    text: "47/11 7  Eva Us",
    unfilled: [],
  });
  // Inherited properties are not placeholders, and values are not scanned for placeholders.
  expect(fillNamePlaceholders("{toString} {__proto__}", factsWithParams).text).toBe("{toString} {__proto__}");
  expect(
    fillNamePlaceholders("{Project}", { ...facts, params: new Map([["Project", "{CREATOR}"]]) }).text,
  ).toBe("{CREATOR}");
});

test("3§9 photo names fill the photo's placeholders; others stay as written", () => {
  const photo = {
    ...{ PHOTO_NAME: "Roof_01", PHOTO_ALIAS: "", PHOTO_ALIAS_OR_NAME: "Roof_01", PHOTO_TASK_NAME: "Roof" },
    ...{ PHOTO_CREATOR: "{PHOTO_ID}", PHOTO_DATE_TIME: "2026-05-04 12.15", PHOTO_ID: "id" },
  };
  expect(
    fillPhotoNamePlaceholders("{PHOTO_TASK_NAME}-{PHOTO_NAME}{PHOTO_ALIAS} {PHOTO_CREATOR}", photo),
  ).toBe("Roof-Roof_01 {PHOTO_ID}");
  expect(fillPhotoNamePlaceholders("{PHOTO_SIZE} {CREATOR} {photo_name}", photo)).toBe(
    "{PHOTO_SIZE} {CREATOR} {photo_name}",
  );
});

test("3§5 required params of a destination, including secrets; EMAIL needs one of its two addresses", () => {
  expect(listMissingSettings("FTP", { host: "ftp.test", username: " " }, [])).toEqual([
    "username",
    "password",
  ]);
  expect(listMissingSettings("FTP", { host: "ftp.test", username: "me" }, ["password"])).toEqual([]);
  expect(listMissingSettings("EMAIL", { staticEmail: "", emailKey: "" }, [])).toEqual(["staticEmail"]);
  expect(listMissingSettings("EMAIL", { emailKey: "mail" }, [])).toEqual([]);
});
