import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const findSection = async (name: string) => within(await screen.findByRole("region", { name }));

describe("design§Web the help", () => {
  test("explains every status, and the pages and first steps that the user can open", async () => {
    fakeApi({});
    renderApp("/help", aSession({ roles: ["ROLE_DOCUMENTATION_READ"], products: [] }));
    const statuses = await findSection("Statuses of a documentation");
    expect(statuses.getAllByRole("definition")).toHaveLength(documentationStatuses.length);
    const pages = await findSection("Pages");
    expect(pages.getByRole("link", { name: "Documentations" }).getAttribute("href")).toBe("/documentation");
    expect(pages.queryByRole("link", { name: "Map" })).toBeNull();
    expect(pages.queryByRole("link", { name: "Templates" })).toBeNull();
    const start = await findSection("Getting started");
    expect(start.queryByRole("link", { name: "Create a template" })).toBeNull();
    expect(start.getByRole("link", { name: "Review what has arrived" })).toBeTruthy();
    const roles = await findSection("Roles");
    expect(roles.getAllByText("You have this role")).toHaveLength(1);
    expect(await axeFaults()).toEqual([]);
  });

  test("an administrator gets every first step, with a code that opens the form on a phone", async () => {
    fakeApi({});
    renderApp("/help", aSuperAdmin());
    const start = await findSection("Getting started");
    expect(start.getAllByRole("term")).toHaveLength(5);
    expect(start.getByTitle("Scan the code with your phone to open the form there")).toBeTruthy();
  });

  test("is searched, also by a URL, and says when nothing matches", async () => {
    fakeApi({});
    const { address } = renderApp("/help?q=fetched", aSession());
    const statuses = await findSection("Statuses of a documentation");
    expect(statuses.getByText("Fetched")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Roles" })).toBeNull();
    const box = screen.getByRole("searchbox");
    await userEvent.clear(box);
    await userEvent.type(box, "zzzz");
    expect(await screen.findByText("Nothing in the help matches “zzzz”")).toBeTruthy();
    await waitFor(() => expect(address()).toBe("/help?q=zzzz"));
  });
});
