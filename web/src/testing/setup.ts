import { cleanup, configure } from "@testing-library/react";
import * as react from "react";
import { __PRIVATE__ as styledComponents } from "styled-components";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { endSession } from "#api/session.ts";
import { initI18n, loadTexts } from "#i18n/i18n.ts";
import { areas } from "#i18n/texts.ts";
import { clearAlerts } from "#ui/overlay/alertStore.ts";
import { clearUndos } from "#ui/undo/undoStore.ts";

/** Loads all texts, as if every screen had been opened. Tests of another language load it themselves. */
await initI18n("en");
await Promise.all(areas.map(loadTexts));

// A call without a handler in its test stays pending.
globalThis.fetch = () => new Promise(() => {});

// Browser functions that Primer needs and happy-dom lacks.
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};
HTMLElement.prototype.showPopover ??= () => {};
HTMLElement.prototype.hidePopover ??= () => {};

// Failures omit the page's HTML, which would hide the cause. A file's first test loads its screen, which can take more than five
// seconds on a busy machine, hence the long timeout.
configure({
  asyncUtilTimeout: 45_000,
  getElementError: (message) => new Error(message?.split("\n\n")[0] ?? ""),
});

// React captures a stack for up to 10 000 elements a second, which names their owners in the browser's tools: an eighth of the tests' time.
const internals = Reflect.get(react, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE");
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => 10_000,
  set() {},
  configurable: true,
});

/** An error logged by React, Primer or the app fails the test. */
const loggedErrors: string[] = [];

beforeEach(() => {
  loggedErrors.length = 0;
  vi.spyOn(console, "error").mockImplementation((...args) => {
    loggedErrors.push(args.map(String).join(" "));
  });
  // Primer warns about what it does not draw, such as the validation of a checkbox.
  vi.spyOn(console, "warn").mockImplementation((...words) => {
    if (String(words[0]).startsWith("Warning")) loggedErrors.push(words.map(String).join(" "));
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  endSession();
  clearAlerts();
  clearUndos();
  localStorage.clear();
  sessionStorage.clear();
  // All test files of a worker share a page.
  for (const element of [document.documentElement, document.body]) element.removeAttribute("style");
  document.body.replaceChildren();
  const errors = [...loggedErrors];
  vi.restoreAllMocks();
  expect(errors).toEqual([]);
});

afterAll(async () => {
  // All test files of a worker share their modules: an import that the end of a file interrupts would fail in the next files as well.
  await vi.dynamicImportSettled();
  // Queries by role compare each element with every rule, so the rules of screens that are gone would slow down all later files.
  const { mainSheet } = styledComponents;
  mainSheet.names.clear();
  mainSheet.keyframeIds.clear();
  mainSheet.clearTag();
  for (const style of document.querySelectorAll("style[data-styled]")) style.remove();
});
