import { ProgressBar } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { MutedDigits } from "#ui/layout/typography.ts";

interface JobProgressProps {
  /** Null until the first response. */
  job: Pick<JobStatus, "progress" | "total" | "state"> | null;
  /** Names the counted steps. */
  label: string;
  waitingText: string;
  /** Formats a number of steps; a plain number by default. */
  formatSteps?: (steps: number) => string;
}

/** The progress of a job, in its steps. */
export function JobProgress({ job, label, waitingText, formatSteps = formatNumber }: JobProgressProps) {
  const { t } = useTranslation();
  const isTotalKnown = job !== null && job.total > 0;
  const text = isTotalKnown
    ? t("state.progress", { progress: formatSteps(job.progress), total: formatSteps(job.total) })
    : waitingText;
  const percent = isTotalKnown ? Math.min(100, Math.round((job.progress / job.total) * 100)) : 0;
  return (
    <div>
      <Header>
        <span>{label}</span>
        <MutedDigits>{text}</MutedDigits>
      </Header>
      <ProgressBar
        progress={percent}
        animated={!isTotalKnown}
        aria-label={label}
        aria-valuenow={percent}
        aria-valuetext={text}
      />
    </div>
  );
}

const Header = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 var(--base-size-16);
  margin-bottom: var(--base-size-8);
`;
