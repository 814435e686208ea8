import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { parseResponse } from "#api/client.ts";
import { listDocumentations } from "#domain/endpoints/documentation/list.ts";
import { aDocumentation } from "#testing/fixtures.ts";
import { renderPart } from "#testing/renderApp.tsx";
import { DateTime } from "./DateTime.tsx";
import { endOfDay, formatDateTime, formatDay, isValidInstant, startOfDay } from "./dates.ts";

it.each(["+010000-01-01T03:59:59Z", "-000001-12-31T22:00:00Z", "yesterday", ""])(
  "2§9 a stored %j is shown as stored",
  (value) => {
    expect([isValidInstant(value), formatDateTime(value), formatDay(value)]).toEqual([false, value, value]);
  },
);

it("2§9 text that is not an instant is marked", () => {
  renderPart(<DateTime value="+010000-01-01T03:59:59Z" />);
  expect(screen.getByTitle("Not a valid date").textContent).toBe("+010000-01-01T03:59:59Z");
});

it("2§2 a list with one bad date is still shown, with that date as stored", async () => {
  const dateCreated = "+010000-01-01T03:59:59Z";
  const items = [aDocumentation(), { ...aDocumentation(), dateCreated }];
  const response = await parseResponse(Response.json({ items }), listDocumentations.response!);
  expect(response.items.map((row) => row.dateCreated)).toEqual([items[0]!.dateCreated, dateCreated]);
});

it("3§5 text that is not a day gives no instant", () => {
  for (const day of ["", "2026-02-30x", "20261-01-01"])
    expect([startOfDay(day), endOfDay(day)]).toEqual([null, null]);
  expect(startOfDay("2026-05-04")).toMatch(/^2026-05-0[34]T\d{2}:\d{2}:00Z$/);
});
