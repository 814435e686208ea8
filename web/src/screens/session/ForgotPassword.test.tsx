import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, noResponse, problemReply } from "#testing/fakeApi.ts";
import { renderApp } from "#testing/renderApp.tsx";

const path = "POST /resetPassword/requestPasswordChange";
const findUsername = () => screen.findByLabelText("Username");
const send = () => userEvent.click(screen.getByRole("button", { name: "Send link" }));

describe("1§2 forgot password", () => {
  test("1§2 sends the username and shows a success message", async () => {
    const api = fakeApi({ [path]: () => ({ success: true }) });
    renderApp("/forgotpassword");
    const field = await findUsername();
    expect(document.activeElement).toBe(field);
    expect(await axeFaults()).toEqual([]);
    await userEvent.type(field, "staff");
    await send();
    const message = await screen.findByText(
      "If the user exists and has an email address, a link is on its way.",
    );
    expect(message.closest("[role=alert]")).not.toBeNull();
    expect(api.to(path)[0]?.body).toEqual({ username: "staff" });
    expect(api.to(path)[0]?.headers.get("accept-language")).toBe("en");
    expect(await axeFaults()).toEqual([]);
  });

  test("1§5 the username is required, reported after a submit attempt", async () => {
    const api = fakeApi({});
    renderApp("/forgotpassword");
    await findUsername();
    expect(screen.queryByText("This field is required!")).toBeNull();
    await send();
    expect(screen.getByText("This field is required!")).toBeTruthy();
    expect(api.calls).toHaveLength(0);
  });

  test.each([
    ["no response", noResponse, "Error, connection not found"],
    [
      "429",
      () => problemReply(429, "tooManyAttempts", undefined, { "retry-after": "1800" }),
      "Too many attempts. Try again in 30 minutes.",
    ],
  ] as const)("1§8 %s: the message is shown as an alert", async (_, respond, text) => {
    fakeApi({ [path]: respond });
    renderApp("/forgotpassword");
    await userEvent.type(await findUsername(), "staff");
    await send();
    expect((await screen.findByText(text)).closest("[role=alert]")).not.toBeNull();
    expect(await findUsername()).toHaveProperty("value", "staff");
  });

  test("1§2 the username typed at login is prefilled, and a link leads back", async () => {
    const { address } = renderApp("/login");
    await userEvent.type(await findUsername(), "staff");
    await userEvent.click(screen.getByText("Forgot password?"));
    await screen.findByText("Forgot your password?");
    expect(await findUsername()).toHaveProperty("value", "staff");
    await userEvent.click(screen.getByText("Back to login"));
    await waitFor(() => expect(address()).toBe("/login"));
  });
});
