import { describe, expect, test } from "vitest";
import { ApiError } from "#api/apiError.ts";
import { type BatchItemResult, batchCalls } from "./batchCalls.ts";

/** A batch call that resolves when the test says so. */
function fakeBatchCall() {
  const calls: {
    inputs: readonly string[];
    answer: (all: BatchItemResult<string>[]) => void;
    fail: () => void;
  }[] = [];
  const load = batchCalls<string, string>(
    (keys) =>
      new Promise((resolve, reject) =>
        calls.push({ inputs: keys, answer: resolve, fail: () => reject(new ApiError({ status: 0 })) }),
      ),
  );
  return { calls, load };
}
const toResults = (...answers: string[]) => answers.map((answer) => ({ answer }));
const nextTurn = () => new Promise<void>((resolve) => queueMicrotask(resolve)).then(() => {});

describe("design§Links batch calls", () => {
  test("the first call is sent immediately; calls made while it is in flight go together, in order", async () => {
    const { calls, load } = fakeBatchCall();
    const first = load("a");
    const rest = ["b", "c", "d"].map((id) => load(id));
    expect(calls.map(({ inputs }) => inputs)).toEqual([["a"]]);
    calls[0]!.answer(toResults("A"));
    expect(await first).toBe("A");
    await nextTurn();
    expect(calls[1]!.inputs).toEqual(["b", "c", "d"]);
    calls[1]!.answer(toResults("B", "C", "D"));
    expect(await Promise.all(rest)).toEqual(["B", "C", "D"]);
  });

  test("each item has its own failure, and an item that the batch had no time for is sent again", async () => {
    const { calls, load } = fakeBatchCall();
    const failed = load("a").catch((error: unknown) => error);
    calls[0]!.answer([{ failure: { status: 422, code: "notJpeg", message: "no" } }]);
    expect(await failed).toMatchObject({ status: 422, code: "notJpeg" });
    await nextTurn();
    const late = load("b");
    calls[1]!.answer([null]);
    await nextTurn();
    await nextTurn();
    expect(calls[2]!.inputs).toEqual(["b"]);
    calls[2]!.answer(toResults("B"));
    expect(await late).toBe("B");
  });

  test("a batch that fails, fails for all of its items, and the next one is sent", async () => {
    const { calls, load } = fakeBatchCall();
    const first = load("a").catch((error: unknown) => error);
    const second = load("b");
    calls[0]!.fail();
    expect(await first).toBeInstanceOf(ApiError);
    await nextTurn();
    calls[1]!.answer(toResults("B"));
    expect(await second).toBe("B");
  });
});
