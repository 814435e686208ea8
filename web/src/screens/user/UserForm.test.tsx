import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { validatePassword } from "#domain/access/password.ts";
import { axeFaults } from "#testing/axe.ts";
import { problemReply } from "#testing/fakeApi.ts";
import { aUser, aUserRow, rolesOf } from "#testing/organisation.ts";
import { box, choose, enter, fakeUserApi, fibre, password, save, show } from "./userFormTesting.tsx";

describe("1§5 a new user", () => {
  test("starts with the session's customer, and is saved with the entered values", async () => {
    const api = fakeUserApi({ "POST /users": () => aUser({ username: "anna" }) });
    const onClose = await show(null);
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: /^Customer/ }).value).toBe("Norrfiber");
    enter(box(/^Username/), "anna");
    enter(password(), "Vinter-2026");
    await userEvent.click(screen.getByRole("checkbox", { name: "View documentations" }));
    await choose(/^Licences/, "Fibre");
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to("GET /licenses")[0]!.query.get("customerId")).toBe("7");
    expect(api.to("POST /users")[0]!.body).toMatchObject({
      customerId: 7,
      username: "anna",
      password: "Vinter-2026",
      enabled: true,
      twoFactorAuthenticationType: "NONE",
      userRoles: rolesOf("ROLE_DOCUMENTATION_READ"),
      userLicenses: [fibre.id],
      switchCustomers: [],
      parent: null,
      params: {},
    });
  });

  test("is not sent without username or password", async () => {
    const api = fakeUserApi();
    await show(null);
    expect(await axeFaults()).toEqual([]);
    await save();
    expect(await screen.findAllByText("This field is required!")).toHaveLength(2);
    expect(api.to("POST /users")).toHaveLength(0);
  });

  test("reports all errors together", async () => {
    fakeUserApi();
    await show(null);
    enter(password(), "Ab-1");
    await userEvent.selectOptions(screen.getByLabelText(/^Two-factor/), "TOTP");
    await save();
    expect(await screen.findByText("The new password must be at least 8 characters long")).toBeTruthy();
    expect(screen.getAllByText("This field is required!")).toHaveLength(2);
  });

  test.each([
    ["Ab-1", "The new password must be at least 8 characters long"],
    ["vinter-2026", "The new password must contain at least 1 capital letter"],
    ["Vinter2026", "The new password must contain at least 1 special character"],
  ])("reports the password %s: %s", async (enteredPassword, message) => {
    const api = fakeUserApi();
    await show(null);
    enter(box(/^Username/), "anna");
    enter(password(), enteredPassword);
    await save();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(api.to("POST /users")).toHaveLength(0);
  });

  test("requires a valid email address, unless the second factor is NONE", async () => {
    const api = fakeUserApi();
    await show(null);
    enter(box(/^Username/), "anna");
    enter(password(), "Vinter-2026");
    await userEvent.selectOptions(screen.getByLabelText(/^Two-factor/), "EMAIL");
    await save();
    expect(await screen.findByText("This field is required!")).toBeTruthy();
    enter(box(/^Email/), "anna at home");
    await save();
    expect(await screen.findByText("Enter an email address, such as name@example.com")).toBeTruthy();
    expect(api.to("POST /users")).toHaveLength(0);
  });

  test("gets a generated password that meets the rules, shown once with a copy button", async () => {
    fakeUserApi();
    await show(null);
    const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await userEvent.click(screen.getByRole("button", { name: "Generate password" }));
    const passwordOutput = await screen.findByLabelText("New password");
    expect(passwordOutput.textContent).toHaveLength(12);
    expect(validatePassword(passwordOutput.textContent)).toBeNull();
    expect(password().value).toBe(passwordOutput.textContent);
    expect(screen.getByText(/Shown only once/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Copy password" }));
    expect(await screen.findByText("Copied")).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith(passwordOutput.textContent);
    enter(password(), "x");
    expect(screen.queryByText(/Shown only once/)).toBeNull();
  });

  test("1§2 can copy the roles of another user, except roles that describe a session", async () => {
    const otherUser = aUser({
      username: "bertil",
      userRoles: rolesOf("ROLE_FILE_READ", "ROLE_SWITCHED_USER", "ROLE_TEMPLATE_READ"),
    });
    fakeUserApi({
      "GET /users": () => ({ items: [aUserRow({ id: otherUser.id, username: "bertil" })] }),
      [`GET /users/${otherUser.id}`]: () => otherUser,
    });
    await show(null);
    expect(screen.queryByRole("checkbox", { name: "Switched user" })).toBeNull();
    await userEvent.click(screen.getByRole("checkbox", { name: "Super admin" }));
    await choose(/^Copy roles from/, "bertil (Norrfiber)");
    await waitFor(() => expect(screen.getByText("2 roles chosen")).toBeTruthy());
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "View files" }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Super admin" }).checked).toBe(false);
  });

  test("reports a taken username at the field", async () => {
    fakeUserApi({ "POST /users": () => problemReply(422, "duplicate", { username: "duplicate" }) });
    await show(null);
    enter(box(/^Username/), "anna");
    enter(password(), "Vinter-2026");
    await save();
    expect(await screen.findByText("This is already in use")).toBeTruthy();
    expect(box(/^Username/).getAttribute("aria-invalid")).toBe("true");
  });
});
