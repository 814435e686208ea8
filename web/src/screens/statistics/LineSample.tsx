import type { ChartLine } from "./chartLines.ts";

/** A sample of a line, for the legend. */
export function LineSample({ line: { colour, dash, width } }: { line: ChartLine }) {
  return (
    <svg width="24" height="12" aria-hidden="true">
      <line x1="0" x2="24" y1="6" y2="6" stroke={colour} strokeWidth={width + 0.5} strokeDasharray={dash} />
    </svg>
  );
}
