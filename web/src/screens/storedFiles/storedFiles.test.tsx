import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { listMediaFaults } from "#domain/endpoints/operations/storedFiles.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const route = "GET /storedFile/faults";
const documentationId = "0b7f0d0a-5b4f-4a51-8f3e-0d4f1a2b3c4d";
const times = { firstSeenAt: "2026-05-01T02:00:00Z", lastSeenAt: "2026-06-01T02:00:00Z" };
const response = listMediaFaults.response!.parse({
  items: [
    {
      ...{
        key: "customers/7/photos/a/original",
        kind: "DAMAGED",
        holder: "PHOTO",
        holderId: documentationId,
      },
      ...{ documentationId, customerId: 7, customerName: "Norrfiber", ...times },
      ...{ expected: "7 bytes, SHA-256 aa", found: "7 bytes, SHA-256 bb" },
    },
    {
      ...{ key: "customers/8/photos/b/original", kind: "UNREFERENCED", holder: null, holderId: null },
      ...{ documentationId: null, customerId: 8, customerName: null, ...times },
      ...{ expected: null, found: "12 bytes" },
    },
  ],
  total: 2,
  lastWalk: { began: times.firstSeenAt, ended: times.lastSeenAt, checked: 12_345, bytes: 99 },
});

describe("design§Storage the list of stored-file faults", () => {
  test("is for super admins only", async () => {
    fakeApi({ [route]: () => response });
    const { address } = renderApp("/storedFiles", aSession());
    await waitFor(() => expect(address()).toBe("/forbidden"));
  });

  test("shows each file's fault, and how many files were compared and when", async () => {
    fakeApi({ [route]: () => response });
    renderApp("/storedFiles", aSuperAdmin());
    expect(await screen.findByText("Showing rows 1 to 2 of 2")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Photo" }).getAttribute("href")).toBe(
      `/documentation/details/${documentationId}`,
    );
    expect(screen.getByText("Expected: 7 bytes, SHA-256 aa")).toBeTruthy();
    expect(screen.getByText("Unreferenced")).toBeTruthy();
    expect(screen.getByText(/12,345 files compared/)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });

  test("reports that all files are fine once a check has completed, and before that only that no problems were found", async () => {
    fakeApi({ [route]: () => ({ items: [], total: 0, lastWalk: response.lastWalk }) });
    const { unmount } = renderApp("/storedFiles", aSuperAdmin());
    expect(await screen.findByText("All stored files are as they should be")).toBeTruthy();
    unmount();
    fakeApi({ [route]: () => ({ items: [], total: 0, lastWalk: null }) });
    renderApp("/storedFiles", aSuperAdmin());
    expect(await screen.findByText("No problems found so far")).toBeTruthy();
    expect(await screen.findByText(/Nothing has been compared yet/)).toBeTruthy();
  });
});
