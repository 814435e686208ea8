import { expect, it } from "vitest";
import { safeDisplayName } from "./safeDisplayName.ts";

it("design§Links a name that changes the reading direction or hides characters is shown with its real extension", () => {
  expect(safeDisplayName("faktura\u202egpj.exe")).toBe("faktura\ufffdgpj.exe");
  expect(safeDisplayName("a\u0000b\u200b.txt")).toBe("a\ufffdb\ufffd.txt");
  expect(safeDisplayName("../räksmörgås 🏗️ 2.pdf")).toBe("../räksmörgås 🏗️ 2.pdf");
});
