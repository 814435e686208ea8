import { createHash } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { type Random, seededRandom } from "#domain/testing/random.ts";
import common from "#i18n/locales/en/common.ts";
import documentation from "#i18n/locales/en/documentation.ts";
import review from "#i18n/locales/en/review.ts";
import { takePhoto } from "#scripts/demo/demoPictures.ts";
import { describe, expect, openAs, test } from "./support/browser.ts";
import { completeDocumentation } from "./support/device.ts";
import { fillPlaceholders } from "./support/phone.ts";
import { watchPointer } from "./support/pointerWatch.ts";
import { fillPath, follow, idsIn, listScreens, screens } from "./support/screens.ts";

/** A pointer wanders over every screen while it loads and after each action: the control below it stays where it is. */

/** `POINTER_SEED=7 npm test -- --only browser` wanders another way. */
const seed = Number(process.env.POINTER_SEED ?? 20261126);
const maxDelayMs = 400;
/** Milliseconds that the pointer stays: on its way to another control, or until it could be pressed. */
const stays = [40, 120, 310];

/** Delays each call by a time that depends only on the seed and its path, so that responses arrive in any order, yet the same again. */
const delayCalls = (page: Page) =>
  page.route("**/api/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    const hash = createHash("sha256").update(`${seed} ${pathname}`).digest().readUInt32BE();
    await new Promise((resolve) => setTimeout(resolve, hash % maxDelayMs));
    // The page may have cancelled the call.
    await route.continue().catch(() => {});
  });

/** Moves the pointer to the control nearest to a random point of the window, and stays there for a while. */
async function wander(page: Page, random: Random): Promise<void> {
  const [x, y, stay] = [random.number(1000) / 1000, random.number(1000) / 1000, random.pick(stays)];
  const target = await page.evaluate(
    ([relativeX, relativeY]) => {
      const [x, y] = [relativeX * innerWidth, relativeY * innerHeight];
      const layer = [...document.querySelectorAll("dialog[open], [role=dialog]")].at(-1) ?? document.body;
      return (
        [...layer.querySelectorAll("a[href], button, input, select, textarea, summary, [role=tab]")]
          // Links of the navigation bar that do not fit are hidden outside the window.
          .filter((control) => control.checkVisibility({ visibilityProperty: true }))
          .map((control) => control.getBoundingClientRect())
          .filter(({ width, top, bottom }) => width > 1 && top >= 0 && bottom <= innerHeight)
          .map((bounds) => [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2] as const)
          .sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y))[0]
      );
    },
    [x, y] as const,
  );
  if (target) await page.mouse.move(...target);
  await page.waitForTimeout(stay);
}

const shiftsOn = (page: Page) => page.evaluate(() => window.pointerShifts.splice(0));

/** The elements that can be clicked on any screen without changing data. */
const harmless =
  "main th button, main [role=tab], main nav button:enabled, main summary, main input[type=checkbox], main [aria-haspopup=true]";

describe(`a pointer with seed ${seed}`, () => {
  test("design§Web nothing moves under the pointer in any screen, while it loads and after sorting, paging and selecting", async ({
    visit,
  }) => {
    const { page } = await visit({ reducedMotion: "reduce" });
    await watchPointer(page);
    await openAs(page, "super", "/graphic");
    await page.locator("main h1").first().waitFor();
    const ids = await idsIn(page);
    await delayCalls(page);
    for (const screen of new Set([...screens, ...listScreens])) {
      const random = seededRandom(seed + screen.length);
      const heading = await page.locator("main h1").first().elementHandle();
      await follow(page, fillPath(screen, ids));
      // The previous screen stays until the next one has loaded.
      await page.waitForFunction((old) => !old?.isConnected, heading);
      for (let step = 0; step < 4; step += 1) await wander(page, random);
      await clickSomething(page.locator(harmless), random);
      for (let step = 0; step < 2; step += 1) await wander(page, random);
      await page.keyboard.press("Escape");
      expect(await shiftsOn(page), screen).toEqual([]);
    }
  });

  test("2§2 nothing moves under the pointer after each action of a review: answering, rotating, commenting and approving", async ({
    visit,
  }) => {
    const { page } = await visit({ reducedMotion: "reduce" });
    const takenAt = new Date(Date.UTC(2026, 4, 5));
    const { bytes } = await takePhoto("cabinet", { takenAt, lat: 63.3, lng: 18.7 });
    const name = `Pointer ${Date.now()}`;
    const id = await completeDocumentation({
      ...{ name, answer: "Rust" },
      photos: [{ name: "Gate_01", bytes }],
    });
    const random = seededRandom(seed);
    await watchPointer(page);
    await delayCalls(page);
    await openAs(page, "staff", `/documentation/details/${id}`);
    /** Clicks a control, and wanders on at once. */
    const act = async (control: Locator) => {
      await control.click();
      for (let step = 0; step < 4; step += 1) await wander(page, random);
      expect(await shiftsOn(page), `after ${control}`).toEqual([]);
    };
    const main = page.getByRole("main");
    const button = (name: string) => main.getByRole("button", { name, exact: true });
    await act(button(fillPlaceholders(review.answer.editOf, { task: "Remark" })));
    await act(button(common.actions.cancel));
    await act(
      main
        .getByRole("button", { name: fillPlaceholders(documentation.gallery.open, { name: "Gate_01" }) })
        .first(),
    );
    const viewer = page.getByRole("dialog", { name: documentation.gallery.viewer });
    const tool = (name: string) => viewer.getByRole("button", { name, exact: true });
    const comment = tool(review.photo.writeComment);
    const before = await comment.boundingBox();
    await act(tool(documentation.gallery.rotateRight));
    expect(await comment.boundingBox()).toEqual(before);
    await act(tool(documentation.gallery.rotateRight));
    await act(comment);
    await page.keyboard.type("Rust");
    await act(tool(common.actions.save));
    await act(tool(review.status.APPROVED.action));
    const undoOf = (text: string) =>
      viewer.getByRole("button", { name: common.undo.undo, description: text });
    const approved = fillPlaceholders(review.status.success, { name, status: documentation.status.APPROVED });
    // The offers of earlier changes do not replace it, and the remaining ones do not move under the pointer.
    await act(undoOf(approved));
    await tool(review.status.APPROVED.action).and(page.locator(":enabled")).waitFor();
  });
});

/** Clicks one of the visible elements, if there are any. */
async function clickSomething(controls: Locator, random: Random): Promise<void> {
  const choice = random.number(1000);
  const targets = await controls.evaluateAll((elements) =>
    elements
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, top, bottom }) => width > 1 && top >= 0 && bottom <= innerHeight)
      .map(({ x, y, width, height }) => [x + width / 2, y + height / 2] as const),
  );
  const target = targets[choice % Math.max(1, targets.length)];
  if (!target) return;
  const page = controls.page();
  await page.mouse.click(...target);
  // The click's own changes have been drawn by then; responses take longer.
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 50)));
}
