import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Authority } from "#domain/access/authorities.ts";
import { changeLog } from "#domain/resources/index.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const release = changeLog.row.parse({
  id: anId(),
  versionCode: 241,
  description: "First line\n  - second line",
  dateCreated: "2026-05-04T09:30:00Z",
  version: 3,
});
const itemPath = `/changeLogs/${release.id}`;
const serve = () =>
  fakeApi({
    "GET /changeLogs": () => ({ items: [release] }),
    "GET /changeLogs/count": () => ({ total: 1 }),
    [`GET ${itemPath}`]: () => release,
    "POST /changeLogs": () => release,
    [`PUT ${itemPath}`]: () => ({ ...release, version: 4 }),
  });
const show = (...roles: Authority[]) => renderApp("/changeLog", aSession({ roles }));
const waitForTable = () => screen.findByText(/Showing rows/);
const getButton = (name: string | RegExp) => screen.getByRole("button", { name });

describe("1§2 the release change log", () => {
  test("requires ROLE_CHANGE_LOG_READ", async () => {
    serve();
    const { address } = show("ROLE_DOCUMENTATION_READ");
    await waitFor(() => expect(address()).toBe("/forbidden"));
  });

  test("lists the highest version first, and shows descriptions as written", async () => {
    const api = serve();
    show("ROLE_SUPER_ADMIN");
    await waitForTable();
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Version",
      "Created",
      "Description",
      "Actions",
    ]);
    expect(Object.fromEntries(api.to("GET /changeLogs")[0]!.query)).toMatchObject({
      sort: "versionCode",
      order: "desc",
      max: "25",
    });
    const description = screen.getByText(/second line/);
    expect(description.textContent).toBe(release.description);
    expect(getComputedStyle(description).whiteSpace).toBe("pre-wrap");
    expect(await axeFaults()).toEqual([]);
  });

  test("1§6 disables writing for everyone but super admins, even with ROLE_CHANGE_LOG_WRITE", async () => {
    serve();
    show("ROLE_CHANGE_LOG_READ", "ROLE_CHANGE_LOG_WRITE");
    await waitForTable();
    for (const name of ["Add", /^Edit/, /^Delete/])
      expect(getButton(name).getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(getButton("Add"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("1§5 requires a version and a description to create a release", async () => {
    const api = serve();
    show("ROLE_SUPER_ADMIN");
    await waitForTable();
    await userEvent.click(getButton("Add"));
    const dialog = await screen.findByRole("dialog");
    const save = () => userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    await save();
    expect(await within(dialog).findAllByText("This field is required!")).toHaveLength(2);
    const version = within(dialog).getByLabelText(/^Version/);
    const description = within(dialog).getByLabelText(/^Description/);
    await userEvent.type(version, "0");
    await userEvent.type(description, "   ");
    await save();
    expect(await within(dialog).findByText("This is too low")).toBeTruthy();
    expect(await axeFaults(dialog)).toEqual([]);
    await userEvent.clear(version);
    await userEvent.type(version, "242");
    await save();
    // A blank description counts as empty.
    expect(await within(dialog).findByText("This field is required!")).toBeTruthy();
    expect(api.to("POST /changeLogs")).toHaveLength(0);
    await userEvent.type(description, "New{Enter}lines");
    await save();
    expect(await screen.findByText("Create Successful")).toBeTruthy();
    expect(api.to("POST /changeLogs")[0]?.body).toEqual({ versionCode: 242, description: "   New\nlines" });
  });

  test("sends only changed fields", async () => {
    const api = serve();
    show("ROLE_SUPER_ADMIN");
    await waitForTable();
    await userEvent.click(getButton("Edit: version 241"));
    const dialog = await screen.findByRole("dialog");
    const version = await within(dialog).findByLabelText<HTMLInputElement>(/^Version/);
    expect(version.value).toBe("241");
    await userEvent.clear(version);
    await userEvent.type(version, "243");
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Update Successful")).toBeTruthy();
    expect(api.to(`PUT ${itemPath}`)[0]?.body).toEqual({ versionCode: 243, version: 3 });
  });
});
