import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { aReferencePhoto } from "#testing/configuration.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const row = aReferencePhoto({ name: "Kabinet", templateCount: 1 });
const serve = () =>
  fakeApi({
    "GET /referencePhotos": () => ({ items: [row] }),
    "GET /referencePhotos/count": () => ({ total: 1 }),
    "POST /referencePhotos": () => row,
    "POST /downloadTicket": () => ({ url: "/api/x" }),
    [`GET /referencePhoto/getReferencePhotoTemplates/${row.id}`]: () => ({
      items: [{ id: anId(), name: "Mast inspection" }],
    }),
  });
const staff = aSession({
  roles: ["ROLE_REFERENCE_PHOTO_READ", "ROLE_REFERENCE_PHOTO_WRITE"],
  products: ["REFERENCE_PHOTO"],
});
const listHeaders = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

describe("3§2 /referencePhoto", () => {
  test("shows its columns, the customer only for a super admin", async () => {
    serve();
    const { unmount } = renderApp("/referencePhoto", aSuperAdmin());
    await screen.findByText(/Showing rows/);
    expect(listHeaders()).toEqual(["Customer", "Name", "Description", "Templates", "Actions"]);
    expect(await axeFaults()).toEqual([]);
    unmount();
    renderApp("/referencePhoto", staff);
    await screen.findByText(/Showing rows/);
    expect(listHeaders()).toEqual(["Name", "Description", "Templates", "Actions"]);
  });

  test("the name downloads the photo, the count opens the templates", async () => {
    const api = serve();
    renderApp("/referencePhoto", staff);
    await userEvent.click(await screen.findByRole("button", { name: "Kabinet" }));
    await waitFor(() =>
      expect(
        api.calls.some(({ body }) =>
          JSON.stringify(body ?? "").includes(`/referencePhoto/download/${row.id}`),
        ),
      ).toBe(true),
    );
    await userEvent.click(screen.getByRole("button", { name: "1 template with Kabinet" }));
    expect(await screen.findByRole("link", { name: "Mast inspection" })).toBeTruthy();
  });

  test("3§5 accepts only a JPG, checked by its content", async () => {
    const api = serve();
    renderApp("/referencePhoto", staff);
    await screen.findByText(/Showing rows/);
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByLabelText(/^Name/), "Kabinet");
    const file = dialog.querySelector<HTMLInputElement>("input[type=file]")!;
    await userEvent.upload(file, new File(["no photo"], "a.jpg", { type: "image/jpeg" }));
    expect(await within(dialog).findByText("File Invalid")).toBeTruthy();
    const jpg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
    await userEvent.upload(file, new File([jpg], "a.jpg", { type: "image/jpeg" }));
    await within(dialog).findByAltText("The chosen file");
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Create Successful")).toBeTruthy();
    expect(api.to("POST /referencePhotos")[0]?.body).toMatchObject({ data: "/9j/4AAQ" });
  });
});
