import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { call } from "#api/client.ts";
import { startSession } from "#api/session.ts";
import { switchUser } from "#domain/endpoints/account/session.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderPart } from "#testing/renderApp.tsx";
import IdentityPrompt from "./IdentityPrompt.tsx";

const send = () => call(switchUser, { params: { id: 9 } });
const switchCall = "GET /switch/index/9";

function serve() {
  let isConfirmed = false;
  return fakeApi({
    [switchCall]: () => (isConfirmed ? aSession() : problemReply(422, "confirmationRequired")),
    "POST /session/confirm": ({ body }) => {
      const { currentPassword } = body as { currentPassword: string };
      isConfirmed = currentPassword === "Siteproof-1!";
      return isConfirmed ? { success: true } : problemReply(422, "invalid", { currentPassword: "invalid" });
    },
  });
}
const findDialog = async () => within(await screen.findByRole("dialog", { name: "Confirm that it is you" }));

test("design§Sessions a call that needs a confirmed password asks for the password, and is then sent again", async () => {
  const api = serve();
  startSession(aSuperAdmin());
  renderPart(<IdentityPrompt />);
  const pendingSwitch = send();
  const prompt = await findDialog();
  expect(await axeFaults()).toEqual([]);
  await userEvent.type(prompt.getByLabelText("Your password"), "Wrong-1!{Enter}");
  expect(await prompt.findByText("This is not your password")).toBeTruthy();
  await userEvent.clear(prompt.getByLabelText("Your password"));
  await userEvent.type(prompt.getByLabelText("Your password"), "Siteproof-1!{Enter}");
  expect(await pendingSwitch).toMatchObject({ username: aSession().username });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(api.to("POST /session/confirm")).toHaveLength(2);
});

test("design§Sessions a browser with passkeys offers one to users who have one, and in switched sessions", async () => {
  const phone = {
    ...{ id: "00000000-0000-4000-8000-000000000011", name: "Phone", isSynced: true },
    ...{ dateCreated: "2026-05-04T10:00:00Z", lastUsed: null },
  };
  const isPasskeyOffered = async (items: object[], session = aSuperAdmin()) => {
    const api = fakeApi({
      [switchCall]: () => problemReply(422, "confirmationRequired"),
      "GET /user/listPasskeys": () => ({ items }),
    });
    startSession(session);
    const { unmount } = renderPart(<IdentityPrompt />);
    void send().catch(() => {});
    const prompt = await findDialog();
    await waitFor(() => expect(api.to("GET /user/listPasskeys")).toHaveLength(1));
    await act(async () => {});
    const isOffered = prompt.queryByRole("button", { name: "Use a passkey" }) !== null;
    unmount();
    return isOffered;
  };
  expect(await isPasskeyOffered([phone])).toBe(false);
  vi.stubGlobal("PublicKeyCredential", () => {});
  expect(await isPasskeyOffered([])).toBe(false);
  expect(await isPasskeyOffered([phone])).toBe(true);
  expect(await isPasskeyOffered([], aSession({ roles: ["ROLE_SWITCHED_USER"] }))).toBe(true);
});

test("design§Sessions cancelling the prompt leaves the call refused", async () => {
  const api = serve();
  startSession(aSuperAdmin());
  renderPart(<IdentityPrompt />);
  const pendingSwitch = send().catch((error: { code: string }) => error.code);
  await userEvent.click((await findDialog()).getByRole("button", { name: "Cancel" }));
  expect(await pendingSwitch).toBe("confirmationRequired");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.to("POST /session/confirm")).toHaveLength(0);
});
