import { describe, expect, it } from "vitest";
import { retryLostConnection } from "./retry.ts";

/** Fails with each error in turn, then answers. */
const failing = (...errors: Error[]) => {
  const left = [...errors];
  return async () => {
    const error = left.shift();
    if (error) throw error;
    return "answered";
  };
};
const lost = () => new TypeError("fetch failed");

describe("a call to the local runtime", () => {
  it("is repeated when its connection was closed, also where drizzle wraps the error", async () => {
    const wrapped = new Error("Failed query", { cause: lost() });
    expect(await retryLostConnection(failing(lost(), wrapped))).toBe("answered");
  });

  it("fails at once for any other reason, and after repeated closed connections", async () => {
    await expect(retryLostConnection(failing(new Error("UNIQUE constraint failed")))).rejects.toThrow(
      "UNIQUE",
    );
    await expect(retryLostConnection(failing(lost(), lost(), lost(), lost(), lost()))).rejects.toThrow(
      "fetch failed",
    );
  });
});
