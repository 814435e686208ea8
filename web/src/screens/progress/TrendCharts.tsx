import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import styled from "styled-components";
import type { Progress } from "#domain/endpoints/documentation/progress.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { SectionHeader } from "#ui/layout/boxes.ts";
import { SectionTitle } from "#ui/layout/typography.ts";
import { formatSeconds } from "./progressFigures.ts";

type Week = Progress["weeks"][number];

const chartHeightPx = 240;
const tick = { fill: "var(--fgColor-muted)", fontSize: 12 };
const axis = { stroke: "var(--borderColor-default)" };

/** Distinct without colour too: solid, dashed and dotted. */
const countLines = [
  { field: "created", color: "var(--data-blue-color-emphasis)", dash: "" },
  { field: "reviewed", color: "var(--data-green-color-emphasis)", dash: "8 4" },
  { field: "sentBack", color: "var(--data-orange-color-emphasis)", dash: "2 4" },
] as const;

/** The weeks as lines. The table of weeks is the accessible alternative, so nothing here is focusable or read aloud. */
export default function TrendCharts({ weeks }: { weeks: readonly Week[] }) {
  const { t } = useTranslation("progress");
  return (
    <Charts>
      <section aria-label={t("trend")}>
        <SectionHeader>
          <SectionTitle>{t("trend")}</SectionTitle>
          <Legend aria-hidden>
            {countLines.map(({ field, color, dash }) => (
              <li key={field}>
                <svg width="28" height="8" aria-hidden>
                  <line x1="0" x2="28" y1="4" y2="4" stroke={color} strokeWidth="2" strokeDasharray={dash} />
                </svg>
                {t(field)}
              </li>
            ))}
          </Legend>
        </SectionHeader>
        <Chart weeks={weeks} format={formatNumber}>
          {countLines.map(({ field, color, dash }) => (
            <Line key={field} name={t(field)} dataKey={field} {...lineOf(color, dash)} />
          ))}
        </Chart>
      </section>
      <section aria-label={t("medianByWeek")}>
        <SectionHeader>
          <SectionTitle>{t("medianByWeek")}</SectionTitle>
        </SectionHeader>
        <Chart weeks={weeks} format={formatSeconds} ticks={computeDurationTicks(weeks)}>
          <Line
            name={t("median")}
            dataKey="medianSeconds"
            connectNulls
            {...lineOf("var(--data-purple-color-emphasis)", "")}
          />
        </Chart>
      </section>
    </Charts>
  );
}

/** A single week has no line, only its dot. */
const lineOf = (stroke: string, strokeDasharray: string) => ({
  type: "linear" as const,
  stroke,
  strokeDasharray,
  strokeWidth: 2,
  dot: { r: 2, fill: stroke, strokeDasharray: "" },
  activeDot: { r: 4, strokeWidth: 0 },
  isAnimationActive: false,
});

const hourSeconds = 3600;
/** Steps of an axis of durations, from an hour to half a year. */
const durationSteps = [1, 2, 6, 12, 24, 48, 120, 240, 480, 960, 2400, 4800].map(
  (hours) => hours * hourSeconds,
);
const maxDurationSteps = 5;

/** The ticks of the axis of medians: whole hours or days, from 0 to at least the longest median. */
function computeDurationTicks(weeks: readonly Week[]): number[] {
  const maxSeconds = Math.max(1, ...weeks.map(({ medianSeconds }) => medianSeconds ?? 0));
  const step =
    durationSteps.find((seconds) => maxSeconds / seconds <= maxDurationSteps) ??
    Math.ceil(maxSeconds / maxDurationSteps);
  return Array.from({ length: Math.ceil(maxSeconds / step) + 1 }, (_, index) => index * step);
}

interface ChartProps {
  /** Of the vertical axis; whole numbers by default. */
  ticks?: number[];
  weeks: readonly Week[];
  format: (value: number) => string;
  children: ReactNode;
}

function Chart({ weeks, format, ticks, children }: ChartProps) {
  const { t } = useTranslation("progress");
  return (
    <div aria-hidden>
      <ResponsiveContainer width="100%" height={chartHeightPx}>
        <LineChart
          data={[...weeks]}
          margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--borderColor-muted)" />
          <XAxis
            dataKey="startDate"
            tick={tick}
            axisLine={axis}
            tickLine={axis}
            tickMargin={8}
            minTickGap={24}
          />
          <YAxis
            width="auto"
            tick={tick}
            axisLine={false}
            tickLine={false}
            allowDecimals={false}
            {...(ticks && { ticks, domain: [0, ticks.at(-1) ?? 1] })}
            tickFormatter={format}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: "var(--borderColor-emphasis)" }}
            content={({ active, label, payload }) =>
              active && payload ? (
                <Box>
                  <strong>{`${t("week")} ${label}`}</strong>
                  {payload.map(({ name, value }) => (
                    <span key={String(name)}>{`${name}: ${format(Number(value))}`}</span>
                  ))}
                </Box>
              ) : null
            }
          />
          {children}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

const Charts = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(400px, 100%), 1fr));
  gap: var(--base-size-32) var(--base-size-24);
`;

const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-4) var(--base-size-16);
  font-size: var(--text-body-size-small);
  list-style: none;
  li {
    display: flex;
    align-items: center;
    gap: var(--base-size-6);
  }
`;

const Box = styled.div`
  display: flex;
  flex-direction: column;
  padding: var(--base-size-8) var(--base-size-12);
  border-radius: var(--borderRadius-medium);
  background: var(--overlay-bgColor);
  box-shadow: var(--shadow-floating-small);
  font-size: var(--text-body-size-small);
`;
