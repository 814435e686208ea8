import { downloadTicket } from "../../../domain/endpoints/session";
import { apiBase, call, type Query, queryOf } from "./client";

/**
 * Lets the browser itself download: it resumes, shows progress and needs no memory for it, but sends no header, so that
 * the address carries a ticket for this very download instead.
 */
export async function startDownload(path: string, query?: Query): Promise<void> {
  const { url } = await call(downloadTicket, { body: { path: `${apiBase}${path}${queryOf(query)}` } });
  openDownload(url);
}

/** Lets the browser download an address that carries its ticket already. */
export function openDownload(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  // Without a name the answer's Content-Disposition names the file.
  link.download = "";
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
