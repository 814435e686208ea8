import { z } from "zod";
import { type Authority, type Grants, hasAuthority } from "#domain/access/authorities.ts";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { compareByKeys } from "#domain/contract/merge/compareValues.ts";
import { type MergeStrategy, mergeItems } from "#domain/contract/merge/mergeResponses.ts";
import { instant, instantInput, uuid } from "#domain/core/fields.ts";

/** The kinds of notifications in the bell menu. */
export const noticeKinds = [
  /** Files were received through a link that the user created. */
  "FILES_CAME",
  /** Photos or files that the user announced have not arrived, or were refused. */
  "UPLOAD_HANGS",
  "EXPORT_FAILED",
  "EXPORT_READY",
  /** A documentation that the user captured was sent back. */
  "SENT_BACK",
  /** A retake that the user requested has been answered. */
  "RETAKEN",
  /** A comment in a thread mentions the user. */
  "MENTIONED",
  /** Someone else wrote in a thread in which the user takes part. */
  "REPLIED",
  /** The user is to review a documentation, or several. */
  "ASSIGNED",
  /** A retake that the user requested was not answered by its day. */
  "RETAKE_LATE",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The authorities for each kind: a user needs any one of them at the time of the notification. */
const noticeAuthorities: Record<NoticeKind, readonly Authority[]> = {
  FILES_CAME: ["ROLE_DOCUMENTATION_WRITE"],
  UPLOAD_HANGS: ["ROLE_DOCUMENTATION_READ", "ROLE_CREATE_DOCUMENTATION"],
  EXPORT_FAILED: ["ROLE_DOCUMENTATION_READ", "ROLE_EXPORT_DOCUMENTATION"],
  EXPORT_READY: ["ROLE_DOCUMENTATION_READ", "ROLE_EXPORT_DOCUMENTATION"],
  SENT_BACK: ["ROLE_DOCUMENTATION_READ", "ROLE_CREATE_DOCUMENTATION"],
  RETAKEN: ["ROLE_DOCUMENTATION_READ"],
  MENTIONED: ["ROLE_DOCUMENTATION_READ"],
  REPLIED: ["ROLE_DOCUMENTATION_READ"],
  ASSIGNED: ["ROLE_DOCUMENTATION_WRITE"],
  RETAKE_LATE: ["ROLE_DOCUMENTATION_READ"],
};
export const noticeKindsFor = (grants: Grants): NoticeKind[] =>
  noticeKinds.filter((kind) => noticeAuthorities[kind].some((authority) => hasAuthority(grants, authority)));

/** Maximum number of notifications in the bell menu. */
export const maxNotices = 50;

export const noticeRow = z.object({
  id: uuid(),
  kind: z.enum(noticeKinds),
  documentationId: uuid().nullable(),
  documentationName: z.string().nullable(),
  params: z.record(z.string(), z.string()).meta({
    description:
      "`to`: destination of an export, or the file it created; `deliveryId`; `count` of files or documentations; `reason`; `assignee`, the user's own ID, and the `day` by which to review; `thread`, and `by` whom and what `text` was written in it",
  }),
  dateCreated: instant(),
  read: instant().nullable(),
});
export type NoticeRow = z.output<typeof noticeRow>;

/** The page a notification links to, depending on whether the user can read documentations or only captures them. */
export function noticePath({ documentationId, params }: NoticeRow, grants: Grants): string {
  if (params.deliveryId && hasAuthority(grants, "ROLE_EXPORT_DOCUMENTATION"))
    return `/delivery?id=${params.deliveryId}`;
  if (!hasAuthority(grants, "ROLE_DOCUMENTATION_READ")) return "/";
  if (!documentationId) return params.assignee ? `/documentation?assigneeFilter=${params.assignee}` : "/";
  return `/documentation/details/${documentationId}${params.thread ? `?thread=${params.thread}` : ""}`;
}

const sessionCall = { authentication: "session" } as const;

const noticeMerge = mergeItems<NoticeRow>(
  compareByKeys("desc", ({ dateCreated }) => dateCreated),
  () => maxNotices,
);
const unreadMerge: MergeStrategy<{ unread: number }> = {
  merge: (responses) => ({
    unread: Math.min(
      responses.reduce((sum, { unread }) => sum + unread, 0),
      maxNotices,
    ),
  }),
};

export const listNotices = defineEndpoint({
  ...sessionCall,
  method: "GET",
  path: "/notices",
  multiDatabase: noticeMerge,
  summary: `List your newest ${maxNotices} notifications: files received through your links, overdue uploads, exports, documentations sent back or assigned to you, and threads that mention you or that you take part in.`,
  response: z.object({ items: z.array(noticeRow) }),
});

export const countUnreadNotices = defineEndpoint({
  ...sessionCall,
  method: "GET",
  path: "/notice/unread",
  multiDatabase: unreadMerge,
  summary: `Count your unread notifications, at most ${maxNotices}.`,
  response: z.object({ unread: z.int() }),
});

export const readNotices = defineEndpoint({
  ...sessionCall,
  method: "PUT",
  path: "/notice/read",
  multiDatabase: unreadMerge,
  summary:
    "Mark notifications as read: those with the given IDs, or with `until` all created by then. Read notifications are not emailed. Refused in a switched session.",
  body: z.strictObject({
    ids: z.array(uuid()).max(maxNotices).default([]),
    until: instantInput().optional(),
  }),
  response: z.object({ unread: z.int() }),
});

export const getDailyMail = defineEndpoint({
  ...sessionCall,
  directory: true,
  method: "GET",
  path: "/notice/dailyMail",
  summary:
    "Get whether your unread notifications are emailed to you every morning, mentions and replies at once, and the figures of progress on Mondays, and to which address.",
  response: z.object({
    dailyMail: z.boolean(),
    instantMail: z.boolean(),
    weeklyMail: z.boolean(),
    email: z.string().nullable(),
  }),
});

export const setDailyMail = defineEndpoint({
  ...sessionCall,
  directory: true,
  method: "PUT",
  path: "/notice/dailyMail",
  summary:
    "Turn the daily email, emails of mentions and replies at once, and the weekly email on or off. What is omitted stays as it is. Refused in a switched session.",
  body: z.strictObject({
    dailyMail: z.boolean().optional(),
    instantMail: z.boolean().optional(),
    weeklyMail: z
      .boolean()
      .optional()
      .meta({ description: "The figures of progress, for users with ROLE_PROGRESS" }),
  }),
  response: z.object({ success: z.literal(true) }),
});
