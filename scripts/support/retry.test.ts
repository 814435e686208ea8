import { describe, expect, it } from "vitest";
import { retryLostConnection } from "./retry.ts";

/** Throws each error in turn, then succeeds. */
const failing = (...errors: Error[]) => {
  const remaining = [...errors];
  return async () => {
    const error = remaining.shift();
    if (error) throw error;
    return "answered";
  };
};
const lost = () => new TypeError("fetch failed");

describe("a call to the local runtime", () => {
  it("is retried when its connection was closed, also if drizzle wraps the error", async () => {
    const wrapped = new Error("Failed query", { cause: lost() });
    expect(await retryLostConnection(failing(lost(), wrapped))).toBe("answered");
  });

  it("fails immediately on any other error, and after repeated closed connections", async () => {
    await expect(retryLostConnection(failing(new Error("UNIQUE constraint failed")))).rejects.toThrow(
      "UNIQUE",
    );
    await expect(retryLostConnection(failing(lost(), lost(), lost(), lost(), lost()))).rejects.toThrow(
      "fetch failed",
    );
  });
});
