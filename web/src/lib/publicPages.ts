/** The pages for visitors without a session: each has an HTML file of its own, and its path is the file's name. */
export const publicPages = ["uploadFiles", "uploadLater", "retake", "delivered"] as const;
export type PublicPageName = (typeof publicPages)[number];
