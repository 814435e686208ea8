import { expect, test } from "vitest";
import { createContentDisposition } from "./contentDisposition.ts";

test.each([
  ["Odenplan 2.zip", "Odenplan 2.zip", "Odenplan%202.zip"],
  ["Återställning.docx", "Aterstallning.docx", "%C3%85terst%C3%A4llning.docx"],
  ['a"b\\c;%.zip', "a_b_c__.zip", "a_b_c%3B%25.zip"],
  ["(x)*'.zip", "(x)_'.zip", "%28x%29_%27.zip"],
  ["report\u202efdp.exe", "report_fdp.exe", "report_fdp.exe"],
  ["../../etc/passwd", "_.._etc_passwd", "_.._etc_passwd"],
  ["C:\\con.txt", "C__con.txt", "C__con.txt"],
  ["nul.txt", "_nul.txt", "_nul.txt"],
  ["..", "file", "file"],
  ["مخطط.zip", "____.zip", "%D9%85%D8%AE%D8%B7%D8%B7.zip"],
  ["🚧.zip", "_.zip", "%F0%9F%9A%A7.zip"],
  ["line\r\nbreak.zip", "line__break.zip", "line__break.zip"],
])("2§7 downloads: the name %s", (name, asciiName, extendedName) => {
  expect(createContentDisposition(name)).toBe(
    `attachment; filename="${asciiName}"; filename*=UTF-8''${extendedName}`,
  );
});
