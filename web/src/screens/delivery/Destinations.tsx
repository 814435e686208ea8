import { SyncIcon } from "@primer/octicons-react";
import { Button, IconButton } from "@primer/react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { compareNames } from "#domain/core/text/sortKey.ts";
import type { DeliveryDestination } from "#domain/endpoints/exports/delivery.ts";
import type { ChangeDeliveryFilter, DeliveryFilter } from "#features/delivery/deliveryFilter.ts";
import { useFailureReason } from "#features/delivery/useFailureReason.ts";
import { LinkButton } from "#ui/button/LinkButton.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { ActionBar, Scroller } from "#ui/layout/boxes.ts";
import { Clamped, Danger, Note, SectionTitle, TabularNums } from "#ui/layout/typography.ts";
import { TableFrame } from "#ui/table/styles.ts";
import { TableView } from "#ui/table/TableView.tsx";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";
import { ResendFailedDialog } from "./ResendFailedDialog.tsx";

/** Destinations shown until the list is expanded. */
const collapsedCount = 5;

interface DestinationsProps {
  query: UseQueryResult<DeliveryDestination[]>;
  filter: DeliveryFilter;
  change: ChangeDeliveryFilter;
}

/** The deliveries of the last 30 days by destination; destinations with failures come first. */
export function Destinations({ query, filter, change }: DestinationsProps) {
  const { t } = useTranslation(["delivery", "configuration"]);
  const [isExpanded, setIsExpanded] = useState(false);
  const [resendDestination, setResendDestination] = useState<DeliveryDestination | null>(null);
  const reasonOf = useFailureReason();
  const customerColumns = useCustomerColumn<DeliveryDestination>();
  if (query.error instanceof ApiError && !query.data && !query.isFetching)
    return (
      <DestinationsSection>
        <TableFrame>
          <LoadError failure={query.error} onRetry={() => query.refetch()} />
        </TableFrame>
      </DestinationsSection>
    );
  const destinations = query.data?.toSorted(compareByFailures) ?? null;
  if (destinations?.length === 0) return null;
  const selectedId = filter.exportConfigurationId;
  const visibleDestinations = destinations?.filter(
    ({ exportConfigurationId }, index) =>
      isExpanded || index < collapsedCount || exportConfigurationId === selectedId,
  );
  const hiddenCount = (destinations?.length ?? 0) - (visibleDestinations?.length ?? 0);
  return (
    <DestinationsSection aria-label={t("destinations.title")}>
      <Head>
        <SectionTitle>{t("destinations.title")}</SectionTitle>
        <Note>{t("destinations.period")}</Note>
      </Head>
      <TableFrame>
        <Scroller>
          <TableView
            label={t("destinations.title")}
            sortable={[]}
            state={unsortedState}
            change={() => {}}
            rows={visibleDestinations ?? null}
            skeleton={3}
            isBusy={query.isFetching}
            rowKey={({ exportConfigurationId }) => exportConfigurationId}
            columns={[
              {
                id: "name",
                header: t("fields.destination"),
                isRowHeader: true,
                cell: ({ exportConfigurationId: id, exportConfigurationName: name, type }) => (
                  <>
                    <FilterButton
                      type="button"
                      aria-pressed={id === selectedId}
                      title={t("destinations.show", { name })}
                      onClick={() => change({ exportConfigurationId: id === selectedId ? undefined : id })}
                    >
                      {name}
                    </FilterButton>
                    <Note as="div">{t(`configuration:type.${type}`)}</Note>
                  </>
                ),
              },
              ...customerColumns,
              {
                id: "done",
                header: t("destinations.delivered"),
                align: "end",
                cell: ({ done }) => formatNumber(done),
              },
              {
                id: "failed",
                header: t("destinations.failed"),
                align: "end",
                cell: ({ failed }) =>
                  failed > 0 ? <Danger>{formatNumber(failed)}</Danger> : formatNumber(0),
              },
              {
                id: "inProgress",
                header: t("inProgress"),
                align: "end",
                cell: (row) => formatNumber(row.inProgress),
              },
              {
                id: "rate",
                header: t("destinations.successRate"),
                align: "end",
                cell: (row) => <Rate {...row} />,
              },
              {
                id: "lastSuccess",
                header: t("destinations.lastSuccess"),
                width: "150px",
                cell: ({ lastSuccess }) => <DateTime value={lastSuccess} />,
              },
              {
                id: "lastError",
                header: t("destinations.lastError"),
                share: 3,
                cell: ({ lastErrorKind, lastError }) => {
                  const reason = reasonOf(
                    { errorKind: lastErrorKind, errorStatusCode: null, errorMessage: lastError },
                    true,
                  );
                  return reason ? (
                    <Note as="div" title={reason.details ?? undefined}>
                      <Clamped>{reason.text}</Clamped>
                    </Note>
                  ) : (
                    "–"
                  );
                },
              },
            ]}
            actions={(row) =>
              row.failed > 0 && (
                <IconButton
                  icon={SyncIcon}
                  variant="invisible"
                  size="small"
                  aria-haspopup="dialog"
                  aria-label={t("destinations.resendFailed", { name: row.exportConfigurationName })}
                  onClick={() => setResendDestination(row)}
                />
              )
            }
          />
        </Scroller>
      </TableFrame>
      {(hiddenCount > 0 || isExpanded) && destinations && destinations.length > collapsedCount && (
        <ActionBar>
          <Button
            size="small"
            variant="invisible"
            aria-expanded={isExpanded}
            onClick={() => setIsExpanded(!isExpanded)}
          >
            {isExpanded
              ? t("destinations.showFewer")
              : t("destinations.showAll", { formattedCount: formatNumber(destinations.length) })}
          </Button>
        </ActionBar>
      )}
      {resendDestination && (
        <ResendFailedDialog destination={resendDestination} onClose={() => setResendDestination(null)} />
      )}
    </DestinationsSection>
  );
}

const unsortedState = { page: 1, sizePerPage: collapsedCount, sort: "", order: "asc", q: "" } as const;

const compareByFailures = (a: DeliveryDestination, b: DeliveryDestination): number =>
  b.failed - a.failed ||
  b.inProgress - a.inProgress ||
  b.done - a.done ||
  compareNames(a.exportConfigurationName, b.exportConfigurationName);

/** The share of ended deliveries that succeeded, rounded down: never 100 % after a failure. */
function Rate({ done, failed }: DeliveryDestination) {
  const endedCount = done + failed;
  if (endedCount === 0) return "–";
  return <TabularNums>{`${formatNumber(Math.floor((done / endedCount) * 100))} %`}</TabularNums>;
}

const DestinationsSection = styled.section`
  margin-bottom: var(--base-size-24);
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--base-size-12);
  margin-bottom: var(--base-size-8);
`;

/** Filters the list below by a destination; pressing it again removes the filter. */
const FilterButton = styled(LinkButton)`
  font-weight: var(--base-text-weight-semibold);
  &[aria-pressed="true"] {
    padding: 0 var(--base-size-8);
    margin-left: calc(-1 * var(--base-size-8));
    border-radius: var(--borderRadius-medium);
    background: var(--bgColor-accent-muted);
  }
`;
