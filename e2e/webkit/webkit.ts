import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { Builder, By, Capabilities, until, type WebDriver, type WebElement } from "selenium-webdriver";
import { inject } from "vitest";
import { demoPassword } from "#scripts/demo/accounts.ts";
import { freePort } from "#scripts/support/listen.ts";

/** Where Debian's architectures install WebKitGTK's small browser, which its driver controls. */
const miniBrowsers = ["x86_64", "aarch64"].map(
  (processor) => `/usr/lib/${processor}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);
const display = ":97";
const waitMs = 60_000;

/** WebKitGTK under a virtual X server. Its automated window behaves like a private one. */
export class WebKit {
  readonly driver: WebDriver;
  readonly #processes: readonly ChildProcess[];

  private constructor(driver: WebDriver, processes: readonly ChildProcess[]) {
    this.driver = driver;
    this.#processes = processes;
  }

  /** @param size of the window in pixels */
  static async start(driverPath: string, size: { width: number; height: number }): Promise<WebKit> {
    const env = {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
    };
    const port = await freePort();
    const processes = [
      spawn("Xvfb", [display, "-screen", "0", "1600x1200x24"], { stdio: "ignore" }),
      spawn(driverPath, ["-p", String(port)], { env, stdio: "ignore" }),
    ];
    const binary = miniBrowsers.find((path) => existsSync(path));
    const capabilities = new Capabilities({
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": { binary, args: ["--automation"] },
    });
    const driver = await untilDone(() =>
      new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build(),
    );
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...size });
    return new WebKit(driver, processes);
  }

  async end(): Promise<void> {
    await this.driver.quit().catch(() => undefined);
    for (const child of this.#processes) child.kill();
  }

  async open(path: string): Promise<void> {
    await this.driver.get(inject("baseUrl") + path);
  }

  async logIn(username: string): Promise<void> {
    // A document of the same origin that runs nothing.
    await this.open("/theme.js");
    await this.run("localStorage.clear()");
    await this.open("/login");
    const password = await this.find("//input[@type='password']");
    await (await this.find("//input[@name='username' or @autocomplete='username']")).sendKeys(username);
    await password.sendKeys(demoPassword);
    await (await this.find("//button[@type='submit']")).click();
    await this.driver.wait(async () => !(await this.driver.getCurrentUrl()).includes("/login"), waitMs);
  }

  /** The first visible element of an XPath. @throws TimeoutError */
  async find(xpath: string): Promise<WebElement> {
    const element = await this.driver.wait(until.elementLocated(By.xpath(xpath)), waitMs, xpath);
    return this.driver.wait(until.elementIsVisible(element), waitMs, `${xpath} is hidden`);
  }

  hasText(text: string): Promise<WebElement> {
    return this.find(`//body//*[not(self::script)][text()[contains(., ${JSON.stringify(text)})]]`);
  }

  /** Presses a button, link or option by its text or label. */
  async press(name: string): Promise<void> {
    const quotedName = JSON.stringify(name);
    const control = await this.find(
      `//*[self::button or self::a or self::label or @role='menuitem'][normalize-space(.)=${quotedName} or @aria-label=${quotedName}]`,
    );
    await this.driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", control);
    await control.click();
  }

  /** Chooses a file in the input that an XPath finds; it may be hidden. */
  async chooseFile(xpath: string, file: string): Promise<void> {
    const input = await this.driver.wait(until.elementLocated(By.xpath(xpath)), waitMs, xpath);
    await input.sendKeys(file);
  }

  run<T>(script: string, ...input: unknown[]): Promise<T> {
    return this.driver.executeScript<T>(script, ...input);
  }

  /** Runs a script that calls its last argument with the result. */
  runAsync<T>(script: string, ...input: unknown[]): Promise<T> {
    return this.driver.executeAsyncScript<T>(script, ...input);
  }
}

/** Repeats while the driver starts. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
}
