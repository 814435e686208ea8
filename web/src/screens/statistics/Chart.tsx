import { memo, useMemo } from "react";
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { numberLocale } from "../../i18n/language";
import { ChartTooltip } from "./ChartTooltip";
import type { ChartLine } from "./chartLines";
import { axisText } from "./measureText";
import type { Measure } from "./statisticsTable";

/** 1§9. */
export const chartHeight = 600;

interface ChartProps {
  months: readonly string[];
  lines: readonly ChartLine[];
  measure: Measure;
}

interface Point {
  month: string;
  at: number;
}

const tick = { fill: "var(--fgColor-muted)", fontSize: 12 };
const axis = { stroke: "var(--borderColor-default)" };

/**
 * The lines by month. Whoever cannot see or point reads the table, so that nothing in here takes the focus; and nothing moves:
 * two hundred lines would not do it smoothly.
 */
export const Chart = memo(function Chart({ months, lines, measure }: ChartProps) {
  const points = useMemo<Point[]>(() => months.map((month, at) => ({ month, at })), [months]);
  const highest = Math.max(0, ...lines.flatMap(({ values }) => values));
  const written = axisText(measure, highest, numberLocale());
  return (
    <ResponsiveContainer width="100%" height={chartHeight}>
      <LineChart data={points} margin={{ top: 8, right: 24, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--borderColor-muted)" />
        <XAxis dataKey="month" tick={tick} axisLine={axis} tickLine={axis} tickMargin={8} minTickGap={24} />
        <YAxis
          width="auto"
          tick={tick}
          axisLine={false}
          tickLine={false}
          tickFormatter={written}
          allowDecimals={measure === "dataSize"}
          domain={[0, "auto"]}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: "var(--borderColor-emphasis)" }}
          content={({ active, label }) =>
            active && typeof label === "string" ? (
              <ChartTooltip month={label} at={months.indexOf(label)} lines={lines} measure={measure} />
            ) : null
          }
        />
        {[...lines].reverse().map(({ key, name, colour, dash, width, values }) => (
          <Line
            key={key}
            name={name}
            dataKey={({ at }: Point) => values[at]}
            type="linear"
            stroke={colour}
            strokeWidth={width}
            {...(dash && { strokeDasharray: dash })}
            dot={false}
            activeDot={lines.length <= 50 && { r: 3, strokeWidth: 0 }}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
});
