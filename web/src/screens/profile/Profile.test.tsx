import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { getTotpSecret, getTwoFactorAuthenticationValues } from "#domain/endpoints/account/profile.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const factorPath = "GET /user/getTwoFactorAuthenticationValues";
const factor = (type: "NONE" | "EMAIL" | "TOTP", hasSecret = false) => ({
  [factorPath]: () =>
    getTwoFactorAuthenticationValues.response!.parse({ type, hasSecret, email: "staff@norrfiber.example" }),
});
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const offer = getTotpSecret.response!.parse({
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
    fakeApi(factor("NONE"));
    open();
    const person = within((await screen.findByText("About you")).closest("section")!);
    for (const text of ["staff", "Norrfiber", "View documentations", "View files"])
      expect(person.getByText(text)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });

  test("3§5, 3§7 a new password must follow the rules of 1§5; success shows 'Update Successful' and clears the fields", async () => {
    const api = fakeApi({ ...factor("NONE"), "PUT /user/updatePassword": () => ({ success: true }) });
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

  test("1§8 a rejected password is an alert", async () => {
    fakeApi({ ...factor("NONE"), "PUT /user/updatePassword": () => problemReply(422, "switchedSession") });
    open();
    await enterPasswords();
    await press("Change password");
    expect(await screen.findByText(/^Error, unprocessable entity: Only the user themselves/)).toBeTruthy();
  });

  test("3§5 a wrong current password is reported at its focused field until it is edited", async () => {
    fakeApi({
      ...factor("NONE"),
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
    fakeApi(factor("TOTP"));
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

describe("3§4 two-factor", () => {
  test("3§4 type NONE hides the section", async () => {
    const api = fakeApi(factor("NONE"));
    open();
    await screen.findByText("About you");
    await waitFor(() => expect(api.to(factorPath)).toHaveLength(1));
    expect(screen.queryByText("Two-factor authentication")).toBeNull();
  });

  test("3§4 type EMAIL names the address, and offers an authenticator instead", async () => {
    fakeApi(factor("EMAIL"));
    open();
    expect(await screen.findByText(/by email at staff@norrfiber.example/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Use an authenticator app instead" })).toBeTruthy();
  });

  test("3§4 an active authenticator is shown, with a note on who can reset a lost one", async () => {
    fakeApi(factor("TOTP", true));
    open();
    expect(await screen.findByText("Authenticator app active")).toBeTruthy();
    expect(screen.getByText(/an administrator can reset it/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /authenticator app/ })).toBeNull();
  });

  test("3§2, 3§4 QR code, secret and code; the first correct code activates it", async () => {
    const responses = [problemReply(422, "wrongCode", { code: "invalid" }), "OK"];
    const api = fakeApi({
      ...factor("TOTP"),
      "GET /user/getTotpSecret": () => offer,
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
    fakeApi({ ...factor("EMAIL"), "GET /user/getTotpSecret": () => offer });
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

  test("1§8 a secret that cannot be loaded offers a retry", async () => {
    const responses = [problemReply(422, "ruleBroken"), offer];
    fakeApi({
      ...factor("TOTP"),
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
