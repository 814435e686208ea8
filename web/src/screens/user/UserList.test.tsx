import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import swedishTexts from "#i18n/locales/sv/user.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply, Reply } from "#testing/fakeApi.ts";
import { anId, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { aUserRow, rolesOf } from "#testing/organisation.ts";
import { renderApp } from "#testing/renderApp.tsx";

const serve = (items: ReturnType<typeof aUserRow>[], overrides: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /users": () => ({ items }),
    "GET /users/count": () => ({ total: items.length }),
    ...overrides,
  });
const cells = async () => {
  await screen.findByText(/Showing rows/);
  return screen.getAllByRole("cell").map((cell) => cell.textContent);
};

describe("1§2 the users screen", () => {
  test("shows its columns, sorted by username ascending; only super admins see it", async () => {
    const api = serve([aUserRow()]);
    const view = renderApp("/user", aSuperAdmin());
    await screen.findByText(/Showing rows/);
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "Username",
      "Customer",
      "Status",
      "Roles",
      "Licences",
      "Two-factor",
      "Parent user",
      "Actions",
    ]);
    expect(Object.fromEntries(api.to("GET /users")[0]!.query)).toMatchObject({
      sort: "username",
      order: "asc",
      max: "25",
    });
    expect(await axeFaults()).toEqual([]);
    view.unmount();
    renderApp("/user", aSession());
    expect(await screen.findByRole("heading", { name: /not allowed/i })).toBeTruthy();
  });

  test("keeps its state in the URL", async () => {
    const api = serve([aUserRow()]);
    renderApp("/user?q=anna&sort=customerName&order=desc&page=2&sizePerPage=1", aSuperAdmin());
    await screen.findByText(/Showing rows/);
    expect(Object.fromEntries(api.to("GET /users")[0]!.query)).toMatchObject({
      q: "anna",
      sort: "customerName",
      order: "desc",
      offset: "1",
    });
  });

  test.each([
    ["TOTP", "TOTP", "TOTP"],
    ["EMAIL", "Email", "E-post"],
    ["NONE", "–", "–"],
  ] as const)("shows the second factor %s as '%s', in Swedish '%s'", async (type, english, swedish) => {
    serve([aUserRow({ twoFactorAuthenticationType: type })]);
    renderApp("/user", aSuperAdmin());
    expect((await cells())[4]).toBe(english);
    expect(swedishTexts.twoFactor[type]).toBe(swedish);
  });

  test("shows the enabled state and all reasons why a user is locked out", async () => {
    serve([aUserRow({ accountLocked: true, accountExpired: true }), aUserRow({ enabled: false })]);
    renderApp("/user", aSuperAdmin());
    const texts = await cells();
    expect(texts[1]).toBe("EnabledLockedExpired");
    expect(texts[8]).toBe("Disabled");
  });

  test("shows the first roles and licences, and opens the full list by keyboard", async () => {
    const userRoles = rolesOf("ROLE_DOCUMENTATION_READ", "ROLE_FILE_READ", "ROLE_PHOTO_WRITE");
    serve([aUserRow({ username: "anna", userRoles, licenseNames: ["One", "Two"] })]);
    renderApp("/user", aSuperAdmin());
    const button = await screen.findByRole("button", { name: "Roles of anna: 1 more" });
    expect(button.textContent).toBe("+1");
    expect(screen.getByText("Two")).toBeTruthy();
    button.focus();
    await userEvent.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Roles of anna" });
    expect(within(dialog).getAllByRole("listitem")).toHaveLength(3);
    expect(within(dialog).getByText("Can rename, comment on, rotate and delete photos.")).toBeTruthy();
  });

  test("deletes after confirmation, and reports why it is not allowed", async () => {
    const row = aUserRow({ username: "anna", version: 4 });
    const api = serve([row], { [`DELETE /users/${row.id}`]: () => problemReply(422, "lastSuperAdmin") });
    renderApp("/user", aSuperAdmin());
    await userEvent.click(await screen.findByRole("button", { name: "Delete: anna" }));
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    expect(await screen.findByText(/Error, unprocessable entity: At least one super admin/)).toBeTruthy();
    expect(api.to(`DELETE /users/${row.id}`)[0]!.query.get("version")).toBe("4");
  });

  test("1§8 a rejected deletion links to the rows that depend on the user", async () => {
    const row = aUserRow({ username: "anna" });
    const template = { kind: "template" as const, id: anId(), name: "Mast inspection" };
    const uses = [{ kind: "user" as const, id: "9", name: "bo & co" }, template];
    serve([row], {
      [`DELETE /users/${row.id}`]: () =>
        new Reply(422, { error: { code: "inUse", message: "in use", uses } }),
    });
    renderApp("/user", aSuperAdmin());
    await userEvent.click(await screen.findByRole("button", { name: "Delete: anna" }));
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    expect(await screen.findByText(/cannot be deleted while something else depends on it/)).toBeTruthy();
    const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(link("bo & co")).toBe("/user?q=bo+%26+co");
    expect(link("Mast inspection")).toBe(`/template/details/${template.id}`);
  });
});
