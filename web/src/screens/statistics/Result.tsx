import { InboxIcon } from "@primer/octicons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { Framed } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Note } from "#ui/layout/typography.ts";
import { ChartCard } from "./ChartCard.tsx";
import { accumulate, buildStatisticsTable, type StatisticsTable } from "./statisticsTable.ts";
import { TableCard } from "./TableCard.tsx";
import { type Run, useStatistics } from "./useStatistics.ts";

/** The result of a run with its parameters, as the form may have changed since. */
export function Result({ run }: { run: Run }) {
  const { t } = useTranslation("statistics");
  const { customer, measure } = run;
  const statisticsQuery = useStatistics(run);
  const table = useMemo(
    () =>
      statisticsQuery.data &&
      buildStatisticsTable(statisticsQuery.data.items, measure, statisticsQuery.data.templates, (id) =>
        t("deletedTemplate", { id: id.slice(0, 8) }),
      ),
    [statisticsQuery.data, measure, t],
  );
  const retrievedAt = new Date(statisticsQuery.dataUpdatedAt).toISOString();
  return (
    <section aria-label={t("result")} aria-busy={statisticsQuery.isFetching}>
      <ResultHeader role="status">
        <h2>{t("resultOf", { measure: t(`measures.${measure}`), customer: customer.label })}</h2>
        {statisticsQuery.data && (
          <Note>
            {t("updatedAt")} <DateTime value={retrievedAt} />
          </Note>
        )}
      </ResultHeader>
      {statisticsQuery.isFetching ? (
        <Loading label={t("running")} />
      ) : statisticsQuery.error instanceof ApiError ? (
        <Framed>
          <LoadError failure={statisticsQuery.error} onRetry={() => statisticsQuery.refetch()} />
        </Framed>
      ) : table ? (
        <ResultCards run={run} table={table} />
      ) : (
        <Framed>
          <EmptyState
            icon={InboxIcon}
            title={t("empty")}
            text={t("emptyText", { customer: customer.label })}
          />
        </Framed>
      )}
    </section>
  );
}

function ResultCards({ run, table }: { run: Run; table: StatisticsTable }) {
  const cumulativeSeries = useMemo(() => accumulate(table), [table]);
  // Both charts share the selection of lines.
  const [hiddenKeys, setHiddenKeys] = useState<ReadonlySet<string>>(new Set());
  const chartProps = { run, table, hiddenKeys, onHide: setHiddenKeys };
  return (
    <>
      <TableCard run={run} table={table} />
      <ChartCard {...chartProps} kind="perMonth" series={table} />
      <ChartCard {...chartProps} kind="cumulative" series={cumulativeSeries} />
    </>
  );
}

const ResultHeader = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--base-size-12);
  margin-bottom: var(--base-size-12);
  h2 {
    font-size: var(--text-title-size-small);
    font-weight: var(--base-text-weight-semibold);
    overflow-wrap: anywhere;
  }
`;
