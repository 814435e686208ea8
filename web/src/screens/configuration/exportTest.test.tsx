import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { ExportTest } from "#domain/endpoints/exports/exportConfigurationCalls.ts";
import { axeFaults } from "#testing/axe.ts";
import { anExportConfiguration } from "#testing/configuration.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { anId, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const row = anExportConfiguration();
const documentationId = anId();
const entry = { name: null, count: null, bytes: null, names: [], document: null };
const result: ExportTest = {
  configuration: { id: row.id, name: row.name, type: "FTP", customerName: "Norrfiber" },
  documentation: { id: documentationId, name: "NF-2041", status: "COMPLETED", templateName: "Mast" },
  settings: [
    { key: "host", value: "ftp.test", secret: false, set: true },
    { key: "username", value: "", secret: false, set: false },
    { key: "password", value: null, secret: true, set: true },
  ],
  missing: ["username"],
  recipients: [],
  userParams: [{ name: "Projektnummer", required: true }],
  exports: [
    {
      name: "Delivery",
      automatically: true,
      subject: null,
      body: null,
      entries: [
        { ...entry, level: 0, type: "FOLDER", name: "NF-2041" },
        { ...entry, level: 1, type: "PHOTOS", name: "{PHOTO_NAME}", count: 12 },
        { ...entry, level: 0, type: "EXPORT_DOCUMENT_TYPE", document: "PHOTO_WORD_DOCUMENT" },
      ],
    },
  ],
  unfilled: [],
};
const testCall = `GET /exportConfiguration/test/${row.id}`;
const show = (reply: () => unknown = () => result) => {
  const api = fakeApi({ [`GET /exportConfigurations/${row.id}`]: () => row, [testCall]: reply });
  renderApp(`/exportConfiguration/test/${row.id}`, aSuperAdmin());
  return api;
};
const findField = () => screen.findByRole<HTMLInputElement>("textbox", { name: /^Documentation ID/ });
const pressShow = () => userEvent.click(screen.getByRole("button", { name: "Show preview" }));

describe("3§2 /exportConfiguration/test", () => {
  beforeEach(() => localStorage.removeItem("exportConfigurationTest.documentation"));

  test("shows what would be sent where, and that nothing was sent; accepts a documentation's URL, and remembers its id", async () => {
    const api = show();
    await userEvent.type(
      await findField(),
      `https://console.test/documentation/details/${documentationId}?tab=photos`,
    );
    await pressShow();
    expect(await screen.findByText("Nothing has been sent")).toBeTruthy();
    expect(api.to(testCall)[0]?.query.get("documentation")).toBe(documentationId);
    expect(screen.getByText("Required before anything can be sent: Username")).toBeTruthy();
    expect(screen.getByText("Fails because no one can answer: Projektnummer")).toBeTruthy();
    expect(screen.queryByText(/not available/)).toBeNull();
    for (const text of ["ftp.test", "Saved", "Not set", "Delivery", "Photos (12)", "Projektnummer"])
      expect(screen.getAllByText(text, { exact: false }).length, text).toBeGreaterThan(0);
    const folder = screen.getByText("NF-2041", { selector: "li span" }).closest("li");
    expect(folder?.textContent).toContain("{PHOTO_NAME}");
    expect(folder?.textContent).not.toContain("Word");
    expect(await axeFaults()).toEqual([]);
    expect(localStorage.getItem("exportConfigurationTest.documentation")).toBe(documentationId);
  });

  test("starts with the remembered id, and makes no call before submitting", async () => {
    localStorage.setItem("exportConfigurationTest.documentation", documentationId);
    const api = show();
    expect((await findField()).value).toBe(documentationId);
    expect(api.to(testCall)).toHaveLength(0);
    await pressShow();
    expect(await screen.findByText("Delivery")).toBeTruthy();
  });

  test("refuses a text without an id, and an unknown id, at the field", async () => {
    const api = show(() => problemReply(422, "invalid", { documentation: "notFound" }));
    await userEvent.type(await findField(), "NF-2041");
    await pressShow();
    expect(await screen.findByText("This does not contain a documentation ID")).toBeTruthy();
    expect(api.to(testCall)).toHaveLength(0);
    await userEvent.clear(await findField());
    await userEvent.type(await findField(), documentationId);
    await pressShow();
    expect(
      await screen.findByText("The customer that owns this destination has no documentation with this ID"),
    ).toBeTruthy();
  });

  test("reports that the template does not export to this destination", async () => {
    show(() => ({ ...result, exports: [], missing: [] }));
    await userEvent.type(await findField(), documentationId);
    await pressShow();
    expect(await screen.findByText(/The template Mast does not export to this destination/)).toBeTruthy();
  });
});
