import { expect, it } from "vitest";
import { countOf, countTests, failuresOf } from "./vitestReport.ts";

const file = (status: string, ...tests: string[]) => ({
  name: "a.test.ts",
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

it("counts tests, not files", () => {
  const report = {
    numPassedTests: 3,
    testResults: [file("passed", "passed", "passed"), file("failed", "passed", "failed", "failed")],
  };
  expect(countOf(report, 1)).toEqual({ passed: 3, failed: 2 });
});

it("counts a file that failed before its first test", () => {
  expect(countOf({ numPassedTests: 1, testResults: [file("passed", "passed"), file("failed")] }, 1)).toEqual({
    passed: 1,
    failed: 1,
  });
});

it("does not count a run that failed or had no tests as success", async () => {
  expect(countOf({ numPassedTests: 5, testResults: [file("passed")] }, 1)).toEqual({ passed: 5, failed: 1 });
  expect(countOf({ numPassedTests: 0, testResults: [] }, 0)).toEqual({ passed: 0, failed: 1 });
  expect(await countTests("/nowhere/report.json", 0)).toEqual({ passed: 0, failed: 1 });
});

it("lists failed tests with their errors, and the error of a broken file", () => {
  const failed = {
    status: "failed",
    fullName: "a list pages",
    failureMessages: [`Error: no rows\n${"at x\n".repeat(40)}`],
  };
  const report = {
    numPassedTests: 0,
    testResults: [
      { name: "a.test.ts", status: "failed", assertionResults: [{ status: "passed" }, failed] },
      { name: "b.test.ts", status: "failed", message: "Cannot find module", assertionResults: [] },
      file("passed", "passed"),
    ],
  };
  const lines = failuresOf(report).split("\n");
  expect(lines.slice(0, 2)).toEqual(["a list pages", "    Error: no rows"]);
  expect(lines.slice(-2)).toEqual(["b.test.ts", "    Cannot find module"]);
  expect(lines.length).toBeLessThan(20);
});
