import { describe, expect, it } from "vitest";
import { hashInTurn, maxWaitingHashes } from "./hashLanes.ts";

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

describe("password hashes", () => {
  it("design§Sessions run one at a time, in the order they came, and other requests go on between them", async () => {
    const log: string[] = [];
    let isEnded = false;
    const others = (async () => {
      while (!isEnded) {
        log.push("other");
        await turn();
      }
    })();
    await Promise.all(
      [1, 2, 3].map((name) =>
        hashInTurn("unknown", 30, async () => {
          log.push(`begin ${name}`);
          await turn();
          log.push(`end ${name}`);
        }),
      ),
    );
    isEnded = true;
    await others;
    expect(log.filter((entry) => entry !== "other")).toEqual(
      [1, 2, 3].flatMap((name) => [`begin ${name}`, `end ${name}`]),
    );
    for (const name of [2, 3])
      expect(log.slice(log.indexOf(`end ${name - 1}`), log.indexOf(`begin ${name}`))).toContain("other");
  });

  it("design§Sessions a flood of them from unknown networks is refused, and delays no trusted one", async () => {
    await hashInTurn("unknown", 0, turn);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const running = hashInTurn("unknown", 0, () => held);
    const waiting = Array.from({ length: maxWaitingHashes }, () => hashInTurn("unknown", 0, turn));
    await expect(hashInTurn("unknown", 0, turn)).rejects.toMatchObject({ code: "tooManyAttempts" });
    expect(await hashInTurn("trusted", 0, async () => "done")).toBe("done");
    release();
    await Promise.all([running, ...waiting]);
  });

  it("design§Sessions one that fails does not hold up the next", async () => {
    const failing = hashInTurn("unknown", 0, () => Promise.reject(new Error("out of memory")));
    await expect(failing).rejects.toThrow("out of memory");
    expect(await hashInTurn("unknown", 0, async () => "done")).toBe("done");
  });
});
