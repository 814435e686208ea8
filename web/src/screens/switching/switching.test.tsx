import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { getCurrentSession, startSession } from "#api/session.ts";
import { getSwitchOptions, type SessionRecord } from "#domain/endpoints/account/session.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { aUserRow } from "#testing/organisation.ts";
import { renderApp } from "#testing/renderApp.tsx";

const emptyLists = {
  "GET /documentations": () => ({ items: [] }),
  "GET /documentation/count": () => ({ total: 0 }),
};
const aNewSession = (changes: Partial<SessionRecord>) => aSession({ access_token: "access-2", ...changes });
const switchedSession = () =>
  aNewSession({ userId: 42, username: "anna", roles: ["ROLE_DOCUMENTATION_READ", "ROLE_SWITCHED_USER"] });

describe("1§2 switch user", () => {
  const userRoutes = {
    ...emptyLists,
    "GET /users": () => ({
      items: [aUserRow({ id: 1, username: "super" }), aUserRow({ id: 42, username: "anna" })],
    }),
  };
  const pick = async () => {
    await userEvent.click(await screen.findByRole("combobox", { name: /^User/ }));
    await userEvent.click(await screen.findByRole("option", { name: "anna (Norrfiber)" }));
    await userEvent.click(screen.getByRole("button", { name: "Switch user" }));
  };

  test("1§2, 1§4 selects a user by 'username (customerName)', switches and goes to /", async () => {
    const api = fakeApi({ ...userRoutes, "GET /switch/index/42": switchedSession });
    const { address } = renderApp("/switchuser", aSuperAdmin());
    await screen.findByRole("combobox", { name: /^User/ });
    expect(await axeFaults()).toEqual([]);
    await pick();
    // / redirects a reader to the documentations.
    await waitFor(() => expect(address()).toBe("/documentation"));
    expect(getCurrentSession()).toMatchObject({ userId: 42, access_token: "access-2" });
    expect(await screen.findByText("Acting as anna")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Switch back" }).getAttribute("href")).toBe("/switchback");
    await screen.findByText("No documentations yet");
    expect(api.to("GET /documentations").at(-1)?.headers.get("authorization")).toBe("Bearer access-2");
    expect(await axeFaults()).toEqual([]);
  });

  test("1§5 a user must be selected; the user's own account is not offered", async () => {
    const api = fakeApi(userRoutes);
    renderApp("/switchuser", aSuperAdmin());
    await userEvent.click(await screen.findByRole("button", { name: "Switch user" }));
    expect(screen.getByText("This field is required!")).toBeTruthy();
    expect(api.calls.filter(({ path }) => path.startsWith("/switch"))).toEqual([]);
    await userEvent.click(screen.getByRole("combobox", { name: /^User/ }));
    await screen.findByRole("option", { name: "anna (Norrfiber)" });
    expect(screen.queryByRole("option", { name: "super (Norrfiber)" })).toBeNull();
  });

  test.each([
    ["accountClosed", 422, "Error, unprocessable entity: This account is disabled, locked or expired"],
    ["notFound", 404, "This does not exist, or has been deleted"],
  ] as const)("1§8 %s is reported, and the session stays", async (code, status, text) => {
    fakeApi({ ...userRoutes, "GET /switch/index/42": () => problemReply(status, code) });
    const { address } = renderApp("/switchuser", aSuperAdmin());
    await pick();
    expect((await screen.findByText(text)).closest("[role=alert]")).not.toBeNull();
    expect(address()).toBe("/switchuser");
    expect(getCurrentSession()?.username).toBe("super");
  });

  test("1§4 another tab goes to /, not to /forbidden, if the new session cannot see its screen", async () => {
    fakeApi(userRoutes);
    const { address } = renderApp("/switchuser", aSuperAdmin());
    await screen.findByRole("combobox", { name: /^User/ });
    act(() => startSession(switchedSession()));
    await waitFor(() => expect(address()).toBe("/documentation"));
  });
});

describe("1§2 switch account", () => {
  const groupSession = () => aSession({ roles: ["ROLE_SWITCH_CUSTOMER", "ROLE_DOCUMENTATION_READ"] });
  const switchOptions = (count: number) =>
    getSwitchOptions.response!.parse(
      Array.from({ length: count }, (_, index) => ({ id: 7 + index, name: `Customer ${index + 1}` })),
    );
  const accountRoutes = (count: number) => ({
    ...emptyLists,
    "GET /user/getSwitchOptions": () => switchOptions(count),
  });

  test("1§2 shows one button per customer with the current one marked, then goes to /documentation", async () => {
    fakeApi({
      ...accountRoutes(3),
      "GET /switch/switchCustomer/8": () =>
        aNewSession({ customerId: 8, customerName: "Customer 2", roles: groupSession().roles }),
    });
    const { address } = renderApp("/", groupSession());
    await waitFor(() => expect(address()).toBe("/switchAccount"));
    const currentButton = await screen.findByRole("button", { name: /^Customer 1/ });
    expect(currentButton.getAttribute("aria-current")).toBe("true");
    expect(screen.getAllByRole("button", { name: /^Customer/ })).toHaveLength(3);
    expect(screen.queryByLabelText("Search customers")).toBeNull();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Customer 2" }));
    await waitFor(() => expect(address()).toBe("/documentation"));
    expect(getCurrentSession()?.customerId).toBe(8);
    expect(await screen.findByText("staff (Customer 2)")).toBeTruthy();
  });

  test("1§2 more than ten customers can be searched", async () => {
    fakeApi(accountRoutes(11));
    renderApp("/switchAccount", groupSession());
    await userEvent.type(await screen.findByLabelText("Search customers"), "ER 11");
    expect(screen.getAllByRole("button", { name: /^Customer/ })).toHaveLength(1);
    await userEvent.type(screen.getByLabelText("Search customers"), "x");
    expect(screen.getByText("No matches for “ER 11x”")).toBeTruthy();
  });

  test("1§8 an account closed in the meantime is reported; a failed load offers a retry", async () => {
    const responses = [problemReply(422, "invalid"), switchOptions(2)];
    fakeApi({
      "GET /user/getSwitchOptions": () => responses.shift(),
      "GET /switch/switchCustomer/8": () => problemReply(404, "notFound"),
    });
    const { address } = renderApp("/switchAccount", groupSession());
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await userEvent.click(await screen.findByRole("button", { name: "Customer 2" }));
    expect(await screen.findByText("This does not exist, or has been deleted")).toBeTruthy();
    expect(address()).toBe("/switchAccount");
  });
});

describe("1§2 switch back", () => {
  test("1§4 restores the user's own session and goes to /", async () => {
    const api = fakeApi({ ...emptyLists, "GET /switch/switchBack/": aSuperAdmin });
    const { address } = renderApp("/switchback", switchedSession());
    await waitFor(() => expect(address()).toBe("/documentation"));
    expect(getCurrentSession()?.username).toBe("super");
    expect(api.to("GET /switch/switchBack/")).toHaveLength(1);
    await screen.findByText("No documentations yet");
    expect(screen.queryByText(/^Acting as/)).toBeNull();
  });

  test("1§2 on failure goes to /forbidden", async () => {
    fakeApi({ "GET /switch/switchBack/": () => problemReply(403, "forbidden") });
    const { address } = renderApp("/switchback", switchedSession());
    await waitFor(() => expect(address()).toBe("/forbidden"));
    expect(getCurrentSession()?.username).toBe("anna");
  });
});
