import { CalendarIcon, DownloadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call, pathOf } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import {
  exportFormMonth,
  type FormMonthData,
  getFormMonth,
} from "#domain/endpoints/documentation/formMonth.ts";
import type { DocumentationGroupRow } from "#domain/endpoints/documentation/groups.ts";
import { GroupFrame, GroupPage } from "#features/documentationGroup/GroupFrame.tsx";
import { useDownload } from "#features/useDownload.ts";
import { getLanguage } from "#i18n/language.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { monthName } from "#ui/format/dateNames.ts";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";
import { Framed } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Footnote } from "#ui/layout/typography.ts";
import { FormTable } from "./FormTable.tsx";
import { type Choice, MonthChoice } from "./MonthChoice.tsx";
import { daysOf, isMonth, monthOf } from "./months.ts";

const listPath = "/formMonth";

/** /formMonth/{documentationName} (2§2): the forms of a template, one month at a time. */
export default function FormMonthShow() {
  return <GroupFrame list={listPath}>{(group) => <FormMonth key={group.name} group={group} />}</GroupFrame>;
}

function FormMonth({ group }: { group: DocumentationGroupRow }) {
  const { choice, choose } = useChoice(group);
  const month = useMonth(group, choice);
  return (
    <GroupPage group={group} list={listPath} actions={<ExcelButton group={group} choice={choice} />}>
      <MonthChoice
        templates={group.templates}
        choice={choice}
        newestMonth={monthOf(group.latest)}
        onChange={choose}
      />
      <QueryContent query={month}>
        {(data) => (
          <Forms
            data={data}
            month={choice.month}
            latest={monthOf(choice.latest)}
            busy={month.isPlaceholderData}
            onMonthChange={(selectedMonth) => choose({ month: selectedMonth })}
          />
        )}
      </QueryContent>
    </GroupPage>
  );
}

/** The choice, stored in the URL. Defaults to the template and month of the newest form. */
function useChoice(group: DocumentationGroupRow) {
  const [params, setParams] = useUrlParams();
  const newest = group.templates.toSorted((a, b) => b.latest.localeCompare(a.latest));
  const template = group.templates.find(({ id }) => id === params.get("template")) ?? newest[0]!;
  const requestedMonth = params.get("month");
  const choice = {
    template: template.id,
    month: isMonth(requestedMonth) ? requestedMonth : monthOf(template.latest),
    latest: template.latest,
  };
  const choose = (change: Partial<Choice>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [key, value] of Object.entries({ ...choice, ...change }))
          if (key !== "latest") next.set(key, value);
        return next;
      },
      { preventScrollReset: true },
    );
  return { choice, choose };
}

function useMonth({ customerId, name }: DocumentationGroupRow, { template, month }: Choice) {
  const sessionCustomerId = useCustomerId();
  return useQuery({
    queryKey: [sessionCustomerId, "formMonth", "month", customerId, name, template, month],
    queryFn: ({ signal }) =>
      call(getFormMonth, {
        params: { name },
        query: { customerId, template, ...daysOf(month) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

function ExcelButton({ group, choice }: { group: DocumentationGroupRow; choice: Choice }) {
  const { t } = useTranslation("formMonth");
  const download = useDownload();
  const { template, month } = choice;
  return (
    <Button
      variant="primary"
      leadingVisual={DownloadIcon}
      loading={download.isPending}
      onClick={() =>
        download.mutate({
          path: pathOf(exportFormMonth, { id: group.name }),
          query: { customerId: group.customerId, template, ...daysOf(month), language: getLanguage() },
        })
      }
    >
      {t("downloadExcel")}
    </Button>
  );
}

interface FormsProps {
  data: FormMonthData;
  month: string;
  latest: string;
  busy: boolean;
  onMonthChange: (month: string) => void;
}

function Forms({ data, month, latest, busy, onMonthChange }: FormsProps) {
  const { t } = useTranslation("formMonth");
  const monthText = monthName(month);
  const shownCount = data.documentations.length;
  return (
    <div aria-busy={busy}>
      {data.total > shownCount && (
        <Notice>
          <Banner kind="warning">{t("limitedRows", { rowCount: shownCount, total: data.total })}</Banner>
        </Notice>
      )}
      {shownCount === 0 ? (
        <Framed>
          <EmptyState
            icon={CalendarIcon}
            title={t("empty", { month: monthText })}
            action={
              month === latest ? undefined : (
                <Button onClick={() => onMonthChange(latest)}>
                  {t("goToLatest", { month: monthName(latest) })}
                </Button>
              )
            }
          />
        </Framed>
      ) : (
        <FormTable data={data} label={t("table", { month: monthText })} />
      )}
      <Footnote role="status">{t("forms", { count: data.total })}</Footnote>
    </div>
  );
}

const Notice = styled.div`
  margin-bottom: var(--base-size-12);
`;
