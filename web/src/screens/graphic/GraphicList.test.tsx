import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Authority, Product } from "#domain/access/authorities.ts";
import { axeFaults } from "#testing/axe.ts";
import { aGraphic } from "#testing/configuration.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const row = aGraphic({ name: "Mast" });
const png = new File(
  [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4])],
  "mast.png",
  { type: "image/png" },
);
const serve = (overrides: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /graphics": () => ({ items: [row] }),
    "GET /graphics/count": () => ({ total: 1 }),
    [`GET /graphics/${row.id}`]: () => row,
    "POST /graphics": () => row,
    ...overrides,
  });
const findRows = () => screen.findByText(/Showing rows/);
const writer = (products: Product[] = ["GRAPHIC"], ...roles: Authority[]) =>
  aSession({ roles: ["ROLE_GRAPHIC_READ", "ROLE_GRAPHIC_WRITE", ...roles], products });

// Without an IntersectionObserver every element counts as visible.
beforeEach(() => void vi.stubGlobal("IntersectionObserver", undefined));

describe("3§2 /graphic", () => {
  test("3§6 requires ROLE_GRAPHIC_READ and the product", async () => {
    serve();
    const { address } = renderApp("/graphic", writer(["FORM"]));
    await waitFor(() => expect(address()).toBe("/forbidden"));
  });

  test("shows a preview of each graphic, and the customer only to users of several customers", async () => {
    const api = serve();
    renderApp("/graphic", writer());
    await findRows();
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Preview",
      "Name",
      "Description",
      "Templates",
      "Created",
      "Actions",
    ]);
    await waitFor(() => expect(api.to(`GET /graphic/display/${row.id}`)).toHaveLength(1));
    expect(await axeFaults()).toEqual([]);
  });

  test("3§5 a name and a PNG are required; the file type is read from the content", async () => {
    const api = serve();
    renderApp("/graphic", writer());
    await findRows();
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    const dialog = await screen.findByRole("dialog");
    const save = () => userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    await save();
    expect(await within(dialog).findAllByText("This field is required!")).toHaveLength(2);
    await userEvent.type(within(dialog).getByLabelText(/^Name/), "Mast");
    const file = dialog.querySelector<HTMLInputElement>("input[type=file]")!;
    await userEvent.upload(file, new File(["GIF89a"], "mast.png", { type: "image/png" }));
    expect(await within(dialog).findByText("File Invalid")).toBeTruthy();
    await userEvent.upload(file, png);
    expect(await within(dialog).findByAltText("The chosen file")).toBeTruthy();
    expect(await axeFaults(dialog)).toEqual([]);
    await save();
    expect(await screen.findByText("Create Successful")).toBeTruthy();
    expect(api.to("POST /graphics")[0]?.body).toMatchObject({ name: "Mast", data: "iVBORw0KGgoBAgME" });
  });

  test("3§5 an update without a new file keeps the old one", async () => {
    const api = serve({ [`PUT /graphics/${row.id}`]: () => ({ ...row, version: 2 }) });
    renderApp("/graphic", writer());
    await findRows();
    await userEvent.click(screen.getByRole("button", { name: "Edit: Mast" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(await within(dialog).findByLabelText(/^Name/), "en");
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Update Successful")).toBeTruthy();
    expect(api.to(`PUT /graphics/${row.id}`)[0]?.body).toEqual({ name: "Masten", version: 1 });
  });
});

describe("3§2 /copyGraphic", () => {
  const serveCopy = (respond: () => unknown) =>
    serve({
      "GET /customer/getOptions": () => [{ id: 7, name: "Norrfiber" }],
      "POST /graphic/copy": respond,
    });

  async function fill() {
    await userEvent.click(await screen.findByRole("combobox", { name: /^Graphic/ }));
    await userEvent.click(await screen.findByRole("option", { name: "Mast (Norrfiber)" }));
    await userEvent.click(screen.getByRole("combobox", { name: /^Copy to customer/ }));
    expect(await screen.findByRole("option", { name: "Norrfiber" })).toBeTruthy();
    await userEvent.click(screen.getByRole("option", { name: "Norrfiber" }));
  }
  const press = () => userEvent.click(screen.getByRole("button", { name: "Copy" }));

  test("3§5 3§6 requires a name, offers customers with the product, and previews the graphic", async () => {
    const api = serveCopy(() => aGraphic({ name: "Mast 2" }));
    renderApp("/copyGraphic", aSuperAdmin());
    await fill();
    expect(api.to("GET /customer/getOptions")[0]?.query.get("product")).toBe("GRAPHIC");
    await waitFor(() => expect(api.to(`GET /graphic/display/${row.id}`)).toHaveLength(1));
    await press();
    expect(await screen.findByText("You must enter a name")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.type(screen.getByLabelText(/^Name/), " Mast 2 ");
    await press();
    expect(await screen.findByText("“Mast 2” was copied to Norrfiber")).toBeTruthy();
    expect(api.to("POST /graphic/copy")[0]?.body).toEqual({ graphic: row.id, customer: 7, name: "Mast 2" });
  });

  test("3§5 a name that the customer already uses is reported at the name field", async () => {
    serveCopy(() => problemReply(422, "duplicate", { name: "duplicate" }));
    renderApp("/copyGraphic", aSuperAdmin());
    await fill();
    await userEvent.type(screen.getByLabelText(/^Name/), "Mast");
    await press();
    expect(await screen.findByText("The customer already has a graphic with that name")).toBeTruthy();
  });
});
