import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { anId } from "#testing/fixtures.ts";
import { renderPart } from "#testing/renderApp.tsx";
import { ChartTooltip } from "./ChartTooltip.tsx";
import { createChartLines } from "./chartLines.ts";

test("1§2 a month's tooltip shows the total, then the ten highest of 200 templates, and counts the rest", () => {
  const templates = Array.from({ length: 200 }, (_, index) => ({ id: anId(), name: `Template ${index}` }));
  // The first template has no value in that month.
  const monthValues = templates.map((_, index) => index);
  const lines = createChartLines(templates, { values: [monthValues], monthTotals: [19_900] }, "Total");
  renderPart(<ChartTooltip month="2026-05" index={0} lines={lines} measure="photoCount" />);
  expect(screen.getByText("2026-05")).toBeTruthy();
  expect(screen.getByText("19,900")).toBeTruthy();
  const names = screen.getAllByText(/^Template/).map(({ textContent }) => textContent);
  expect(names).toEqual(Array.from({ length: 10 }, (_, index) => `Template ${199 - index}`));
  expect(screen.getByText("and 189 more")).toBeTruthy();
});
