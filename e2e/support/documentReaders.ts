import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Readers of documents that share no code with what writes them. */

const run = promisify(execFile);

/** The text of every page of a PDF, by pdf.js. */
export async function readPdfPages(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  await task.destroy();
  return pages;
}

const entities = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" } as const;

/** The text of an Office document, and its number of JPEGs. */
export function officeText(bytes: Uint8Array): { text: string; pictures: number } {
  const parts = unzipSync(bytes);
  const decoder = new TextDecoder();
  const text = Object.entries(parts)
    .filter(([name]) => name.endsWith(".xml") && !name.startsWith("customXml/"))
    .map(([, content]) => decoder.decode(content).replace(/<[^>]*>/g, " "))
    .join(" ")
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: keyof typeof entities) => entities[name]);
  return { text, pictures: Object.keys(parts).filter((name) => /\/media\/.*\.jpe?g$/.test(name)).length };
}

function isInstalled(program: string, versionOption: string): boolean {
  try {
    execFileSync(program, [versionOption], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Runs a task in a folder that is removed afterwards. */
export async function inTemporaryFolder<T>(task: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "siteproof-readers-"));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What Poppler finds in a PDF: text in the order in which it is drawn, and the number of pictures. Null if it is not installed. */
export async function readWithPoppler(pdf: string): Promise<{ text: string; pictures: number } | null> {
  if (!isInstalled("pdftotext", "-v")) return null;
  const [text, images] = await Promise.all([
    run("pdftotext", ["-raw", pdf, "-"], { maxBuffer: 64 << 20 }),
    run("pdfimages", ["-list", pdf]),
  ]);
  // Poppler reports what is wrong with a file on standard error.
  if (text.stderr || images.stderr) throw new Error(`${pdf}: ${text.stderr}${images.stderr}`);
  return {
    text: text.stdout,
    pictures: images.stdout.split("\n").filter((line) => /\bimage\b/.test(line)).length,
  };
}

/** The pages that LibreOffice prints of Office documents in a folder, as PDFs beside them. Null if it is not installed. */
export async function printWithLibreOffice(
  folder: string,
  files: readonly string[],
): Promise<Uint8Array[] | null> {
  if (!isInstalled("soffice", "--version")) return null;
  const profile = `-env:UserInstallation=file://${path.join(folder, "profile")}`;
  const paths = files.map((file) => path.join(folder, file));
  await run("soffice", [profile, "--headless", "--convert-to", "pdf", "--outdir", folder, ...paths]);
  return Promise.all(
    paths.map(async (file) => new Uint8Array(await readFile(file.replace(/\.\w+$/, ".pdf")))),
  );
}

export const writeInto = async (folder: string, file: string, bytes: Uint8Array): Promise<string> => {
  const target = path.join(folder, file);
  await writeFile(target, bytes);
  return target;
};
