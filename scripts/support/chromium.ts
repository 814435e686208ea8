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

// Without the package's own arguments: --single-process ends the browser with the first page that is closed, and
// --disable-web-security would hide breaches of the policy.
export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: flags });

/** Each returns the path of a Chromium, unpacking it if need be. */
const candidates: readonly (() => Promise<string>)[] = [
  async () => {
    // The package reads this when it is loaded, and unpacks its own libnss only for this value.
    process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs24.x";
    const { default: packaged } = await import("@sparticuz/chromium");
    return packaged.executablePath();
  },
  async () => "/usr/bin/chromium",
];

/**
 * The path of the packaged Chromium, the same on every machine, or else of the machine's own; E2E_CHROMIUM names another.
 * Called once for all tests, because two processes cannot unpack it at once.
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
