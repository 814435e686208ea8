import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { MapCluster } from "#domain/endpoints/documentation/map.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { anId, aPhoto, aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

// happy-dom elements have no size, and a map without a size shows nothing.
beforeEach(() => {
  for (const side of ["clientWidth", "clientHeight"] as const)
    vi.spyOn(HTMLElement.prototype, side, "get").mockReturnValue(600);
  localStorage.setItem("siteproof.map", JSON.stringify({ zoom: 8, lat: 59, lng: 18 }));
});

const positionAt = (lat: number, lng: number) => ({ lat, lng, south: lat, north: lat, west: lng, east: lng });
const id = anId();
const facts: MapCluster["facts"] = {
  dateCreated: "2026-05-04T09:30:00Z",
  templateName: "Mast inspection",
  status: "APPROVED",
  numberOfPhotos: 2,
  uploadedPhotos: 0,
};
const single: MapCluster = { ...positionAt(59.1, 18.1), count: 1, id, name: "<b>Mast</b> Åre", facts };
const cluster: MapCluster = {
  lat: 58.9,
  lng: 17.9,
  south: 58.8,
  north: 59,
  west: 17.8,
  east: 18,
  count: 1234,
  id: null,
  name: null,
  facts: null,
};
const findPin = (key: string) => waitFor(() => document.querySelector<HTMLElement>(`[data-place="${key}"]`)!);

const reader = () => aSession({ roles: ["ROLE_DOCUMENTATION_READ"], products: ["MAP"] });

function show(items: MapCluster[], path = "/map", calls: Parameters<typeof fakeApi>[0] = {}) {
  const total = items.reduce((sum, { count }) => sum + count, 0);
  const api = fakeApi({ "GET /documentation/mapClusters": () => ({ items, total }), ...calls });
  renderApp(path, reader());
  return api;
}

describe("2§2 /map", () => {
  test("shows clusters with their counts and documentations by name, on the map and as a list", async () => {
    show([single, cluster]);
    expect(await screen.findByText("1,235 documentations in view.")).toBeTruthy();
    expect(screen.getByRole("region", { name: "Documentation map" })).toBeTruthy();
    expect(await screen.findByTitle("1,234 documentations here: zoom in")).toBeTruthy();
    expect(await findPin(id)).toBeTruthy();
    const link = screen.getByRole("link", { name: "<b>Mast</b> Åre (opens in a new tab)" });
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([
      `/documentation/details/${id}`,
      "_blank",
    ]);
    expect(await axeFaults()).toEqual([]);
  });

  test("a click opens a documentation in a new tab; the keyboard reaches it in the list only", async () => {
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    show([single]);
    await screen.findByRole("link", { name: /Mast/ });
    const pin = await findPin(id);
    expect(pin.getAttribute("tabindex")).toBeNull();
    fireEvent.click(pin);
    expect(open.mock.calls).toEqual([[`/documentation/details/${id}`, "_blank", "noopener"]]);
  });

  test("a click also shows the documentation beside the map, where it stays", async () => {
    vi.spyOn(window, "open").mockReturnValue(null);
    show([{ ...single, facts: { ...facts!, uploadedPhotos: 1 } }], "/map", {
      "GET /photos": ({ query }) => ({
        items: query.get("documentationId") === id ? [aPhoto({ name: "Mast_01" })] : [],
      }),
    });
    await screen.findByRole("link", { name: /Mast/ });
    fireEvent.click(await findPin(id));
    const panel = within(await screen.findByRole("region", { name: "<b>Mast</b> Åre" }));
    expect(panel.getByRole("link", { name: /opens in a new tab/ }).getAttribute("target")).toBe("_blank");
    expect(panel.getByText("Approved")).toBeTruthy();
    expect(await panel.findByRole("listitem")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(panel.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("region", { name: "<b>Mast</b> Åre" })).toBeNull();
  });

  test("the list distinguishes equal names, and focusing one shows its position", async () => {
    const namesake = { ...single, id: anId(), facts: { ...facts, templateName: "Cable box" } };
    show([single, namesake]);
    const links = await screen.findAllByRole("link", { name: /Mast/ });
    expect(links).toHaveLength(2);
    expect(screen.getByText("Mast inspection · 2026-05-04 · Approved")).toBeTruthy();
    expect(screen.getByText("Cable box · 2026-05-04 · Approved")).toBeTruthy();
    fireEvent.focus(links[1]!);
    await waitFor(() => expect(document.querySelector(".leaflet-popup")?.textContent).toContain("Approved"));
    fireEvent.blur(links[1]!);
    await waitFor(() => expect(document.querySelector(".leaflet-popup")).toBeNull());
  });

  test("a cluster zooms in, and the view is remembered", async () => {
    const api = show([cluster]);
    await userEvent.click(await screen.findByRole("button", { name: /1,234 documentations near 58.90/ }));
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem("siteproof.map") ?? "")).toMatchObject({
        lat: expect.closeTo(58.9, 1),
      }),
    );
    const zooms = api.to("GET /documentation/mapClusters").map(({ query }) => Number(query.get("zoom")));
    expect(zooms[0]).toBe(8);
    expect(zooms.at(-1)).toBeGreaterThan(8);
  });

  test("without a stored view it fits all documentations", async () => {
    localStorage.removeItem("siteproof.map");
    const api = show([cluster]);
    await waitFor(() => expect(localStorage.getItem("siteproof.map")).toContain('"lat":58.9'));
    expect(api.to("GET /documentation/mapClusters").some(({ query }) => query.get("zoom") === "3")).toBe(
      true,
    );
  });

  test("the list's filters are kept in the URL and applied", async () => {
    const api = show([single], "/map?statusFilter=APPROVED&q=mast");
    await screen.findByRole("link", { name: /Mast/ });
    const query = api.to("GET /documentation/mapClusters")[0]!.query;
    expect([query.get("statusFilter"), query.get("query")]).toEqual(["APPROVED", "mast"]);
    expect(screen.getByText("Status: Approved")).toBeTruthy();
  });

  test("reports an empty view, and offers a retry after a failure", async () => {
    show([]);
    expect(await screen.findByText("No documentations here")).toBeTruthy();
    fakeApi({ "GET /documentation/mapClusters": () => problemReply(500, "internal") });
    renderApp("/map", reader());
    expect((await screen.findAllByRole("button", { name: /try again|retry/i })).length).toBeGreaterThan(0);
  });
});
