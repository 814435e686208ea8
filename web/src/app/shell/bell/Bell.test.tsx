import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { listNotices } from "#domain/endpoints/account/notice.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const id = "0b9c2b1e-5a41-4f0e-9a55-6f2d1c7e8a90";
const row = {
  id,
  kind: "FILES_CAME",
  documentationId: id,
  documentationName: "Mast 7",
  params: { count: "2" },
  dateCreated: "2026-05-04T09:30:00Z",
  read: null,
};
const open = async (items: object[], session = aSession()) => {
  const api = fakeApi({
    "GET /notice/unread": () => ({ unread: items.length }),
    "GET /notices": () => listNotices.response!.parse({ items }),
    "PUT /notice/read": () => ({ unread: 0 }),
  });
  const app = renderApp("/profile", session);
  fireEvent.click(
    await screen.findByRole("button", {
      name: items.length > 0 ? "Notifications, 1 unread" : "Notifications",
    }),
  );
  return { ...app, api, list: await screen.findByRole("dialog", { name: "Notifications" }) };
};

describe("design§Web the bell", () => {
  test("counts unread notices, and links from a notice to its documentation", async () => {
    const { api, address, list } = await open([row]);
    const link = await screen.findByRole("link", { name: /2 files were uploaded through your link/ });
    expect(await axeFaults(list)).toEqual([]);
    fireEvent.click(link);
    await waitFor(() => expect(address()).toBe(`/documentation/details/${id}`));
    expect(api.to("PUT /notice/read")[0]?.body).toEqual({ ids: [id] });
    expect(await screen.findByRole("button", { name: "Notifications" })).toBeTruthy();
  });

  test("acting as another user leaves the user's notices unread", async () => {
    const { api } = await open([row], aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_SWITCHED_USER"] }));
    fireEvent.click(await screen.findByRole("link", { name: /2 files were uploaded through your link/ }));
    expect(screen.queryByRole("button", { name: "Mark all as read" })).toBeNull();
    expect(api.to("PUT /notice/read")).toEqual([]);
  });

  test("says that there are no notices", async () => {
    await open([]);
    expect(await screen.findByText("No notifications")).toBeTruthy();
  });
});
