import { type Browser, chromium } from "playwright-core";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Containers give /dev/shm 64 MB, and a page with many photos crashes on it.
  "--disable-dev-shm-usage",
];

// Not with the package's own arguments: --single-process, made for functions, ends the browser with its first closed page, and
// --disable-web-security would hide what the policy forbids.
export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: flags });

/** Each unpacks or names a Chromium. */
const candidates: readonly (() => Promise<string>)[] = [
  async () => {
    // Read when the package is loaded: only for this name does it unpack its own libnss, and names it to those it starts.
    process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs24.x";
    const { default: packaged } = await import("@sparticuz/chromium");
    return packaged.executablePath();
  },
  async () => "/usr/bin/chromium",
];

/**
 * The Chromium that comes as a package, the same on every machine and quicker than a whole desktop's, or else the machine's own;
 * E2E_CHROMIUM names another. Asked once for all tests: two that unpack it at once would be in each other's way.
 * @throws when none of them starts
 */
export async function findChromium(): Promise<string> {
  if (process.env.E2E_CHROMIUM) return process.env.E2E_CHROMIUM;
  const faults: unknown[] = [];
  for (const candidate of candidates)
    try {
      const path = await candidate();
      const browser = await launch(path);
      await browser.close();
      return path;
    } catch (error) {
      faults.push(error);
    }
  throw new AggregateError(faults, "no Chromium starts");
}
