import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { startSession } from "#api/session.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSession } from "#testing/fixtures.ts";
import { renderPart } from "#testing/renderApp.tsx";
import { countRowDifferences } from "./differences.ts";
import LiveChanges from "./LiveChanges.tsx";

const documentationId = anId();

/** Renders the button for a documentation with `count` differences. `poll` fetches the changes again. */
function renderLiveChanges(count: () => number, changes: () => object[]) {
  const requestedAfter: (string | null)[] = [];
  fakeApi({
    "GET /documentation/liveChanges": ({ query }) => {
      requestedAfter.push(query.get("after"));
      return { cursor: `DB:${requestedAfter.length}:0`, items: changes() };
    },
  });
  startSession(aSession());
  const view = renderPart(
    <LiveChanges documentationId={documentationId} loadedAtMs={1} countDifferences={async () => count()} />,
  );
  const poll = () => act(() => view.queryClient.refetchQueries({ queryKey: [7, "liveChanges"] }));
  return { ...view, poll, afters: requestedAfter };
}

describe("design§Web live changes", () => {
  test("name the people who changed the documentation, and are loaded on request", async () => {
    let changes: object[] = [];
    const {
      container,
      poll,
      afters: requestedAfter,
      queryClient,
    } = renderLiveChanges(
      () => 1,
      () => changes,
    );
    await poll();
    expect(screen.queryByRole("button")).toBeNull();
    changes = [{ documentationId, creators: ["anna"] }];
    await poll();
    const button = await screen.findByRole("button", { name: "Changed by anna – show" });
    expect(requestedAfter).toEqual([null, "DB:1:0"]);
    expect(await axeFaults(container)).toEqual([]);
    queryClient.setQueryData([7, "documentation", "item"], {});
    await userEvent.click(button);
    expect(queryClient.getQueryState([7, "documentation", "item"])?.isInvalidated).toBe(true);
  });

  test("of other documentations, and those that are already displayed, are not announced", async () => {
    let difference = 1;
    let changes: object[] = [{ documentationId: anId(), creators: ["anna"] }];
    const { poll } = renderLiveChanges(
      () => difference,
      () => changes,
    );
    await poll();
    await poll();
    expect(screen.queryByRole("button")).toBeNull();
    difference = 0;
    changes = [{ documentationId, creators: ["anna"] }];
    await poll();
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("count rows that were added, changed or removed", () => {
    const row = (id: string, status = "COMPLETED") => ({ id, status });
    const displayed = [row("a"), row("b"), row("c")];
    expect(countRowDifferences(displayed, displayed)).toBe(0);
    expect(countRowDifferences(displayed, [row("d"), row("a"), row("b")])).toBe(1);
    expect(countRowDifferences(displayed, [row("a", "APPROVED"), row("b"), row("c")])).toBe(1);
    expect(countRowDifferences(displayed, [row("a")])).toBe(2);
  });
});
