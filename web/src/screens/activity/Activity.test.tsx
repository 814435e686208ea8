import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { listActivity } from "#domain/endpoints/documentation/activity.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const [documentationId, threadId] = [anId(), anId()];
const base = {
  ...{ kind: "REVIEW", at: "2026-11-26T10:00:00Z", person: "anna", documentationId },
  ...{ documentationName: "Mast 7", event: null, comment: null, delivery: null },
};
const items = [
  { ...base, id: anId(), kind: "COMMENT", comment: { threadId, text: "Look at this" } },
  { ...base, id: anId(), event: { type: "STATUS_CHANGED", params: { status: "APPROVED" } } },
  { ...base, id: anId(), kind: "DELIVERY", person: "", delivery: { state: "FAILED", destination: "FTP" } },
];

describe("design§Web the activity feed", () => {
  test("lists activities with links, loads further pages and filters by person and kind", async () => {
    const queries: Record<string, string>[] = [];
    fakeApi({
      "GET /activity": ({ query }) => {
        queries.push(Object.fromEntries(query));
        const isFirst = !query.get("before") && !query.get("person");
        return listActivity.response!.parse(
          isFirst
            ? { items, next: `${base.at};${items[2]!.id}`, searchedTo: null }
            : { items: [], next: null, searchedTo: null },
        );
      },
    });
    const { container, address } = renderApp("/activity", aSession());
    expect(await screen.findByText("Look at this")).toBeTruthy();
    expect(screen.getByText("Status changed to Approved")).toBeTruthy();
    expect(screen.getByText("Delivery to FTP: Failed")).toBeTruthy();
    expect(screen.getAllByRole("link", { name: "Mast 7" }).map((link) => link.getAttribute("href"))).toEqual([
      `/documentation/details/${documentationId}?thread=${threadId}`,
      `/documentation/details/${documentationId}`,
      `/documentation/details/${documentationId}`,
    ]);
    expect(await axeFaults(container)).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    await userEvent.click(screen.getAllByRole("button", { name: "Show only anna" })[0]!);
    expect(await screen.findByText("No activity")).toBeTruthy();
    expect(address()).toBe("/activity?person=anna");
    expect(queries).toEqual([{}, { before: `${base.at};${items[2]!.id}` }, { person: "anna" }]);
    await userEvent.click(screen.getByRole("button", { name: /^Remove.*anna/ }));
    expect(await screen.findByText("Look at this")).toBeTruthy();
    expect(address()).toBe("/activity");
  });

  test("says how far back it has searched for a person, and searches further back on request", async () => {
    const next = "2026-03-01T09:00:00Z;00000000-0000-0000-0000-000000000000";
    fakeApi({
      "GET /activity": ({ query }) =>
        query.get("before") === next
          ? { items: items.slice(1, 2), next: null, searchedTo: null }
          : { items: [], next, searchedTo: "2026-03-01T09:00:00Z" },
    });
    renderApp("/activity?person=anna", aSession());
    expect(await screen.findByText(/^Searched back to/)).toBeTruthy();
    expect(screen.queryByText("No activity")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Search further back" }));
    expect(await screen.findByText("Status changed to Approved")).toBeTruthy();
    expect(screen.queryByText(/Searched back to/)).toBeNull();
  });
});
