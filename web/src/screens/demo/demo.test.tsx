import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { demoLicense } from "#domain/endpoints/configuration/licenseCalls.ts";
import swedish from "#i18n/locales/sv/demo.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { shortenCode } from "./demoColumns.tsx";

const trial = demoLicense.parse({
  id: anId(),
  name: "Trial",
  licenseCode: "TRIAL#4711-abc",
  dateCreated: "2026-05-04T09:30:00Z",
  templates: 2,
  documentations: 1,
  email: "anna@kund.test",
  company: "Kund AB",
  verified: true,
  verificationCode: "123456",
  expireDate: "2026-06-04T00:00:00Z",
});
const serve = () =>
  fakeApi({
    "GET /license/demo": () => ({ items: [trial], total: 1, groups: [{ name: "Trial", count: 1 }] }),
    [`GET /license/getTemplates/${trial.id}`]: () => ({ items: [{ id: anId(), name: "Mast inspection" }] }),
    [`GET /license/getDocumentations/${trial.id}`]: () => ({
      items: [
        {
          id: anId(),
          name: "NF-2041",
          dateUploaded: null,
          dateCreated: "2026-05-04T09:30:00Z",
          status: "APPROVED",
        },
      ],
      total: 1,
    }),
    [`POST /license/deleteLicenseAndTemplates/${trial.id}`]: () => ({ success: true, templates: 2 }),
  });
async function show() {
  const api = serve();
  const { address } = renderApp("/demo", aSuperAdmin());
  await screen.findByText(/Showing rows/);
  const getPageCalls = () => api.to("GET /license/demo").filter(({ query }) => query.get("max") === "25");
  return { api, address, pages: getPageCalls };
}

describe("3§2 /demo", () => {
  test("lists licences newest first, including expired licences", async () => {
    const { pages: getPageCalls } = await show();
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Name",
      "Licence code",
      "Created",
      "Templates",
      "Documentations",
      "Email",
      "Company",
      "Verified",
      "Verification code",
      "Expires",
      "Actions",
    ]);
    expect(Object.fromEntries(getPageCalls()[0]!.query)).toMatchObject({
      sort: "dateCreated",
      order: "desc",
      showExpired: "true",
    });
    expect(screen.getByText("TRIAL#…")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });

  test("filters by name and expiry, and keeps both in the URL", async () => {
    const { pages: getPageCalls, address } = await show();
    await userEvent.click(await screen.findByLabelText("Trial (1)"));
    await userEvent.click(screen.getByLabelText("Show expired licences"));
    await waitFor(() =>
      expect(Object.fromEntries(getPageCalls().at(-1)!.query)).toMatchObject({
        names: '["Trial"]',
        showExpired: "false",
      }),
    );
    expect(new URLSearchParams(address().split("?")[1]).get("showExpired")).toBe("false");
  });

  test("opens the templates or documentations of a licence from their count", async () => {
    await show();
    await userEvent.click(screen.getByRole("button", { name: "2 templates for Trial" }));
    const link = await screen.findByRole("link", { name: "Mast inspection" });
    expect(link.getAttribute("href")).toMatch(/^\/template\/details\//);
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await userEvent.click(screen.getByRole("button", { name: "1 documentation for Trial" }));
    expect(await screen.findByText("NF-2041")).toBeTruthy();
    expect(screen.getByText("Approved")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });

  test("says when a licence has no templates", async () => {
    await show();
    fakeApi({ [`GET /license/getTemplates/${trial.id}`]: () => ({ items: [] }) });
    await userEvent.click(screen.getByRole("button", { name: "2 templates for Trial" }));
    expect(await screen.findByText("No templates")).toBeTruthy();
  });

  test("3§4 deletes a licence with its templates after confirmation, and reloads the page", async () => {
    const { api, pages: getPageCalls } = await show();
    const previousCallCount = getPageCalls().length;
    await userEvent.click(screen.getByRole("button", { name: "Delete: Trial" }));
    const question = await screen.findByRole("alertdialog");
    expect(swedish.deleteText).toBe("Är du säker på att du vill ta bort denna licens och dess mallar?");
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Delete Successful")).toBeTruthy();
    expect(api.to(`POST /license/deleteLicenseAndTemplates/${trial.id}`)).toHaveLength(1);
    await waitFor(() => expect(getPageCalls().length).toBeGreaterThan(previousCallCount));
  });

  test("shortens a licence code after the #", () => {
    expect(["TRIAL#47", "TRIAL#", "NORR-1"].map(shortenCode)).toEqual(["TRIAL#…", "TRIAL#", "NORR-1"]);
  });
});
