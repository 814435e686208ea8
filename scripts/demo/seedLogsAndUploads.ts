import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import {
  authenticationSuccessEvent,
  changeLog,
  domainChange,
  exportDocument,
  scheduledJobFire,
  scheduledJobRun,
  tempFile,
  upload,
  uploadToken,
} from "#worker/db/schema/index.ts";
import { createExportDocumentKey } from "#worker/media/photoKeys.ts";
import type { Capture } from "./capture.ts";
import { addMinutes, customerIds, daysFrom, demoId, licenseIds, type SeedContext } from "./context.ts";
import { userIds } from "./customers.ts";
import { createFileContent } from "./fileContents.ts";
import { insert } from "./insertRows.ts";
import { templateId } from "./templates.ts";

const { norrfiber } = customerIds;

/** Seeds log entries as after months of use, so that no log is empty. */
export async function seedLogsAndUploads(context: SeedContext, captures: readonly Capture[]): Promise<void> {
  await seedLogs(context, captures);
  await seedUploads(context, captures);
}

async function seedLogs({ DB, today }: SeedContext, captures: readonly Capture[]): Promise<void> {
  const releases = [
    [500, "Documentations can be merged."],
    [510, "Compare photos across templates and download them as PowerPoint."],
    [520, "Forms by month: one table per month for forms filled in every day."],
    [530, "The map shows every documentation that has a position."],
  ] as const;
  await insert(
    DB,
    changeLog,
    releases.map(([versionCode, description], index) => ({
      id: demoId("release", versionCode),
      versionCode,
      description,
      dateCreated: daysFrom(today, -400 + index * 110),
    })),
  );
  const logins = [
    ["staff", 1],
    ["staff", 3],
    ["reader", 2],
    ["other", 6],
    ["super", 9],
    ["group", 40],
  ] as const;
  await insert(
    DB,
    authenticationSuccessEvent,
    logins.map(([username, days], index) => ({
      id: demoId("login", index),
      userId: userIds[username],
      // Addresses reserved for documentation (RFC 5737).
      remoteAddr: `192.0.2.${10 + index}`,
      dateCreated: daysFrom(today, -days, 7, 12 + index),
    })),
  );
  await insert(DB, domainChange, [...configurationChanges(today), ...captures.flatMap(changesOf)]);
  await insert(
    DB,
    scheduledJobRun,
    [1, 2, 3].map((days) => ({
      id: demoId("run", days),
      jobGroup: "maintenance",
      jobName: "purgeEnded",
      started: daysFrom(today, -days, 3, 17),
      finished: daysFrom(today, -days, 3, 17),
      duration: 160 + 45 * days,
      success: true,
      message: `${7 - days} ended sessions, ${days} old counters`,
    })),
  );
  await insert(DB, scheduledJobFire, [
    { jobGroup: "maintenance", jobName: "purgeEnded", firedAt: daysFrom(today, -1, 3, 17) },
  ]);
}

type Change = typeof domainChange.$inferInsert;

const configurationChanges = (today: Date): Change[] => {
  const changes: (Pick<Change, "objectClass" | "objectId" | "params"> & { days: number })[] = [
    {
      objectClass: "siteproof.License",
      objectId: licenseIds.norrfiber,
      params: { pauseDocumentations: { before: false, after: true } },
      days: 320,
    },
    {
      objectClass: "siteproof.Customer",
      objectId: String(norrfiber),
      params: { products: { before: 9, after: 10 } },
      days: 210,
    },
    {
      objectClass: "siteproof.User",
      objectId: String(userIds.former),
      params: { enabled: { before: true, after: false } },
      days: 77,
    },
    {
      objectClass: "siteproof.DocumentationAlias",
      objectId: demoId("alias", 1),
      params: { alias: { before: "Hamnmasten", after: "Skellefteå hamnmasten" } },
      days: 30,
    },
  ];
  return changes.map(({ days, ...change }) => ({
    ...change,
    action: "UPDATE",
    customerId: norrfiber,
    userId: userIds.super,
    dateCreated: daysFrom(today, -days, 9, 40),
  }));
};

function changesOf({ visit, dateCreated, endedAt }: Capture): Change[] {
  const values = {
    objectClass: "siteproof.Documentation",
    objectId: visit.id,
    customerId: customerIds[visit.customer],
  };
  const changes: Change[] = [
    {
      ...values,
      action: "CREATE",
      userId: -1,
      dateCreated: addMinutes(dateCreated, 1),
      params: { name: { after: visit.site.name }, templateId: { after: templateId(visit.template) } },
    },
  ];
  if (visit.status === "APPROVED" || visit.status === "HANDLED")
    changes.push({
      ...values,
      action: "UPDATE",
      userId: visit.customer === "sydvind" ? userIds.other : userIds.staff,
      dateCreated: addMinutes(endedAt, 3000),
      params: { status: { before: "COMPLETED", after: visit.status } },
    });
  return changes;
}

/** Refused uploads, token links with the files they brought, and documents made in the background. */
async function seedUploads({ DB, STORAGE, today }: SeedContext, captures: readonly Capture[]): Promise<void> {
  const norrfiberCaptures = captures.filter(({ visit }) => visit.customer === "norrfiber");
  const ongoing = norrfiberCaptures.find(({ visit }) => visit.status === "ONGOING");
  const waiting = norrfiberCaptures.find(({ visit }) => visit.status === "WAITING_FOR_FILE");
  const approvedCaptures = norrfiberCaptures.filter(({ visit }) => visit.status === "APPROVED").slice(-3);
  if (!ongoing || !waiting || approvedCaptures.length === 0) throw new Error("the demo visits lack a status");
  const refusals = [
    ["IMG_4471.HEIC", "notJpeg", "heic"],
    ["Overview_03.jpg", "photoTruncated", null],
  ] as const;
  await insert(
    DB,
    upload,
    refusals.map(([name, reason, detail], index) => ({
      id: demoId("upload", index),
      customerId: norrfiber,
      documentationId: ongoing.visit.id,
      kind: "PHOTO",
      targetId: demoId("refused", index),
      name,
      objectKey: `customers/${norrfiber}/photos/${demoId("refused", index)}/original`,
      contentType: "image/jpeg",
      size: 2_481_337 + index * 1_000,
      md5: createHash("md5").update(name).digest("base64"),
      state: "REFUSED",
      refusalCode: reason,
      refusalDetail: detail,
      attempts: 1,
      expiresAt: addMinutes(ongoing.endedAt, 60),
      settledAt: addMinutes(ongoing.endedAt, 4),
      dateCreated: addMinutes(ongoing.endedAt, 3),
    })),
  );
  const tokens = [
    { purpose: "LATER" as const, visit: waiting.visit, days: 14 },
    { purpose: "FILES" as const, visit: approvedCaptures[0]!.visit, days: -3 },
  ].map(({ purpose, visit, days }) => ({
    id: demoId("token", purpose),
    customerId: norrfiber,
    documentationId: visit.id,
    licenseId: licenseIds.norrfiber,
    purpose,
    // The tokens themselves are unknown, so these links are listed but cannot be opened.
    tokenHash: createHash("sha256").update(`demo ${purpose} ${visit.id}`).digest("hex"),
    creator: "staff",
    expireDate: daysFrom(today, days, 0),
    dateCreated: daysFrom(today, -4, 10),
  }));
  await insert(DB, uploadToken, tokens);
  const notes = Buffer.from("Nyckel hämtas i kiosken.\n");
  const tempFileId = demoId("tempFile", 1);
  const storedObject = await STORAGE.put(`customers/${norrfiber}/files/${tempFileId}/original`, notes);
  await insert(DB, tempFile, [
    {
      id: tempFileId,
      customerId: norrfiber,
      documentationId: waiting.visit.id,
      licenseId: licenseIds.norrfiber,
      uploadTokenId: tokens[0]!.id,
      name: "nyckel.txt",
      hasData: true,
      dataSize: notes.length,
      type: "text/plain",
      etag: storedObject?.etag ?? null,
      crc32: crc32(notes),
      sha256: createHash("sha256").update(notes).digest("hex"),
      tokenCreator: "staff",
      remoteAddr: "192.0.2.77",
      dateCreated: daysFrom(today, -2, 11),
    },
  ]);
  await insert(
    DB,
    exportDocument,
    await Promise.all(
      approvedCaptures.map(async (capture, index) => {
        const { visit } = capture;
        const id = demoId("exportDocument", visit.id);
        const pdf = createFileContent({ kind: "pdf" }, capture);
        const storedObject = await STORAGE.put(createExportDocumentKey({ customerId: norrfiber, id }), pdf);
        return {
          id,
          customerId: norrfiber,
          documentationId: visit.id,
          documentationName: visit.site.name,
          fileName: `${visit.site.name}.pdf`,
          userName: "staff",
          size: pdf.length,
          crc32: crc32(pdf),
          etag: storedObject?.etag ?? null,
          expireDate: daysFrom(today, 10 + index, 0),
          lastModified: daysFrom(today, -1 - index, 13),
        };
      }),
    ),
  );
}
