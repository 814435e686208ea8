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
