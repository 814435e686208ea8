import { describe, expect, it } from "vitest";
import {
  createFileKey,
  createFilePrefix,
  createImageKey,
  createPhotoKey,
  createPhotoPrefix,
  listPhotoKeys,
  parseMediaKey,
  toFileObjectKey,
} from "./photoKeys.ts";

const customerId = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

describe("design§Photos storage keys", () => {
  it("begin with the customer, and derivatives share a folder with their original", () => {
    expect(createPhotoKey("c1", "p1")).toBe("customers/c1/photos/p1/original");
    expect(createPhotoKey("c1", "p1", "thumbnail")).toBe("customers/c1/photos/p1/thumbnail");
    expect(createPhotoKey("c1", "p1", "rendition")).toBe("customers/c1/photos/p1/rendition");
    expect(createFileKey("c1", "f1")).toBe("customers/c1/files/f1/original");
    expect(createPhotoKey("c1", "p1").startsWith(createPhotoPrefix("c1", "p1"))).toBe(true);
    expect(createFileKey("c1", "f1").startsWith(createFilePrefix("c1", "f1"))).toBe(true);
  });

  it("can be parsed, and foreign keys are rejected", () => {
    expect(parseMediaKey(createPhotoKey(customerId, "p1", "rendition"))).toEqual({
      kind: "photo",
      customerId,
      photoId: "p1",
      form: "rendition",
      revision: "",
    });
    expect(parseMediaKey(createFileKey(customerId, "f1"))).toEqual({
      kind: "file",
      customerId,
      fileId: "f1",
      revision: "",
    });
    expect(parseMediaKey(createPhotoKey(customerId, "p1", "original", "u1"))).toMatchObject({
      photoId: "p1",
      revision: "u1",
    });
    expect(parseMediaKey(createFileKey(customerId, "f1", "u1"))).toMatchObject({
      fileId: "f1",
      revision: "u1",
    });
    for (const key of [
      "",
      "customers/c1/photos/p1",
      "customers/c1/files/f1/thumbnail",
      "x/customers/c1/files/f1/original",
    ]) {
      expect(parseMediaKey(key)).toBeNull();
    }
  });

  it("differ for every upload and every rerendering", () => {
    const row = { customerId: 1, id: "p1", revision: "u1", derivativeRevision: "t1" };
    expect(listPhotoKeys(row)).toEqual([
      "customers/1/photos/p1/u1/original",
      "customers/1/photos/p1/t1/thumbnail",
      "customers/1/photos/p1/t1/rendition",
    ]);
    expect(toFileObjectKey(row)).toBe("customers/1/files/p1/u1/original");
    expect(() => createPhotoKey("c1", "p1", "original", "../p2")).toThrow(TypeError);
  });

  it("of graphics and reference photos name the latest file", () => {
    expect(createImageKey("graphics", "c1", "g1")).toBe("customers/c1/graphics/g1/original");
    expect(createImageKey("referencePhotos", "c1", "r1", { form: "thumbnail", revision: "ab12" })).toBe(
      "customers/c1/referencePhotos/r1/ab12/thumbnail",
    );
    expect(parseMediaKey(createImageKey("graphics", "c1", "g1"))).toBeNull();
    expect(() => createImageKey("graphics", "c1", "g1", { revision: "../r" })).toThrow(TypeError);
  });

  it("refuse ids that could name another customer's object", () => {
    for (const id of ["", "..", "a/b", "../c2/photos/p9", "a b", "å"]) {
      expect(() => createPhotoKey("c1", id)).toThrow(TypeError);
      expect(() => createFileKey(id, "f1")).toThrow(TypeError);
    }
  });
});
