import { and, eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { layoutNode } from "#domain/testing/layouts.ts";
import { databaseOf } from "#worker/db/database.ts";
import {
  customerExportDocumentConfiguration,
  customerExportDocumentType,
  documentation,
  documentationTask,
  exportDocumentConfiguration,
  exportDocumentNode,
  photo,
  templateExportDocumentConfiguration,
  templateReplacementText,
  thread,
  threadComment,
} from "#worker/db/schema/index.ts";
import { createSampleFile } from "#worker/export/layouts/office/officeSamples.ts";
import { createWordFile, layoutOfFile } from "#worker/export/testing/officeFiles.ts";
import { MemorySource } from "#worker/export/testing/samplePlans.ts";
import { makeVariant } from "#worker/exportContent/photoVariants.ts";
import { call, db, env, jsonOf, makeSuperAdmin } from "#worker/testing/factories.ts";
import { makePlainPhoto } from "#worker/testing/photoTesting.ts";
import { makeVisit } from "#worker/testing/visits.ts";
import {
  makeDeliveryTarget,
  pathOf,
  planTarget,
  readPlannedFile,
  sha256Of,
} from "../testing/deliveryTargets.ts";

describe("the plan of a delivery", () => {
  it("3§9 fills placeholders in names, keeps originals byte for byte, and lists what is missing", async () => {
    const { target } = await makeDeliveryTarget(
      [
        {
          type: "FOLDER",
          params: {
            name: "{DOCUMENTATION_NAME} {EXPORT_DATE} {EXPORT_TIME} {TASK_ANSWER:Remark} {Project} {NOBODY}",
          },
          children: [
            { type: "PHOTOS", params: { name: "{PHOTO_TASK_NAME} {PHOTO_CREATOR} {PHOTO_DATE_TIME}" } },
            { type: "FILES" },
          ],
        },
      ],
      { userParams: ["Project"] },
    );
    target.request.params = { Project: "47/11" };
    const plan = await planTarget(target);
    const folder = "Åre_ 1_2 2026-11-22 11.15 eva@x.example 47_11 {NOBODY}";
    expect(plan.files.map(pathOf)).toEqual([
      `${folder}/Overview field 2026-05-04 12.15.jpg`,
      // Numbered, because both photos have the same name.
      `${folder}/Overview field 2026-05-04 12.15 (2).jpg`,
      `${folder}/plan.pdf`,
    ]);
    expect(plan.unfilled).toEqual(["{NOBODY}"]);
    expect(plan.missing).toEqual([{ kind: "PHOTO", name: "Overview_03", reason: "notUploaded" }]);
    for (const file of plan.files) {
      const bytes = await readPlannedFile(file);
      expect([bytes.length, sha256Of(bytes)]).toEqual([file.bytes, file.sha256]);
      expect(await readPlannedFile(file, 3)).toEqual(bytes.subarray(3));
    }
    expect(plan.entries).toMatchObject([
      { level: 0, type: "FOLDER", name: folder },
      { level: 1, type: "PHOTOS", count: 2, bytes: plan.files[0]!.bytes + plan.files[1]!.bytes },
      { level: 1, type: "FILES", count: 1, bytes: 6, names: ["plan.pdf"] },
    ]);
    expect(await planTarget(target)).toEqual({
      ...plan,
      files: plan.files.map((file) => ({ ...file, content: expect.anything() })),
    });
  });

  it("3§2 writes names with the template's replacement texts, and looks up answers by the task's original name", async () => {
    const { target, customerId } = await makeDeliveryTarget([
      {
        type: "FOLDER",
        params: { name: "{TASK_ANSWER:Overview}{TASK_ANSWER:Ground}" },
        children: [{ type: "PHOTOS", params: { name: "{PHOTO_TASK_NAME}" } }],
      },
    ]);
    const [row] = await db().select().from(documentation).where(eq(documentation.id, target.documentationId));
    await db()
      .insert(templateReplacementText)
      .values(
        [
          ["Overview", "Översikt"],
          ["Ground", "Mark"],
          ["OK", "Godkänd"],
        ].map(([code = "", sv]) => ({ customerId, templateId: row!.templateId, code, sv })),
      );
    await db()
      .insert(documentationTask)
      .values({
        ...{ customerId, documentationId: target.documentationId, name: "Ground" },
        ...{ type: "SINGLE_CHOICE", options: "OK", answer: "OK" },
      });
    expect((await planTarget(target)).files.map(pathOf)).toEqual([
      "Godkänd/Översikt.jpg",
      "Godkänd/Översikt (2).jpg",
    ]);
  });

  it("3§3 nests zips with their manifests and documents, with exact length and the same bytes each time", async () => {
    const { target } = await makeDeliveryTarget([
      {
        type: "ZIP_FILE",
        params: { name: "{DOCUMENTATION_NAME}.zip" },
        children: [
          { type: "FOLDER", params: { name: "in" }, children: [{ type: "PHOTOS" }] },
          { type: "ZIP_FILE", params: { name: "inner" }, children: [{ type: "FILES" }] },
          {
            type: "EXPORT_DOCUMENT_TYPE",
            params: { exportDocumentType: "PHOTO_WORD_DOCUMENT", name: "Report" },
          },
        ],
      },
    ]);
    const { files } = await planTarget(target);
    expect(files.map(pathOf)).toEqual(["Åre_ 1_2.zip"]);
    const bytes = await readPlannedFile(files[0]!);
    expect(bytes.length).toBe(files[0]!.bytes);
    const [sameFile] = (await planTarget(target)).files;
    expect(sameFile!.etag).toBe(files[0]!.etag);
    expect(sha256Of(await readPlannedFile(sameFile!))).toBe(sha256Of(bytes));
    const entries = unzipSync(bytes);
    expect(Object.keys(entries).sort()).toEqual(
      [
        "Report.docx",
        "contents.txt",
        "in/Overview_01.jpg",
        "in/Overview_02.jpg",
        "inner.zip",
        "manifest.json",
      ].sort(),
    );
    const manifest = JSON.parse(new TextDecoder().decode(entries["manifest.json"]));
    expect(manifest).toMatchObject({
      ...{ expectedPhotos: 3, includedPhotos: 2, missing: [{ name: "Overview_03", reason: "notUploaded" }] },
      items: [
        { kind: "PHOTO", sha256: sha256Of(entries["in/Overview_01.jpg"]!) },
        { kind: "PHOTO", path: "in/Overview_02.jpg" },
        { kind: "ZIP", path: "inner.zip", size: entries["inner.zip"]!.length },
        { kind: "DOCUMENT", path: "Report.docx" },
      ],
    });
    expect(Object.keys(unzipSync(entries["inner.zip"]!))).toContain("plan.pdf");
    expect(Object.keys(unzipSync(entries["Report.docx"]!))).toContain("word/document.xml");
  });

  it("design§Threads zips and documents include the discussion on request, or always if the template says so", async () => {
    const readWords = async (templateParams: Record<string, string>, threads?: boolean) => {
      const { target, made, customerId } = await makeDeliveryTarget(
        [
          { type: "ZIP_FILE", params: { name: "all" }, children: [{ type: "PHOTOS" }] },
          {
            type: "EXPORT_DOCUMENT_TYPE",
            params: { exportDocumentType: "PHOTO_WORD_DOCUMENT", name: "Report" },
          },
        ],
        { templateParams },
      );
      const threadId = crypto.randomUUID();
      const author = { customerId, userId: 1 };
      await db()
        .insert(thread)
        .values({ ...author, id: threadId, documentationId: made.id });
      await db()
        .insert(threadComment)
        .values({ ...author, threadId, creator: "anna", text: "Rätt stolpe?" });
      const request = { ...target.request, ...(threads !== undefined && { threads }) };
      const { files } = await planTarget({ ...target, request });
      const [zip, report] = await Promise.all(
        files.map(async (file) => unzipSync(await readPlannedFile(file))),
      );
      return [zip!["contents.txt"]!, zip!["manifest.json"]!, report!["word/document.xml"]!].map((bytes) =>
        new TextDecoder().decode(bytes).includes("Rätt stolpe?"),
      );
    };
    expect(await readWords({})).toEqual([false, false, false]);
    expect(await readWords({}, true)).toEqual([true, true, true]);
    expect(await readWords({ threads: "true" })).toEqual([true, true, true]);
  });

  it("3§3 compresses photos once if the tree requires it, and again after a rotation, and leaves out excluded tasks", async () => {
    const {
      target,
      made: visit,
      customerId,
    } = await makeDeliveryTarget([
      {
        type: "PHOTOS",
        params: { name: "{PHOTO_NAME}", compressPhotos: "true", maxSize: "48", quality: "60" },
      },
      { type: "PHOTOS", params: { name: "whole {PHOTO_NAME}", excludeKeys: "wall; roof" } },
    ]);
    const initialPlan = await planTarget(target);
    expect([
      initialPlan.files,
      initialPlan.variants.length,
      initialPlan.entries.map(({ bytes }) => bytes),
    ]).toEqual([[], 2, [null, 0]]);
    // A photo that cannot be compressed is sent unchanged.
    const unshrinkableIds = initialPlan.variants.map((request) => request.photo.id);
    const secondPlan = await planTarget({ ...target, unshrinkable: new Set(unshrinkableIds) });
    expect([secondPlan.variants, secondPlan.files.map(({ bytes }) => bytes)]).toEqual([
      [],
      initialPlan.variants.map((request) => request.photo.original.size),
    ]);
    for (const request of initialPlan.variants) {
      await makeVariant(env, databaseOf(env), customerId, request);
      await makeVariant(env, databaseOf(env), customerId, request);
    }
    const plan = await planTarget(target);
    expect([plan.variants, plan.files.map(pathOf)]).toEqual([[], ["Overview_01.jpg", "Overview_02.jpg"]]);
    for (const file of plan.files) expect(sha256Of(await readPlannedFile(file))).toBe(file.sha256);
    await db().update(photo).set({ rotation: 1 }).where(eq(photo.id, visit.photos[0]!));
    const rotatedPlan = await planTarget(target);
    expect(rotatedPlan.variants).toMatchObject([
      { photo: { id: visit.photos[0], rotation: 1 }, maxSize: 48, quality: 60 },
    ]);
    await makeVariant(env, databaseOf(env), customerId, rotatedPlan.variants[0]!);
    const finalPlan = await planTarget(target);
    expect(finalPlan.files[0]!.etag).not.toBe(plan.files[0]!.etag);
    expect(finalPlan.files[1]!.etag).toBe(plan.files[1]!.etag);
  });

  it("3§3 has the content of the template's settings if the destination has no tree, in a folder with the documentation's name", async () => {
    const { target } = await makeDeliveryTarget([], {
      template: {
        createZipFile: true,
        zipFileName: "{CREATOR}.zip",
        createWordDocument: true,
        exportDocumentTypes: ["PHOTO_EXCEL_WORKBOOK"],
      },
    });
    const { files } = await planTarget(target);
    expect(files.map(pathOf)).toEqual(
      ["Overview_01.jpg", "Overview_02.jpg", "plan.pdf", "Eva.zip", "Åre_ 1_2.docx", "Åre_ 1_2.xlsx"].map(
        (name) => `Åre_ 1_2/${name}`,
      ),
    );
  });

  it("3§3 contains a document if the customer is granted its type; the template's own settings need no grant", async () => {
    const { target, customerId } = await makeDeliveryTarget([], {
      template: {
        ...{ exportUnzippedPhotos: false, createPowerPoint: true, createExcelWorkbook: true },
        exportDocumentTypes: ["PHOTO_EXCEL_WORKBOOK", "FORM_3GIS_PM"],
      },
    });
    const listPaths = async () => (await planTarget(target)).files.map(pathOf);
    // Without grants, the customer has the photo documents.
    expect(await listPaths()).toEqual(["Åre_ 1_2/Åre_ 1_2.pptx", "Åre_ 1_2/Åre_ 1_2.xlsx"]);
    await db().insert(customerExportDocumentType).values({ customerId, type: "FORM_3GIS_PM" });
    expect(await listPaths()).toEqual(
      ["Åre_ 1_2.pptx", "Åre_ 1_2.xlsx", "Åre_ 1_2 - 3GIS PM.docx"].map((name) => `Åre_ 1_2/${name}`),
    );
    const otherDeliverable = await makeDeliveryTarget([
      { type: "EXPORT_DOCUMENT_TYPE", params: { exportDocumentType: "FORM_3GIS_PM" } },
    ]);
    await expect(planTarget(otherDeliverable.target)).rejects.toThrow("FORM_3GIS_PM");
  });

  it("3§3 contains a report layout of the tree as a document of its type, named by its node, with the selected photos, only while it is granted", async () => {
    const [layout] = await db()
      .insert(exportDocumentConfiguration)
      .values({ name: "Handover", type: "WORD" })
      .returning();
    const id = layout!.id;
    const [eachNode] = await db()
      .insert(exportDocumentNode)
      .values({ exportDocumentConfigurationId: id, type: "EACH", params: { IN: "PHOTOS" } })
      .returning();
    const { type, params } = layoutNode("PHOTO");
    await db()
      .insert(exportDocumentNode)
      .values({ exportDocumentConfigurationId: id, parentId: eachNode!.id, type, params });
    const name = "{DOCUMENTATION_NAME} {Project}.docx";
    const {
      target,
      made: visit,
      customerId,
    } = await makeDeliveryTarget(
      [{ type: "EXPORT_DOCUMENT_CONFIGURATION", params: { exportDocumentConfiguration: id, name } }],
      { userParams: ["Project"] },
    );
    target.request = { ...target.request, params: { Project: "47/11" }, photoIds: [visit.photos[1]!] };
    await expect(planTarget(target)).rejects.toMatchObject({ kind: "config" });
    await db()
      .insert(customerExportDocumentConfiguration)
      .values({ customerId, exportDocumentConfigurationId: id });
    const { files, entries } = await planTarget(target);
    expect(files.map(pathOf)).toEqual(["Åre_ 1_2 47_11.docx"]);
    expect(entries).toMatchObject([{ type: "EXPORT_DOCUMENT_CONFIGURATION", document: "Handover" }]);
    const bytes = await readPlannedFile(files[0]!);
    expect(bytes.length).toBe(files[0]!.bytes);
    const hashes = Object.values(unzipSync(bytes)).map(sha256Of);
    expect(hashes.filter((sha256) => sha256 === sha256Of(makePlainPhoto()))).toHaveLength(1);
    // Without a tree, the layouts of the template are sent.
    const deliverableWithoutTree = await makeDeliveryTarget([], {
      template: { exportUnzippedPhotos: false },
    });
    const [row] = await db()
      .select()
      .from(documentation)
      .where(eq(documentation.id, deliverableWithoutTree.target.documentationId));
    await db()
      .insert(templateExportDocumentConfiguration)
      .values({
        ...{ customerId: deliverableWithoutTree.customerId, templateId: row!.templateId },
        exportDocumentConfigurationId: id,
      });
    await db()
      .insert(customerExportDocumentConfiguration)
      .values({ customerId: deliverableWithoutTree.customerId, exportDocumentConfigurationId: id });
    expect((await planTarget(deliverableWithoutTree.target)).files.map(pathOf)).toEqual([
      "Åre_ 1_2/Åre_ 1_2 - Handover.docx",
    ]);
  });

  const createOwnWordFile = () =>
    createWordFile(({ Paragraph }, picture) => [
      new Paragraph("{DOCUMENTATION_NAME}"),
      new Paragraph("{#each photos}"),
      picture("photo"),
      new Paragraph("{/each}"),
    ]);
  const createOwnExcelFile = async () => {
    const source = new MemorySource();
    return Buffer.from(source.bytesOf(await createSampleFile("EXCEL", "en"))).toString("base64");
  };

  it.each([
    { fileType: "WORD", file: "Report.docx", part: "word/document.xml", createFile: createOwnWordFile },
    {
      fileType: "EXCEL",
      file: "Report.xlsx",
      part: "xl/worksheets/sheet1.xml",
      createFile: createOwnExcelFile,
    },
  ] as const)(
    "3§3 contains an uploaded file as a report layout, filled in with the photos, while it is granted: $file",
    async ({ fileType, file, part, createFile }) => {
      const { type, nodes } = layoutOfFile(await createFile(), fileType);
      const created = await call("POST", "/exportDocumentConfigurations", {
        as: await makeSuperAdmin(),
        body: { name: `File ${crypto.randomUUID()}`, type, nodes },
      });
      expect(created.status, await created.clone().text()).toBe(201);
      const { id } = await jsonOf<{ id: string }>(created);
      const { target, customerId } = await makeDeliveryTarget([
        {
          type: "EXPORT_DOCUMENT_CONFIGURATION",
          params: { exportDocumentConfiguration: id, name: file },
        },
      ]);
      await db()
        .insert(customerExportDocumentConfiguration)
        .values({ customerId, exportDocumentConfigurationId: id });
      const { files } = await planTarget(target);
      expect(files.map(pathOf)).toEqual([file]);
      const bytes = await readPlannedFile(files[0]!);
      expect(bytes.length).toBe(files[0]!.bytes);
      const parts = unzipSync(bytes);
      const text = new TextDecoder().decode(parts[part]);
      expect(text).toContain("Åre: 1/2");
      const photoHash = sha256Of(makePlainPhoto());
      expect(Object.values(parts).map(sha256Of)).toContain(photoHash);
      // The customer loses the layout while the delivery waits.
      await db()
        .delete(customerExportDocumentConfiguration)
        .where(eq(customerExportDocumentConfiguration.exportDocumentConfigurationId, id));
      await expect(planTarget(target)).rejects.toMatchObject({ kind: "config" });
    },
  );

  it("3§5 has a mail to the fixed address and to the address in an answer, with the template's subject and its own text or the destination's", async () => {
    const { target } = await makeDeliveryTarget([], {
      type: "EMAIL",
      params: { staticEmail: "a@x.example", emailKey: "Remark", body: "About {TEMPLATE_NAME}" },
      templateParams: { subject: "{DOCUMENTATION_NAME}\n{EXPORT_TIME}" },
      template: { name: "Mast" },
    });
    expect((await planTarget(target)).mail).toEqual({
      ...{ recipients: ["a@x.example", "eva@x.example"], subject: "Åre: 1/2 11:15", body: "About Mast" },
    });
  });

  it("3§5 uses the address that the licence requires for emailKey `email`, unless a task with that key has one", async () => {
    const mailDestination = { type: "EMAIL" as const, params: { emailKey: "email" } };
    const { target } = await makeDeliveryTarget([], mailDestination);
    const readRecipients = async () => (await planTarget(target)).mail?.recipients;
    const condition = eq(documentation.id, target.documentationId);
    expect(await readRecipients()).toEqual([]);
    await db().update(documentation).set({ email: "field@x.example" }).where(condition);
    expect(await readRecipients()).toEqual(["field@x.example"]);
    await db()
      .update(documentationTask)
      .set({ key: "email" })
      .where(
        and(
          eq(documentationTask.documentationId, target.documentationId),
          eq(documentationTask.name, "Remark"),
        ),
      );
    expect(await readRecipients()).toEqual(["eva@x.example"]);
  });

  it("2§5 contains only selected items, in documents too, and counts files that its requester may not read", async () => {
    const { target, made: visit } = await makeDeliveryTarget([{ type: "PHOTOS" }, { type: "FILES" }]);
    const request = { ...target.request, photoIds: [visit.photos[1]!], withoutFiles: true };
    const plan = await planTarget({ ...target, request });
    expect(plan.files.map(pathOf)).toEqual(["Overview_02.jpg"]);
    expect(plan.missing).toEqual([{ kind: "FILE", name: "#1", reason: "forbidden" }]);
  });

  it("2§2 of a comparison has its photos in a folder per documentation, and lists photos of handed-over documentations as missing", async () => {
    const { target, made: visit, template, customerId } = await makeDeliveryTarget([{ type: "PHOTOS" }]);
    const otherVisit = await makeVisit(customerId, {
      template,
      name: visit.name,
      photos: 1,
      dateCreated: "2026-06-01T08:00:00Z",
    });
    const request = {
      ...target.request,
      comparison: "Åre",
      photoIds: [visit.photos[0]!, otherVisit.photos[0]!],
    };
    const label = `${template.name}/Overview_01.jpg`;
    expect((await planTarget({ ...target, request })).files.map(pathOf).sort()).toEqual([
      `2026-05-04 ${label}`,
      `2026-06-01 ${label}`,
    ]);
    await db().update(documentation).set({ status: "PAUSED" }).where(eq(documentation.id, otherVisit.id));
    const plan = await planTarget({ ...target, request });
    expect(plan.files.map(pathOf)).toEqual([`2026-05-04 ${label}`]);
    expect(plan.missing).toEqual([{ kind: "PHOTO", name: "Overview_01", reason: "exportRefused" }]);
    await expect(planTarget({ ...target, documentationId: otherVisit.id })).rejects.toMatchObject({
      kind: "config",
    });
  });
});
