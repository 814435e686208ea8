import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { describe, expect, test, vi } from "vitest";
import { ApiError } from "#api/apiError.ts";
import { createDeferred } from "#testing/deferred.ts";
import { renderPart } from "#testing/renderApp.tsx";
import { SourceTable, type SourceTableProps } from "./SourceTable.tsx";
import type { PageRequest, TableSource } from "./tableSource.ts";

interface Mast {
  id: string;
  name: string;
}

const masts = (from: number, count: number): Mast[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${from + index}`, name: `Mast ${from + index}` }));

const source = (changes: Partial<TableSource<Mast>> = {}): TableSource<Mast> => ({
  name: "mast",
  sortable: ["name"],
  sort: "name",
  order: "asc",
  rows: async ({ max, offset }) => masts(offset + 1, Math.min(max, 60 - offset)),
  total: async () => 60,
  ...changes,
});

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{`${pathname}${search}`}</output>;
}

const show = (tableSource: TableSource<Mast>, props: Partial<SourceTableProps<Mast>> = {}, path = "/") =>
  renderPart(
    <>
      <SourceTable
        label="Masts"
        source={tableSource}
        columns={[{ id: "name", header: "Name", isRowHeader: true, cell: ({ name }) => name }]}
        rowKey={({ id }) => id}
        {...props}
      />
      <Address />
    </>,
    path,
  );
const address = () => screen.getByTestId("address").textContent;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("1§2 common table behaviour", () => {
  test("25 rows a page; first, previous, next, last; 'Showing rows {from} to {to} of {size}'", async () => {
    show(source());
    expect(await screen.findByText("Showing rows 1 to 25 of 60")).toBeTruthy();
    expect(screen.getAllByRole("rowheader")).toHaveLength(25);
    await press("Next page");
    expect(await screen.findByText("Showing rows 26 to 50 of 60")).toBeTruthy();
    await press("Last page");
    expect(await screen.findByText("Showing rows 51 to 60 of 60")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Next page" })).toHaveProperty("disabled", true);
    await press("Previous page");
    expect(await screen.findByText("Showing rows 26 to 50 of 60")).toBeTruthy();
    await press("First page");
    expect(await screen.findByText("Mast 1")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Previous page" })).toHaveProperty("disabled", true);
  });

  test("the rows never wait for the total", async () => {
    const total = createDeferred<number>();
    show(source({ total: () => total.promise }));
    expect(await screen.findByText("Mast 1")).toBeTruthy();
    expect(screen.getByText("Showing rows 1 to 25")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Next page" })).toHaveProperty("disabled", false);
    total.settle(60);
    expect(await screen.findByText("Showing rows 1 to 25 of 60")).toBeTruthy();
  });

  test("a header sorts by its column, and a second time in reverse", async () => {
    const rows = vi.fn(source().rows);
    show(source({ rows, sort: "id", sortable: ["id", "name"] }));
    await screen.findByText("Mast 1");
    await press("Name");
    await press("Name");
    const sorts = rows.mock.calls.map(([{ sort, order }]) => `${sort} ${order}`);
    expect(sorts).toEqual(["id asc", "name asc", "name desc"]);
    expect(screen.getByRole("columnheader").getAttribute("aria-sort")).toBe("descending");
  });

  test("2§9 a search starts 300 ms after typing, from the first page", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const rows = vi.fn(source().rows);
    show(source({ rows }), {}, "/");
    await screen.findByText("Showing rows 1 to 25 of 60");
    fireEvent.click(screen.getByRole("button", { name: "Next page" }));
    await screen.findByText("Showing rows 26 to 50 of 60");
    const box = screen.getByRole("searchbox");
    rows.mockClear();
    for (const text of ["m", "ma", "mast"]) {
      fireEvent.change(box, { target: { value: text } });
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(rows).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    await waitFor(() => expect(rows.mock.calls.map(([{ q, offset }]) => [q, offset])).toEqual([["mast", 0]]));
  });

  test("late responses never replace newer ones", async () => {
    const slow = createDeferred<Mast[]>();
    const rows = ({ q }: PageRequest): Promise<Mast[]> =>
      q === "slow" ? slow.promise : Promise.resolve([{ id: q || "all", name: `found ${q || "all"}` }]);
    show(source({ rows, total: async () => 1 }));
    await screen.findByText("found all");
    const box = screen.getByRole("searchbox");
    fireEvent.change(box, { target: { value: "slow" } });
    fireEvent.keyDown(box, { key: "Enter" });
    fireEvent.change(box, { target: { value: "fast" } });
    fireEvent.keyDown(box, { key: "Enter" });
    await screen.findByText("found fast");
    slow.settle([{ id: "slow", name: "found slow" }]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(screen.queryByText("found slow")).toBeNull();
    expect(screen.getByText("found fast")).toBeTruthy();
  });

  test("the old rows stay while new ones load", async () => {
    const second = createDeferred<Mast[]>();
    show(source({ rows: ({ offset }) => (offset ? second.promise : Promise.resolve(masts(1, 25))) }));
    await screen.findByText("Showing rows 1 to 25 of 60");
    await press("Next page");
    expect(screen.getByText("Mast 1")).toBeTruthy();
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
    expect(screen.getByText("Showing rows 1 to 25 of 60")).toBeTruthy();
    second.settle(masts(26, 25));
    expect(await screen.findByText("Mast 26")).toBeTruthy();
  });

  test("with the option, page and search are read from and written to the URL, and invalid parts are corrected", async () => {
    const rows = vi.fn(source().rows);
    show(source({ rows }), { isInUrl: true }, "/masts?page=2&sort=nonsense&q=mast");
    await screen.findByText("Showing rows 26 to 50 of 60");
    expect(rows.mock.calls[0]?.[0]).toMatchObject({ offset: 25, sort: "name", q: "mast" });
    expect(screen.getByRole("searchbox")).toHaveProperty("value", "mast");
    await press("Next page");
    expect(address()).toBe("/masts?page=3&q=mast");
    await press("Clear search");
    expect(address()).toBe("/masts");
  });

  test("a page beyond the last becomes the last", async () => {
    show(source(), { isInUrl: true }, "/masts?page=99");
    expect(await screen.findByText("Showing rows 51 to 60 of 60")).toBeTruthy();
    expect(address()).toBe("/masts?page=3");
  });

  test("without the option the URL does not change", async () => {
    show(source(), {}, "/masts?page=2");
    await screen.findByText("Showing rows 1 to 25 of 60");
    await press("Next page");
    expect(address()).toBe("/masts?page=2");
  });

  test("an empty table says so; a search without matches names the search text", async () => {
    const emptySource = source({ rows: async () => [], total: async () => 0 });
    show(emptySource, { isInUrl: true }, "/masts");
    expect(await screen.findByText("No data found")).toBeTruthy();
    expect(screen.queryByText(/Showing rows/)).toBeNull();
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "zzz" } });
    expect(await screen.findByText("No matches for “zzz”")).toBeTruthy();
  });

  test("a failed load offers a retry", async () => {
    const fails = [true];
    const rows = async () => {
      if (fails.pop()) throw new ApiError({ status: 422 });
      return masts(1, 2);
    };
    show(source({ rows, total: async () => 2 }));
    expect(await screen.findByText("Could not load")).toBeTruthy();
    await press("Try again");
    expect(await screen.findByText("Mast 2")).toBeTruthy();
  });

  test("2§9 no more rows than the limit are shown, whatever the total, and the notice gets the total", async () => {
    const rows = vi.fn(source().rows);
    show(source({ rows }), { limit: 30, notice: (total) => <p>{total} in all</p> });
    expect(await screen.findByText("Showing rows 1 to 25 of 30")).toBeTruthy();
    expect(screen.getByText("60 in all")).toBeTruthy();
    await press("Last page");
    await screen.findByText("Showing rows 26 to 30 of 30");
    expect(rows.mock.lastCall?.[0]).toMatchObject({ offset: 25, max: 5 });
  });

  test("on a phone, where cards have no header, a select sorts", async () => {
    show(source());
    await screen.findByText("Mast 1");
    const select = screen.getByRole("combobox", { name: "Sort by", hidden: true });
    await userEvent.selectOptions(select, "Name: Descending");
    await waitFor(() =>
      expect(screen.getByRole("columnheader").getAttribute("aria-sort")).toBe("descending"),
    );
    expect(within(screen.getByRole("table")).getAllByRole("row").length).toBeGreaterThan(1);
  });
});
