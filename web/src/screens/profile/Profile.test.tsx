import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { listPasskeys } from "#domain/endpoints/account/passkeys.ts";
import { getTotpSecret, getTwoFactorAuthenticationValues } from "#domain/endpoints/account/profile.ts";
import { listSessions } from "#domain/endpoints/account/sessionList.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const factorPath = "GET /user/getTwoFactorAuthenticationValues";
const profileRoutes = (type: "NONE" | "EMAIL" | "TOTP", hasSecret = false) => ({
  [factorPath]: () =>
    getTwoFactorAuthenticationValues.response!.parse({ type, hasSecret, email: "staff@norrfiber.example" }),
  "GET /session/list": () => ({ items: [] }),
  "GET /user/listPasskeys": () => ({ items: [] }),
});
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const totpSecret = getTotpSecret.response!.parse({
  secret,
  uri: `otpauth://totp/Siteproof:staff?secret=${secret}&issuer=Siteproof`,
});
const switchedSession = () => aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_SWITCHED_USER"] });
const open = (session = aSession()) => renderApp("/profile", session);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

async function enterPasswords(): Promise<void> {
  await userEvent.type(await screen.findByLabelText("Current password"), "Siteproof-1!");
  await userEvent.type(screen.getByLabelText("New password"), "Siteproof-2!");
  await userEvent.type(screen.getByLabelText("Repeat the new password"), "Siteproof-2!");
}

describe("3§2 profile", () => {
  test("3§2 shows the user, and the roles by name", async () => {
    fakeApi(profileRoutes("NONE"));
    open();
    const person = within((await screen.findByText("About you")).closest("section")!);
    for (const text of ["staff", "Norrfiber", "View documentations", "View files"])
      expect(person.getByText(text)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });

  test("3§5, 3§7 a new password must follow the rules of 1§5; success shows 'Update Successful' and clears the fields", async () => {
    const api = fakeApi({ ...profileRoutes("NONE"), "PUT /user/updatePassword": () => ({ success: true }) });
    open();
    await press("Change password");
    expect(screen.getByText("This field is required!")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Current password"), "Siteproof-1!");
    await press("Change password");
    expect(screen.getByText("The new password can not be empty")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("New password"), "Siteproof-2!");
    await press("Change password");
    expect(screen.getByText("The passwords do not match")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Repeat the new password"), "Siteproof-2!");
    await press("Change password");
    expect(await screen.findByText("Update Successful")).toBeTruthy();
    expect(api.to("PUT /user/updatePassword").map(({ body }) => body)).toEqual([
      { currentPassword: "Siteproof-1!", password: "Siteproof-2!", repeatPassword: "Siteproof-2!" },
    ]);
    expect(screen.getByLabelText("Current password")).toHaveProperty("value", "");
    expect(screen.getByLabelText("New password")).toHaveProperty("value", "");
  });

  test("1§8 a refused password change is reported as an alert", async () => {
    fakeApi({
      ...profileRoutes("NONE"),
      "PUT /user/updatePassword": () => problemReply(422, "switchedSession"),
    });
    open();
    await enterPasswords();
    await press("Change password");
    expect(await screen.findByText(/^Error, unprocessable entity: Only the user themselves/)).toBeTruthy();
  });

  test("3§5 a wrong current password is reported at its focused field until it is edited", async () => {
    fakeApi({
      ...profileRoutes("NONE"),
      "PUT /user/updatePassword": () => problemReply(422, "invalid", { currentPassword: "invalid" }),
    });
    open();
    await enterPasswords();
    await press("Change password");
    expect(await screen.findByText("This is not your current password")).toBeTruthy();
    const field = screen.getByLabelText("Current password");
    expect(document.activeElement).toBe(field);
    expect(screen.queryByText(/^Error, unprocessable entity/)).toBeNull();
    expect(await axeFaults()).toEqual([]);
    await userEvent.type(field, "x");
    expect(screen.queryByText("This is not your current password")).toBeNull();
  });

  test("3§4 in a switched session both sections are disabled with the reason", async () => {
    fakeApi(profileRoutes("TOTP"));
    open(switchedSession());
    expect(await screen.findByText(/Only the user themselves can change the password/)).toBeTruthy();
    expect(screen.queryByText("Switched user")).toBeNull();
    expect(screen.getByLabelText("New password")).toHaveProperty("disabled", true);
    expect(screen.getByRole("button", { name: "Change password" })).toHaveProperty("disabled", true);
    const activate = await screen.findByRole("button", { name: "Activate authenticator app" });
    expect(activate).toHaveProperty("disabled", true);
    expect(await axeFaults()).toEqual([]);
  });
});

describe("3§4 two-factor authentication", () => {
  test("3§4 a user without a second factor can turn it on", async () => {
    const api = fakeApi({
      ...profileRoutes("NONE"),
      "GET /user/getTotpSecret": () => totpSecret,
      "POST /user/verifyTotp": () => "OK",
    });
    open();
    expect(await screen.findByText("Off")).toBeTruthy();
    await press("Turn on");
    await userEvent.type(await screen.findByLabelText("Code from the app"), "492817");
    await press("OK");
    expect(await screen.findByText("Authenticator app active")).toBeTruthy();
    expect(api.to("POST /user/verifyTotp")).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Turn off" })).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });

  test("3§4 turning off the second factor requires the password and a code", async () => {
    let values = {
      ...{ type: "TOTP", hasSecret: true, email: null, canTurnOff: true, passkeys: 0, recoveryCodes: 0 },
    };
    const api = fakeApi({
      ...profileRoutes("TOTP", true),
      [factorPath]: () => values,
      "POST /user/turnOffSecondFactor": ({ body }) => {
        if ((body as { code: string }).code !== "492817")
          return problemReply(422, "wrongCode", { code: "invalid" });
        values = { ...values, type: "NONE", hasSecret: false, canTurnOff: false };
        return { success: true };
      },
    });
    open();
    await press("Turn off");
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Turn off" }));
    expect(dialog.getAllByText("This field is required!")).toHaveLength(2);
    await userEvent.type(dialog.getByLabelText("Your password"), "Siteproof-1!");
    await userEvent.type(dialog.getByLabelText("Code from the app"), "000000");
    await userEvent.click(dialog.getByRole("button", { name: "Turn off" }));
    expect(await dialog.findByText("The code you entered is incorrect")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.clear(dialog.getByLabelText("Code from the app"));
    await userEvent.type(dialog.getByLabelText("Code from the app"), "492817");
    await userEvent.click(dialog.getByRole("button", { name: "Turn off" }));
    expect(await screen.findByText("Off")).toBeTruthy();
    expect(api.to("POST /user/turnOffSecondFactor").at(-1)?.body).toEqual({
      currentPassword: "Siteproof-1!",
      code: "492817",
    });
  });

  test("3§4 recovery codes are shown once, after the password has been entered", async () => {
    const codes = ["7KQM2-XP9RT", "HW4CN-2B3DF"];
    fakeApi({ ...profileRoutes("TOTP", true), "POST /user/createRecoveryCodes": () => ({ codes }) });
    open();
    expect(await screen.findByText(/You have no recovery codes/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull();
    await press("Create recovery codes");
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByLabelText("Your password"), "Siteproof-1!");
    await userEvent.click(dialog.getByRole("button", { name: "Create recovery codes" }));
    for (const code of codes) expect(await screen.findByText(code)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(within(await screen.findByRole("dialog")).getByText("Close"));
    await waitFor(() => expect(screen.queryByText(codes[0]!)).toBeNull());
  });

  test("3§4 type EMAIL names the address, and offers an authenticator instead", async () => {
    fakeApi(profileRoutes("EMAIL"));
    open();
    expect(await screen.findByText(/by email at staff@norrfiber.example/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Use an authenticator app instead" })).toBeTruthy();
  });

  test("3§4 an active authenticator is shown, with a note on who can reset a lost one", async () => {
    fakeApi(profileRoutes("TOTP", true));
    open();
    expect(await screen.findByText("Authenticator app active")).toBeTruthy();
    expect(screen.getByText(/an administrator can reset it/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /authenticator app/ })).toBeNull();
  });

  test("3§2, 3§4 the dialog shows a QR code and the secret; the first correct code activates the authenticator", async () => {
    const responses = [problemReply(422, "wrongCode", { code: "invalid" }), "OK"];
    const api = fakeApi({
      ...profileRoutes("TOTP"),
      "GET /user/getTotpSecret": () => totpSecret,
      "POST /user/verifyTotp": () => responses.shift(),
    });
    open();
    await press("Activate authenticator app");
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByRole("img", { name: /^QR code for your authenticator app/ })).toBeTruthy();
    expect(dialog.getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);

    await userEvent.click(dialog.getByRole("button", { name: "OK" }));
    expect(dialog.getByText("This field is required!")).toBeTruthy();
    expect(api.to("POST /user/verifyTotp")).toHaveLength(0);

    await userEvent.type(dialog.getByLabelText("Code from the app"), "111 111");
    await userEvent.click(dialog.getByRole("button", { name: "OK" }));
    const message = await dialog.findByText("The code you entered is incorrent");
    expect(message.closest("[role=alert]")).not.toBeNull();

    await userEvent.clear(dialog.getByLabelText("Code from the app"));
    await userEvent.type(dialog.getByLabelText("Code from the app"), "492817");
    await userEvent.click(dialog.getByRole("button", { name: "OK" }));
    expect(await screen.findByText("Registration Successful")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("Authenticator app active")).toBeTruthy();
    expect(api.to("POST /user/verifyTotp")[1]?.body).toEqual({ secret, code: "492817" });
    expect(api.to("GET /user/getTotpSecret")).toHaveLength(1);
  });

  test("3§2 the secret is copied without its spaces, and a failure to copy is reported", async () => {
    fakeApi({ ...profileRoutes("EMAIL"), "GET /user/getTotpSecret": () => totpSecret });
    open();
    await press("Use an authenticator app instead");
    const write = vi
      .spyOn(navigator.clipboard, "writeText")
      .mockResolvedValueOnce(undefined)
      .mockRejectedValueOnce(new Error("refused"));
    await press("Copy secret key");
    expect(write).toHaveBeenCalledWith(secret);
    expect((await screen.findByText("Copied")).closest("[role=status]")).not.toBeNull();
    await press("Copy secret key");
    expect(await screen.findByText(/^Could not copy/)).toBeTruthy();
  });

  test("headplane#597 where the browser has no clipboard, a failure to copy is reported", async () => {
    fakeApi({ ...profileRoutes("EMAIL"), "GET /user/getTotpSecret": () => totpSecret });
    open();
    await press("Use an authenticator app instead");
    // As on a page without TLS, where reading `writeText` throws.
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation(() => {
      throw new TypeError("navigator.clipboard is undefined");
    });
    await press("Copy secret key");
    expect(await screen.findByText(/^Could not copy/)).toBeTruthy();
  });

  test("1§8 a secret that cannot be loaded offers a retry", async () => {
    const responses = [problemReply(422, "ruleBroken"), totpSecret];
    fakeApi({
      ...profileRoutes("TOTP"),
      "GET /user/getTotpSecret": () => responses.shift(),
      "GET /notice/dailyMail": () => ({ dailyMail: true, email: null }),
    });
    open();
    await press("Activate authenticator app");
    expect(await screen.findByText("This change is not allowed right now")).toBeTruthy();
    await press("Try again");
    expect(await screen.findByLabelText("Code from the app")).toBeTruthy();
  });
});

describe("the passkeys of a user", () => {
  const phone = {
    ...{ id: "00000000-0000-4000-8000-000000000011", name: "My phone", isSynced: true },
    ...{ dateCreated: "2026-05-04T09:30:00Z", lastUsed: "2026-05-05T09:30:00Z" },
  };
  const key = {
    ...phone,
    id: "00000000-0000-4000-8000-000000000012",
    name: "Key",
    isSynced: false,
    lastUsed: null,
  };
  const serve = () => {
    let items = listPasskeys.response!.parse({ items: [phone, key] }).items;
    return fakeApi({
      ...profileRoutes("NONE"),
      [factorPath]: () =>
        getTwoFactorAuthenticationValues.response!.parse({
          ...{ type: "NONE", hasSecret: false, email: null, passkeys: items.length, recoveryCodes: 3 },
        }),
      "GET /user/listPasskeys": () => ({ items }),
      [`PUT /user/renamePasskey/${key.id}`]: ({ body }) => {
        const { name } = body as { name: string };
        items = items.map((item) => (item.id === key.id ? { ...item, name } : item));
        return { success: true };
      },
      [`DELETE /user/removePasskey/${phone.id}`]: () => {
        items = items.filter(({ id }) => id !== phone.id);
        return { success: true };
      },
    });
  };

  test("design§Sessions are listed by name and last use, and count as the second factor", async () => {
    serve();
    open();
    const section = within((await screen.findByRole("heading", { name: "Passkeys" })).closest("section")!);
    for (const text of ["My phone", "Key", "Synced", "Not used yet"])
      expect(await section.findByText(text)).toBeTruthy();
    expect(section.getByText(/^Last used /)).toBeTruthy();
    expect(await screen.findByText(/requires one of your passkeys/)).toBeTruthy();
    expect(screen.getByText("3 recovery codes are left.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Activate authenticator app" })).toBeTruthy();
    // happy-dom does not support passkeys, so none can be added.
    expect(section.getByText("This browser does not support passkeys.")).toBeTruthy();
    expect(section.getByRole("button", { name: "Add a passkey" })).toHaveProperty("disabled", true);
    expect(await axeFaults()).toEqual([]);
  });

  test("design§Sessions are renamed, and removed after a confirmation", async () => {
    const api = serve();
    open();
    await press("Rename the passkey Key");
    const name = screen.getByRole("textbox", { name: "Name" });
    await userEvent.clear(name);
    await userEvent.type(name, "Red key{Enter}");
    expect(await screen.findByText("Red key")).toBeTruthy();
    await press("Remove the passkey My phone");
    const question = await screen.findByRole("alertdialog", { name: "Remove My phone?" });
    expect(api.to(`DELETE /user/removePasskey/${phone.id}`)).toHaveLength(0);
    await userEvent.click(within(question).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("The passkey has been removed")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("My phone")).toBeNull());
  });

  test("3§4 a user acting as another can neither add nor remove passkeys", async () => {
    serve();
    open(switchedSession());
    for (const button of [
      await screen.findByRole("button", { name: "Remove the passkey Key" }),
      screen.getByRole("button", { name: "Add a passkey" }),
    ])
      expect(button).toHaveProperty("disabled", true);
  });
});

describe("the sessions of a user", () => {
  const thisSession = {
    ...{ id: "00000000-0000-4000-8000-000000000001", current: true, actingAs: null, address: "192.0.2.7" },
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
    dateCreated: "2026-05-04T09:30:00Z",
    lastRefreshed: "2026-05-04T09:40:00Z",
    expires: "2026-05-04T21:30:00Z",
  };
  const phone = {
    ...{ ...thisSession, id: "00000000-0000-4000-8000-000000000002", current: false },
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1",
  };
  const unknownSession = {
    ...{
      ...thisSession,
      id: "00000000-0000-4000-8000-000000000003",
      current: false,
      address: null,
      userAgent: null,
    },
    actingAs: "reader",
  };
  const serve = () => {
    let items = listSessions.response!.parse({ items: [thisSession, phone, unknownSession] }).items;
    return fakeApi({
      ...profileRoutes("NONE"),
      "GET /session/list": () => ({ items }),
      [`DELETE /session/end/${phone.id}`]: () => {
        items = items.filter(({ id }) => id !== phone.id);
        return { success: true };
      },
      "POST /session/endOthers": () => {
        items = items.filter(({ current }) => current);
        return { success: true, count: 2 };
      },
    });
  };

  test("design§Sessions are listed by browser and address, and the current one cannot be ended", async () => {
    serve();
    open();
    expect(await screen.findByText("Chrome on Windows")).toBeTruthy();
    for (const text of ["Safari on iPhone", "Unknown program", "Acting as reader", "This session"])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getAllByRole("button", { name: /^End the session/ })).toHaveLength(2);
    expect(await axeFaults()).toEqual([]);
  });

  test("design§Sessions end one by one, or all others after confirmation", async () => {
    const api = serve();
    open();
    await userEvent.click(await screen.findByRole("button", { name: /^End the session: Safari on iPhone/ }));
    await waitFor(() => expect(screen.queryByText("Safari on iPhone")).toBeNull());
    await press("End all others");
    const question = await screen.findByRole("alertdialog");
    expect(api.to("POST /session/endOthers")).toHaveLength(0);
    await userEvent.click(within(question).getByRole("button", { name: "End all others" }));
    expect(await screen.findByText("2 sessions have ended")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("Unknown program")).toBeNull());
  });

  test("3§4 a user acting as another cannot end any session", async () => {
    serve();
    open(switchedSession());
    for (const button of await screen.findAllByRole("button", { name: /^End/ }))
      expect(button.hasAttribute("disabled")).toBe(true);
  });
});
