import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Authority } from "#domain/access/authorities.ts";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { ticketPath } from "#worker/auth/session/actor.ts";
import {
  customerExportDocumentType,
  documentation,
  documentationPrecondition,
  documentationTask,
  file,
  photo,
  template,
  templateReplacementText,
} from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeSuperAdmin,
} from "#worker/testing/factories.ts";
import { makePlainPhoto, md5Of } from "#worker/testing/photoTesting.ts";

/** A documentation with stored photos, a photo that was never described, a photo that was never sent, and a file. */
async function makeDocumentationWithPhotos(as: Caller) {
  const { customerId } = as;
  const row = await makeDocumentation(customerId, { numberOfPhotos: 5, name: "Mast Åre" });
  const [task] = await db()
    .insert(documentationTask)
    .values({ customerId, documentationId: row.id, name: "Overview", type: "PHOTO" })
    .returning();
  const bytes = makePlainPhoto();
  const photoIds: string[] = [];
  for (let index = 1; index <= 3; index += 1) {
    const id = crypto.randomUUID();
    photoIds.push(id);
    const key = `customers/${customerId}/photos/${id}`;
    const storedOriginal = await env.STORAGE.put(`${key}/original`, bytes);
    const storedRendition = await env.STORAGE.put(`${key}/rendition`, bytes);
    await env.STORAGE.put(`${key}/thumbnail`, bytes);
    await db()
      .insert(photo)
      .values({
        id,
        customerId,
        documentationId: row.id,
        documentationTaskId: task!.id,
        name: `Overview_0${index}`,
        creator: "field",
        dateCreated: `2026-05-0${index}T09:30:00Z`,
        hasData: true,
        dataSize: bytes.length,
        crc32: crc32(bytes),
        sha256: createHash("sha256").update(bytes).digest("hex"),
        etag: storedOriginal!.etag,
        width: 96,
        height: 64,
        renditionSize: bytes.length,
        renditionCrc32: crc32(bytes),
        renditionEtag: storedRendition!.etag,
        renditionWidth: 96,
        renditionHeight: 64,
      });
  }
  await db()
    .insert(photo)
    .values({ customerId, documentationId: row.id, name: "Overview_04", creator: "field" });
  const fileBytes = new TextEncoder().encode("a protocol");
  const fileId = crypto.randomUUID();
  const storedObject = await env.STORAGE.put(`customers/${customerId}/files/${fileId}/original`, fileBytes);
  await db()
    .insert(file)
    .values({
      id: fileId,
      customerId,
      documentationId: row.id,
      name: "protocol.html",
      type: "text/html",
      creator: "field",
      hasData: true,
      dataSize: fileBytes.length,
      crc32: crc32(fileBytes),
      sha256: "x",
      etag: storedObject!.etag,
    });
  return { row, ids: photoIds, fileId, bytes };
}

const staffRoles: Authority[] = ["ROLE_DOCUMENTATION_READ", "ROLE_FILE_READ"];
const readBytes = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe("the zip of a documentation", () => {
  it("2§7 contains the originals byte for byte and lists everything that is missing", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { row, bytes } = await makeDocumentationWithPhotos(as);
    const response = await call("GET", `/documentation/downloadZipFile/${row.id}`, { as });
    expect(response.status).toBe(200);
    const zip = await readBytes(response);
    expect(Number(response.headers.get("content-length"))).toBe(zip.length);
    const entries = unzipSync(zip);
    const photos = Object.entries(entries).filter(([name]) => name.endsWith(".jpg"));
    expect(photos).toHaveLength(3);
    for (const [name, data] of photos) {
      expect(name).toContain("Overview/");
      expect(md5Of(data)).toBe(md5Of(bytes));
    }
    const manifest = JSON.parse(
      new TextDecoder().decode(Object.entries(entries).find(([name]) => name.endsWith("manifest.json"))![1]),
    ) as Record<string, unknown>;
    const manifestText = JSON.stringify(manifest);
    expect(manifestText).toContain("Overview_04");
    expect(manifestText).toContain("notUploaded");
    expect(Object.keys(entries).some((name) => name.includes("protocol.html"))).toBe(true);
  });

  it("2§6 only counts files for a user who may not read them, without their content or names", async () => {
    const as = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
    const { row } = await makeDocumentationWithPhotos(as);
    const entries = unzipSync(
      await readBytes(await call("GET", `/documentation/downloadZipFile/${row.id}`, { as })),
    );
    const allText = Object.entries(entries)
      .map(([name, data]) => name + (name.endsWith(".jpg") ? "" : new TextDecoder().decode(data)))
      .join("\n");
    expect(allText).not.toContain("protocol");
    expect(allText).toContain("not included because you do not have access to files");
  });

  it("design§Exports has the same bytes every time, and resumes from any point with Range and If-Range", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { row } = await makeDocumentationWithPhotos(as);
    const path = `/documentation/downloadZipFile/${row.id}`;
    const fullResponse = await call("GET", path, { as });
    const etag = fullResponse.headers.get("etag")!;
    const bytes = await readBytes(fullResponse);
    expect(etag).toMatch(/^"[^"]+"$/);
    const resumeOffset = Math.floor(bytes.length / 2);
    const rangeResponse = await call("GET", path, {
      as,
      headers: { range: `bytes=${resumeOffset}-`, "if-range": etag },
    });
    expect(rangeResponse.status).toBe(206);
    expect(rangeResponse.headers.get("content-range")).toBe(
      `bytes ${resumeOffset}-${bytes.length - 1}/${bytes.length}`,
    );
    expect(
      Buffer.concat([bytes.subarray(0, resumeOffset), await readBytes(rangeResponse)]).equals(
        Buffer.from(bytes),
      ),
    ).toBe(true);
    expect(
      (await call("GET", path, { as, headers: { range: `bytes=${resumeOffset}-`, "if-range": '"other"' } }))
        .status,
    ).toBe(200);
    expect((await call("GET", path, { as, headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416);
    expect((await call("GET", path, { as, headers: { "if-none-match": etag } })).status).toBe(304);
    const headResponse = await call("HEAD", path, { as });
    expect([
      headResponse.status,
      headResponse.headers.get("content-length"),
      headResponse.headers.get("etag"),
    ]).toEqual([200, String(bytes.length), etag]);
  });
});

describe("the standard documents", () => {
  it.each(["PHOTO_POWERPOINT_PRESENTATION", "PHOTO_WORD_DOCUMENT", "PHOTO_EXCEL_WORKBOOK"])(
    "2§2 %s contains every photo, in both languages, with the same bytes each time",
    async (type) => {
      const as = await makeCaller({ roles: staffRoles });
      const { row, bytes } = await makeDocumentationWithPhotos(as);
      for (const language of ["en", "sv"]) {
        const path = `/documentation/downloadExportDocument/${row.id}?type=${type}&language=${language}`;
        const [firstResponse, secondResponse] = [
          await call("GET", path, { as }),
          await call("GET", path, { as }),
        ];
        const document = await readBytes(firstResponse);
        expect(Number(firstResponse.headers.get("content-length"))).toBe(document.length);
        expect(secondResponse.headers.get("etag")).toBe(firstResponse.headers.get("etag"));
        expect(Buffer.from(document).equals(Buffer.from(await readBytes(secondResponse)))).toBe(true);
        const media = Object.entries(unzipSync(document)).filter(([name]) => /media\/.*\.jpe?g$/.test(name));
        expect(media.map(([, data]) => md5Of(data))).toEqual(Array(3).fill(md5Of(bytes)));
      }
    },
  );

  it("2§2 refuses a type that is not granted, and generates every granted one", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { row } = await makeDocumentationWithPhotos(as);
    const status = async (type: string, caller: Caller) =>
      (await call("HEAD", `/documentation/downloadExportDocument/${row.id}?type=${type}`, { as: caller }))
        .status;
    const grantedType = "FORM_3GIS_PM";
    await db().insert(customerExportDocumentType).values({ customerId: as.customerId, type: grantedType });
    const root = await makeSuperAdmin();
    for (const type of exportDocumentTypes) {
      expect([type, await status(type, as)]).toEqual([type, type === grantedType ? 200 : 422]);
      expect([type, await status(type, root)]).toEqual([type, 200]);
    }
  });

  it("3§3 refuses a type that the template does not have, for every user", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { row } = await makeDocumentationWithPhotos(as);
    const types = ["PHOTO_WORD_DOCUMENT", "FORM_WORD_DOCUMENT"] as const;
    await db()
      .update(template)
      .set({ exportDocumentTypes: [...types] })
      .where(eq(template.id, row.templateId));
    const details = await jsonOf(call("GET", `/documentations/${row.id}`, { as }));
    expect(details).toMatchObject({ exportDocumentTypes: types });
    const root = await makeSuperAdmin();
    for (const [type, caller, expectedStatus] of [
      ["PHOTO_WORD_DOCUMENT", as, 200],
      ["PHOTO_EXCEL_WORKBOOK", as, 422],
      ["FORM_WORD_DOCUMENT", as, 422],
      ["FORM_WORD_DOCUMENT", root, 200],
      ["PHOTO_EXCEL_WORKBOOK", root, 422],
    ] as const) {
      const path = `/documentation/downloadExportDocument/${row.id}?type=${type}`;
      expect([type, (await call("HEAD", path, { as: caller })).status]).toEqual([type, expectedStatus]);
    }
  });

  it("2§4 leaves tasks with unmet preconditions out of the form", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { row } = await makeDocumentationWithPhotos(as);
    const { customerId } = as;
    const taskFields = { customerId, documentationId: row.id, type: "TEXT" as const };
    const tasks = await db()
      .insert(documentationTask)
      .values([
        { ...taskFields, name: "Ground", answer: "Rock" },
        { ...taskFields, name: "Blasting plan" },
        { ...taskFields, name: "Shovel plan" },
      ])
      .returning();
    const [ground, blasting, shovel] = tasks.map(({ id }) => id) as [string, string, string];
    await db()
      .insert(documentationPrecondition)
      .values(
        [blasting, shovel].map((taskId) => ({
          customerId,
          taskId,
          type: "TASK_ANSWER" as const,
          params: { task: ground, operator: "EQUALS", answer: taskId === blasting ? "Rock" : "Sand" },
        })),
      );
    const response = await call(
      "GET",
      `/documentation/downloadExportDocument/${row.id}?type=FORM_WORD_DOCUMENT`,
      { as: await makeSuperAdmin() },
    );
    const document = new TextDecoder().decode(unzipSync(await readBytes(response))["word/document.xml"]);
    expect(document).toContain("Blasting plan");
    expect(document).not.toContain("Shovel plan");
  });
});

it("3§2 every document and zip writes the replacement texts of the template in its language", async () => {
  const as = await makeCaller({ roles: staffRoles });
  const { row } = await makeDocumentationWithPhotos(as);
  const { customerId } = as;
  const { templateId } = row;
  const texts = { sv: "Översiktsbild", en: "Overall view" } as const;
  await db()
    .insert(templateReplacementText)
    .values([
      { customerId, templateId, code: "Overview", ...texts },
      { customerId, templateId, code: "OK", sv: "Godkänd" },
    ]);
  const task = { customerId, documentationId: row.id, name: "Ground", options: "OK;NOK" };
  await db()
    .insert(documentationTask)
    .values({ ...task, type: "SINGLE_CHOICE", answer: "OK" });
  const root = await makeSuperAdmin();
  const readTexts = async (path: string) => {
    const entries = unzipSync(await readBytes(await call("GET", `/documentation/${path}`, { as: root })));
    return Object.entries(entries)
      .filter(([name]) => /\.(xml|txt|json)$/.test(name))
      .map(([name, data]) => name + new TextDecoder().decode(data))
      .join("\n");
  };
  for (const language of ["sv", "en"] as const) {
    for (const type of exportDocumentTypes) {
      const document = await readTexts(`downloadExportDocument/${row.id}?type=${type}&language=${language}`);
      expect([type, document.includes(texts[language])]).toEqual([type, true]);
      if (type.startsWith("FORM_")) expect([type, document.includes("Godkänd")]).toEqual([type, true]);
    }
    const zip = await readTexts(`downloadZipFile/${row.id}?language=${language}`);
    expect(zip).toContain(`${texts[language]}/Overview_01.jpg`);
  }
});

describe("a download ticket", () => {
  const requestTicket = async (as: Caller, path: string) =>
    call("POST", "/downloadTicket", { as, body: { path } });

  it("design§Exports downloads its path in a browser, and works for no other path, query or session", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { row } = await makeDocumentationWithPhotos(as);
    const otherDocumentation = await makeDocumentation(as.customerId);
    const path = `/documentation/downloadExportDocument/${row.id}?type=PHOTO_WORD_DOCUMENT&language=sv`;
    const { url } = await jsonOf<{ url: string }>(requestTicket(as, `/api${path}`));
    const token = new URL(url, "http://siteproof.test").searchParams.get("token")!;
    const openUrl = (target: string) => call("GET", target.replace(/^\/api/, ""));
    expect((await openUrl(url)).status).toBe(200);
    for (const invalidPath of [
      path,
      `${path}&token=`,
      `${path}&token=nonsense`,
      `${path}&userId=${as.userId}`,
      `/documentation/downloadExportDocument/${row.id}?type=PHOTO_EXCEL_WORKBOOK&language=sv&token=${token}`,
      `/documentation/downloadExportDocument/${otherDocumentation.id}?type=PHOTO_WORD_DOCUMENT&language=sv&token=${token}`,
      `/documentation/downloadZipFile/${row.id}?token=${token}`,
      `/documentation/downloadZipFile/${row.id}?token=${as.token}`,
      `/documentations/${row.id}?token=${token}`,
    ])
      expect([invalidPath, (await openUrl(invalidPath)).status]).toEqual([invalidPath, 401]);
    // A ticket cannot be used as a session.
    expect((await call("GET", "/products", { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      401,
    );
    await call("POST", "/logout", { as });
    expect((await openUrl(url)).status).toBe(401);
  });

  it.each([
    "/api/products",
    "/api/documentations",
    "https://elsewhere.test/api/documentation/downloadZipFile/x",
    "//elsewhere.test/x",
    "/etc/passwd",
    "/api/../x",
    "",
  ])("design§Exports is not signed for %j", async (path) => {
    expect((await requestTicket(await makeCaller({ roles: staffRoles }), path)).status).toBe(422);
  });

  it("design§HTTP is bound to the whole URL except itself", () => {
    expect(ticketPath(new URL("http://a.test/api/x?b=1&token=t&c=2"))).toBe("/api/x?b=1&c=2");
  });
});

describe("single photos and files", () => {
  it("2§7 are served with thumbnail and rendition inline and a private cache, originals and files as attachments", async () => {
    const as = await makeCaller({ roles: staffRoles });
    const { ids: photoIds, fileId, bytes } = await makeDocumentationWithPhotos(as);
    for (const form of ["thumbnail", "download"]) {
      const response = await call("GET", `/photo/${form}/${photoIds[0]}`, { as });
      expect([
        response.status,
        response.headers.get("content-type"),
        response.headers.get("x-content-type-options"),
      ]).toEqual([200, "image/jpeg", "nosniff"]);
      expect(response.headers.get("cache-control")).toContain("private");
      const etag = response.headers.get("etag")!;
      expect(await readBytes(response)).toHaveLength(bytes.length);
      expect(
        (await call("GET", `/photo/${form}/${photoIds[0]}`, { as, headers: { "if-none-match": etag } }))
          .status,
      ).toBe(304);
    }
    const original = await call("GET", `/photo/downloadOriginal/${photoIds[0]}`, { as });
    expect(original.headers.get("content-disposition")).toContain("attachment");
    expect(md5Of(await readBytes(original))).toBe(md5Of(bytes));
    const response = await call("GET", `/file/download/${fileId}`, { as });
    expect([
      response.headers.get("content-type"),
      response.headers.get("content-disposition")?.split(";")[0],
    ]).toEqual(["application/octet-stream", "attachment"]);
    const reader = await makeCaller({ customerId: as.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await call("GET", `/file/download/${fileId}`, { as: reader })).status).toBe(403);
  });

  it("design§Tenancy are not found by another customer", async () => {
    const owner = await makeCaller({ roles: staffRoles });
    const { row, ids: photoIds, fileId } = await makeDocumentationWithPhotos(owner);
    const as = await makeCaller({ roles: staffRoles });
    for (const path of [
      `/photo/thumbnail/${photoIds[0]}`,
      `/photo/download/${photoIds[0]}`,
      `/photo/downloadOriginal/${photoIds[0]}`,
      `/file/download/${fileId}`,
      `/documentation/downloadZipFile/${row.id}`,
      `/documentation/downloadExportDocument/${row.id}?type=PHOTO_WORD_DOCUMENT`,
      `/photos?documentationId=${row.id}`,
      `/files?documentationId=${row.id}`,
      `/documentationTasks?documentationId=${row.id}`,
    ])
      expect([path, (await call("GET", path, { as })).status]).toEqual([path, 404]);
  });
});

it("2§4 a documentation cannot be exported while it is handed over or fetched", async () => {
  const as = await makeCaller({ roles: staffRoles });
  const { row } = await makeDocumentationWithPhotos(as);
  for (const status of ["PAUSED", "DOWNLOADED"] as const) {
    await db().update(documentation).set({ status }).where(eq(documentation.id, row.id));
    for (const path of [
      `/documentation/downloadZipFile/${row.id}`,
      `/documentation/downloadExportDocument/${row.id}?type=PHOTO_WORD_DOCUMENT`,
    ]) {
      const refusedResponse = await call("GET", path, { as });
      expect([status, refusedResponse.status, await jsonOf(refusedResponse)]).toMatchObject([
        ...[status, 422],
        { error: { code: "exportRefused" } },
      ]);
    }
  }
});
