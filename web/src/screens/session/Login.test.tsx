import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { getCurrentSession } from "#api/session.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, noResponse, problemReply } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const submit = (name = "Log in") => userEvent.click(screen.getByRole("button", { name }));
const findUsername = () => screen.findByLabelText("Username");

async function logIn() {
  await userEvent.type(await findUsername(), "staff");
  await userEvent.type(screen.getByLabelText("Password"), "Siteproof-1!");
  await submit();
}

async function logInToCodeStep() {
  await logIn();
  return screen.findByLabelText<HTMLInputElement>("One-time code");
}

describe("1§2 login", () => {
  test("1§5 username and password are required, reported after a submit attempt", async () => {
    const api = fakeApi({});
    renderApp("/login");
    await findUsername();
    expect(screen.queryByText("This field is required!")).toBeNull();
    expect(await axeFaults()).toEqual([]);
    await submit();
    expect(screen.getAllByText("This field is required!")).toHaveLength(2);
    expect(api.calls).toHaveLength(0);
  });

  test("1§2 returns to the page the visitor requested", async () => {
    fakeApi({ "POST /login": () => aSession() });
    const { address } = renderApp("/documentation?q=mast&page=2");
    await logIn();
    await waitFor(() => expect(address()).toBe("/documentation?q=mast&page=2"));
    expect(getCurrentSession()?.username).toBe("staff");
  });

  test("1§2 without an origin, goes to / and follows its redirect", async () => {
    fakeApi({ "POST /login": () => aSession() });
    const { address } = renderApp("/login");
    await logIn();
    await waitFor(() => expect(address()).toBe("/documentation"));
  });

  test("1§4 after a 400, asks for a one-time code, which is required", async () => {
    const responses = [problemReply(400, "secondFactorRequired"), aSession()];
    const api = fakeApi({ "POST /login": () => responses.shift() });
    renderApp("/login");
    await logIn();
    const code = await screen.findByLabelText("One-time code");
    expect(screen.queryByLabelText("Username")).toBeNull();
    expect(document.activeElement).toBe(code);
    await submit("Verify");
    expect(screen.getByText("This field is required!")).toBeTruthy();
    await userEvent.type(code, "123456");
    await submit("Verify");
    await waitFor(() => expect(getCurrentSession()).not.toBeNull());
    expect(api.to("POST /login")[1]?.body).toEqual({
      username: "staff",
      password: "Siteproof-1!",
      code: "123456",
    });
  });

  test("1§4 a recovery code is accepted in place of a code from the app", async () => {
    const responses = [problemReply(400, "secondFactorRequired"), aSession()];
    const api = fakeApi({ "POST /login": () => responses.shift() });
    renderApp("/login");
    await logIn();
    await userEvent.click(await screen.findByRole("button", { name: "Use a recovery code" }));
    await userEvent.type(await screen.findByLabelText("Recovery code"), "7KQM2-XP9RT");
    expect(await axeFaults()).toEqual([]);
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(api.to("POST /login")).toHaveLength(2));
    expect(api.to("POST /login")[1]!.body).toMatchObject({ code: "7KQM2-XP9RT" });
  });

  test("design§Sessions a browser without passkeys asks for a recovery code instead of a passkey", async () => {
    const responses = [problemReply(400, "passkeyRequired"), aSession()];
    const api = fakeApi({ "POST /login": () => responses.shift() });
    renderApp("/login");
    await findUsername();
    expect(screen.queryByRole("button", { name: /passkey/ })).toBeNull();
    await logIn();
    expect(await screen.findByRole("heading", { name: "Use your passkey" })).toBeTruthy();
    expect(screen.getByText(/^This browser does not support passkeys/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Recovery code"), "7KQM2-XP9RT{Enter}");
    await waitFor(() => expect(api.to("POST /login")).toHaveLength(2));
    expect(api.to("POST /login")[1]!.body).toMatchObject({ code: "7KQM2-XP9RT" });
  });

  test("design§Sessions a user who needs a second factor and has no address sets up an authenticator", async () => {
    const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    const responses = [
      problemReply(400, "secondFactorSetupRequired"),
      problemReply(401, "loginFailed"),
      aSession(),
    ];
    const api = fakeApi({
      "POST /login": () => responses.shift(),
      "POST /login/newAuthenticator": () => ({
        secret,
        uri: `otpauth://totp/Siteproof:staff?secret=${secret}`,
      }),
    });
    renderApp("/login");
    await logIn();
    expect(await screen.findByRole("heading", { name: "Set up an authenticator app" })).toBeTruthy();
    expect(await screen.findByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")).toBeTruthy();
    expect(screen.getByText(/no email address for codes/)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await submit("Confirm and log in");
    expect(screen.getByText("This field is required!")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("One-time code"), "111111");
    await submit("Confirm and log in");
    expect(await screen.findByText("The code you entered is incorrent")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("One-time code"), "492817");
    await submit("Confirm and log in");
    await waitFor(() => expect(getCurrentSession()).not.toBeNull());
    expect(api.to("POST /login").at(-1)!.body).toEqual({
      username: "staff",
      password: "Siteproof-1!",
      authenticator: { secret, code: "492817" },
    });
    expect(api.to("POST /login/newAuthenticator")).toHaveLength(1);
  });

  test("1§4 a wrong code shows an alert and clears the field; a button leads back", async () => {
    const responses = [problemReply(400, "secondFactorRequired"), problemReply(401, "loginFailed")];
    fakeApi({ "POST /login": () => responses.shift() });
    renderApp("/login");
    const code = await logInToCodeStep();
    expect(await axeFaults()).toEqual([]);
    await userEvent.type(code, "000000");
    await submit("Verify");
    const alert = await screen.findByText("The code you entered is incorrent");
    expect(alert.closest("[role=alert]")).not.toBeNull();
    expect(code).toHaveProperty("value", "");
    expect(document.activeElement).toBe(code);
    await submit("Back to username and password");
    expect(await findUsername()).toHaveProperty("value", "");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
    expect(screen.queryByText("The code you entered is incorrent")).toBeNull();
  });

  test("3§4 if the service can no longer check the authenticator, the code is not called incorrect", async () => {
    const responses = [
      problemReply(400, "secondFactorRequired"),
      problemReply(401, "authenticatorUnreadable"),
    ];
    fakeApi({ "POST /login": () => responses.shift() });
    renderApp("/login");
    const code = await logInToCodeStep();
    await userEvent.type(code, "123456");
    await submit("Verify");
    expect(await screen.findByText(/Ask a super admin to reset it/)).toBeTruthy();
    expect(screen.queryByText("The code you entered is incorrent")).toBeNull();
  });

  test("1§9 the code has six digits; pasted spaces are ignored, fewer digits are not sent", async () => {
    const responses = [problemReply(400, "secondFactorRequired"), aSession()];
    const api = fakeApi({ "POST /login": () => responses.shift() });
    renderApp("/login");
    const code = await logInToCodeStep();
    expect(code.getAttribute("inputmode")).toBe("numeric");
    expect(code.getAttribute("autocomplete")).toBe("one-time-code");
    await userEvent.type(code, "12345");
    await submit("Verify");
    expect(screen.getByText("The code must be 6 digits")).toBeTruthy();
    expect(api.calls).toHaveLength(1);
    await userEvent.clear(code);
    await userEvent.paste(" 123 456 ");
    await submit("Verify");
    await waitFor(() => expect(getCurrentSession()).not.toBeNull());
    expect(api.calls[1]?.body).toMatchObject({ code: "123456" });
  });

  test("1§4 the code screen says whether the code was mailed or comes from the authenticator, and offers a new mail only for the former", async () => {
    const responses = [problemReply(400, "codeMailed"), problemReply(400, "secondFactorRequired")];
    fakeApi({ "POST /login": () => responses.shift() });
    renderApp("/login");
    await logInToCodeStep();
    expect(screen.getByText("6 digits from the email we just sent you.")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Send a new code/ })).toBeTruthy();
    await submit("Back to username and password");
    await logInToCodeStep();
    expect(screen.getByText("6 digits from your authenticator app.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Send a new code/ })).toBeNull();
  });

  test("1§4 after a delay, a new code is requested by the login call without a code, and confirmed", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const api = fakeApi({ "POST /login": () => problemReply(400, "codeMailed") });
    renderApp("/login");
    await logInToCodeStep();
    const resendButton = screen.getByRole("button", { name: /^Send a new code \(\d+ s\)$/ });
    expect(resendButton.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(resendButton);
    expect(api.calls).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    fireEvent.click(screen.getByRole("button", { name: "Send a new code" }));
    const statusText = await screen.findByText("A new code is on its way to you by email.");
    expect(statusText.closest("[role=status]")).not.toBeNull();
    expect(api.calls[1]?.body).toEqual({ username: "staff", password: "Siteproof-1!" });
    expect(screen.getByRole("button", { name: /^Send a new code \(\d+ s\)$/ })).toBeTruthy();
  });

  test("1§8 429 at the code step says when to retry and keeps the code", async () => {
    const responses = [
      problemReply(400, "secondFactorRequired"),
      problemReply(429, "tooManyAttempts", undefined, { "retry-after": "60" }),
    ];
    fakeApi({ "POST /login": () => responses.shift() });
    renderApp("/login");
    const code = await logInToCodeStep();
    await userEvent.type(code, "123456");
    await submit("Verify");
    expect(await screen.findByText("Too many attempts. Try again in 60 seconds.")).toBeTruthy();
    expect(code).toHaveProperty("value", "123456");
  });

  test.each([
    ["401", () => problemReply(401, "loginFailed"), "Wrong username or password"],
    ["500", () => problemReply(500, "internal"), "Something went wrong on our side"],
    ["no response", noResponse, "Error, connection not found"],
    [
      "429",
      () => problemReply(429, "tooManyAttempts", undefined, { "retry-after": "600" }),
      "Too many attempts. Try again in 10 minutes.",
    ],
  ] as const)("1§8 %s: the message is shown as an alert", async (_, respond, text) => {
    fakeApi({ "POST /login": respond });
    const { address } = renderApp("/login");
    await logIn();
    expect((await screen.findByText(text)).closest("[role=alert]")).not.toBeNull();
    expect(address()).toBe("/login");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "Siteproof-1!");
  });

  test("1§4 an expired password is reported with a link to choose a new one", async () => {
    fakeApi({ "POST /login": () => problemReply(401, "passwordExpired") });
    const { router } = renderApp("/login");
    await logIn();
    expect(await screen.findByText(/^Your password has expired/)).toBeTruthy();
    await userEvent.click(screen.getByRole("link", { name: "Choose a new password" }));
    expect(router.state.location).toMatchObject({
      pathname: "/forgotpassword",
      state: { username: "staff" },
    });
  });

  test("1§4 a session ended by the service is reported; a logout is not", async () => {
    const replySessionEnded = () => problemReply(401, "sessionEnded");
    fakeApi({
      "GET /documentations": replySessionEnded,
      "POST /accessToken/refreshToken": replySessionEnded,
    });
    const firstVisit = renderApp("/documentation", aSession());
    expect(await screen.findByText("Your session has ended.")).toBeTruthy();
    expect(firstVisit.address()).toBe("/login");
    firstVisit.unmount();
    fakeApi({ "POST /logout": () => ({ success: true }) });
    renderApp("/logout", aSession());
    await findUsername();
    expect(screen.queryByText("Your session has ended.")).toBeNull();
  });

  test("B6 the login explains what happens in a browser that blocks site data", async () => {
    const throwSecurityError = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    vi.stubGlobal("localStorage", {
      getItem: throwSecurityError,
      setItem: throwSecurityError,
      removeItem: throwSecurityError,
    });
    renderApp("/login");
    expect(await screen.findByText("This browser blocks site data for Siteproof.")).toBeTruthy();
    expect(screen.getByText(/Allow site data for this address/)).toBeTruthy();
  });

  test("1§1 the language can be chosen before login", async () => {
    renderApp("/login");
    await findUsername();
    expect(screen.getByRole("button", { name: "English" }).getAttribute("aria-pressed")).toBe("true");
    const swedish = screen.getByRole("button", { name: "Svenska" });
    expect([swedish.getAttribute("lang"), swedish.getAttribute("aria-pressed")]).toEqual(["sv", "false"]);
  });

  test("1§2 a link leads to /forgotpassword", async () => {
    renderApp("/login");
    expect((await screen.findByText("Forgot password?")).getAttribute("href")).toBe("/forgotpassword");
  });
});
