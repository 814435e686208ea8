import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { passwordFault } from "../../../../domain/rules/password";
import { startSession } from "../../api/session";
import { Alerts } from "../../kit/Alerts";
import { axeFaults } from "../../testing/axe";
import { fakeApi, problemReply } from "../../testing/fakeApi";
import { aLicense, aSuperAdmin } from "../../testing/fixtures";
import { aUser, aUserRow, rolesOf, someRoles } from "../../testing/organisation";
import { renderPart } from "../../testing/renderApp";
import { UserForm } from "./UserForm";

const fibre = aLicense({ name: "Fibre" });
const calls = (more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /roles": () => ({ items: someRoles }),
    "GET /licenses": () => ({ items: [fibre] }),
    "GET /customer/getOptions": () => [
      { id: 7, name: "Norrfiber" },
      { id: 8, name: "Sydvind" },
    ],
    ...more,
  });

async function show(id: number | null) {
  startSession(aSuperAdmin());
  const onClose = vi.fn();
  renderPart(
    <>
      <Alerts />
      <UserForm id={id} onClose={onClose} />
    </>,
  );
  await screen.findByRole("checkbox", { name: "Super admin" });
  return onClose;
}
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
const password = () =>
  screen.getByLabelText<HTMLInputElement>(/assword/, { selector: "input[type=password]" });
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
const choose = async (box: RegExp, option: string) => {
  await userEvent.click(screen.getByRole("combobox", { name: box }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
};

describe("1§5 a new user", () => {
  test("has the session's own customer, chosen automatically, and what was filled in", async () => {
    const api = calls({ "POST /users": () => aUser({ username: "anna" }) });
    const onClose = await show(null);
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: /^Customer/ }).value).toBe("Norrfiber");
    await userEvent.type(box(/^Username/), "anna");
    await userEvent.type(password(), "Vinter-2026");
    await userEvent.click(screen.getByRole("checkbox", { name: "Read documentations" }));
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

  test("is not sent without username and password", async () => {
    const api = calls();
    await show(null);
    expect(await axeFaults()).toEqual([]);
    await save();
    expect(await screen.findAllByText("This field is required!")).toHaveLength(2);
    expect(api.to("POST /users")).toHaveLength(0);
  });

  test.each([
    ["Ab-1", "The new password must be at least 8 characters long"],
    ["vinter-2026", "The new password must contain at least 1 capital letter"],
    ["Vinter2026", "The new password must contain at least 1 special character"],
  ])("with the password %s is told: %s", async (entered, message) => {
    const api = calls();
    await show(null);
    await userEvent.type(box(/^Username/), "anna");
    await userEvent.type(password(), entered);
    await save();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(api.to("POST /users")).toHaveLength(0);
  });

  test("needs an e-mail, and of e-mail type, once the second factor is not NONE", async () => {
    const api = calls();
    await show(null);
    await userEvent.type(box(/^Username/), "anna");
    await userEvent.type(password(), "Vinter-2026");
    await userEvent.selectOptions(screen.getByLabelText(/^Two-factor/), "EMAIL");
    await save();
    expect(await screen.findByText("This field is required!")).toBeTruthy();
    await userEvent.type(box(/^E-mail/), "anna at home");
    await save();
    expect(await screen.findByText("Enter an e-mail address, like name@example.com")).toBeTruthy();
    expect(api.to("POST /users")).toHaveLength(0);
  });

  test("gets a generated password that keeps the rules, shown this once with a way to copy it", async () => {
    calls();
    await show(null);
    const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await userEvent.click(screen.getByRole("button", { name: "Generate" }));
    const shown = await screen.findByLabelText("New password");
    expect(shown.textContent).toHaveLength(12);
    expect(passwordFault(shown.textContent)).toBeNull();
    expect(password().value).toBe(shown.textContent);
    expect(screen.getByText(/Shown only now/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Copy password" }));
    expect(await screen.findByText("Copied")).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith(shown.textContent);
    await userEvent.type(password(), "x");
    expect(screen.queryByText(/Shown only now/)).toBeNull();
  });

  test("1§2 can take over the roles of another user, but never the one that describes a session", async () => {
    const other = aUser({
      username: "bertil",
      userRoles: rolesOf("ROLE_FILE_READ", "ROLE_SWITCHED_USER", "ROLE_TEMPLATE_READ"),
    });
    calls({
      "GET /users": () => ({ items: [aUserRow({ id: other.id, username: "bertil" })] }),
      [`GET /users/${other.id}`]: () => other,
    });
    await show(null);
    expect(screen.queryByRole("checkbox", { name: "Acts as another user" })).toBeNull();
    await userEvent.click(screen.getByRole("checkbox", { name: "Super admin" }));
    await choose(/^Copy roles from/, "bertil (Norrfiber)");
    await waitFor(() => expect(screen.getByText("2 roles chosen")).toBeTruthy());
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Read files" }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Super admin" }).checked).toBe(false);
  });

  test("is told at the field when the username is taken", async () => {
    calls({ "POST /users": () => problemReply(422, "duplicate", { username: "duplicate" }) });
    await show(null);
    await userEvent.type(box(/^Username/), "anna");
    await userEvent.type(password(), "Vinter-2026");
    await save();
    expect(await screen.findByText("This is used already")).toBeTruthy();
    expect(box(/^Username/).getAttribute("aria-invalid")).toBe("true");
  });
});

describe("1§5 a user that is changed", () => {
  const anna = aUser({
    username: "anna",
    twoFactorAuthenticationType: "TOTP",
    email: "anna@example.com",
    hasSecret: true,
    userRoles: rolesOf("ROLE_SWITCH_CUSTOMER"),
    switchCustomers: [{ id: 8, name: "Sydvind" }],
    userLicenses: [fibre.id],
    licenseNames: ["Fibre"],
    version: 3,
  });
  const path = `/users/${anna.id}`;

  test("keeps the password when none is given, and everything else that was not touched", async () => {
    const api = calls({ [`GET ${path}`]: () => anna, [`PUT ${path}`]: () => anna });
    const onClose = await show(anna.id);
    expect(password().required).toBe(false);
    await userEvent.type(box(/^Full name/), "Anna");
    // Ticked off and on again is as it was.
    await userEvent.click(screen.getByRole("checkbox", { name: "Read files" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Read files" }));
    await userEvent.type(password(), "x{Backspace}");
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to(`PUT ${path}`)[0]!.body).toEqual({ fullName: "Anna", version: 3 });
  });

  test("loses the licences of the customer it leaves, which is not asked for while one types", async () => {
    const api = calls({ [`GET ${path}`]: () => anna, [`PUT ${path}`]: () => anna });
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

  test("has customer accounts to switch to only with the role for it", async () => {
    const api = calls({ [`GET ${path}`]: () => anna, [`PUT ${path}`]: () => anna });
    const onClose = await show(anna.id);
    expect(screen.getByRole("button", { name: "Remove Sydvind" })).toBeTruthy();
    await userEvent.click(screen.getByRole("checkbox", { name: "Switch customer" }));
    expect(screen.queryByRole("combobox", { name: "Customer accounts" })).toBeNull();
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to(`PUT ${path}`)[0]!.body).toEqual({ userRoles: [], switchCustomers: [], version: 3 });
  });

  test("1§6 finds roles by what they open", async () => {
    calls({ [`GET ${path}`]: () => anna });
    await show(anna.id);
    await userEvent.type(screen.getByRole("searchbox", { name: "Search roles" }), "rotates");
    const group = screen.getByRole("group", { name: "Photos and files" });
    expect(within(group).getAllByRole("checkbox")).toHaveLength(1);
    expect(screen.queryByRole("checkbox", { name: "Super admin" })).toBeNull();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("dialog")).toBeTruthy();
  });

  test("3§2 can have its lost authenticator forgotten, and what is typed is saved on top of that", async () => {
    const rows = [anna, { ...anna, hasSecret: false, version: 4 }];
    const api = calls({
      [`GET ${path}`]: () => (rows.length > 1 ? rows.shift() : rows[0]),
      [`POST /user/resetTotp/${anna.id}`]: () => ({ success: true }),
      [`PUT ${path}`]: () => ({ ...anna, version: 5 }),
    });
    const onClose = await show(anna.id);
    await userEvent.type(box(/^Full name/), "Anna");
    await userEvent.click(screen.getByRole("button", { name: "Reset authenticator" }));
    const question = await screen.findByRole("alertdialog", { name: "Reset the authenticator of anna?" });
    await userEvent.click(within(question).getByRole("button", { name: "Reset" }));
    expect(await screen.findByText(/The authenticator is reset/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Reset authenticator" })).toBeNull();
    expect(box(/^Full name/).value).toBe("Anna");
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(api.to(`PUT ${path}`)[0]!.body).toEqual({ fullName: "Anna", version: 4 });
  });

  test("1§2 names its parent with the parent's customer, and is not offered itself", async () => {
    const parent = aUser({ username: "bertil", customerName: "Sydvind" });
    const child = { ...anna, parent: parent.id, parentUsername: "bertil" };
    calls({
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
    expect(screen.queryByRole("option", { name: "anna (Norrfiber)" })).toBeNull();
  });
});
