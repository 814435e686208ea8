import { describe, expect, it } from "vitest";
import { findAffected, readSources } from "./affectedChecks.ts";

const app = Array.from({ length: 20 }, (_, index) => `worker/features/part${index}/routes.ts`);
const sources = new Map<string, readonly string[]>([
  ["domain/core/text/byteSize.ts", []],
  ["domain/core/text/byteSize.test.ts", ["domain/core/text/byteSize.ts"]],
  ["worker/media/inspectPhoto.ts", ["domain/core/text/byteSize.ts"]],
  ["worker/media/inspectPhoto.test.ts", []],
  ["worker/features/license/routes.ts", ["worker/media/inspectPhoto.ts"]],
  ["worker/features/license/license.test.ts", ["worker/testing/factories.ts"]],
  ["worker/testing/factories.ts", []],
  ["worker/app.ts", ["worker/features/license/routes.ts", ...app]],
  ["worker/app.test.ts", ["worker/app.ts"]],
  ["web/src/screens/map/Map.tsx", ["web/src/screens/map/zoom.ts"]],
  ["web/src/screens/map/Map.test.tsx", ["web/src/testing/visit.ts"]],
  ["web/src/screens/map/zoom.ts", []],
  ["web/src/testing/visit.ts", []],
  ["queues/consume.ts", ["worker/app.ts"]],
  ["e2e/map.test.ts", []],
  ["e2e/login.test.ts", []],
]);

describe("a change selects", () => {
  it("the tests that import it, and those next to it and its importers, nearest first", () => {
    expect(findAffected(["domain/core/text/byteSize.ts"], sources).tests).toEqual([
      "domain/core/text/byteSize.test.ts",
      "worker/media/inspectPhoto.test.ts",
    ]);
    expect(findAffected(["worker/features/license/routes.ts"], sources).tests).toEqual([
      "worker/features/license/license.test.ts",
    ]);
  });

  it("nothing that is only reachable through the app, but the app's own tests if the app changed", () => {
    expect(findAffected(["worker/features/license/routes.ts"], sources).tests).not.toContain(
      "worker/app.test.ts",
    );
    expect(findAffected(["worker/app.ts"], sources).tests).toContain("worker/app.test.ts");
  });

  it("the types of every part that imports it, at any distance", () => {
    expect(findAffected(["domain/core/text/byteSize.ts"], sources).parts).toEqual(["worker", "domain"]);
    expect(findAffected(["queues/consume.ts"], sources).parts).toEqual(["worker"]);
    expect(findAffected(["package-lock.json"], sources).parts).toHaveLength(5);
    expect(findAffected(["README.md"], sources)).toEqual({ parts: [], tests: [], browserTests: [] });
  });

  it("the browser test named like its folder", () => {
    expect(findAffected(["web/src/screens/map/zoom.ts"], sources)).toEqual({
      parts: ["web"],
      tests: ["web/src/screens/map/Map.test.tsx"],
      browserTests: ["e2e/map.test.ts"],
    });
    expect(findAffected(["e2e/login.test.ts"], sources).browserTests).toEqual(["e2e/login.test.ts"]);
  });

  it("no deleted test", () =>
    expect(findAffected(["worker/gone.test.ts"], sources)).toEqual({
      parts: ["worker"],
      tests: [],
      browserTests: [],
    }));

  it("its real importers in this repository", async () => {
    const { parts, tests } = findAffected(["scripts/support/uuid.ts"], await readSources());
    expect(parts).toContain("scripts");
    expect(tests).toContain("scripts/support/uuid.test.ts");
  });
});
