import { ClockIcon, PlayIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import {
  listScheduledJobs,
  runScheduledJobNow,
  type ScheduledJobAnswer,
} from "../../../../domain/endpoints/scheduler";
import { call } from "../../api/client";
import { useCustomerId } from "../../api/session";
import { numberLocale } from "../../i18n/language";
import { showAlert } from "../../kit/alertStore";
import { Code } from "../../kit/Code";
import { useConfirm } from "../../kit/Confirm";
import { DateTime } from "../../kit/DateTime";
import { Page } from "../../kit/Page";
import type { TableColumn } from "../../kit/table/columns";
import { localSource } from "../../kit/table/localSource";
import { SourceTable } from "../../kit/table/SourceTable";
import { durationText } from "./duration";
import { Runs } from "./Runs";

const source = localSource<ScheduledJobAnswer>({
  name: "scheduledJob",
  sort: "name",
  sortable: ["name", "previousFireTime", "nextFireTime"],
  values: ({ name, previousFireTime, nextFireTime }) => ({ name, previousFireTime, nextFireTime }),
  all: async (signal) => (await call(listScheduledJobs, { signal })).items,
});

/** /quartz (3§2): the scheduled jobs with their last and next runs, and a button to run each now. */
export default function SchedulerList() {
  const { t } = useTranslation("scheduler");
  const { t: common } = useTranslation();
  const title = common("routes.quartz");
  return (
    <Page title={title} lead={t("lead")}>
      <SourceTable
        label={title}
        source={source}
        columns={useColumns()}
        rowKey={({ name }) => name}
        inAddress
        searchHint={t("searchHint")}
        rowActions={(job) => <RunNow job={job} />}
        empty={{ icon: ClockIcon }}
      />
    </Page>
  );
}

function useColumns(): readonly TableColumn<ScheduledJobAnswer>[] {
  const { t } = useTranslation("scheduler");
  const { t: common } = useTranslation();
  return [
    { id: "name", header: common("fields.name"), heads: true, cell: ({ name }) => name },
    { id: "cron", header: t("columns.cron"), cell: ({ cron }) => <Code>{cron}</Code> },
    {
      id: "previousFireTime",
      header: t("columns.previousFireTime"),
      cell: ({ previousFireTime }) => <DateTime value={previousFireTime} />,
    },
    {
      id: "nextFireTime",
      header: t("columns.nextFireTime"),
      cell: ({ nextFireTime }) => <DateTime value={nextFireTime} />,
    },
    { id: "runs", header: t("columns.lastRun"), cell: ({ name, runs }) => <Runs name={name} runs={runs} /> },
  ];
}

function RunNow({ job: { name, jobGroup, jobName } }: { job: ScheduledJobAnswer }) {
  const { t } = useTranslation("scheduler");
  const confirm = useConfirm();
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const run = useMutation({
    mutationFn: () => call(runScheduledJobNow, { body: { jobGroup, jobName } }),
    onSuccess: ({ success, message, duration }) => {
      const detail = message ? { detail: message } : {};
      if (success)
        showAlert(
          "success",
          t("ran", { name, duration: durationText(duration ?? 0, numberLocale()) }),
          detail,
        );
      else showAlert(success === null ? "warning" : "danger", t("ranFailed", { name }), detail);
      return queries.invalidateQueries({ queryKey: [customerId, source.name] });
    },
  });
  const ask = async () => {
    const sure = await confirm({ title: t("runTitle", { name }), text: t("runText"), confirm: t("run") });
    if (sure) run.mutate();
  };
  return (
    <Button
      size="small"
      leadingVisual={PlayIcon}
      loading={run.isPending}
      loadingAnnouncement={t("running")}
      aria-label={t("runOf", { name })}
      onClick={ask}
    >
      {t("run")}
    </Button>
  );
}
