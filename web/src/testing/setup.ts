import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { endSession } from "../api/session";
import { loadTexts, startTexts } from "../i18n/i18n";
import { areas } from "../i18n/texts";
import { clearAlerts } from "../kit/alertStore";

/** All texts, as if every screen had been opened before; a test of another language starts it itself. */
await startTexts("en");
await Promise.all(areas.map(loadTexts));

// What happy-dom lacks and Primer asks for.
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};
HTMLElement.prototype.showPopover ??= () => {};
HTMLElement.prototype.hidePopover ??= () => {};

// A whole page in every failure hides what failed.
// The first test of a file loads its screen, which takes a busy machine more than five seconds; what never comes still fails.
configure({
  asyncUtilTimeout: 15_000,
  getElementError: (message) => new Error(message?.split("\n\n")[0] ?? ""),
});

/** Whatever React, Primer or the app has to complain about fails the test it happens in. */
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
  const heard = [...complaints];
  vi.restoreAllMocks();
  expect(heard).toEqual([]);
});
