import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { documentation } from "#worker/db/schema/index.ts";
import { call, db, jsonOf, makeCaller, makeLicense, makeTemplate } from "#worker/testing/factories.ts";
import { makePlainPhoto } from "#worker/testing/photoTesting.ts";

const photoData = Buffer.from(makePlainPhoto()).toString("base64");

/** A documentation that awaits a protocol while its damage task has photos, and a statement (if it has one) while the damage task has none. */
async function makeReport({
  photos,
  hasStatement,
}: {
  photos: ("arrived" | "missing")[];
  hasStatement: boolean;
}) {
  const license = await makeLicense({});
  const { customerId } = license;
  const template = await makeTemplate(customerId);
  const post = async (path: string, fields: object) => {
    const response = await call("POST", path, { body: { ...fields, licenseCode: license.licenseCode } });
    expect(response.status, await response.clone().text()).toBe(200);
  };
  const [id, damageTaskId] = [crypto.randomUUID(), crypto.randomUUID()];
  const makeFileTask = (name: string, type: string) => ({
    ...{ id: crypto.randomUUID(), name, type: "FILE", required: "NO_WITH_LATER_UPLOAD" },
    preconditions: [{ type, params: { task: damageTaskId } }],
  });
  const tasks = [
    { id: damageTaskId, name: "Damage", type: "PHOTO" },
    makeFileTask("Protocol", "TASK_PHOTOS_TAKEN"),
    ...(hasStatement ? [makeFileTask("Statement", "TASK_NO_PHOTOS_TAKEN")] : []),
  ].map((task, position) => ({ ...task, position }));
  await post("/documentation/saveWithLicenseCode", {
    documentation: {
      ...{ id, templateId: template.id, name: "Mast 1", creator: "field", appVersion: "4.1", tasks },
      ...{ dateCreated: "2026-05-04T09:30:00Z", numberOfPhotos: photos.length },
    },
  });
  const photoIds = photos.map(() => crypto.randomUUID());
  for (const [index, photoId] of photoIds.entries()) {
    const photo = {
      ...{ id: photoId, documentationId: id, documentationTaskId: damageTaskId },
      ...{ name: `Damage_0${index + 1}`, creator: "field" },
    };
    await post("/photo/saveWithLicenseCode", { photo });
    if (photos[index] === "arrived")
      await post("/photo/upload", { id: photoId, photo: { id: photoId, data: photoData } });
  }
  await post("/documentation/completeWithLicenseCode", { id, creator: "field" });
  const roles = ["ROLE_DOCUMENTATION_READ", "ROLE_IMPORT_PHOTO", "ROLE_PHOTO_WRITE"] as const;
  const as = await makeCaller({ customerId, roles });
  return {
    status: async () =>
      (await db().select().from(documentation).where(eq(documentation.id, id)).get())!.status,
    importPhoto: async () => {
      const body = { documentationId: id, taskId: damageTaskId, photoData };
      return (await jsonOf<{ id: string }>(call("POST", "/photo/importPhoto", { as, body }))).id;
    },
    deletePhoto: async (photoId: string) =>
      expect((await call("DELETE", `/photos/${photoId}`, { as })).status).toBe(200),
    photoIds,
  };
}

it("2§4 2§5 F4 enketo-core#624 staff who delete the last photo of a task hide the file that depends on it", async () => {
  const { status, deletePhoto, photoIds } = await makeReport({
    photos: ["arrived", "arrived"],
    hasStatement: false,
  });
  expect(await status()).toBe("WAITING_FOR_FILE");
  await deletePhoto(photoIds[0]!);
  expect(await status()).toBe("WAITING_FOR_FILE");
  await deletePhoto(photoIds[1]!);
  expect(await status()).toBe("COMPLETED");
});

it("2§4 F4 enketo-core#624 a documentation waits for a file that a deleted photo makes necessary", async () => {
  const storedReport = await makeReport({ photos: ["arrived"], hasStatement: true });
  expect(await storedReport.status()).toBe("WAITING_FOR_FILE");
  await storedReport.deletePhoto(storedReport.photoIds[0]!);
  expect(await storedReport.status()).toBe("WAITING_FOR_FILE");

  const missingReport = await makeReport({ photos: ["missing"], hasStatement: true });
  expect(await missingReport.status()).toBe("ONGOING");
  await missingReport.deletePhoto(missingReport.photoIds[0]!);
  expect(await missingReport.status()).toBe("WAITING_FOR_FILE");
});

it("2§4 2§5 F4 platform-forms-client#5126 photos that staff import show and hide files that the documentation waits for", async () => {
  const { status, importPhoto, deletePhoto } = await makeReport({ photos: [], hasStatement: true });
  expect(await status()).toBe("WAITING_FOR_FILE");
  const importedPhotoId = await importPhoto();
  // Now the protocol is missing.
  expect(await status()).toBe("WAITING_FOR_FILE");
  await deletePhoto(importedPhotoId);
  expect(await status()).toBe("WAITING_FOR_FILE");
});
