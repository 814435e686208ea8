import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { expect, test } from "vitest";

/** The data that the build writes into the first script (web/src/entry/boot.ts). */
interface BootFiles {
  files: string[];
  screens: Record<string, number[]>;
  frame: number[];
  texts: Record<string, Record<string, number[]>>;
}

const assets = path.join(import.meta.dirname, "../web/dist/assets");
const compressedSizeOf = async (file: string) =>
  brotliCompressSync(await readFile(path.join(assets, file)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  }).length;

/**
 * The built files needed to draw a screen for a logged-in user in English: those of index.html and those preloaded with them, without
 * the polyfills, which current browsers do not load.
 */
async function filesOf(screen: string): Promise<string[]> {
  const page = await readFile(path.join(assets, "../index.html"), "utf8");
  const assetNames = [...page.matchAll(/"\/assets\/([^"]+)"/g)]
    .map(([, file]) => file!)
    .filter((file) => !file.startsWith("polyfills-"));
  const bootScript = (await readdir(assets)).find(
    (file) => file === assetNames.find((name) => name.startsWith("opening-")),
  );
  const code = await readFile(path.join(assets, bootScript!), "utf8");
  const { files, screens, frame, texts } = JSON.parse(
    /^const __OPENING__=(\{.*\});$/m.exec(code)![1]!,
  ) as BootFiles;
  const numbers = [...frame, ...screens[screen]!, ...texts.en![screen]!, ...texts.en![""]!];
  return [...new Set([...assetNames, ...numbers.map((number) => files[number]!)])];
}

test.each([
  ["/documentation", 22, 370],
  ["/documentation/details/:uuid", 55, 465],
  ["/documentation/:uuid", 42, 465],
])("design§Web %s needs at most %i files and %i kB", async (screen, max, kilobytes) => {
  const files = await filesOf(screen);
  const sizes = await Promise.all(files.map(compressedSizeOf));
  const sum = Math.round(sizes.reduce((all, size) => all + size, 0) / 1000);
  expect(
    { files: files.length <= max, kilobytes: sum <= kilobytes },
    `${files.length} files, ${sum} kB`,
  ).toEqual({
    files: true,
    kilobytes: true,
  });
});
