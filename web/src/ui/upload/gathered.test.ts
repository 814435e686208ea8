import { describe, expect, test } from "vitest";
import { ApiError } from "#api/failure.ts";
import { type BatchItemResult, batchCalls } from "./batchCalls.ts";

/** A call for many that is answered when the test says so. */
function answering() {
  const calls: {
    asked: readonly string[];
    answer: (all: BatchItemResult<string>[]) => void;
    fail: () => void;
  }[] = [];
  const ask = batchCalls<string, string>(
    (asked) =>
      new Promise((resolve, reject) =>
        calls.push({ asked, answer: resolve, fail: () => reject(new ApiError({ status: 0 })) }),
      ),
  );
  return { calls, ask };
}
const well = (...answers: string[]) => answers.map((answer) => ({ answer }));
const turn = () => new Promise<void>((resolve) => queueMicrotask(resolve)).then(() => {});

describe("design§Links calls for many", () => {
  test("the first is asked at once; what comes while it is under way goes together, in its order", async () => {
    const { calls, ask } = answering();
    const first = ask("a");
    const others = ["b", "c", "d"].map((one) => ask(one));
    expect(calls.map(({ asked }) => asked)).toEqual([["a"]]);
    calls[0]!.answer(well("A"));
    expect(await first).toBe("A");
    await turn();
    expect(calls[1]!.asked).toEqual(["b", "c", "d"]);
    calls[1]!.answer(well("B", "C", "D"));
    expect(await Promise.all(others)).toEqual(["B", "C", "D"]);
  });

  test("each has its own failure, and one that there was no time for is asked again", async () => {
    const { calls, ask } = answering();
    const failed = ask("a").catch((error: unknown) => error);
    calls[0]!.answer([{ failure: { status: 422, code: "notJpeg", message: "no" } }]);
    expect(await failed).toMatchObject({ status: 422, code: "notJpeg" });
    await turn();
    const late = ask("b");
    calls[1]!.answer([null]);
    await turn();
    await turn();
    expect(calls[2]!.asked).toEqual(["b"]);
    calls[2]!.answer(well("B"));
    expect(await late).toBe("B");
  });

  test("a call that fails, fails for all that went with it, and the next one is made", async () => {
    const { calls, ask } = answering();
    const first = ask("a").catch((error: unknown) => error);
    const second = ask("b");
    calls[0]!.fail();
    expect(await first).toBeInstanceOf(ApiError);
    await turn();
    calls[1]!.answer(well("B"));
    expect(await second).toBe("B");
  });
});
