import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "#testing/renderApp.tsx";
import type { TableColumn } from "./TableColumn.ts";
import { TableView } from "./TableView.tsx";

interface Mast {
  name: string;
  height: number;
}

const columns: TableColumn<Mast>[] = [
  { id: "name", header: "Name", isRowHeader: true, card: "head", cell: ({ name }) => name },
  { id: "height", header: "Height", cell: ({ height }) => height },
];
const masts = Array.from({ length: 60 }, (_, index) => ({ name: `Mast ${index + 1}`, height: 30 + index }));
const show = (rows: readonly Mast[]) =>
  renderPart(
    <TableView
      label="Masts"
      columns={columns}
      sortable={[]}
      state={{ page: 1, sizePerPage: 60, sort: "name", order: "asc", q: "" }}
      change={() => {}}
      rows={rows}
      isBusy={false}
      rowKey={({ name }) => name}
    />,
  );

let isNarrow = false;
beforeEach(() => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: isNarrow, media: query }) as MediaQueryList,
  );
});

test("design§Web a card renders only the columns that it shows, and eventually all rows", async () => {
  isNarrow = true;
  show(masts);
  await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(60));
  expect(screen.queryAllByRole("cell")).toEqual([]);
});

test("design§Web a wide page renders every column of every row immediately", () => {
  isNarrow = false;
  show(masts);
  expect(screen.getAllByRole("rowheader")).toHaveLength(60);
  expect(screen.getAllByRole("cell")).toHaveLength(60);
});
