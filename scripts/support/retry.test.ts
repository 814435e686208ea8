import { describe, expect, it } from "vitest";
import { retryLostConnection } from "./retry.ts";

/** Throws each error in turn, then succeeds. */
const failWith = (...errors: Error[]) => {
  const remaining = [...errors];
  return async () => {
    const error = remaining.shift();
    if (error) throw error;
    return "answered";
  };
};
const lostConnection = () => new TypeError("fetch failed");

describe("a call to the local runtime", () => {
  it("is retried when its connection was closed, also if drizzle wraps the error", async () => {
    const wrappedError = new Error("Failed query", { cause: lostConnection() });
    expect(await retryLostConnection(failWith(lostConnection(), wrappedError))).toBe("answered");
  });

  it("fails immediately on any other error, and after repeated closed connections", async () => {
    await expect(retryLostConnection(failWith(new Error("UNIQUE constraint failed")))).rejects.toThrow(
      "UNIQUE",
    );
    await expect(
      retryLostConnection(
        failWith(lostConnection(), lostConnection(), lostConnection(), lostConnection(), lostConnection()),
      ),
    ).rejects.toThrow("fetch failed");
  });
});
