import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aDocumentation, anId, aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const view = (name: string, changes: object = {}) => ({
  id: anId(),
  name,
  query: "statusFilter=COMPLETED",
  shared: false,
  isOwn: true,
  owner: "isak",
  version: 1,
  ...changes,
});

beforeEach(() => sessionStorage.clear());

describe("2§2 views of the list, saved by name", () => {
  test("are applied, saved from the current list, and deleted with undo", async () => {
    const item = view("To review");
    const api = fakeApi({
      "GET /documentations": () => ({ items: [aDocumentation()] }),
      "GET /documentation/count": () => ({ total: 1 }),
      "GET /savedView": () => ({
        items: [item, view("Everyone's", { isOwn: false, shared: true, query: "q=mast" })],
      }),
      "POST /savedView": () => ({ id: anId() }),
      [`DELETE /savedView/${item.id}`]: () => ({ id: item.id }),
    });
    const { address } = renderApp("/documentation?sort=name&order=asc", aSession());
    await userEvent.click(await screen.findByRole("button", { name: "Views" }));
    const panel = () => within(screen.getByRole("dialog"));
    expect(await panel().findByRole("link", { name: "Everyone's isak" })).toBeTruthy();
    expect(panel().queryByRole("button", { name: "Delete the view Everyone's" })).toBeNull();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(panel().getByRole("button", { name: "Save this view" }));
    await userEvent.click(panel().getByRole("button", { name: "Save" }));
    await userEvent.type(panel().getByLabelText("Name"), "By name");
    await userEvent.click(panel().getByRole("checkbox"));
    await userEvent.click(panel().getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(api.to("POST /savedView").map(({ body }) => body)).toEqual([
        { name: "By name", shared: true, query: "order=asc&sort=name" },
      ]),
    );
    await userEvent.click(await panel().findByRole("button", { name: "Delete the view To review" }));
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() =>
      expect(api.to("POST /savedView").at(-1)!.body).toEqual({
        name: "To review",
        shared: false,
        query: "statusFilter=COMPLETED",
      }),
    );
    await userEvent.click(screen.getByRole("button", { name: "Views" }));
    await userEvent.click(await panel().findByRole("link", { name: "To review" }));
    await waitFor(() => expect(address()).toBe("/documentation?statusFilter=COMPLETED"));
    expect(await screen.findByRole("button", { name: "To review" })).toBeTruthy();
  });
});
