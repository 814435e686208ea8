import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import { isOneOf } from "#domain/core/objects.ts";
import { findChromium, launch } from "#scripts/support/chromium.ts";
import { UserFacingError } from "#scripts/support/state.ts";
import { firefoxPaths, launchFirefox } from "./firefox.ts";

/** The browsers that the browser tests run in. WebKit has tests of its own (e2e/webkit), because Playwright drives only its own build. */
export const testedBrowsers = ["chromium", "firefox", "webkit"] as const;
export type TestedBrowser = (typeof testedBrowsers)[number];

export interface BrowserUnderTest {
  name: TestedBrowser;
  /** Path of the executable; for WebKit, of its driver. */
  path: string;
}

const webkitDriverPath = "/usr/bin/WebKitWebDriver";
const packages = { firefox: "firefox-esr", webkit: "webkit2gtk-driver and xvfb" } as const;

/** The browser of `npm test -- --browser`, Chromium by default. @throws UserFacingError if it is not installed */
export async function findBrowser(name = process.env.E2E_BROWSER ?? "chromium"): Promise<BrowserUnderTest> {
  if (!isOneOf(testedBrowsers, name))
    throw new UserFacingError(`--browser takes ${testedBrowsers.join(", ")}, not ${name}`);
  if (name === "chromium") return { name, path: await findChromium() };
  const path = (name === "firefox" ? firefoxPaths : [webkitDriverPath]).find((candidate) =>
    existsSync(candidate),
  );
  if (!path) throw new UserFacingError(`${name} is not installed; on Debian: apt install ${packages[name]}`);
  return { name, path };
}

export const launchBrowser = ({ name, path }: BrowserUnderTest): Promise<Browser> =>
  name === "firefox" ? launchFirefox(path) : launch(path);
