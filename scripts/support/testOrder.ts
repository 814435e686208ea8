import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * All files of a runtime share one database. These read or copy whole tables, or search the documentations of all customers, so they
 * run while it is almost empty: later they take many times as long.
 */
export const firstFiles = [
  "worker/features/moveCustomer/moveCustomer.test.ts",
  "worker/api/hostile.test.ts",
  "worker/listQuery/search.test.ts",
  "worker/features/across.test.ts",
];
/** Vitest starts with the largest files, as long as it has no times of an earlier run; these are small and take minutes. */
export const longFiles = ["e2e/screens.test.ts", "e2e/narrow.test.ts", "e2e/roles/reviewer.test.ts"];
/** It leaves some hundred thousand rows, which would slow down later tests. */
export const lastFile = "worker/features/suggestion/large.test.ts";

function rankOf({ moduleId }: TestSpecification): number {
  const index = [...firstFiles, ...longFiles].findIndex((file) => moduleId.endsWith(file));
  if (index >= 0) return index;
  return firstFiles.length + longFiles.length + (moduleId.endsWith(lastFile) ? 1 : 0);
}

/** Vitest's order, apart from these files. Two shards get one of the first files each. */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config;
    if (!shard) return files;
    return files
      .toSorted((a, b) => rankOf(a) - rankOf(b) || (a.moduleId < b.moduleId ? -1 : 1))
      .filter((_, index) => index % shard.count === shard.index - 1);
  }
}
