import { HistoryIcon } from "@primer/octicons-react";
import { IconButton, Label } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import {
  listScheduledRuns,
  type ScheduledJob,
  type ScheduledRun,
} from "#domain/endpoints/operations/scheduler.ts";
import { getNumberLocale } from "#i18n/language.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { NoWrapRow } from "#ui/layout/boxes.ts";
import { CompactTable } from "#ui/layout/CompactTable.tsx";
import { NoWrap } from "#ui/layout/typography.ts";
import { durationText } from "./swedishTimes.ts";

/**
 * The result of the previous run, and a dialog with the history. Runs without work are not recorded individually: if the last
 * recorded run is older than `previousFireTime`, the previous run had nothing to do.
 */
export function Runs({ job }: { job: ScheduledJob }) {
  const { t } = useTranslation("scheduler");
  const [isOpen, setIsOpen] = useState(false);
  const { label: name, lastRun, previousFireTime } = job;
  const hadNothingToDo = previousFireTime !== null && (!lastRun || lastRun.started < previousFireTime);
  if (!lastRun) return <Label variant="secondary">{t(hadNothingToDo ? "nothingToDo" : "notRunYet")}</Label>;
  return (
    <NoWrapRow>
      {hadNothingToDo ? (
        <Label variant="secondary">{t("nothingToDo")}</Label>
      ) : (
        <>
          <Outcome run={lastRun} />
          <Duration run={lastRun} />
        </>
      )}
      <IconButton
        icon={HistoryIcon}
        size="small"
        variant="invisible"
        aria-label={t("runsOf", { name })}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Modal
          title={t("runsOf", { name })}
          width="720px"
          narrow="fullscreen"
          onClose={() => setIsOpen(false)}
        >
          <History job={job} />
        </Modal>
      )}
    </NoWrapRow>
  );
}

function Outcome({ run: { success, finished } }: { run: ScheduledRun }) {
  const { t } = useTranslation("scheduler");
  if (success === null) return <Label variant="attention">{t(finished ? "unknown" : "running")}</Label>;
  return <Label variant={success ? "success" : "danger"}>{t(success ? "succeeded" : "failed")}</Label>;
}

function Duration({ run: { duration } }: { run: ScheduledRun }) {
  const { t } = useTranslation();
  return (
    <NoWrap>{duration === null ? t("state.emptyValue") : durationText(duration, getNumberLocale())}</NoWrap>
  );
}

function History({ job: { jobGroup, jobName } }: { job: ScheduledJob }) {
  const customerId = useCustomerId();
  const runsQuery = useQuery({
    queryKey: [customerId, "scheduledJob", "runs", jobGroup, jobName],
    queryFn: ({ signal }) => call(listScheduledRuns, { query: { jobGroup, jobName }, signal }),
    meta: { handlesErrors: true },
  });
  if (runsQuery.data) return <RunTable runs={runsQuery.data.items} />;
  if (runsQuery.error instanceof ApiError && !runsQuery.isFetching)
    return <LoadError failure={runsQuery.error} onRetry={() => runsQuery.refetch()} />;
  return <Loading />;
}

function RunTable({ runs }: { runs: readonly ScheduledRun[] }) {
  const { t } = useTranslation("scheduler");
  const { t: tCommon } = useTranslation();
  return (
    <CompactTable>
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
            <td>{run.message || tCommon("state.emptyValue")}</td>
          </tr>
        ))}
      </tbody>
    </CompactTable>
  );
}
