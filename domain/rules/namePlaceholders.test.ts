import { expect, test } from "vitest";
import { missingSettings } from "./configurationTypes";
import { filledName, type NameFacts } from "./namePlaceholders";

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

test("3§9 placeholders are filled in, a task's answer by its key or name, and unknown ones are reported", () => {
  expect(filledName("{DOCUMENTATION_NAME}/{CREATOR} {TASK_ANSWER:roof}", facts)).toEqual({
    text: "NF-2041/Eva Tin",
    unfilled: [],
  });
  // Known to be empty differs from unknown.
  expect(filledName("a{DATE_UPLOADED}b{TASK_ANSWER: wall }", facts)).toEqual({ text: "ab", unfilled: [] });
  const written = "{TASK_ANSWER} {TASK_ANSWER:door} {NOBODY} {CREATOR:x} {PHOTO_NAME} {lower}";
  expect(filledName(written, facts)).toEqual({
    text: written,
    unfilled: ["{TASK_ANSWER}", "{TASK_ANSWER:door}", "{NOBODY}", "{CREATOR:x}", "{PHOTO_NAME}"],
  });
});

test("3§5 required params of a destination, secrets included; a mail needs one of its two addresses", () => {
  expect(missingSettings("FTP", { host: "ftp.test", username: " " }, [])).toEqual(["username", "password"]);
  expect(missingSettings("FTP", { host: "ftp.test", username: "me" }, ["password"])).toEqual([]);
  expect(missingSettings("EMAIL", { staticEmail: "", emailKey: "" }, [])).toEqual(["staticEmail"]);
  expect(missingSettings("EMAIL", { emailKey: "mail" }, [])).toEqual([]);
});
