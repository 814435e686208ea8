import { DownloadIcon } from "@primer/octicons-react";
import { Button, SegmentedControl } from "@primer/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import {
  downloadProgress,
  getProgress,
  type ProgressWeekCount,
  progressWeekCounts,
} from "#domain/endpoints/documentation/progress.ts";
import { fetchCustomers } from "#features/customer/CustomerField.tsx";
import { useDownload } from "#features/useDownload.ts";
import { getLanguage } from "#i18n/language.ts";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";
import { Page } from "#ui/layout/Page.tsx";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";
import { ProgressSections } from "./ProgressSections.tsx";
import { createProgressLinks } from "./progressLinks.ts";

const defaultWeekCount: ProgressWeekCount = 12;

/** /progress: the figures of a customer's work for its managers. Each figure links to its rows. */
export default function Progress() {
  const { t } = useTranslation("progress");
  const { t: tCommon } = useTranslation();
  const ownCustomerId = useCustomerId();
  const grants = useGrants();
  const [params, changeParams] = useUrlParams();
  const [customer, setCustomer] = useState<Option | null>(null);
  const weekCount =
    progressWeekCounts.find((count) => String(count) === params.get("weeks")) ?? defaultWeekCount;
  const customerParam = Number(params.get("customerId"));
  const customerId = spansCustomers(grants) && customerParam > 0 ? customerParam : ownCustomerId;
  const input = { weeks: weekCount, ...(customerId !== ownCustomerId && { customerId }) };
  const query = useQuery({
    queryKey: [ownCustomerId, "progress", input],
    queryFn: ({ signal }) => call(getProgress, { query: input, signal }),
    placeholderData: keepPreviousData,
    meta: { handlesErrors: true },
  });
  const download = useDownload();
  const setParam = (name: string, value: string | null) =>
    changeParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const { data } = query;
  return (
    <Page
      title={tCommon("routes.progress")}
      lead={
        data
          ? t("lead", { customer: data.customerName, startDate: data.startDate, endDate: data.endDate })
          : "\u00a0"
      }
      actions={
        <>
          <SegmentedControl
            aria-label={t("period")}
            onChange={(index) => setParam("weeks", String(progressWeekCounts[index] ?? defaultWeekCount))}
          >
            {progressWeekCounts.map((count) => (
              <SegmentedControl.Button key={count} selected={count === weekCount}>
                {t("weeks", { count })}
              </SegmentedControl.Button>
            ))}
          </SegmentedControl>
          <Button
            leadingVisual={DownloadIcon}
            loading={download.isPending}
            onClick={() =>
              download.mutate({ path: downloadProgress.path, query: { ...input, language: getLanguage() } })
            }
          >
            {t("workbook")}
          </Button>
          <Button onClick={() => window.print()}>{t("print")}</Button>
        </>
      }
    >
      {spansCustomers(grants) && (
        <CustomerBox>
          <ServerSelect
            name="customer"
            label={tCommon("fields.customer")}
            placeholder={tCommon("form.chooseCustomer")}
            value={customer}
            queryKey="customerOptions/"
            find={fetchCustomers}
            onChange={(option) => {
              setCustomer(option);
              setParam("customerId", option?.id ?? null);
            }}
          />
        </CustomerBox>
      )}
      <QueryContent query={query}>
        {(progress) => (
          <ProgressSections progress={progress} links={createProgressLinks(grants, customerId)} />
        )}
      </QueryContent>
    </Page>
  );
}

const CustomerBox = styled.div`
  max-width: 360px;
  margin-bottom: var(--base-size-16);
  @media print {
    display: none;
  }
`;
