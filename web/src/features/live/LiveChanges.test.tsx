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

/** Renders the button for a documentation whose differences `count` returns; `poll` makes the next call of the service. */
function show(count: () => number, changes: () => object[]) {
  const afters: (string | null)[] = [];
  fakeApi({
    "GET /documentation/liveChanges": ({ query }) => {
      afters.push(query.get("after"));
      return { cursor: `DB:${afters.length}:0`, items: changes() };
    },
  });
  startSession(aSession());
  const view = renderPart(
    <LiveChanges documentationId={documentationId} shownAtMs={1} countDifferences={async () => count()} />,
  );
  const poll = () => act(() => view.queries.refetchQueries({ queryKey: [7, "liveChanges"] }));
  return { ...view, poll, afters };
}

describe("design§Web live changes", () => {
  test("name who has changed what is shown, and load it on request", async () => {
    let changes: object[] = [];
    const { container, poll, afters, queries } = show(
      () => 1,
      () => changes,
    );
    await poll();
    expect(screen.queryByRole("button")).toBeNull();
    changes = [{ documentationId, creators: ["anna"] }];
    await poll();
    const button = await screen.findByRole("button", { name: "Changed by anna – show" });
    expect(afters).toEqual([null, "DB:1:0"]);
    expect(await axeFaults(container)).toEqual([]);
    queries.setQueryData([7, "documentation", "item"], {});
    await userEvent.click(button);
    expect(queries.getQueryState([7, "documentation", "item"])?.isInvalidated).toBe(true);
  });

  test("say nothing about other documentations, and nothing that what is shown already has", async () => {
    let difference = 1;
    let changes: object[] = [{ documentationId: anId(), creators: ["anna"] }];
    const { poll } = show(
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
    const shown = [row("a"), row("b"), row("c")];
    expect(countRowDifferences(shown, shown)).toBe(0);
    expect(countRowDifferences(shown, [row("d"), row("a"), row("b")])).toBe(1);
    expect(countRowDifferences(shown, [row("a", "APPROVED"), row("b"), row("c")])).toBe(1);
    expect(countRowDifferences(shown, [row("a")])).toBe(2);
  });
});
