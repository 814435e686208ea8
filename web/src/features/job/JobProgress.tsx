import { ProgressBar } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { MutedDigits } from "#ui/layout/typography.ts";

interface JobProgressProps {
  /** Null until the first answer. */
  job: Pick<JobStatus, "progress" | "total" | "state"> | null;
  /** Names what the steps are. */
  label: string;
  waiting: string;
  /** How a number of steps is said, where they are not simply counted. */
  shown?: (steps: number) => string;
}

/** Progress of a job in the steps it counts. */
export function JobProgress({ job, label, waiting, shown = formatNumber }: JobProgressProps) {
  const { t } = useTranslation();
  const known = job !== null && job.total > 0;
  const text = known
    ? t("state.progress", { progress: shown(job.progress), total: shown(job.total) })
    : waiting;
  const percent = known ? Math.min(100, Math.round((job.progress / job.total) * 100)) : 0;
  return (
    <div>
      <Line>
        <span>{label}</span>
        <MutedDigits>{text}</MutedDigits>
      </Line>
      <ProgressBar
        progress={percent}
        animated={!known}
        aria-label={label}
        aria-valuenow={percent}
        aria-valuetext={text}
      />
    </div>
  );
}

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 var(--base-size-16);
  margin-bottom: var(--base-size-8);
`;
