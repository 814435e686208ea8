import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { aSuggestionList } from "#testing/lists.ts";
import { renderApp } from "#testing/renderApp.tsx";

// happy-dom elements have no size, and a map without a size shows nothing.
beforeEach(() => {
  for (const side of ["clientWidth", "clientHeight"] as const)
    vi.spyOn(HTMLElement.prototype, side, "get").mockReturnValue(600);
});

type SuggestionPosition = { text: string; lat: number; lng: number };

function show(positions: SuggestionPosition[], session = aSuperAdmin()) {
  const list = aSuggestionList();
  fakeApi({
    [`GET /suggestionLists/${list.id}`]: () => list,
    [`GET /suggestionList/positions/${list.id}`]: () => ({
      items: positions.map((position) => ({ id: anId(), ...position })),
    }),
  });
  renderApp(`/suggestionList/map/${list.id}`, session);
}

describe("3§2 the map of a list's suggestions", () => {
  test("a click on a pin shows its text, even if the text contains markup", async () => {
    show([{ text: "<b>NF-2041</b>", lat: 64.7681, lng: 20.9561 }]);
    await screen.findByRole("region", { name: "Map of the suggestions in Sites" });
    const pin = await screen.findByTitle("<b>NF-2041</b>");
    fireEvent.click(pin);
    expect(await screen.findByText("<b>NF-2041</b>")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Zoom in" })).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });

  test("reports a list without positions", async () => {
    show([]);
    expect(await screen.findByText("No suggestions in this list have a position")).toBeTruthy();
  });

  test("3§6 is for super admins", async () => {
    show([], aSession({ roles: ["ROLE_SUGGESTION_LIST_READ"] }));
    expect(await screen.findByRole("heading", { name: /not allowed/i })).toBeTruthy();
  });
});
