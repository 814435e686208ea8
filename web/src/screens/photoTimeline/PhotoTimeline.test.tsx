import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { anId, aPhoto, aSession } from "#testing/fixtures.ts";
import { aDocumentationSummary, observeAllButPhotos } from "#testing/groups.ts";
import { renderApp } from "#testing/renderApp.tsx";

beforeEach(observeAllButPhotos);

const reader = () => aSession({ roles: ["ROLE_DOCUMENTATION_READ"] });
const spansPath = "GET /photo/timelineSpans";
const timelinePath = "GET /photo/timeline";
const documentation = aDocumentationSummary({ name: "Mast 12" });
const photosOn = (day: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    aPhoto({
      documentationId: documentation.id,
      name: `${day}_${index + 1}`,
      dateCreated: `${day}T08:00:00Z`,
      dataSize: 1_500_000,
    }),
  );
const newer = photosOn("2026-05-04", 3);
const older = photosOn("2026-05-03", 2);
const span = (day: string, count: number) => ({
  ...{ day, count },
  from: `${day}T08:00:00Z`,
  before: `${day}T08:01:00Z`,
});

function serve(overrides: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({
    [spansPath]: ({ query }) =>
      query.get("before")
        ? { items: [span("2026-05-03", 2)], next: null }
        : { items: [span("2026-05-04", 3)], next: "2026-05-04T08:00:00Z" },
    [timelinePath]: ({ query }) => ({
      items: query.get("from")?.startsWith("2026-05-04") ? newer : older,
      documentations: [documentation],
      tasks: [],
    }),
    "POST /photo/select": () => ({ selection: anId() }),
    "POST /downloadTicket": () => ({ url: "/api/x?token=1", expires: "2026-05-09T09:30:00Z" }),
    ...overrides,
  });
}
const findTile = (name: string) => screen.findByRole("button", { name: new RegExp(`^Open ${name}`) });
const findCheckbox = (name: string) =>
  screen.findByRole("checkbox", { name: new RegExp(`^Select ${name},`) });

describe("design§Web the timeline of photos", () => {
  test("shows photos by day, counts older ones automatically, and uses the filter in the URL", async () => {
    const api = serve();
    renderApp("/photo?statusFilter=APPROVED&q=mast", reader());
    expect(await findTile("2026-05-03_2")).toBeTruthy();
    expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      "Monday 4 May 2026",
      "Sunday 3 May 2026",
    ]);
    expect(screen.getByText("5 photos")).toBeTruthy();
    for (const call of [spansPath, timelinePath]) {
      const { query } = api.to(call)[0]!;
      expect([query.get("statusFilter"), query.get("query")]).toEqual(["APPROVED", "mast"]);
    }
    expect(await axeFaults()).toEqual([]);
  });

  test("selects by mouse, by Shift across days, by day and by keyboard, and downloads a zip", async () => {
    const api = serve();
    renderApp("/photo", reader());
    await findTile("2026-05-03_2");
    const user = userEvent.setup();
    await user.click(await findCheckbox("2026-05-04_2"));
    expect(screen.getByText(/^1 photo selected · 1.50 MB/)).toBeTruthy();
    await user.keyboard("{Shift>}");
    await user.click(await findTile("2026-05-03_1"));
    await user.keyboard("{/Shift}");
    expect(await screen.findByText(/^3 photos selected/)).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "Select all photos from Monday 4 May 2026" }));
    expect(await screen.findByText(/^4 photos selected/)).toBeTruthy();
    (await findTile("2026-05-03_1")).focus();
    await user.keyboard("{Shift>}{ArrowRight}{/Shift}");
    expect(await screen.findByText(/^5 photos selected/)).toBeTruthy();
    await user.keyboard(" ");
    expect(await screen.findByText(/^4 photos selected/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Download zip file" }));
    await waitFor(() => expect(api.to("POST /downloadTicket")).toHaveLength(1));
    expect(api.to("POST /photo/select")[0]!.body).toEqual({
      photos: expect.arrayContaining([...newer.map(({ id }) => id), older[0]!.id]),
    });
    await user.click(screen.getByRole("button", { name: "Clear selection" }));
    expect(screen.queryByText(/selected ·/)).toBeNull();
  });

  test("a photo opens in large view, which continues through all days and returns the focus", async () => {
    serve();
    renderApp("/photo", reader());
    await userEvent.click(await findTile("2026-05-04_3"));
    const viewer = within(await screen.findByRole("dialog", { name: "Photo viewer" }));
    expect(viewer.getByText("3 of 5")).toBeTruthy();
    expect(viewer.getByRole("link", { name: "Open documentation Mast 12" }).getAttribute("href")).toBe(
      `/documentation/details/${documentation.id}?photo=${newer[2]!.id}`,
    );
    await userEvent.keyboard("{ArrowRight}");
    expect(await viewer.findByText("4 of 5")).toBeTruthy();
    await userEvent.click(viewer.getByRole("button", { name: /^Close/ }));
    await waitFor(() => expect(document.activeElement?.getAttribute("data-place")).toBe("3"));
  });

  test("a URL with a photo opens it, wherever it is in the timeline", async () => {
    const photo = older[1]!;
    serve({ [`GET /photos/${photo.id}`]: () => photo });
    renderApp(`/photo?photo=${photo.id}`, reader());
    const viewer = within(await screen.findByRole("dialog", { name: "Photo viewer" }));
    expect(viewer.getByText("5 of 5")).toBeTruthy();
  });

  test("reports an empty timeline, and offers a retry after a failure", async () => {
    serve({ [spansPath]: () => ({ items: [], next: null }) });
    const empty = renderApp("/photo", reader());
    expect(await screen.findByText("No photos yet")).toBeTruthy();
    empty.unmount();
    serve({ [spansPath]: () => problemReply(500, "internal") });
    renderApp("/photo", reader());
    expect((await screen.findAllByRole("button", { name: /try again|retry/i })).length).toBeGreaterThan(0);
  });
});
