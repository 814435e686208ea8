import { createDownloadTicket } from "#domain/endpoints/account/session.ts";
import { apiBase, call, type Query, toQueryString } from "./client.ts";

/**
 * Starts a download in the browser, which can resume it, shows its progress and does not hold it in memory. Browser downloads
 * send no headers, so the URL carries a ticket for this one download.
 */
export async function startDownload(path: string, query?: Query): Promise<void> {
  const { url } = await call(createDownloadTicket, {
    body: { path: `${apiBase}${path}${toQueryString(query)}` },
  });
  openDownload(url);
}

/** Starts a download from a URL that already carries its ticket. */
export function openDownload(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  // An empty name lets the response's Content-Disposition name the file.
  link.download = "";
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
