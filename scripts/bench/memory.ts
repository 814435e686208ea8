import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createLimitRow, type Row } from "./table.ts";

/** The process id of the workerd that runs our Worker: the descendant of this process with an inspector. */
export function findRuntime(): number | null {
  const parents = new Map<number, number>();
  const candidates: number[] = [];
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      parents.set(pid, Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (command.includes("workerd") && command.includes("--inspector-addr")) candidates.push(pid);
    } catch {
      // The process has ended in the meantime.
    }
  }
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (parents.has(pid) && pid > 1 && isOurs(parents.get(pid)!));
  return candidates.find(isOurs) ?? null;
}

/** Resets the peak resident size. Linux only. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** The peak resident size since the reset, in bytes. */
export function readPeakBytes(pid: number): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  if (!line) throw new Error(`no peak memory of process ${pid}`);
  return Number(line[1]) * 1024;
}

/** CPU time of all threads so far, in milliseconds, with a resolution of 10 ms. */
export function processorTimeOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * The growth of peak memory from an album of 100 photos to one of 1000; no row if it cannot be read. Takes the peaks in bytes, in
 * that order.
 */
export function measurePeakGrowth(
  name: string,
  [smallPeak, largePeak]: readonly number[],
  maxGrowthMb = 100,
): Row[] {
  if (smallPeak === undefined || largePeak === undefined) return [];
  const growth = Math.max(0, (largePeak - smallPeak) / 1e6);
  return [createLimitRow(`${name}: growth of peak memory, 100 to 1000 photos`, growth, "MB", maxGrowthMb)];
}
