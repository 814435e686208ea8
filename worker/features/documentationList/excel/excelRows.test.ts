import { expect, it } from "vitest";
import { mergeBatches } from "./excelRows.ts";

async function* batchesOf(...batches: number[][]) {
  yield* batches;
}

it("design§D1 lists of several databases are merged row by row, through all their batches", async () => {
  const mergedRows = [];
  const lists = [batchesOf([1, 2], [5, 8], [9]), batchesOf([3], [4, 6], [], [7]), batchesOf()];
  for await (const batch of mergeBatches<number>(lists, (a, b) => a - b)) mergedRows.push(...batch);
  expect(mergedRows).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
