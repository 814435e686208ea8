import { afterEach, expect, it, vi } from "vitest";
import { aSession } from "../testing/fixtures";
import { loadAhead } from "./ahead";
import { screens } from "./screens";

const session = { ...aSession(), lastRefresh: 0 };

/** The paths whose screens are loaded for an address. */
function loadedFor(address: string, as: typeof session | null): string[] {
  const loaded: string[] = [];
  for (const [path, screen] of Object.entries(screens))
    vi.spyOn(screen, "load").mockImplementation(async () => {
      loaded.push(path);
      return { default: () => null };
    });
  loadAhead(address, as);
  return loaded;
}

afterEach(() => vi.restoreAllMocks());

it("design§Web the screen at an address is loaded before it is drawn, and one that may not be seen is not", () => {
  expect(loadedFor("/documentation", session)).toEqual(["/documentation"]);
  expect(loadedFor("/documentation/details/00000000-0000-4000-8000-000000000001", session)).toEqual([
    "/documentation/details/:uuid",
  ]);
  expect(loadedFor("/customer", session)).toEqual([]);
  expect(loadedFor("/Documentation", session)).toEqual([]);
  expect(loadedFor("/documentation", null)).toEqual(["/login"]);
});

it("design§Web the start page loads where it leads", () => {
  expect(loadedFor("/", session)).toEqual(["/documentation"]);
  expect(loadedFor("/", { ...session, roles: ["ROLE_SWITCH_CUSTOMER"] })).toEqual(["/switchAccount"]);
});
