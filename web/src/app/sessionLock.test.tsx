import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { endSession, getCurrentSession, startSession } from "#api/session.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const open = async () => {
  fakeApi({
    "GET /documentationAlias": () => ({ items: [] }),
    "GET /documentationAlias/count": () => ({ total: 0 }),
    "GET /customer/getOptions": () => [],
  });
  const app = renderApp("/documentationAlias", aSuperAdmin());
  await userEvent.click((await screen.findAllByRole("button", { name: "Add" }))[0]!);
  const name = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Name/ });
  return { ...app, name };
};

test("1§2 a session that ends while a form is edited shows the login over the page, and every word stays", async () => {
  const { name, address } = await open();
  await userEvent.type(name, "Nord");
  const session = getCurrentSession()!;
  act(() => endSession({ byService: true }));
  expect(await screen.findByRole("dialog", { name: "Log in" })).toBeTruthy();
  expect([name.isConnected, name.value, address()]).toEqual([true, "Nord", "/documentationAlias"]);
  act(() => startSession(session));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Log in" })).toBeNull());
  expect([name.isConnected, name.value]).toEqual([true, "Nord"]);
});

test("1§2 a session that ends without unsaved changes leads to the login page", async () => {
  const { address } = await open();
  act(() => endSession({ byService: true }));
  await waitFor(() => expect(address()).toBe("/login"));
});
