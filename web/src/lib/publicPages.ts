/** The pages for visitors without a session: each has a separate HTML file, whose name is its path. */
export const publicPages = ["uploadFiles", "uploadLater", "retake", "delivered"] as const;
export type PublicPageName = (typeof publicPages)[number];
