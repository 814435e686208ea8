import { CircleSlashIcon, SyncIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import { canResend, isInProgress } from "#domain/delivery/states.ts";
import { getDelivery } from "#domain/endpoints/exports/delivery.ts";
import { deliveryKey } from "#features/delivery/deliverySource.ts";
import { MissingList } from "#features/delivery/MissingList.tsx";
import { useDeliveryActions } from "#features/delivery/useDeliveryActions.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { AlertSlot, Stack } from "#ui/layout/boxes.ts";
import { DeliveryFacts } from "./DeliveryDetails.tsx";
import { DeliveryFiles, filesPerPage } from "./DeliveryFiles.tsx";

/** Poll interval of a running delivery (2§9). */
const pollIntervalMs = 5000;

/** One delivery with its facts, missing items, files and actions. */
export function DeliveryPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation("delivery");
  const { t: tCommon } = useTranslation();
  const customerId = useCustomerId();
  const [page, setPage] = useState(1);
  const [isFailedOnly, setFailedOnly] = useState(false);
  const { resend, cancel, confirmCancel } = useDeliveryActions({ handlesErrors: true });
  const query = useQuery({
    queryKey: [customerId, deliveryKey, "details", id, { page, failed: isFailedOnly }],
    queryFn: ({ signal }) =>
      call(getDelivery, {
        params: { id },
        query: {
          max: filesPerPage,
          offset: (page - 1) * filesPerPage,
          ...(isFailedOnly && { failed: "true" }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data.state) ? pollIntervalMs : false),
    meta: { handlesErrors: true },
  });
  const row = query.data;
  const failure = resend.error ?? cancel.error;
  return (
    <Modal
      title={
        row
          ? t("detailsTitle", { name: row.documentationName, destination: row.exportConfigurationName })
          : tCommon("routes.delivery")
      }
      width="1040px"
      narrow="fullscreen"
      onClose={onClose}
      footer={
        <>
          {row && isInProgress(row.state) && (
            <Button
              leadingVisual={CircleSlashIcon}
              variant="danger"
              loading={cancel.isPending}
              onClick={() => confirmCancel(row)}
            >
              {t("cancel")}
            </Button>
          )}
          {row && canResend(row.state) && (
            <Button
              leadingVisual={SyncIcon}
              variant="primary"
              loading={resend.isPending && !resend.variables.file}
              onClick={() => resend.mutate({ row })}
            >
              {row.state === "WAITING" ? t("retryNow") : t("resend")}
            </Button>
          )}
          <Button onClick={onClose}>{tCommon("actions.close")}</Button>
        </>
      }
    >
      <QueryContent query={query}>
        {(delivery) => (
          <Stack>
            <AlertSlot role="alert">
              {failure && <Banner kind="danger">{alertText(failure) ?? problemText(failure)}</Banner>}
            </AlertSlot>
            <DeliveryFacts delivery={delivery} />
            <MissingList items={delivery.missingItems} total={delivery.missing} />
            <DeliveryFiles
              delivery={delivery}
              page={page}
              onPageChange={setPage}
              failedOnly={isFailedOnly}
              onFailedOnlyChange={(failedOnly) => {
                setFailedOnly(failedOnly);
                setPage(1);
              }}
              resendingFileId={resend.isPending ? (resend.variables.file?.id ?? null) : null}
              onResend={(file) => resend.mutate({ row: delivery, file })}
            />
          </Stack>
        )}
      </QueryContent>
    </Modal>
  );
}
