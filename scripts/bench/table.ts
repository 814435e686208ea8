/** One figure against its target. */
export interface Row {
  name: string;
  value: number;
  unit: string;
  /** The maximum of the value, or of value / reference. */
  target: number;
  /** The same work without our code, in the same run and unit. */
  reference?: { value: number; label: string };
}

/** A figure with an absolute target. */
export const createLimitRow = (name: string, value: number, unit: string, target: number): Row => ({
  name,
  value: round(value),
  unit,
  target: round(target),
});

/** A figure whose target is a multiple of a reference. */
export const createComparisonRow = (
  name: string,
  value: number,
  unit: string,
  target: number,
  reference: { value: number; label: string },
): Row => ({
  ...createLimitRow(name, value, unit, target),
  reference: { ...reference, value: round(reference.value) },
});

const round = (value: number) => Math.round(value * 100) / 100;

const headers = ["what", "ours", "target", "", "reference"];

export function printTable(rows: readonly Row[]): void {
  const cells = rows.map(({ name, value, unit, target, reference }) => {
    const ratio = reference ? value / reference.value : value;
    return [
      name,
      `${value} ${unit}${reference ? `, ${round(ratio)} × reference` : ""}`,
      reference ? `${target} × reference` : `${target} ${unit}`,
      ratio <= target ? "ok" : "MISSED",
      reference ? `${reference.value} ${unit}: ${reference.label}` : "",
    ];
  });
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
