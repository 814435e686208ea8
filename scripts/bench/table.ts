/** One measurement: ours against a reference in the same run. `ratio` is ours / reference; `target` is its maximum. */
export interface Row {
  name: string;
  ours: number;
  reference: number;
  ratio: number;
  unit: string;
  target: number;
  referenceLabel: string;
}

export const row = (
  name: string,
  ours: number,
  reference: number,
  unit: string,
  target: number,
  referenceLabel: string,
): Row => ({
  name,
  ours: round(ours),
  reference: round(reference),
  ratio: round(ours / reference),
  unit,
  target,
  referenceLabel,
});

const round = (value: number) => Math.round(value * 100) / 100;

export function printTable(rows: readonly Row[]): void {
  const cells = rows.map(({ name, ours, reference, ratio, unit, target, referenceLabel }) => [
    name,
    `${ours} ${unit}`,
    `${reference} ${unit}`,
    ratio.toFixed(2),
    `${ratio <= target ? "ok" : "MISSED"} (<= ${target})`,
    referenceLabel,
  ]);
  const headers = ["what", "ours", "reference", "ratio", "target", "reference is"];
  const widths = headers.map((head, column) =>
    Math.max(head.length, ...cells.map((cell) => cell[column]!.length)),
  );
  for (const line of [headers, ...cells])
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    );
}
