import { z } from "zod";
import { type Authority, type Grants, hasAuthority } from "#domain/access/authorities.ts";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { compareByKeys } from "#domain/contract/merge/compare.ts";
import { type MergeStrategy, mergeItems } from "#domain/contract/merge/mergeAnswers.ts";
import { instant, instantInput, uuid } from "#domain/core/fields.ts";

/** What stands under somebody's bell. */
export const noticeKinds = [
  /** Files came by a link that they made. */
  "FILES_CAME",
  /** Photos or files that they announced have not arrived, or were refused. */
  "UPLOAD_HANGS",
  "EXPORT_FAILED",
  "EXPORT_READY",
  /** A documentation that they captured is sent back to them. */
  "SENT_BACK",
  /** What they asked to be taken again has come. */
  "RETAKEN",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What somebody must hold to be told: any of these, at the time they are told. */
const noticeAuthorities: Record<NoticeKind, readonly Authority[]> = {
  FILES_CAME: ["ROLE_DOCUMENTATION_WRITE"],
  UPLOAD_HANGS: ["ROLE_DOCUMENTATION_READ", "ROLE_CREATE_DOCUMENTATION"],
  EXPORT_FAILED: ["ROLE_DOCUMENTATION_READ", "ROLE_EXPORT_DOCUMENTATION"],
  EXPORT_READY: ["ROLE_DOCUMENTATION_READ", "ROLE_EXPORT_DOCUMENTATION"],
  SENT_BACK: ["ROLE_DOCUMENTATION_READ", "ROLE_CREATE_DOCUMENTATION"],
  RETAKEN: ["ROLE_DOCUMENTATION_READ"],
};
export const noticeKindsFor = (grants: Grants): NoticeKind[] =>
  noticeKinds.filter((kind) => noticeAuthorities[kind].some((authority) => hasAuthority(grants, authority)));

/** Notices that stand under the bell at most. */
export const maxNotices = 50;

export const noticeRow = z.object({
  id: uuid(),
  kind: z.enum(noticeKinds),
  documentationId: uuid().nullable(),
  documentationName: z.string().nullable(),
  params: z.record(z.string(), z.string()).meta({
    description: "`to` where an export went, or the file it made; `deliveryId`; `count` of files; `reason`",
  }),
  dateCreated: instant(),
  read: instant().nullable(),
});
export type NoticeRow = z.output<typeof noticeRow>;

/** Where a notice leads, for whoever may read documentations or only captures them. */
export function noticePath({ documentationId, params }: NoticeRow, grants: Grants): string {
  if (params.deliveryId && hasAuthority(grants, "ROLE_EXPORT_DOCUMENTATION"))
    return `/delivery?id=${params.deliveryId}`;
  if (!hasAuthority(grants, "ROLE_DOCUMENTATION_READ") || !documentationId) return "/";
  return `/documentation/details/${documentationId}`;
}

const session = { authentication: "session" } as const;

const newestOfAll = mergeItems<NoticeRow>(
  compareByKeys("desc", ({ dateCreated }) => dateCreated),
  () => maxNotices,
);
const unreadInAll: MergeStrategy<{ unread: number }> = {
  merge: (answers) => ({
    unread: Math.min(
      answers.reduce((sum, { unread }) => sum + unread, 0),
      maxNotices,
    ),
  }),
};

export const listNotices = defineEndpoint({
  ...session,
  method: "GET",
  path: "/notices",
  multiDatabase: newestOfAll,
  summary: `What you should know: files that came by your links, uploads that hang, exports, what was sent back. The newest ${maxNotices}.`,
  response: z.object({ items: z.array(noticeRow) }),
});

export const countUnreadNotices = defineEndpoint({
  ...session,
  method: "GET",
  path: "/notice/unread",
  multiDatabase: unreadInAll,
  summary: `Count your unread notices, ${maxNotices} at most.`,
  response: z.object({ unread: z.int() }),
});

export const readNotices = defineEndpoint({
  ...session,
  method: "PUT",
  path: "/notice/read",
  multiDatabase: unreadInAll,
  summary:
    "Mark notices as read: those with the given IDs, or with `until` all that were written by then. Read ones are not mailed. Refused in a switched session.",
  body: z.strictObject({
    ids: z.array(uuid()).max(maxNotices).default([]),
    until: instantInput().optional(),
  }),
  response: z.object({ unread: z.int() }),
});

export const getDailyMail = defineEndpoint({
  ...session,
  directory: true,
  method: "GET",
  path: "/notice/dailyMail",
  summary: "Whether what you have not read is mailed to you every morning, and to which address.",
  response: z.object({ dailyMail: z.boolean(), email: z.string().nullable() }),
});

export const setDailyMail = defineEndpoint({
  ...session,
  directory: true,
  method: "PUT",
  path: "/notice/dailyMail",
  summary: "Turn the daily mail on or off. Refused in a switched session.",
  body: z.strictObject({ dailyMail: z.boolean() }),
  response: z.object({ success: z.literal(true) }),
});
