import { HistoryIcon } from "@primer/octicons-react";
import { IconButton, Label } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ScheduledJobAnswer } from "../../../../domain/endpoints/scheduler";
import { numberLocale } from "../../i18n/language";
import { DateTime } from "../../kit/DateTime";
import { Modal } from "../../kit/Modal";
import { SmallTable } from "../../kit/SmallTable";
import { Time } from "../../kit/text";
import { durationText } from "./duration";

type Run = ScheduledJobAnswer["runs"][number];

/** The result of a job's last run, and a dialog with earlier ones. */
export function Runs({ name, runs }: { name: string; runs: readonly Run[] }) {
  const { t } = useTranslation("scheduler");
  const { t: common } = useTranslation();
  const [open, setOpen] = useState(false);
  const last = runs[0];
  if (!last) return common("state.none");
  return (
    <Line>
      <Outcome run={last} />
      <Duration run={last} />
      <IconButton
        icon={HistoryIcon}
        size="small"
        variant="invisible"
        aria-label={t("runsOf", { name })}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Modal title={t("runsOf", { name })} width="720px" narrow="fullscreen" onClose={() => setOpen(false)}>
          <RunTable runs={runs} />
        </Modal>
      )}
    </Line>
  );
}

function Outcome({ run: { success, finished } }: { run: Run }) {
  const { t } = useTranslation("scheduler");
  if (success === null) return <Label variant="attention">{t(finished ? "unknown" : "running")}</Label>;
  return <Label variant={success ? "success" : "danger"}>{t(success ? "succeeded" : "failed")}</Label>;
}

function Duration({ run: { duration } }: { run: Run }) {
  const { t } = useTranslation();
  return <Time>{duration === null ? t("state.none") : durationText(duration, numberLocale())}</Time>;
}

function RunTable({ runs }: { runs: readonly Run[] }) {
  const { t } = useTranslation("scheduler");
  const { t: common } = useTranslation();
  return (
    <SmallTable>
      <thead>
        <tr>
          <th scope="col">{t("columns.started")}</th>
          <th scope="col">{t("columns.duration")}</th>
          <th scope="col">{t("columns.outcome")}</th>
          <th scope="col">{t("columns.message")}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.started}>
            <td>
              <DateTime value={run.started} />
            </td>
            <td>
              <Duration run={run} />
            </td>
            <td>
              <Outcome run={run} />
            </td>
            <td>{run.message || common("state.none")}</td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  );
}

const Line = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8);
`;
