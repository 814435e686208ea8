import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, noResponse, problemReply } from "#testing/fakeApi.ts";
import { renderApp } from "#testing/renderApp.tsx";

const path = "POST /resetPassword/changePassword";
const findPassword = () => screen.findByLabelText("New password");
const getRepeatPassword = () => screen.getByLabelText("Repeat the new password");
const submit = () => userEvent.click(screen.getByRole("button", { name: "Change password" }));

async function enter(password: string, repeatPassword = password) {
  await userEvent.clear(await findPassword());
  await userEvent.clear(getRepeatPassword());
  if (password) await userEvent.type(await findPassword(), password);
  if (repeatPassword) await userEvent.type(getRepeatPassword(), repeatPassword);
}

const listMetRules = () =>
  within(screen.getByText("The new password must have:").parentElement!)
    .getAllByRole("listitem")
    .map((item) => within(item).queryByLabelText("Met") !== null);

describe("1§2 reset password", () => {
  test("1§2, 1§4 submits with the route's token, then goes to login with a success message", async () => {
    const api = fakeApi({ [path]: () => ({ success: true }) });
    const { address } = renderApp("/resetpassword/tok-en_1");
    await findPassword();
    expect(await axeFaults()).toEqual([]);
    await enter("Siteproof-2!");
    await submit();
    await waitFor(() => expect(address()).toBe("/login"));
    expect(api.to(path)[0]?.body).toEqual({
      token: "tok-en_1",
      password: "Siteproof-2!",
      repeatPassword: "Siteproof-2!",
    });
    await screen.findByLabelText("Username");
    expect(screen.getByText("Your password has been changed. Log in with the new one.")).toBeTruthy();
  });

  test.each([
    ["", "", "The new password can not be empty", "New password"],
    ["Ab-1", "Ab-1", "The new password must be at least 8 characters long", "New password"],
    ["Siteproof-1!", "Siteproof-1", "The passwords do not match", "Repeat the new password"],
    [
      "siteproof-1!",
      "siteproof-1!",
      "The new password must contain at least 1 capital letter",
      "New password",
    ],
    [
      "Siteproof1",
      "Siteproof1",
      "The new password must contain at least 1 special character",
      "New password",
    ],
  ])("1§5 '%s' and '%s': %s", async (password, repeatPassword, message, label) => {
    const api = fakeApi({});
    renderApp("/resetpassword/token");
    await enter(password, repeatPassword);
    expect(screen.queryByText(message)).toBeNull();
    await submit();
    const field = screen.getByLabelText(label);
    expect(field.getAttribute("aria-describedby")?.split(" ")).toContain(screen.getByText(message).id);
    expect(document.activeElement).toBe(field);
    expect(api.calls).toHaveLength(0);
  });

  test("1§5 rules are marked as met while typing; Å, Ä and Ö are capital letters", async () => {
    renderApp("/resetpassword/token");
    await enter("", "");
    expect(listMetRules()).toEqual([false, false, false, false]);
    await userEvent.type(await findPassword(), "Ö");
    expect(listMetRules()).toEqual([false, true, false, false]);
    await userEvent.type(await findPassword(), "rebro-");
    expect(listMetRules()).toEqual([false, true, true, false]);
    await userEvent.type(await findPassword(), "1");
    await userEvent.type(getRepeatPassword(), "Örebro-1");
    expect(listMetRules()).toEqual([true, true, true, true]);
  });

  test("1§8 an expired link shows 'Your password could not be changed' and a link to request a new mail", async () => {
    fakeApi({ [path]: () => ({ success: false }) });
    renderApp("/resetpassword/token");
    await enter("Siteproof-2!");
    await submit();
    const alert = await screen.findByText("Your password could not be changed");
    expect(alert.closest("[role=alert]")).not.toBeNull();
    expect(screen.getByText("Request a new link").getAttribute("href")).toBe("/forgotpassword");
    expect(await axeFaults()).toEqual([]);
  });

  test.each([
    ["no response", noResponse, "Error, connection not found"],
    ["422", () => problemReply(422, "invalid", { password: "noCapital" }), /at least 1 capital letter/],
    [
      "429",
      () => problemReply(429, "tooManyAttempts", undefined, { "retry-after": "600" }),
      "Too many attempts. Try again in 10 minutes.",
    ],
  ] as const)(
    "1§8 %s: says that the password could not be changed and why, and keeps the typed text",
    async (_, respond, reason) => {
      fakeApi({ [path]: respond });
      renderApp("/resetpassword/token");
      await enter("Siteproof-2!");
      await submit();
      expect(await screen.findByText("Your password could not be changed")).toBeTruthy();
      expect(screen.getByText(reason)).toBeTruthy();
      expect(screen.queryByText("Request a new link")).toBeNull();
      expect(getRepeatPassword()).toHaveProperty("value", "Siteproof-2!");
    },
  );
});
