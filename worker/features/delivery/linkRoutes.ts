import type { Language } from "#domain/core/language.ts";
import { problem } from "#domain/core/problem.ts";
import {
  downloadDeliveryLink,
  getDeliveryLink,
  linkedFilesPerPage,
} from "#domain/endpoints/exports/deliveryLink.ts";
import { mount } from "#worker/api/mount.ts";
import { zipDate } from "#worker/export/dates.ts";
import { zipNamed } from "#worker/export/fileNames.ts";
import { r2Source } from "#worker/export/r2Source.ts";
import { safeName, UniquePaths } from "#worker/export/safeNames.ts";
import { type ExportFile, exportFileOf, wholeObject } from "#worker/export/segments.ts";
import { serveExport } from "#worker/export/serve.ts";
import { segmentEntry, storedEntry, type ZipEntry, zipSegments } from "#worker/export/zipSegments.ts";
import type { App } from "#worker/http/context.ts";
import { findMailedLink, type LinkedFile, type OpenedLink } from "#worker/links/mailedLink.ts";
import { attachment } from "#worker/media/attachment.ts";

/** /deliveryLink: files too large for a mail, for anyone with its link. The token opens only that delivery. */
export function mountDeliveryLinks(app: App): void {
  mount(app, getDeliveryLink, async ({ c, body }) => {
    const link = await findMailedLink(c, body.token);
    const files = await link.files(c.get("db"));
    const available = files.filter(({ gone: missing }) => !missing);
    return {
      name: link.name,
      customerName: link.customerName,
      expires: link.expires,
      files: files.slice(body.offset, body.offset + linkedFilesPerPage),
      fileCount: files.length,
      goneCount: files.length - available.length,
      bytes: available.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  });

  mount(app, downloadDeliveryLink, async ({ c, env, query }) => {
    const link = await findMailedLink(c, query.link);
    const files = await link.files(c.get("db"));
    if (query.file === undefined)
      return serveExport(zipOf(link, files, query.language), c.req.raw, r2Source(env.STORAGE));
    const requestedFile = files.find(({ id, gone: missing }) => id === query.file && !missing);
    if (!requestedFile) throw problem("notFound");
    const { objectKey, path, bytes: dataSize, crc32, etag } = requestedFile;
    const name = path.slice(path.lastIndexOf("/") + 1);
    return attachment(env, objectKey, { name, dataSize, crc32, etag }, c.req.raw);
  });
}

const texts = {
  en: {
    name: "missing",
    lead: "These files were removed after the email was sent, and are not in this zip file:",
  },
  sv: {
    name: "saknas",
    lead: "De här filerna har tagits bort sedan mejlet skickades och finns inte i zip-filen:",
  },
} as const satisfies Record<Language, object>;

/** All files of a link under their paths, and a list of those that are gone. The same state yields the same bytes. */
function zipOf(
  { name, dateCreated }: OpenedLink,
  files: readonly LinkedFile[],
  language: Language,
): ExportFile {
  const modified = zipDate(dateCreated);
  const paths = new UniquePaths();
  const entries: ZipEntry[] = [];
  for (const { gone: missing, path, objectKey: key, etag, bytes: size, crc32 } of files) {
    if (missing) continue;
    const segments = [wholeObject({ key, etag, size, crc32 })];
    entries.push(segmentEntry(paths.take("", path, ""), { segments, crc32 }, modified));
  }
  const missing = files.filter((file) => file.gone);
  if (missing.length > 0) {
    const { name: listName, lead } = texts[language];
    const lines = [lead, "", ...missing.map(({ path }) => path), ""].join("\r\n");
    entries.push(storedEntry(paths.take("", listName, ".txt"), new TextEncoder().encode(lines), modified));
  }
  return exportFileOf(zipSegments(entries, { zip64: "whenNeeded" }), zipNamed(safeName(name)));
}
