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

// The package's default arguments are not used: --single-process ends the browser with the first closed page, and
// --disable-web-security would hide violations of the policy.
export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: flags });

/** Each returns the path of a Chromium, unpacked if necessary. */
const candidates: readonly (() => Promise<string>)[] = [
  async () => {
    // The package reads this on load, and unpacks its bundled libnss only for this value.
    process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs24.x";
    const { default: packagedChromium } = await import("@sparticuz/chromium");
    return packagedChromium.executablePath();
  },
  async () => "/usr/bin/chromium",
];

/**
 * Returns the path of the packaged Chromium, or else of an installed one; E2E_CHROMIUM overrides both. Called once for all tests,
 * because two processes cannot unpack it concurrently.
 * @throws AggregateError if none of them starts
 */
export async function findChromium(): Promise<string> {
  if (process.env.E2E_CHROMIUM) return process.env.E2E_CHROMIUM;
  const errors: unknown[] = [];
  for (const candidate of candidates)
    try {
      const path = await candidate();
      const browser = await launch(path);
      await browser.close();
      return path;
    } catch (error) {
      errors.push(error);
    }
  throw new AggregateError(errors, "no Chromium starts");
}
