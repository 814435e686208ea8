import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { screens } from "#app/screens.ts";
import { addDays, today } from "#domain/core/calendar/days.ts";
import { listAuditLog } from "#domain/endpoints/operations/auditLog.ts";
import { resources } from "#domain/resources/index.ts";
import { fetchTexts } from "#i18n/i18n.ts";
import audit from "#i18n/locales/en/audit.ts";
import documentation from "#i18n/locales/en/documentation.ts";
import template from "#i18n/locales/en/template.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { fieldName, isReadableField } from "./auditTexts.ts";
import { valueTextsFor } from "./auditValueTexts.ts";
import { parseFilters, toRequestFilters } from "./logFilters.ts";

let lastId = 40;
const entrySchema = listAuditLog.response!.shape.items.element;
const aChange = (changes: Partial<z.input<typeof entrySchema>> = {}) => {
  lastId += 1;
  return entrySchema.parse({
    id: lastId,
    dateCreated: "2026-05-04T09:30:00Z",
    userId: 3,
    username: "anna",
    realUserId: null,
    realUsername: null,
    customerId: 7,
    customerName: "Norrfiber",
    objectClass: "siteproof.License",
    objectId: "8d7f",
    action: "UPDATE",
    params: { name: { before: "Old", after: "New" } },
    fullName: null,
    object: null,
    names: {},
    ...changes,
  });
};
const classes = ["siteproof.DocumentationAlias", "siteproof.License", "siteproof.User"];
const indexRoute = "POST /domainChangeLog/index";
const countRoute = "POST /domainChangeLog/count";

const serve = (items = [aChange()], total = items.length) =>
  fakeApi({
    [indexRoute]: () => ({ items }),
    [countRoute]: () => ({ total }),
    "GET /domainChangeLog/getObjectClasses": () => classes,
  });
const waitForTable = () => screen.findByText(/Showing rows/);
const lastBodyOf = (api: ReturnType<typeof serve>, route = indexRoute) =>
  api.to(route).at(-1)?.body as Record<string, unknown>;
const readCells = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell"));

describe("1§2 the domain change log", () => {
  test("is for super admins only", async () => {
    serve();
    const { address } = renderApp("/domainChangeLog", aSession());
    await waitFor(() => expect(address()).toBe("/forbidden"));
  });

  test("has its columns, newest first, 25 rows a page, and cannot be added to or edited", async () => {
    const api = serve();
    renderApp("/domainChangeLog", aSuperAdmin());
    await waitForTable();
    const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    const columns = ["Created", "User", "Object type", "Object", "Action", "Changes", "Actions"];
    expect(headers.filter((header) => header !== "Customer")).toEqual(columns);
    expect(lastBodyOf(api)).toEqual({
      filters: {},
      q: "",
      max: 25,
      offset: 0,
      sort: "dateCreated",
      order: "desc",
    });
    expect(screen.queryByRole("button", { name: /^(Add|Edit)/ })).toBeNull();
    expect(await axeFaults()).toEqual([]);
  });

  test("searches for object types by the words it shows for them", async () => {
    const api = serve();
    renderApp("/domainChangeLog?q=licen", aSuperAdmin());
    await waitForTable();
    expect(lastBodyOf(api).filters).toEqual({ termClasses: ["siteproof.License"] });
  });

  test("shows the customer column on a wide screen", async () => {
    serve();
    vi.spyOn(window, "matchMedia").mockImplementation(
      (query) =>
        ({
          matches: query.includes("min-width"),
          addEventListener: () => {},
          removeEventListener: () => {},
        }) as unknown as MediaQueryList,
    );
    renderApp("/domainChangeLog", aSuperAdmin());
    await waitForTable();
    expect(screen.getByRole("columnheader", { name: "Customer" })).toBeTruthy();
  });

  test("shows the acting user: a username, '-' for none, and the real user below it while switched", async () => {
    serve([
      aChange({ realUserId: 1, realUsername: "super" }),
      aChange({ userId: -1, username: null }),
      aChange({ userId: 12, username: null }),
    ]);
    renderApp("/domainChangeLog", aSuperAdmin());
    await waitForTable();
    expect(readCells().map((row) => row[1]?.textContent)).toEqual(["annaMade by super", "-", "12"]);
  });

  test("shows only the last segment of the class, and the action", async () => {
    serve([
      aChange({ action: "CREATE" }),
      aChange({ action: "UPDATE" }),
      aChange({ objectClass: "a.b.DocumentationAlias", action: "DELETE" }),
    ]);
    renderApp("/domainChangeLog", aSuperAdmin());
    await waitForTable();
    expect(screen.getByText("Documentation alias").getAttribute("title")).toBe("a.b.DocumentationAlias");
    expect(screen.getAllByText("Licence")).toHaveLength(2);
    for (const label of ["Created", "Updated", "Deleted"])
      expect(screen.getAllByText(label).length).toBeGreaterThan(0);
  });

  test("lists changes with old and new values", async () => {
    serve([
      aChange({
        params: {
          name: { before: "Old", after: "New" },
          expireDate: { before: null, after: "2027-01-01T00:00:00Z" },
          params: { after: { a: "b" } },
        },
      }),
    ]);
    renderApp("/domainChangeLog", aSuperAdmin());
    await waitForTable();
    const items = screen.getAllByRole("listitem").filter((item) => item.closest("table"));
    expect(items.map(({ textContent }) => textContent)).toEqual([
      "Name: Old  New",
      `Expires: empty  ${formatDateTime("2027-01-01T00:00:00Z")}`,
      "Settings: A: b",
    ]);
    expect(within(items[0]!).getByRole("img", { name: "changed to" })).toBeTruthy();
  });

  test("1§2 shows names for ids, yes and no, status texts, all of users' own params, and no technical fields", async () => {
    const [templateId, deletedId] = [anId(), anId()];
    serve([
      aChange({
        objectClass: "siteproof.Documentation",
        params: {
          ...{ id: { after: anId() }, hasData: { after: true }, version: { before: 1, after: 2 } },
          templateId: { after: templateId },
          copyOf: { after: deletedId },
          params: { after: { key: "abc", version: "2" } },
          customerId: { after: 7 },
          hidden: { before: false, after: true },
          status: { before: "COMPLETED", after: "APPROVED" },
          markup: { before: null, after: [{ type: "BLUR", from: [0, 0], to: [1, 1] }] },
        },
        names: { [templateId]: "Mast inspection", "customer/7": "Norrfiber" },
      }),
    ]);
    renderApp("/domainChangeLog", aSuperAdmin());
    await waitForTable();
    await userEvent.click(screen.getByRole("button", { name: "Show all (7)" }));
    const items = screen.getAllByRole("listitem").filter((item) => item.closest("table"));
    expect(items.map(({ textContent }) => textContent)).toEqual([
      ...["Template: Mast inspection", `Copy of: ${deletedId}`, "Settings: Key: abc; Version: 2"],
      "Customer: Norrfiber",
      ...["Hidden: No  Yes", "Status: Upload completed  Approved", "Markup: empty  1"],
    ]);
  });

  test("names the changed object and links to it; a deleted object has a name but no link", async () => {
    const [documentationId, photoId] = [anId(), anId()];
    const existingObject = { exists: true, documentationId: null };
    serve([
      aChange({
        ...{ objectClass: "siteproof.Photo", objectId: photoId, fullName: "Anna Berg" },
        object: { name: "Mast.jpg", exists: true, documentationId },
      }),
      aChange({ objectClass: "siteproof.License", object: { name: "North & South", ...existingObject } }),
      aChange({ object: { name: "Gone", exists: false, documentationId: null } }),
      aChange({ objectId: anId() }),
      aChange({ objectClass: "siteproof.ScheduledJobRun", objectId: "media.removeOrphans" }),
    ]);
    renderApp("/domainChangeLog", aSuperAdmin());
    await waitForTable();
    expect(screen.getByRole("link", { name: "Mast.jpg" }).getAttribute("href")).toBe(
      `/documentation/details/${documentationId}`,
    );
    expect(screen.getByRole("link", { name: "North & South" }).getAttribute("href")).toBe(
      "/license?q=North+%26+South",
    );
    expect(screen.queryByRole("link", { name: "Gone" })).toBeNull();
    const texts = readCells().map((row) => row[3]?.textContent);
    expect(texts.slice(2)).toEqual(["GoneDeleted", "Unnamed", "media.removeOrphans"]);
    expect(screen.getByText("Anna Berg")).toBeTruthy();
  });

  test("has a name for every field that can be written", () => {
    const fields = new Set(
      Object.values(resources).flatMap((resource) => [...resource.writable, ...resource.list.columns]),
    );
    const derivedFieldPattern =
      /Count$|Name$|^(faults|needsConfirmation|added|updated|removed|count|users|totalSize|secretsSet|finished|object|action|reason|error)/;
    const fieldsWithoutName = [...fields].filter(
      (field) =>
        isReadableField(field) &&
        !derivedFieldPattern.test(field) &&
        fieldName(field, i18next.getFixedT("en", "audit")) === undefined,
    );
    expect(fieldsWithoutName).toEqual([]);
  });

  /** The values of an enum, also if it is optional or in a list. */
  const optionsOf = (schema: z.core.$ZodType): readonly string[] => {
    if (schema instanceof z.ZodEnum) return schema.options as string[];
    if (schema instanceof z.ZodArray) return optionsOf(schema.element);
    if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
      return optionsOf(schema.unwrap());
    return [];
  };

  test("has a text for every value of an enum field", async () => {
    const codes = Object.values(resources).flatMap((resource) =>
      Object.entries(resource.fields as Record<string, z.core.$ZodType>).flatMap(([field, schema]) =>
        optionsOf(schema).map((value) => ({ objectClass: resource.objectClass, field, value })),
      ),
    );
    expect(codes.length).toBeGreaterThan(50);
    const { areas } = screens["/domainChangeLog"];
    const texts = Object.fromEntries(
      await Promise.all(areas.map(async (area) => [area, await fetchTexts(area, "en")] as const)),
    );
    const codesWithoutText = codes.filter(({ objectClass, field, value }) => {
      const [area = "", path = ""] = valueTextsFor(objectClass, field)?.split(":") ?? [];
      const codeTexts = path.split(".").reduce<unknown>((node, key) => (node as never)?.[key], texts[area]);
      return typeof (codeTexts as Record<string, unknown> | undefined)?.[value] !== "string";
    });
    expect(codesWithoutText).toEqual([]);
  });

  test("shows texts for codes, also in a template's tree; a code without a text is shown as it is", async () => {
    serve([
      aChange({
        objectClass: "siteproof.Template",
        params: {
          deleteTimeLimit: { before: null, after: "WEEK" },
          "tasks › Roof": { after: "PHOTO" },
          "tasks › Roof › required": { before: "NO", after: "YES" },
          exportDocumentTypes: { before: [], after: ["PHOTO_WORD_DOCUMENT", "NEW_TYPE"] },
        },
      }),
    ]);
    renderApp("/domainChangeLog", aSuperAdmin());
    await waitForTable();
    const items = screen.getAllByRole("listitem").filter((item) => item.closest("table"));
    expect(items.map(({ textContent }) => textContent)).toEqual([
      `${audit.fields.deleteTimeLimit}: empty  ${template.deleteTimeLimit.WEEK}`,
      "tasks › Roof: Photo",
      "tasks › Roof › required: Optional  Required",
      `${audit.fields.exportDocumentTypes}: empty  ${documentation.exportType.PHOTO_WORD_DOCUMENT}, NEW_TYPE`,
    ]);
  });

  test("collapses long values until they are expanded", async () => {
    const text = "x".repeat(500);
    const manyChanges = Object.fromEntries(
      Array.from({ length: 6 }, (_, number) => [`field${number}`, { after: number }]),
    );
    serve([aChange({ params: manyChanges }), aChange({ params: { logo: { after: text } } })]);
    renderApp("/domainChangeLog", aSuperAdmin());
    await waitForTable();
    expect(screen.queryByText("Field5:")).toBeNull();
    const expandButton = screen.getByRole("button", { name: "Show all (6)" });
    expect(expandButton.getAttribute("aria-expanded")).toBe("false");
    await userEvent.click(expandButton);
    expect(screen.getByText("Field5:")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show less" }));
    expect(screen.queryByText("Field5:")).toBeNull();
    expect(screen.queryByText(text)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    expect(screen.getByText(text)).toBeTruthy();
  });

  test("deletes an entry after confirmation, and fetches the list again", async () => {
    const change = aChange();
    const removal = `DELETE /domainChangeLogs/${change.id}`;
    const api = fakeApi({
      [indexRoute]: () => ({ items: [change] }),
      [countRoute]: () => ({ total: 1 }),
      [removal]: () => ({}),
    });
    renderApp("/domainChangeLog", aSuperAdmin());
    await waitForTable();
    const previousCallCount = api.to(indexRoute).length;
    await userEvent.click(screen.getByRole("button", { name: /^Delete: the entry from 2026.05.04/ }));
    const dialog = await screen.findByRole("alertdialog");
    expect(api.to(removal)).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Delete Successful")).toBeTruthy();
    expect([...api.to(removal)[0]!.query]).toEqual([]);
    await waitFor(() => expect(api.to(indexRoute).length).toBeGreaterThan(previousCallCount));
  });
});

describe("1§2 the header filters", () => {
  const openDates = () => userEvent.click(screen.getByRole("button", { name: "Dates" }));
  const findDayInput = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  const apply = () => userEvent.click(screen.getByRole("button", { name: "Apply" }));

  test("1§5 an impossible range is reported at the field and not sent", async () => {
    const api = serve();
    const { address } = renderApp("/domainChangeLog", aSuperAdmin());
    await waitForTable();
    await openDates();
    const cases = [
      ["2020-12-31", "", "The log starts on 2021\u201101\u201101"],
      ["", addDays(today()), "The date must not be later than today"],
      ["2026-02-02", "2026-02-01", "The start date must not be after the end date"],
    ] as const;
    for (const [start, end, message] of cases) {
      for (const [label, text] of [
        ["Start date", start],
        ["End date", end],
      ] as const) {
        await userEvent.clear(await findDayInput(label));
        if (text) await userEvent.type(await findDayInput(label), text);
      }
      await apply();
      expect(await screen.findByText(message)).toBeTruthy();
    }
    expect(api.to(indexRoute)).toHaveLength(1);
    expect(address()).toBe("/domainChangeLog");
    expect(await axeFaults()).toEqual([]);
  });

  test("a date range filters rows and total, is kept in the URL, returns to the first page and can be cleared", async () => {
    const api = serve(
      Array.from({ length: 25 }, () => aChange()),
      60,
    );
    const { address } = renderApp("/domainChangeLog?page=2", aSuperAdmin());
    await screen.findByText("Showing rows 26 to 50 of 60");
    await openDates();
    await userEvent.type(await findDayInput("Start date"), "2026-01-01");
    await userEvent.type(await findDayInput("End date"), "2026-01-31");
    await apply();
    await waitFor(() => expect(address()).toBe("/domainChangeLog?from=2026-01-01&to=2026-01-31"));
    await screen.findByText("Showing rows 1 to 25 of 60");
    const filters = { dateRange: { startDate: "2026-01-01", endDate: "2026-01-31" } };
    expect(lastBodyOf(api)).toMatchObject({ filters, offset: 0 });
    expect(lastBodyOf(api, countRoute)).toEqual({ filters, q: "" });
    await userEvent.click(screen.getByRole("button", { name: "2026-01-01 – 2026-01-31" }));
    await userEvent.click(await screen.findByRole("button", { name: "Clear" }));
    await waitFor(() => expect(address()).toBe("/domainChangeLog"));
  });

  test("classes are selected one by one, all or none, and kept in the URL", async () => {
    const api = serve();
    const { address } = renderApp("/domainChangeLog", aSuperAdmin());
    await waitForTable();
    await userEvent.click(screen.getByRole("button", { name: "Object types" }));
    const userCheckbox = await screen.findByRole<HTMLInputElement>("checkbox", { name: "User" });
    expect(userCheckbox.checked).toBe(true);
    await userEvent.click(userCheckbox);
    const twoClasses = classes.slice(0, 2);
    await waitFor(() => expect(lastBodyOf(api)).toMatchObject({ filters: { objectClasses: twoClasses } }));
    expect(address()).toBe(`/domainChangeLog?${new URLSearchParams({ classes: twoClasses.join(",") })}`);
    expect(await screen.findByText("Object types: 2 of 3")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Select none" }));
    await waitFor(() => expect(lastBodyOf(api)).toMatchObject({ filters: { objectClasses: [] } }));
    expect(address()).toBe("/domainChangeLog?classes=");
    await userEvent.click(screen.getByRole("button", { name: "Select all" }));
    await waitFor(() => expect(address()).toBe("/domainChangeLog"));
    expect(userCheckbox.checked).toBe(true);
  });

  test("the URL sets the filters; invalid parts are ignored", () => {
    const requestFilters = (address: string) => toRequestFilters(parseFilters(new URLSearchParams(address)));
    expect(requestFilters("from=2026-01-01&classes=siteproof.User")).toEqual({
      dateRange: { startDate: "2026-01-01", endDate: "" },
      objectClasses: ["siteproof.User"],
    });
    for (const invalidQuery of [
      "from=yesterday",
      "from=2020-01-01",
      "from=2026-02-02&to=2026-01-01",
      "to=2026-13-01",
    ])
      expect(requestFilters(invalidQuery), invalidQuery).toEqual({});
  });

  test("an empty filtered result says so and offers to clear the filters", async () => {
    serve([]);
    const { address } = renderApp("/domainChangeLog?classes=", aSuperAdmin());
    await userEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(address()).toBe("/domainChangeLog"));
    expect(await screen.findByText("No changes yet")).toBeTruthy();
  });
});
