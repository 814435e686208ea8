import { createDownloadTicket } from "#domain/endpoints/account/session.ts";
import { apiBase, call, type Query, toQueryString } from "./client.ts";

/**
 * Leaves a download to the browser: it resumes, shows progress and needs no memory for it. It sends no headers, so the address
 * carries a ticket for this one download.
 */
export async function startDownload(path: string, query?: Query): Promise<void> {
  const { url } = await call(createDownloadTicket, {
    body: { path: `${apiBase}${path}${toQueryString(query)}` },
  });
  openDownload(url);
}

/** Downloads from an address that already carries its ticket. */
export function openDownload(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  // An empty name lets the answer's Content-Disposition name the file.
  link.download = "";
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
