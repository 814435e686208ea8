import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { endSession } from "#api/session.ts";
import { initI18n, loadTexts } from "#i18n/i18n.ts";
import { areas } from "#i18n/texts.ts";
import { clearAlerts } from "#ui/overlay/alertStore.ts";

/** Loads all texts, as if every screen had been opened; a test of another language starts that itself. */
await initI18n("en");
await Promise.all(areas.map(loadTexts));

// A call that its test does not answer gets no answer, from no network either.
globalThis.fetch = () => new Promise(() => {});

// Browser functions that Primer needs and happy-dom lacks.
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};
HTMLElement.prototype.showPopover ??= () => {};
HTMLElement.prototype.hidePopover ??= () => {};

// A failure shows no whole page, which would hide the cause. A file's first test loads its screen, which may take more than five
// seconds on a busy machine; elements that never appear still fail.
configure({
  asyncUtilTimeout: 15_000,
  getElementError: (message) => new Error(message?.split("\n\n")[0] ?? ""),
});

/** A complaint by React, Primer or the app fails the test it happens in. */
const complaints: string[] = [];

beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, "error").mockImplementation((...words) => {
    complaints.push(words.map(String).join(" "));
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  endSession();
  clearAlerts();
  localStorage.clear();
  sessionStorage.clear();
  // All files of a worker share a page.
  for (const element of [document.documentElement, document.body]) element.removeAttribute("style");
  document.body.replaceChildren();
  const heard = [...complaints];
  vi.restoreAllMocks();
  expect(heard).toEqual([]);
});
