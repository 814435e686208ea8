import type { Language } from "#domain/core/language.ts";
import { problem } from "#domain/core/problem.ts";
import {
  downloadDeliveryLink,
  getDeliveryLink,
  maxLinkedFiles,
} from "#domain/endpoints/exports/deliveryLink.ts";
import { mount } from "#worker/api/mount.ts";
import { shortenPaths, splitPath } from "#worker/export/archivePaths.ts";
import { zipDate } from "#worker/export/dates.ts";
import { zipFileName } from "#worker/export/fileNames.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { toSafeName, UniquePaths } from "#worker/export/safeNames.ts";
import { createObjectSegment, type ExportFile, exportFileOf } from "#worker/export/segments.ts";
import { serveExport } from "#worker/export/serveExport.ts";
import {
  createSegmentEntry,
  createStoredEntry,
  createZipSegments,
  type ZipEntry,
} from "#worker/export/zipSegments.ts";
import type { App } from "#worker/http/context.ts";
import { type DeliveredFile, findMailedLink, type MailedLink } from "#worker/links/mailedLink.ts";
import { serveAttachment } from "#worker/media/attachment.ts";

/** /deliveryLink: files too large for a mail, for anyone with the link. The token opens only one delivery. */
export function mountDeliveryLinks(app: App): void {
  mount(app, getDeliveryLink, async ({ c, body }) => {
    const link = await findMailedLink(c, body.token);
    const files = await link.listFiles(c.get("db"));
    const availableFiles = files.filter(({ removed: isRemoved }) => !isRemoved);
    return {
      name: link.name,
      customerName: link.customerName,
      expires: link.expires,
      files: files.slice(body.offset, body.offset + maxLinkedFiles),
      fileCount: files.length,
      removedCount: files.length - availableFiles.length,
      bytes: availableFiles.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  });

  mount(app, downloadDeliveryLink, async ({ c, env, query }) => {
    const link = await findMailedLink(c, query.link);
    const files = await link.listFiles(c.get("db"));
    if (query.file === undefined)
      return serveExport(createLinkZip(link, files, query.language), c.req.raw, createR2Source(env.STORAGE));
    const requestedFile = files.find(({ id, removed: isRemoved }) => id === query.file && !isRemoved);
    if (!requestedFile) throw problem("notFound");
    const { objectKey, path, bytes: dataSize, crc32, etag } = requestedFile;
    const name = path.slice(path.lastIndexOf("/") + 1);
    return serveAttachment(env, objectKey, { name, dataSize, crc32, etag }, c.req.raw);
  });
}

const texts = {
  en: {
    missing: {
      name: "missing",
      lead: "These files were removed after the email was sent, and are not in this zip file:",
    },
    shortened: {
      name: "full names",
      lead: "Windows cannot unpack names of this length. They were shortened; the full name is below each one:",
    },
  },
  sv: {
    missing: {
      name: "saknas",
      lead: "De här filerna har tagits bort sedan mejlet skickades och finns inte i zip-filen:",
    },
    shortened: {
      name: "hela namn",
      lead: "Windows kan inte packa upp så långa namn. De är förkortade; hela namnet står under vart och ett:",
    },
  },
} as const satisfies Record<Language, object>;

/** All files of a link under their paths, a list of the files that are removed, and a list of shortened names. The same state yields the same bytes. */
function createLinkZip(
  { name, dateCreated }: MailedLink,
  files: readonly DeliveredFile[],
  language: Language,
): ExportFile {
  const modifiedAt = zipDate(dateCreated);
  const availableFiles = files.filter(({ removed }) => !removed);
  const names = new UniquePaths();
  const paths = availableFiles.map(({ path }) => {
    const { stem, extension } = splitPath(path);
    return names.reserve("", stem, extension);
  });
  const shortPaths = shortenPaths(paths);
  const zipEntries = availableFiles.map(({ objectKey: key, etag, bytes: size, crc32 }, index): ZipEntry => {
    const segments = [createObjectSegment({ key, etag, size, crc32 })];
    return createSegmentEntry(shortPaths[index]!, { segments, crc32 }, modifiedAt);
  });
  const addList = (
    { name: listName, lead: introduction }: { name: string; lead: string },
    lines: readonly string[],
  ) => {
    if (lines.length === 0) return;
    const text = new TextEncoder().encode([introduction, "", ...lines, ""].join("\r\n"));
    zipEntries.push(createStoredEntry(names.reserve("", listName, ".txt"), text, modifiedAt));
  };
  const { missing: missingListTexts, shortened: shortenedListTexts } = texts[language];
  addList(
    missingListTexts,
    files.filter(({ removed }) => removed).map(({ path }) => path),
  );
  addList(
    shortenedListTexts,
    shortPaths.flatMap((shortPath, index) =>
      shortPath === paths[index] ? [] : [shortPath, `    ${paths[index]}`],
    ),
  );
  return exportFileOf(createZipSegments(zipEntries, { zip64: "whenNeeded" }), zipFileName(toSafeName(name)));
}
