import { ClockIcon, PlayIcon, ShieldCheckIcon } from "@primer/octicons-react";
import { Button, Label } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import {
  listScheduledJobs,
  runScheduledJobNow,
  type ScheduledJob,
  scheduledJobNames,
} from "#domain/endpoints/operations/scheduler.ts";
import {
  expectedAnswerImports,
  type ImportKind,
  suggestionImports,
} from "#features/importConfiguration/importKind.ts";
import { useRunNow } from "#features/importConfiguration/useRunNow.ts";
import { getNumberLocale } from "#i18n/language.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { Code } from "#ui/format/Code.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { NameLink } from "#ui/format/NameLink.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { PlainNote } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { createLocalSource } from "#ui/table/localSource.ts";
import { SourceTable } from "#ui/table/SourceTable.tsx";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import type { TableSource } from "#ui/table/tableSource.ts";
import { Runs } from "./Runs.tsx";
import { durationText, toSwedishSpans, toSwedishTime } from "./swedishTimes.ts";

/** The list's name in query keys. */
const listName = "scheduledJob";

/** A source that sorts and searches by the displayed names. */
const createSource = (t: TFunction<"scheduler">): TableSource<ScheduledJob> => ({
  ...createLocalSource<ScheduledJob>({
    name: listName,
    sort: "label",
    sortable: ["label", "jobGroup", "previousFireTime", "nextFireTime"],
    values: ({ label, jobGroup, customerName, previousFireTime, nextFireTime }) => ({
      ...{ label, jobGroup: groupText(jobGroup, t), customerName, previousFireTime, nextFireTime },
    }),
    fetchAll: async (signal) => {
      const { items } = await call(listScheduledJobs, { signal });
      return items.map((job) => ({ ...job, label: nameText(job, t) }));
    },
  }),
  needsPolling: ({ lastRun }) => lastRun?.success === null,
});

/** /quartz (3§2): the scheduled jobs, with last and next runs, history and a button to run each now. */
export default function SchedulerList() {
  const { t } = useTranslation("scheduler");
  const { t: tCommon } = useTranslation();
  const title = tCommon("routes.quartz");
  const source = useMemo(() => createSource(t), [t]);
  return (
    <Page
      title={title}
      lead={t("lead")}
      actions={
        <Button as={Link} to="/storedFiles" leadingVisual={ShieldCheckIcon}>
          {tCommon("routes.storedFiles")}
        </Button>
      }
    >
      <SourceTable
        label={title}
        source={source}
        columns={useColumns()}
        rowKey={({ name }) => name}
        isInUrl
        searchHint={t("searchHint")}
        actionsWidth={128}
        rowActions={(job) => <RunNow job={job} />}
        empty={{ icon: ClockIcon }}
      />
    </Page>
  );
}

function useColumns(): readonly TableColumn<ScheduledJob>[] {
  const { t } = useTranslation("scheduler");
  const { t: tCommon } = useTranslation();
  return [
    { id: "label", header: tCommon("fields.name"), isRowHeader: true, cell: (job) => <Name job={job} /> },
    { id: "jobGroup", header: t("columns.group"), cell: ({ jobGroup }) => groupText(jobGroup, t) },
    { id: "cron", header: t("columns.cron"), cell: (job) => <Schedule job={job} /> },
    {
      id: "previousFireTime",
      header: t("columns.previousFireTime"),
      width: "150px",
      cell: ({ previousFireTime }) => <DateTime value={previousFireTime} />,
    },
    {
      id: "nextFireTime",
      header: t("columns.nextFireTime"),
      width: "150px",
      cell: ({ nextFireTime }) => <DateTime value={nextFireTime} />,
    },
    { id: "lastRun", header: t("columns.lastRun"), width: "180px", cell: (job) => <Runs job={job} /> },
  ];
}

const groups = [
  "uploads",
  "jobs",
  "imports",
  "deliveries",
  "documentations",
  "mail",
  "media",
  "maintenance",
  "suggestionImport",
  "expectedAnswerImport",
] as const;

/** The text of a group; a group without a text keeps its name. */
function groupText(jobGroup: string, t: TFunction<"scheduler">): string {
  const knownGroup = groups.find((group) => group === jobGroup);
  return knownGroup ? t(`group.${knownGroup}`) : jobGroup;
}

const findKnownName = ({ jobGroup, jobName }: ScheduledJob) =>
  isImportGroup(jobGroup) ? undefined : scheduledJobNames.find((name) => name === jobName);

/** The displayed name of a job; for an import, the name of its configuration. */
function nameText(job: ScheduledJob, t: TFunction<"scheduler">): string {
  const knownName = findKnownName(job);
  return knownName ? t(`names.${knownName}`) : job.label;
}

const imports = [suggestionImports, expectedAnswerImports];
const findImportKind = ({ jobGroup }: ScheduledJob) => imports.find(({ route }) => route === jobGroup);
const isImportGroup = (jobGroup: string) => imports.some(({ route }) => route === jobGroup);

/** The name of a job with a description, or of an import with its customer and a link to its screen. */
function Name({ job }: { job: ScheduledJob }) {
  const { t } = useTranslation("scheduler");
  const kind = findImportKind(job);
  const knownName = findKnownName(job);
  if (!kind)
    return (
      <>
        {job.label}
        {knownName && <PlainNote as="div">{t(`description.${knownName}`)}</PlainNote>}
      </>
    );
  return (
    <>
      <NameLink to={`/${kind.route}`}>{job.label}</NameLink>
      <PlainNote as="div">{job.customerName}</PlainNote>
    </>
  );
}

function Schedule({ job: { cron, frequency, disabled } }: { job: ScheduledJob }) {
  const { t } = useTranslation("scheduler");
  const { t: tImports } = useTranslation("imports");
  if (disabled) return <Label variant="secondary">{t("disabled")}</Label>;
  if (cron) return <Cron expression={cron} />;
  return frequency && tImports(`frequency.${frequency}`);
}

/** The schedule as text if it is simple, with the expression as a tooltip; otherwise the expression. */
function Cron({ expression }: { expression: string }) {
  const { t } = useTranslation("scheduler");
  const minutes = /^\*\/(\d+)( \*){4}$/.exec(expression)?.[1];
  if (minutes) return <span title={expression}>{t("everyMinutes", { count: Number(minutes) })}</span>;
  const [, step, hours] = /^\*\/(\d+) (\d+(?:,\d+)*) \* \* \*$/.exec(expression) ?? [];
  if (step && hours) {
    const spans = toSwedishSpans(hours.split(",").map(Number)).join(", ");
    return (
      <span title={`${expression} UTC`}>{t("everyMinutesBetween", { count: Number(step), spans })}</span>
    );
  }
  const [, minute, hour, date] = /^(\d+) (\d+) (\d+|\*) \* \*$/.exec(expression) ?? [];
  // Late in the evening UTC, the date in Sweden is the next one.
  const isOtherDate = date !== "*" && Number(hour) > 21;
  if (!minute || !hour || !date || isOtherDate) return <Code>{expression}</Code>;
  const time = toSwedishTime(Number(hour), Number(minute));
  return (
    <span title={`${expression} UTC`}>
      {date === "*" ? t("dailyAt", { time }) : t("monthlyAt", { day: Number(date), time })}
    </span>
  );
}

function RunNow({ job }: { job: ScheduledJob }) {
  const kind = findImportKind(job);
  return kind ? <RunImport job={job} kind={kind} /> : <RunJob job={job} />;
}

/** Runs an import. The call only starts it; the table shows its progress. */
function RunImport({ job: { jobName, label }, kind }: { job: ScheduledJob; kind: ImportKind }) {
  const { t } = useTranslation("scheduler");
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const { isPending, confirmAndRun: confirmRun } = useRunNow(kind, () => {
    showAlert("success", t("started", { name: label }));
    void queryClient.invalidateQueries({ queryKey: [customerId, listName] });
  });
  return <RunButton name={label} pending={isPending} onClick={() => confirmRun(jobName)} />;
}

function RunJob({ job: { label: name, jobGroup, jobName } }: { job: ScheduledJob }) {
  const { t } = useTranslation("scheduler");
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const run = useMutation({
    mutationFn: () => call(runScheduledJobNow, { body: { jobGroup, jobName } }),
    onSuccess: ({ success, message, duration }) => {
      const detail = message ? { detail: message } : {};
      if (success)
        showAlert(
          "success",
          t("runSuccess", { name, duration: durationText(duration ?? 0, getNumberLocale()) }),
          detail,
        );
      else showAlert(success === null ? "warning" : "danger", t("runFailed", { name }), detail);
      return queryClient.invalidateQueries({ queryKey: [customerId, listName] });
    },
  });
  const confirmRun = async () => {
    const isConfirmed = await confirm({
      title: t("runTitle", { name }),
      text: t("runText"),
      confirm: t("run"),
    });
    if (isConfirmed) run.mutate();
  };
  return <RunButton name={name} pending={run.isPending} onClick={confirmRun} />;
}

function RunButton({
  name,
  pending: isPending,
  onClick,
}: {
  name: string;
  pending: boolean;
  onClick: () => void;
}) {
  const { t } = useTranslation("scheduler");
  return (
    <Button
      size="small"
      leadingVisual={PlayIcon}
      loading={isPending}
      loadingAnnouncement={t("running")}
      aria-label={t("runOf", { name })}
      onClick={onClick}
    >
      {t("run")}
    </Button>
  );
}
