import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, type WriteStream } from "node:fs";
import path from "node:path";
import { root } from "./install.mjs";

const maxLines = 50;

/** A background program and its descendants. */
export interface Companion {
  /** Ends the process group and waits for it. */
  end(): Promise<void>;
  /** Resolves with the program's exit status. */
  ended: Promise<number>;
  /** The last lines of output. */
  lastLines(): string;
  /** Resolves once a line of output matches. Rejects with the last lines if the program ends before. */
  waitForOutput(pattern: RegExp): Promise<void>;
}

export interface CompanionOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** File that all output is written to. */
  log: string;
  /** Shows the output on the terminal as well. */
  echo?: boolean;
}

const guard = path.join(root, "scripts/support/guard.mjs");

/** Starts a program in its own process group, which also ends if this process is killed with SIGKILL (guard.mjs). */
export function startCompanion(
  program: string,
  args: readonly string[],
  options: CompanionOptions,
): Companion {
  const child = spawn(process.execPath, [guard, program, ...args], {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
  });
  const log = createWriteStream(options.log, { mode: 0o600 });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) captureOutput(stream, lines, log, options.echo ?? false);
  const exitCode = new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? 1)));
  return {
    ended: exitCode,
    lastLines: () => lines.join("\n"),
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const checkLines = () => {
          if (!lines.some((line) => pattern.test(line))) return;
          for (const stream of [child.stdout, child.stderr]) stream.off("data", checkLines);
          resolve();
        };
        for (const stream of [child.stdout, child.stderr]) stream.on("data", checkLines);
        checkLines();
        exitCode.then((code) => reject(new Error(`It ended with ${code}:\n${lines.join("\n")}`)));
      }),
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.stdin.end();
      await exitCode;
      await waitForGroup(child);
      log.end();
    },
  };
}

function captureOutput(
  stream: NodeJS.ReadableStream,
  lines: string[],
  log: WriteStream,
  echo: boolean,
): void {
  let partialLine = "";
  stream.on("data", (chunk: Buffer) => {
    if (!log.writableEnded) log.write(chunk);
    if (echo) process.stderr.write(chunk);
    const newLines = (partialLine + chunk.toString()).split("\n");
    partialLine = newLines.pop() ?? "";
    lines.push(...newLines);
    lines.splice(0, lines.length - maxLines);
  });
}

/** Waits for the other members of a group whose leader has ended, and kills them after 5 s. */
async function waitForGroup(child: ChildProcess): Promise<void> {
  if (process.platform === "win32" || !child.pid) return;
  for (let waitedMs = 0; waitedMs < 5000; waitedMs += 50) {
    try {
      process.kill(-child.pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  process.kill(-child.pid, "SIGKILL");
}

/** Runs a program to its end and returns its output. */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; showsOutput?: boolean } = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: options.showsOutput ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    const output: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output: Buffer.concat(output).toString() }));
  });
}

/** The tools' scripts, run with the packaged Node: the links in node_modules/.bin would use the system's. */
export const toolPaths = {
  wrangler: path.join(root, "node_modules/wrangler/bin/wrangler.js"),
  vite: path.join(root, "node_modules/vite/bin/vite.js"),
  vitest: path.join(root, "node_modules/vitest/vitest.mjs"),
  tsc: path.join(root, "node_modules/typescript/bin/tsc"),
  biome: path.join(root, "node_modules/@biomejs/biome/bin/biome"),
  "drizzle-kit": path.join(root, "node_modules/drizzle-kit/bin.cjs"),
} as const;
