import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { createDeferred } from "#testing/deferred.ts";
import { aSession } from "#testing/fixtures.ts";
import { prefetchOnNavigate, preloadScreen } from "./preload.ts";
import { screens } from "./screens.ts";

const session = { ...aSession(), lastRefresh: 0 };

/** The paths of the screens that are preloaded for a URL. */
function preloadedPathsFor(address: string, user: typeof session | null): string[] {
  const loadedPaths: string[] = [];
  for (const [path, screen] of Object.entries(screens))
    vi.spyOn(screen, "load").mockImplementation(async () => {
      loadedPaths.push(path);
      return { default: () => null };
    });
  void preloadScreen(new URL(address, location.origin), user, new QueryClient(), Promise.resolve());
  return loadedPaths;
}

afterEach(() => vi.restoreAllMocks());

it("design§Web the screen of a URL is loaded before it renders, unless the user cannot see it", () => {
  expect(preloadedPathsFor("/documentation", session)).toEqual(["/documentation"]);
  expect(preloadedPathsFor("/documentation/details/00000000-0000-4000-8000-000000000001", session)).toEqual([
    "/documentation/details/:uuid",
  ]);
  expect(preloadedPathsFor("/customer", session)).toEqual([]);
  expect(preloadedPathsFor("/Documentation", session)).toEqual([]);
  expect(preloadedPathsFor("/documentation", null)).toEqual(["/login"]);
});

it("design§Web nothing renders before the texts of the frame are there, also where the user cannot see the screen", async () => {
  let hasTexts = false;
  const texts = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
    hasTexts = true;
  });
  await preloadScreen(new URL("/customer", location.origin), session, new QueryClient(), texts);
  expect(hasTexts).toBe(true);
});

it("design§Web the start page loads the screen it redirects to", () => {
  expect(preloadedPathsFor("/", session)).toEqual(["/documentation"]);
  expect(preloadedPathsFor("/", { ...session, roles: ["ROLE_SWITCH_CUSTOMER"] })).toEqual(["/switchAccount"]);
});

it("design§Web a screen's first calls are made before it renders, with the parameters of its URL", async () => {
  const prefetches: unknown[] = [];
  vi.spyOn(screens["/documentation/details/:uuid"], "load").mockResolvedValue({
    default: () => null,
    prefetch: (_, path) => prefetches.push(path),
  });
  await preloadScreen(
    new URL("/documentation/details/x?queue=1", location.origin),
    session,
    new QueryClient(),
    Promise.resolve(),
  );
  expect(prefetches).toEqual([
    { params: { uuid: "x" }, search: new URLSearchParams("queue=1"), customerId: session.customerId },
  ]);
});

it("design§Web a screen waits for its first responses where the page shows its photos already", async () => {
  const responses = createDeferred<void>();
  vi.spyOn(screens["/photo"], "load").mockResolvedValue({
    default: () => null,
    prefetch: () => responses.promise,
  });
  const preload = () =>
    preloadScreen(new URL("/photo", location.origin), session, new QueryClient(), Promise.resolve());
  await preload();
  const photos = document.createElement("div");
  photos.className = "opening-photos";
  document.body.append(photos);
  let isPreloaded = false;
  const preloading = preload().then(() => {
    isPreloaded = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isPreloaded).toBe(false);
  responses.settle();
  await preloading;
  photos.remove();
});

it("design§Web navigation prefetches a screen's first calls while it loads, if the user can open it", async () => {
  const prefetches: unknown[] = [];
  for (const path of ["/documentation/details/:uuid", "/customer"] as const)
    vi.spyOn(screens[path], "load").mockResolvedValue({
      default: () => null,
      prefetch: (_, { params }) => prefetches.push([path, params]),
    });
  const navigate = (address: string, user: typeof session | null) =>
    prefetchOnNavigate(new URL(address, location.origin), user, new QueryClient());
  await navigate("/documentation/details/x", session);
  await navigate("/customer", session);
  await navigate("/documentation/details/x", null);
  expect(prefetches).toEqual([["/documentation/details/:uuid", { uuid: "x" }]]);
  vi.spyOn(screens["/documentation/details/:uuid"], "load").mockRejectedValue(new Error("no network"));
  await expect(navigate("/documentation/details/x", session)).resolves.toBeUndefined();
});
