import { describe, expect, it } from "vitest";
import { maxWaitingHashes, runInTurn } from "./hashLanes.ts";

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

describe("password hashes", () => {
  it("design§Sessions run one at a time, in order of arrival, and other requests continue in between", async () => {
    const log: string[] = [];
    let isEnded = false;
    const otherRequests = (async () => {
      while (!isEnded) {
        log.push("other");
        await nextTurn();
      }
    })();
    await Promise.all(
      [1, 2, 3].map((name) =>
        runInTurn("unknown", 30, async () => {
          log.push(`begin ${name}`);
          await nextTurn();
          log.push(`end ${name}`);
        }),
      ),
    );
    isEnded = true;
    await otherRequests;
    expect(log.filter((entry) => entry !== "other")).toEqual(
      [1, 2, 3].flatMap((name) => [`begin ${name}`, `end ${name}`]),
    );
    for (const name of [2, 3])
      expect(log.slice(log.indexOf(`end ${name - 1}`), log.indexOf(`begin ${name}`))).toContain("other");
  });

  it("design§Sessions a flood of them from unknown networks is refused, and delays no trusted one", async () => {
    await runInTurn("unknown", 0, nextTurn);
    let release = () => {};
    const blockingHash = new Promise<void>((resolve) => {
      release = resolve;
    });
    const runningHash = runInTurn("unknown", 0, () => blockingHash);
    const waitingHashes = Array.from({ length: maxWaitingHashes }, () => runInTurn("unknown", 0, nextTurn));
    await expect(runInTurn("unknown", 0, nextTurn)).rejects.toMatchObject({ code: "tooManyAttempts" });
    expect(await runInTurn("trusted", 0, async () => "done")).toBe("done");
    release();
    await Promise.all([runningHash, ...waitingHashes]);
  });

  it("design§Sessions a failing hash does not block the next", async () => {
    const failedHash = runInTurn("unknown", 0, () => Promise.reject(new Error("out of memory")));
    await expect(failedHash).rejects.toThrow("out of memory");
    expect(await runInTurn("unknown", 0, async () => "done")).toBe("done");
  });
});
