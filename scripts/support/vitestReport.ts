import { readFile } from "node:fs/promises";
import { z } from "zod";

/** The counted part of vitest's JSON report. */
const report = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string().optional(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});
type Report = z.output<typeof report>;

export interface Count {
  passed: number;
  failed: number;
}

/**
 * Counts the tests of a vitest run. A file that failed before its first test is one failure; so is a run that failed for another
 * reason, such as an error between tests or a project without tests.
 */
export async function countTests(reportFile: string, exitCode: number): Promise<Count> {
  const text = await readFile(reportFile, "utf8").catch(() => null);
  if (text === null) return { passed: 0, failed: 1 };
  return countOf(report.parse(JSON.parse(text)), exitCode);
}

/** Maximum lines of a failure's message; the log has the full message. */
const maxLines = 12;

/** The failed tests and their errors, to be printed before a long log; empty if none failed. */
export async function failuresIn(reportFile: string): Promise<string> {
  const text = await readFile(reportFile, "utf8").catch(() => null);
  return text === null ? "" : failuresOf(report.parse(JSON.parse(text)));
}

export const failuresOf = ({ testResults }: Report): string =>
  testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === "failed");
      if (failed.length === 0) return [`${name}\n${firstLines(message)}`];
      return failed.map(
        ({ fullName, failureMessages }) => `${fullName}\n${firstLines(failureMessages?.join("\n"))}`,
      );
    })
    .join("\n\n");

const firstLines = (text = ""): string =>
  text
    .split("\n")
    .slice(0, maxLines)
    .map((line) => `    ${line}`)
    .join("\n");

export function countOf({ testResults, numPassedTests: passed }: Report, exitCode: number): Count {
  const failedTests = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed"),
  ).length;
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  ).length;
  const failed = failedTests + brokenFiles;
  return { passed, failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed };
}
