import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { anId, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { aGroup, aVisitedSite, observeAllButPhotos } from "#testing/groups.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { formatDateTime } from "#ui/format/dates.ts";

beforeEach(observeAllButPhotos);

const staff = () => aSession({ products: ["DOCUMENTATION_GROUP"] });
const [mast, cabinet] = [anId(), anId()];
const templates = [
  { id: mast, name: "Mast", documentations: 2, latest: "2026-05-09T09:30:00Z" },
  { id: cabinet, name: "Cabinet", documentations: 1, latest: "2026-05-06T09:30:00Z" },
];

function serveList(rows = [aGroup({ templates: [templates[0]!] })], columns = templates) {
  return fakeApi({
    "GET /documentationGroup/getTemplates": () => ({ items: columns }),
    "GET /documentationGroups": () => ({ items: rows }),
    "GET /documentationGroup/count": () => ({ total: rows.length }),
  });
}
const headers = async () => {
  await screen.findByText(/Showing rows/);
  return screen.getAllByRole("columnheader").map((header) => header.textContent);
};

describe("2§2 the list of groups", () => {
  test("has a date column for each template, sortable; names link to the group", async () => {
    const api = serveList([aGroup({ name: "A/B 100 %", templates: [templates[0]!] })]);
    renderApp("/documentationGroup", staff());
    expect(await headers()).toEqual(["Name", "Alias", "Cabinet", "Mast"]);
    expect(screen.getByRole("link", { name: "A/B 100 %" }).getAttribute("href")).toBe(
      "/documentationGroup/A%2FB%20100%20%25",
    );
    expect(screen.getByText(formatDateTime("2026-05-09T09:30:00Z"))).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Mast" }));
    await screen.findByText(/Showing rows/);
    expect(Object.fromEntries(api.to("GET /documentationGroups").at(-1)!.query)).toMatchObject({
      max: "25",
      sort: mast,
      order: "asc",
    });
  });

  test("if not all templates fit, their columns can be chosen, and the choice is saved", async () => {
    const templates = Array.from({ length: 9 }, (_, index) => ({
      id: anId(),
      name: `T${index}`,
      documentations: 9 - index,
      latest: "2026-05-06T09:30:00Z",
    }));
    serveList([aGroup()], templates);
    const first = renderApp("/documentationGroup", staff());
    expect(await headers()).toEqual(["Name", "Alias", "T0", "T1", "T2", "T3", "T4", "T5", "T6"]);
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "T8" }));
    await userEvent.click(screen.getByRole("menuitemcheckbox", { name: "T0" }));
    first.unmount();
    renderApp("/documentationGroup", staff());
    expect(await headers()).toEqual(["Name", "Alias", "T1", "T2", "T3", "T4", "T5", "T6", "T8"]);
  });

  test("1§6 a super admin sees a group's customer, and its links name it", async () => {
    serveList([aGroup({ customerId: 9, tag: true })]);
    renderApp("/documentationGroup", aSuperAdmin());
    expect((await headers()).slice(0, 2)).toEqual(["Name", "Customer"]);
    expect(screen.getByRole("link", { name: /NF-2041/ }).getAttribute("href")).toMatch(/\?customerId=9$/);
    expect(screen.getByLabelText("Tag")).toBeTruthy();
  });
});

describe("2§2 a group", () => {
  const path = "/documentationGroup/NF-2041%20Skellefte%C3%A5";

  test("shows its photos by template and date, opens the viewer, and downloads the zip", async () => {
    const site = aVisitedSite();
    const api = fakeApi({
      ...site.calls,
      "POST /downloadTicket": () => ({ url: "/api/x?token=1", expires: "2026-05-09T09:30:00Z" }),
    });
    const { address } = renderApp(path, staff());
    const photo = await screen.findByRole("button", { name: "Open Overview_09" });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(site.group.name);
    expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      "Cabinet1",
      "Mast inspection2",
    ]);
    const dates = screen
      .getAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent?.slice(0, 10));
    expect(dates).toEqual(["2026-05-06", "2026-05-09", "2026-05-04"]);
    expect(screen.getByText("3 documentations")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(photo);
    const viewer = within(await screen.findByRole("dialog"));
    expect(viewer.getByText("Overview_09")).toBeTruthy();
    // In page order, the newest of the second template comes second.
    expect(viewer.getByText("2 of 3")).toBeTruthy();
    expect(viewer.getByRole("link", { name: /OpenStreetMap/ })).toBeTruthy();
    expect(address()).toContain(`photo=${site.after.photo.id}`);
    await userEvent.click(viewer.getByRole("button", { name: "Close photo viewer" }));
    // Its photos have no markup.
    expect(screen.queryByRole("button", { name: /more ways to download/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Download zip file" }));
    expect(api.to("POST /downloadTicket")[0]!.body).toEqual({
      path: "/api/documentationGroup/downloadZipFile/NF-2041%20Skellefte%C3%A5?customerId=7&language=en",
    });
  });

  test("1§6 opens for a super admin without a customer in the URL; if several customers have the name, it asks for one", async () => {
    const site = aVisitedSite();
    let customers = [{ id: 7, name: "Norrfiber" }];
    const api = fakeApi({
      ...site.calls,
      "GET /documentationGroup/getCustomers/NF-2041%20Skellefte%C3%A5": () => ({ items: customers }),
    });
    const first = renderApp(path, aSuperAdmin());
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe(site.group.name);
    const group = "GET /documentationGroup/getGroup/NF-2041%20Skellefte%C3%A5";
    expect(api.to(group)[0]!.query.get("customerId")).toBe("7");
    first.unmount();
    customers = [...customers, { id: 9, name: "Sydvind" }];
    const { address } = renderApp(`${path}?photo=1`, aSuperAdmin());
    expect(await screen.findByText("Several customers have this name. Choose a customer.")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    expect(api.to(group)).toHaveLength(1);
    await userEvent.click(screen.getByRole("link", { name: "Sydvind" }));
    await waitFor(() => expect(address()).toBe(`${path}?photo=1&customerId=9`));
    await waitFor(() => expect(api.to(group).at(-1)!.query.get("customerId")).toBe("9"));
  });

  test("3§2 is downloaded through a report layout", async () => {
    const layout = {
      id: anId(),
      name: "Site book",
      description: null,
      customerId: null,
      customerName: null,
      type: "PDF",
    };
    const api = fakeApi({
      ...aVisitedSite().calls,
      "GET /exportDocumentConfiguration/getAll": () => ({ items: [layout] }),
      "POST /downloadTicket": () => ({ url: "#ticket", expires: "2026-05-09T09:30:00Z" }),
    });
    renderApp(path, staff());
    await userEvent.click(await screen.findByRole("button", { name: "Report layout" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: /^Site book/ }));
    await waitFor(() =>
      expect(api.to("POST /downloadTicket")[0]?.body).toEqual({
        path: `/api/documentationGroup/downloadExportDocument/NF-2041%20Skellefte%C3%A5?configuration=${layout.id}&customerId=7&language=en`,
      }),
    );
  });

  test("reports what is missing, and offers to retry failed parts", async () => {
    fakeApi({});
    const missing = renderApp(path, staff());
    expect(await screen.findByText("This name does not exist, or you do not have access to it")).toBeTruthy();
    missing.unmount();
    const site = aVisitedSite();
    let isAvailable = false;
    const photos = "GET /photo/findAllByDocumentationNameOrTag/NF-2041%20Skellefte%C3%A5";
    fakeApi({
      ...site.calls,
      [photos]: () => (isAvailable ? site.calls[photos]!() : problemReply(422, "invalid")),
    });
    renderApp(path, staff());
    const retry = await screen.findByRole("button", { name: "Try again" });
    isAvailable = true;
    await userEvent.click(retry);
    expect(await screen.findByRole("button", { name: "Open Overview_04" })).toBeTruthy();
  });
});
