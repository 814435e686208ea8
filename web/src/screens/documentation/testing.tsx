import { screen, within } from "@testing-library/react";
import { vi } from "vitest";
import { clearImages } from "#api/imageCache.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { type aFile, anId, aPhoto, aSession, type aTask, someDetails } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

/* Test helpers for the details screen of one documentation. */
export const documentationId = anId();

export interface DocumentationFixture {
  details?: Parameters<typeof someDetails>[0];
  tasks?: ReturnType<typeof aTask>[];
  photos?: PhotoRow[];
  files?: ReturnType<typeof aFile>[];
  events?: unknown[];
}

/** Fakes the reads from `fixture`, and the calls that a test adds. Changes to `fixture` apply to the next read. */
export function serve(fixture: DocumentationFixture = {}, routes: Parameters<typeof fakeApi>[0] = {}) {
  const photos = () => fixture.photos ?? [];
  return fakeApi({
    [`GET /documentations/${documentationId}`]: () =>
      someDetails({
        id: documentationId,
        numberOfPhotos: photos().length,
        uploadedPhotos: photos().length,
        ...fixture.details,
      }),
    [`GET /documentationEvent/findAllByDocumentationId/${documentationId}`]: () => ({
      items: fixture.events ?? [],
    }),
    "GET /documentationTasks": () => ({ items: fixture.tasks ?? [] }),
    "GET /photos": ({ query }) => {
      const offset = Number(query.get("offset"));
      return { items: photos().slice(offset, offset + Number(query.get("max"))) };
    },
    "GET /files": () => ({ items: fixture.files ?? [] }),
    "POST /downloadTicket": () => ({ url: "#ticket", expires: "2026-05-04T10:15:00Z" }),
    ...routes,
  });
}

export const somePhotos = (count: number, changes: object = {}) =>
  Array.from({ length: count }, (_, index) =>
    aPhoto({ documentationId, name: `Photo_${index + 1}`, ...changes }),
  );

export const show = (session = aSession(), search = "") =>
  renderApp(`/documentation/details/${documentationId}${search}`, session);

export const findSection = async (name: string) =>
  within(
    (await screen.findByRole("heading", { name: new RegExp(`^${name}`), level: 2 })).closest("section")!,
  );

/** Reports no element as visible, so that no image is fetched unless a test needs it. */
export function hideFromObserver() {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  clearImages();
}
