import { expect, test } from "vitest";
import { license } from "#domain/resources/index.ts";
import { formatDay, startOfDay } from "../format/dates.ts";
import { constraintsOf } from "./constraints.ts";
import { readImage } from "./imageFile.ts";

test("a control has the constraints of the contract", () => {
  expect(constraintsOf(license.fields.licenseCode)).toEqual({
    required: true,
    maxLength: 100,
    options: undefined,
  });
  expect(constraintsOf(license.fields.logo).required).toBe(false);
  expect(constraintsOf(license.fields.expireDate)).toMatchObject({ required: false });
  expect(constraintsOf(license.fields.demo).required).toBe(false);
  expect(constraintsOf(license.fields.deletePhotosAfterUpload)).toMatchObject({
    required: false,
    options: ["UNFORCED", "FORCED_YES", "FORCED_NO"],
  });
});

test("3§5 an expiry day is stored as the instant at which it starts, and can be cleared", () => {
  const expiresAt = startOfDay("2027-07-19");
  expect(expiresAt).toMatch(/^2027-07-1[89]T\d\d:00:00Z$/);
  expect(formatDay(expiresAt!)).toBe("2027-07-19");
  expect(startOfDay("")).toBeNull();
  expect(startOfDay("2027-02-31x")).toBeNull();
});

test("3§5 a logo is recognised as PNG by its first bytes, not by its name", async () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
  expect((await readImage(new Blob([png]), "png", 100)).data).toBe("iVBORw0KGgoBAgM=");
  expect((await readImage(new Blob(["GIF89a"]), "png", 100)).error).toBe("wrongKind");
  expect((await readImage(new Blob([png]), "png", 5)).error).toBe("tooLarge");
});
