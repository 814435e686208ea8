import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { aUser, aUserRow, rolesOf } from "#testing/organisation.ts";
import { box, enter, fakeUserApi, fibre, password, save, show } from "./userFormTesting.tsx";

describe("1§5 a changed user", () => {
  const anna = aUser({
    username: "anna",
    twoFactorAuthenticationType: "TOTP",
    email: "anna@example.com",
    hasSecret: true,
    hasPasskey: false,
    userRoles: rolesOf("ROLE_SWITCH_CUSTOMER"),
    switchCustomers: [{ id: 8, name: "Sydvind" }],
    userLicenses: [fibre.id],
    licenseNames: ["Fibre"],
    version: 3,
  });
  const path = `/users/${anna.id}`;

  test("keeps the password if none is entered, and all untouched values", async () => {
    const api = fakeUserApi({ [`GET ${path}`]: () => anna, [`PUT ${path}`]: () => anna });
    const onClose = await show(anna.id);
    expect(password().required).toBe(false);
    enter(box(/^Full name/), "Anna");
    // Unchecking and checking again counts as unchanged.
    await userEvent.click(screen.getByRole("checkbox", { name: "View files" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "View files" }));
    enter(password(), "x");
    enter(password(), "");
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to(`PUT ${path}`)[0]!.body).toEqual({ fullName: "Anna", version: 3 });
  });

  test("loses the licences of its previous customer, while typing alone changes nothing", async () => {
    const api = fakeUserApi({ [`GET ${path}`]: () => anna, [`PUT ${path}`]: () => anna });
    const onClose = await show(anna.id);
    expect(await screen.findByRole("button", { name: "Remove Fibre" })).toBeTruthy();
    const customer = screen.getByRole("combobox", { name: /^Customer \*/ });
    await userEvent.clear(customer);
    expect(screen.getByRole("button", { name: "Remove Fibre" })).toBeTruthy();
    await userEvent.type(customer, "Syd");
    await userEvent.click(await screen.findByRole("option", { name: "Sydvind" }));
    expect(screen.queryByRole("button", { name: "Remove Fibre" })).toBeNull();
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to(`PUT ${path}`)[0]!.body).toEqual({ customerId: 8, userLicenses: [], version: 3 });
  });

  test("has accounts to switch to only with ROLE_SWITCH_CUSTOMER", async () => {
    const api = fakeUserApi({ [`GET ${path}`]: () => anna, [`PUT ${path}`]: () => anna });
    const onClose = await show(anna.id);
    expect(screen.getByRole("button", { name: "Remove Sydvind" })).toBeTruthy();
    await userEvent.click(screen.getByRole("checkbox", { name: "Switch customer" }));
    expect(screen.queryByRole("combobox", { name: "Customer accounts" })).toBeNull();
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to(`PUT ${path}`)[0]!.body).toEqual({ userRoles: [], switchCustomers: [], version: 3 });
  });

  test("1§6 finds roles by their description", async () => {
    fakeUserApi({ [`GET ${path}`]: () => anna });
    await show(anna.id);
    await userEvent.type(screen.getByRole("searchbox", { name: "Search roles" }), "rotate");
    const group = screen.getByRole("group", { name: "Photos and files" });
    expect(within(group).getAllByRole("checkbox")).toHaveLength(1);
    expect(screen.queryByRole("checkbox", { name: "Super admin" })).toBeNull();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("dialog")).toBeTruthy();
  });

  test("3§2 can have a lost authenticator reset, and the typed values can still be saved", async () => {
    const rows = [
      { ...anna, hasPasskey: true },
      { ...anna, hasSecret: false, version: 4 },
    ];
    const api = fakeUserApi({
      [`GET ${path}`]: () => (rows.length > 1 ? rows.shift() : rows[0]),
      [`POST /user/resetTotp/${anna.id}`]: () => ({ success: true }),
      [`PUT ${path}`]: () => ({ ...anna, version: 5 }),
    });
    const onClose = await show(anna.id);
    enter(box(/^Full name/), "Anna");
    expect(screen.getByText("An authenticator app is active. Has a passkey.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Reset two-factor authentication" }));
    const question = await screen.findByRole("alertdialog", {
      name: "Reset two-factor authentication for anna?",
    });
    await userEvent.click(within(question).getByRole("button", { name: "Reset" }));
    expect(await screen.findByText(/Two-factor authentication has been reset/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Reset two-factor authentication" })).toBeNull();
    expect(box(/^Full name/).value).toBe("Anna");
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to(`PUT ${path}`)[0]!.body).toEqual({ fullName: "Anna", version: 4 });
  });

  test("1§2 shows the parent with its customer, and does not offer the user itself", async () => {
    const parent = aUser({ username: "bertil", customerName: "Sydvind" });
    const child = { ...anna, parent: parent.id, parentUsername: "bertil" };
    const api = fakeUserApi({
      [`GET ${path}`]: () => child,
      [`GET /users/${parent.id}`]: () => parent,
      "GET /users": () => ({
        items: [aUserRow({ id: anna.id, username: "anna" }), aUserRow({ username: "cecilia" })],
      }),
    });
    await show(anna.id);
    const box = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Parent user" });
    await waitFor(() => expect(box().value).toBe("bertil (Sydvind)"));
    await userEvent.click(box());
    expect(await screen.findByRole("option", { name: "cecilia (Norrfiber)" })).toBeTruthy();
    expect(api.to("GET /users").at(-1)!.query.get("customerId")).toBe(String(anna.customerId));
    expect(screen.queryByRole("option", { name: "anna (Norrfiber)" })).toBeNull();
  });
});
