import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { aDevice } from "#testing/configuration.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const row = aDevice();
const itemPath = `/devices/${row.id}`;
const serve = () =>
  fakeApi({
    "GET /devices": () => ({ items: [row] }),
    "GET /devices/count": () => ({ total: 1 }),
    [`GET ${itemPath}`]: () => row,
    [`DELETE ${itemPath}`]: () => ({}),
  });

describe("3§2 devices", () => {
  test("are listed by a short id, and cannot be created or changed", async () => {
    serve();
    renderApp("/device", aSuperAdmin());
    const link = await screen.findByRole("link", { name: "e05c…4a0b" });
    expect(link.getAttribute("href")).toBe(`/device/${row.id}`);
    expect(screen.getByText("iPhone 15")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Add" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Edit/ })).toBeNull();
    expect(await axeFaults()).toEqual([]);
  });

  test("3§8 confirm that their id was copied", async () => {
    serve();
    const user = userEvent.setup();
    renderApp("/device", aSuperAdmin());
    await user.click(await screen.findByRole("button", { name: "Copy ID e05c…4a0b" }));
    expect(await screen.findByText("ID copied!")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(row.deviceId);
  });

  test("are shown with all facts on /device/{uuid}, and deleted after confirmation", async () => {
    const api = serve();
    const { address } = renderApp(`/device/${row.id}`, aSuperAdmin());
    expect(await screen.findByText("iPhone 15 (iPhone15,4)")).toBeTruthy();
    expect(screen.getByText(row.deviceId)).toBeTruthy();
    expect(screen.getByText("12.34 GB")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(address()).toBe("/device"));
    expect(api.to(`DELETE ${itemPath}`)).toHaveLength(1);
    expect(await screen.findByText("Delete Successful")).toBeTruthy();
  });

  test("3§2 lose their token after confirmation, and can be allowed a new token", async () => {
    let tokenRevokedAt: string | null = null;
    const api = fakeApi({
      [`GET ${itemPath}`]: () => ({ ...row, tokenIssuedAt: "2026-05-04T09:30:00Z", tokenRevokedAt }),
      [`POST /device/revokeToken/${row.id}`]: () => {
        tokenRevokedAt = "2026-05-06T09:30:00Z";
        return { success: true };
      },
      [`POST /device/allowToken/${row.id}`]: () => {
        tokenRevokedAt = null;
        return { success: true };
      },
    });
    const user = userEvent.setup();
    renderApp(`/device/${row.id}`, aSuperAdmin());
    await user.click(await screen.findByRole("button", { name: "Revoke token" }));
    const question = await screen.findByRole("alertdialog");
    expect(api.to(`POST /device/revokeToken/${row.id}`)).toHaveLength(0);
    await user.click(within(question).getByRole("button", { name: "Revoke token" }));
    expect(await screen.findByText("The token is revoked")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Allow a new token" }));
    expect(await screen.findByText("The device gets a new token the next time it registers")).toBeTruthy();
  });

  test("are reported as missing on /device/{uuid} if they do not exist", async () => {
    serve();
    renderApp("/device/00000000-0000-4000-8000-999999999999", aSuperAdmin());
    expect(await screen.findByText("This device does not exist, or has been deleted")).toBeTruthy();
  });
});
