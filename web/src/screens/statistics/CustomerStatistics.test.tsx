import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  countDocumentationsByMonth,
  countPhotosByMonth,
  listCustomerTemplates,
} from "#domain/endpoints/configuration/customerCalls.ts";
import * as files from "#lib/downloadBlob.ts";
import { axeFaults } from "#testing/axe.ts";
import { createDeferred } from "#testing/deferred.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { anId, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const [mastId, spliceId] = [anId(), anId()];
const templates = listCustomerTemplates.response!.parse([
  { id: mastId, name: "Mast" },
  { id: spliceId, name: "=Splice" },
]);
const months = countDocumentationsByMonth.response!.parse([
  {
    dateCreated: "2026-01-01T00:00:00Z",
    templateId: mastId,
    documentationCount: 2,
    photoCount: 8,
    dataSize: 900,
  },
  {
    dateCreated: "2026-03-01T00:00:00Z",
    templateId: spliceId,
    documentationCount: 5,
    photoCount: 1000,
    dataSize: 2_000_000,
  },
]);
const photos = countPhotosByMonth.response!.parse(months);

const documentationsOf7 = "GET /customerStatistics/findAllDocumentationsByCustomerId/7";
const photosOf7 = "GET /customerStatistics/findAllPhotosByCustomerId/7";
const serve = (changes: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /customer/getOptions": () => [
      { id: 7, name: "Norrfiber" },
      { id: 8, name: "Sydvind" },
    ],
    [documentationsOf7]: () => months,
    [photosOf7]: () => photos,
    "GET /customerStatistics/findAllTemplatesByCustomerId/7": () => templates,
    ...changes,
  });

async function choose(measure?: string) {
  await userEvent.click(await screen.findByRole("combobox", { name: /^Customer/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Norrfiber" }));
  if (measure) await userEvent.selectOptions(screen.getByRole("combobox", { name: "Measure" }), measure);
}
const run = () => userEvent.click(screen.getByRole("button", { name: "Run" }));
const listRows = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent));

/** happy-dom has no layout, and a chart without a width is not rendered. */
beforeEach(() => {
  const rectangle = { width: 900, height: 600, top: 0, left: 0, right: 900, bottom: 600, x: 0, y: 0 };
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(rectangle as DOMRect);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
});

describe("1§2 customer statistics", () => {
  test("are for super admins only", async () => {
    serve();
    const { address } = renderApp("/customerstatistics", aSession());
    await waitFor(() => expect(address()).toBe("/forbidden"));
  });

  test("show nothing before Run is pressed, and require a customer", async () => {
    const api = serve();
    renderApp("/customerstatistics", aSuperAdmin());
    await screen.findByText("No results yet");
    expect(screen.queryByRole("table")).toBeNull();
    await run();
    expect(await screen.findByText("This field is required!")).toBeTruthy();
    expect(document.activeElement?.getAttribute("name")).toBe("customer");
    await choose("Number of photos");
    expect(screen.queryByRole("table")).toBeNull();
    expect(api.calls.filter(({ path }) => path.startsWith("/customerStatistics"))).toEqual([]);
  });

  test("are a table with a row per month and Totals, a column per template and Total, and two charts", async () => {
    const api = serve();
    renderApp("/customerstatistics", aSuperAdmin());
    await choose();
    await run();
    expect(await screen.findByRole("table", { name: "Number of documentations: Norrfiber" })).toBeTruthy();
    expect(listRows()).toEqual([
      ["Month", "Mast", "=Splice", "Total"],
      ["2026-01", "2", "0", "2"],
      ["2026-02", "0", "0", "0"],
      ["2026-03", "0", "5", "5"],
      ["Totals", "2", "5", "7"],
    ]);
    expect(api.to(photosOf7)).toHaveLength(0);
    const charts = screen.getAllByRole("img", { name: /line chart/ });
    expect(charts.map((chart) => chart.getAttribute("aria-label"))).toEqual(
      ["Per month", "Cumulative"].map(
        (chart) =>
          `${chart}, line chart. Number of documentations: Norrfiber, 2026-01 to 2026-03, templates: 2. The table shows the same numbers.`,
      ),
    );
    for (const chart of charts) {
      const svg = chart.querySelector("svg.recharts-surface");
      expect(svg?.getAttribute("height")).toBe("600");
      // One line per template, and one for the total.
      expect(chart.querySelectorAll(".recharts-line")).toHaveLength(3);
      expect(chart.querySelectorAll("[tabindex='0']")).toHaveLength(0);
    }
    expect(await axeFaults()).toEqual([]);
  });

  test("of data sizes are shown in B, kB, MB, GB, TB", async () => {
    serve();
    renderApp("/customerstatistics", aSuperAdmin());
    await choose("Data size");
    await run();
    await screen.findByRole("table");
    expect(listRows().at(-1)).toEqual(["Totals", "900 B", "2.00 MB", "2.00 MB"]);
    // The total reaches 2 000 900 B, above 2 MB.
    const [perMonth, cumulativeChart] = screen.getAllByRole("img", { name: /line chart/ });
    expect(within(perMonth!).getByText("2 MB")).toBeTruthy();
    expect(within(cumulativeChart!).getByText("2.5 MB")).toBeTruthy();
  });

  test("show the last run until Run is pressed again, and say so", async () => {
    const api = serve();
    renderApp("/customerstatistics", aSuperAdmin());
    await choose();
    await run();
    await screen.findByRole("table");
    const changedText = "You have changed the selection. Press Run to update the result.";
    expect(screen.queryByText(changedText)).toBeNull();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Measure" }), "Number of photos");
    expect(screen.getByText(changedText)).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Number of documentations: Norrfiber" })).toBeTruthy();
    expect(listRows().at(-1)).toEqual(["Totals", "2", "5", "7"]);
    expect(api.to(photosOf7)).toHaveLength(0);
    await run();
    expect(await screen.findByRole("table", { name: "Number of photos: Norrfiber" })).toBeTruthy();
    expect(listRows().at(-1)).toEqual(["Totals", "8", "1,000", "1,008"]);
    expect(screen.queryByText(changedText)).toBeNull();
    await run();
    await waitFor(() => expect(api.to(photosOf7)).toHaveLength(2));
  });

  test("toggle lines by keyboard, in both charts", async () => {
    serve();
    renderApp("/customerstatistics", aSuperAdmin());
    await choose();
    await run();
    await screen.findByRole("table");
    const legend = screen.getByRole("group", { name: "Lines in the chart Per month" });
    const spliceButton = within(legend).getByRole("button", { name: "=Splice" });
    const lineCount = () => document.querySelectorAll(".recharts-line").length;
    expect(spliceButton.getAttribute("aria-pressed")).toBe("true");
    spliceButton.focus();
    await userEvent.keyboard(" ");
    expect(spliceButton.getAttribute("aria-pressed")).toBe("false");
    await waitFor(() => expect(lineCount()).toBe(4));
    await userEvent.click(within(legend).getByRole("button", { name: "Hide all" }));
    expect(await screen.findAllByText("All lines are hidden")).toHaveLength(2);
    expect(lineCount()).toBe(0);
    await userEvent.click(within(legend).getByRole("button", { name: "Show all" }));
    await waitFor(() => expect(lineCount()).toBe(6));
  });

  test("can be downloaded as CSV and SVG, with names that look like formulas escaped", async () => {
    const save = vi.spyOn(files, "downloadBlob").mockImplementation(() => {});
    serve();
    renderApp("/customerstatistics", aSuperAdmin());
    await choose();
    await run();
    await userEvent.click(await screen.findByRole("button", { name: "Download the table as CSV" }));
    const [csv, name] = save.mock.lastCall!;
    expect(name).toBe("Norrfiber_Number-of-documentations.csv");
    expect(await csv.text()).toContain("Month;Mast;'=Splice;Total\r\n2026-01;2;0;2\r\n");
    await userEvent.click(screen.getByRole("button", { name: "Download the chart Cumulative as SVG" }));
    const [svg, svgName] = save.mock.lastCall!;
    expect(svgName).toBe("Norrfiber_Number-of-documentations_Cumulative.svg");
    const text = await svg.text();
    for (const part of ["Number of documentations: Norrfiber", "Cumulative", "=Splice", "2026-03"])
      expect(text).toContain(part);
    // The file is self-contained: no inline styles, which the policy would block, and no colours defined by the page.
    expect(text).not.toMatch(/ style=| class=|var\(/);
  });
});

describe("1§8 customer statistics without a result", () => {
  test("show that they are loading", async () => {
    const { promise, settle } = createDeferred<typeof months>();
    serve({ [documentationsOf7]: () => promise });
    renderApp("/customerstatistics", aSuperAdmin());
    await choose();
    await run();
    expect(await screen.findByText("Counting")).toBeTruthy();
    settle(months);
    expect(await screen.findByRole("table")).toBeTruthy();
  });

  test("report an empty result", async () => {
    serve({ [documentationsOf7]: () => [] });
    renderApp("/customerstatistics", aSuperAdmin());
    await choose();
    await run();
    expect(await screen.findByText("No data found")).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
  });

  test("offer a retry after an error", async () => {
    let isBroken = true;
    serve({ [documentationsOf7]: () => (isBroken ? problemReply(422, "invalid") : months) });
    renderApp("/customerstatistics", aSuperAdmin());
    await choose();
    await run();
    const retry = await screen.findByRole("button", { name: "Try again" });
    isBroken = false;
    await userEvent.click(retry);
    expect(await screen.findByRole("table")).toBeTruthy();
  });
});
