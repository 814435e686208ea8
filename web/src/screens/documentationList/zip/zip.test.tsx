import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aDocumentation, anId, aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const row = aDocumentation({ name: "one" });
const selection = anId();
const serve = (overrides: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /documentations": () => ({ items: [row] }),
    "GET /documentation/count": () => ({ total: 1_240 }),
    "POST /documentation/selectForZip": () => ({
      ...{ selection, documentations: 1_238, photos: 9_000, files: 1, bytes: 2_500_000, marked: 3 },
      ...{ bytesWithoutMarkup: 3_500_000, missingPhotos: 4, missingFiles: 0 },
      refused: [{ status: "PAUSED", documentations: 2 }],
    }),
    "POST /downloadTicket": () => ({ url: "/api/somewhere", expires: "2026-05-09T09:30:00Z" }),
    ...overrides,
  });

beforeEach(() => sessionStorage.clear());

describe("2§2 several documentations as a zip", () => {
  test("2§4 previews included and missing items before it starts, for all matches of the filter", async () => {
    const openedUrls: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      openedUrls.push(this.getAttribute("href")!);
    });
    const api = serve();
    renderApp("/documentation?statusFilter=COMPLETED", aSession());
    await screen.findByText(/Showing rows/);
    await userEvent.click(screen.getByRole("button", { name: "Export" }));
    expect(screen.queryByRole("menuitem", { name: "List to Excel…" })).toBeNull();
    await userEvent.click(await screen.findByRole("menuitem", { name: "Photos and files as a zip…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Download as zip" }));
    expect(await dialog.findByText("1,238 documentations · 9,000 photos · 1 file · 2.50 MB")).toBeTruthy();
    expect(dialog.getByText(/documentations: Handed over/)).toBeTruthy();
    expect(dialog.getByText("photos that have not arrived or were refused")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(dialog.getByRole("checkbox", { name: /Show markup/ }));
    expect(dialog.getByText(/3.50 MB/)).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Download" }));
    await waitFor(() => expect(openedUrls).toEqual(["/api/somewhere"]));
    expect(api.to("POST /documentation/selectForZip")[0]!.body).toEqual({
      matching: { statusFilter: "COMPLETED", query: "", showHidden: "false" },
    });
    const { path } = api.to("POST /downloadTicket")[0]!.body as { path: string };
    expect(path).toContain(`/documentation/downloadZipFiles?selection=${selection}`);
    expect(path).toContain("markup=false");
  });

  test("selected rows are sent by id; an error names what cannot be zipped", async () => {
    const api = serve({ "POST /documentation/selectForZip": () => problemReply(422, "exportRefused") });
    renderApp("/documentation", aSession());
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select one" }));
    await userEvent.click(await screen.findByRole("button", { name: "Download zip" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Download as zip" }));
    expect(await dialog.findByText(/cannot be exported until it is completed again/)).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Download" })).toHaveProperty("disabled", true);
    expect(api.to("POST /documentation/selectForZip")[0]!.body).toEqual({ ids: [row.id] });
  });
});
