import { memo, useMemo } from "react";
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { getNumberLocale } from "#i18n/language.ts";
import { ChartTooltip } from "./ChartTooltip.tsx";
import type { ChartLine, Point } from "./chartLines.ts";
import { axisText, computeAxisTicks } from "./measureText.ts";
import type { Measure } from "./statisticsTable.ts";

/** The height that 1§9 requires. */
const chartHeightPx = 600;

interface ChartProps {
  months: readonly string[];
  lines: readonly ChartLine[];
  measure: Measure;
}

const tick = { fill: "var(--fgColor-muted)", fontSize: 12 };
const activeDot = { r: 3, strokeWidth: 0 };
const axis = { stroke: "var(--borderColor-default)" };

/**
 * The lines by month. The table is the accessible alternative, so nothing here is focusable. Not animated: two hundred lines
 * would stutter.
 */
export const Chart = memo(function Chart({ months, lines, measure }: ChartProps) {
  const points = useMemo<Point[]>(() => months.map((month, index) => ({ month, index })), [months]);
  const maxValue = lines.reduce((max, { values }) => Math.max(max, ...values), 0);
  const ticks = computeAxisTicks(maxValue);
  return (
    <ResponsiveContainer width="100%" height={chartHeightPx}>
      <LineChart data={points} margin={{ top: 8, right: 24, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--borderColor-muted)" />
        <XAxis dataKey="month" tick={tick} axisLine={axis} tickLine={axis} tickMargin={8} minTickGap={24} />
        <YAxis
          width="auto"
          tick={tick}
          axisLine={false}
          tickLine={false}
          tickFormatter={axisText(measure, maxValue, getNumberLocale())}
          ticks={ticks}
          domain={[0, ticks.at(-1) ?? 1]}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: "var(--borderColor-emphasis)" }}
          content={({ active, label }) =>
            active && typeof label === "string" ? (
              <ChartTooltip month={label} index={months.indexOf(label)} lines={lines} measure={measure} />
            ) : null
          }
        />
        {[...lines].reverse().map(({ key, name, colour, dash, width, valueAt }) => (
          <Line
            key={key}
            name={name}
            dataKey={valueAt}
            type="linear"
            stroke={colour}
            strokeWidth={width}
            {...(dash && { strokeDasharray: dash })}
            dot={false}
            activeDot={lines.length <= 50 && activeDot}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
});
