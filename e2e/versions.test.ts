import { inject } from "vitest";
import { describe, expect, test } from "./support/browser.ts";
import { Person, phone } from "./support/phone.ts";
import { startRelease } from "./support/release.ts";

describe("a new version of the console", () => {
  test("design§Capture is announced, breaks no open page, and loses no draft when it takes over", async ({
    visit,
  }) => {
    const release = await startRelease(inject("baseUrl"));
    try {
      const person = new Person(await visit({ ...phone, baseURL: release.url }), "en");
      const { page } = person;
      const { offline, state } = person.t.common;
      await person.logIn();
      await page.goto("/documentation/create");
      await page.getByText(offline.ready.split("{time}")[0]!).waitFor();
      await person.begin("Kabelskåp", "Version");
      await person.answer(["Skick", "choice", "Bra"]);
      await person.waitUntilSaved();

      const worker = await (await fetch(`${release.url}/sw.js`)).text();
      // A chunk that is not loaded yet.
      const lazyChunk = /assets\/ConfirmDialog-[\w-]+\.js/.exec(worker)![0];
      release.publish(lazyChunk);
      const type = async () => (await fetch(`${release.url}/${lazyChunk}`)).headers.get("content-type");
      expect(await type()).toMatch(/^text\/html/);
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await page.getByText(offline.newVersion).waitFor();
      await page.getByRole("button", { name: person.t.capture.form.change }).tap();
      await page.getByRole("alertdialog").getByText(person.t.capture.form.changeText).last().waitFor();
      await page.keyboard.press("Escape");

      await page.getByRole("button", { name: state.reload }).tap();
      await page.getByText(offline.newVersion).waitFor({ state: "hidden" });
      await expect.poll(() => person.readAnswer(["Skick", "choice", "Bra"])).toBe("Bra");
      await expect
        .poll(() => page.locator('meta[name="siteproof-version"]').getAttribute("content"))
        .toBe(release.newVersion);
    } finally {
      await release.close();
    }
  });
});
