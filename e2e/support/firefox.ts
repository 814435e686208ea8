import { type Browser, type BrowserContext, firefox, type Locator, type Page } from "playwright-core";

/** Where Debian, Fedora and Arch install Firefox. */
export const firefoxPaths = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** Firefox's bits for a fine pointer and for hovering. */
const mouse = 2 | 4;

/** Starts an installed Firefox over WebDriver BiDi; Playwright's other protocol needs its own build. */
export async function launchFirefox(executablePath: string): Promise<Browser> {
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath,
    firefoxUserPrefs: {
      // The panel that opens with a download takes the next key.
      "browser.download.alwaysOpenPanel": false,
      // A mouse: without one, as on most servers, Firefox reports that nothing can hover.
      "ui.primaryPointerCapabilities": mouse,
      "ui.allPointerCapabilities": mouse,
      // Tests ask for it, and Playwright's way is a command that Firefox does not know yet.
      "ui.prefersReducedMotion": 1,
    },
  });
  const session = sessionOf(browser);
  forgiveUnknownCommands(session);
  identifyDownloads(session);
  return browser;
}

interface Session {
  send(method: string, params: unknown): Promise<unknown>;
  emit(event: string, params: unknown): boolean;
}

/** The session over which Playwright drives the browser. */
function sessionOf(browser: Browser): Session {
  // Cast: Playwright's server runs in this process, but its types are private.
  const { _connection } = browser as unknown as {
    _connection: { toImpl(object: Browser): { _browserSession: Session } };
  };
  return Object.getPrototypeOf(_connection.toImpl(browser)._browserSession);
}

/** Playwright tells downloads apart by their navigation; those of a link with `download` to a file made in the page have none. */
function identifyDownloads(session: Session): void {
  const { emit } = session;
  session.emit = function (event, params) {
    const isDownload = /^browsingContext\.download(WillBegin|End)$/.test(event);
    return emit.call(
      this,
      event,
      isDownload ? { download: downloadUrlOf(params), ...Object(params) } : params,
    );
  };
}

const downloadUrlOf = (params: unknown): unknown =>
  params instanceof Object && "url" in params && "navigation" in params && params.navigation === null
    ? params.url
    : undefined;

/** Playwright sends commands that only the newest Firefox knows; they emulate features that none of our tests need. */
function forgiveUnknownCommands(session: Session): void {
  const { send } = session;
  session.send = function (method, params) {
    return send.call(this, method, params).catch((error: Error) => {
      if (method.startsWith("emulation.") && error.message.includes("unknown command")) return {};
      throw error;
    });
  };
}

/**
 * Over BiDi Playwright's `fill` acts in a sandbox, whose events React does not notice, and there are no touches: this fills in the page,
 * and clicks instead of tapping.
 */
export function patchLocators(page: Page): void {
  const locators: Locator = Object.getPrototypeOf(page.locator("body"));
  locators.fill = async function (value) {
    await this.evaluate((element, text) => {
      if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return;
      element.focus();
      const prototype = Object.getPrototypeOf(element);
      Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(element, text);
      for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
    }, value);
  };
  locators.tap = async function (options) {
    await this.click(options);
  };
}

/**
 * Hides `ariaLabelledByElements` and its like from scripts of the page, in which Firefox keeps the list that it has returned: its content
 * process crashes if axe has read it there and Playwright then reads it in its sandbox. Both read the attributes instead.
 */
export const hideElementReferences = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    for (const name of Object.getOwnPropertyNames(Element.prototype))
      if (/^aria\w+Elements?$/.test(name)) Reflect.deleteProperty(Element.prototype, name);
  });

/** Chooses the colours as a user does in the menu, because Firefox does not know Playwright's command for those of the system. */
export const chooseColorMode = (context: BrowserContext, colorMode: "dark"): Promise<unknown> =>
  context.addInitScript((mode) => {
    try {
      localStorage.setItem("colorMode", mode);
    } catch {
      // Blank pages have no storage.
    }
  }, colorMode);

/** Errors that Firefox reports over BiDi but no user would notice. */
const noise = [
  // A module that was still loading when the next page was opened: the message of its error is not transmitted.
  /^Error \(|^React Router caught the following error during render Error \(/,
  // The style by which Playwright hides the caret on its screenshots.
  /blocked an inline style .* 'sha256-47DEQpj8HBSa/,
  // Firefox's own page for a lost network, whose policy allows no style of others.
  /blocked an inline style .*“default-src chrome:”/,
  // Its blank page has no storage.
  /^SecurityError: The operation is insecure\.\nundefined$/,
];
export const isNoise = (fault: string): boolean => noise.some((pattern) => pattern.test(fault));
