import { Button, FormControl } from "@primer/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import { addDays, minFilterDay, today } from "#domain/core/calendar/days.ts";
import {
  countDeliveries,
  type DeliveryDestination,
  resendFailedDeliveries,
} from "#domain/endpoints/exports/delivery.ts";
import { deliveryKey } from "#features/delivery/deliverySource.ts";
import { useInvalidateDeliveries } from "#features/delivery/useDeliveryActions.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { useDebounced } from "#ui/hooks/useDebounced.ts";
import { DateInput } from "#ui/input/DateInput.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

interface ResendFailedDialogProps {
  destination: DeliveryDestination;
  onClose: () => void;
}

/** Resends all deliveries to a destination that failed on or after a day. Shows their number first. */
export function ResendFailedDialog({ destination, onClose }: ResendFailedDialogProps) {
  const { t } = useTranslation("delivery");
  const { t: tCommon } = useTranslation();
  const customerId = useCustomerId();
  const invalidate = useInvalidateDeliveries();
  const [dayText, setDayText] = useState(() => addDays(today(), -30));
  const debouncedDay = useDebounced(dayText);
  const { exportConfigurationId, exportConfigurationName: name } = destination;
  const isValid = dayPattern.test(dayText) && dayText >= minFilterDay && dayText <= today();
  const countQuery = useQuery({
    queryKey: [customerId, deliveryKey, "failedSince", exportConfigurationId, debouncedDay],
    queryFn: ({ signal }) =>
      call(countDeliveries, {
        query: { exportConfigurationId, state: "FAILED", from: debouncedDay },
        signal,
      }),
    enabled: isValid && debouncedDay === dayText,
    staleTime: 0,
    gcTime: 0,
    meta: { handlesErrors: true },
  });
  const resend = useMutation({
    mutationFn: () => call(resendFailedDeliveries, { body: { exportConfigurationId, since: dayText } }),
    meta: { handlesErrors: true },
    onSuccess: ({ count }) => {
      showAlert("success", t("resendingMany", { count, formattedCount: formatNumber(count) }));
      onClose();
    },
    onSettled: invalidate,
  });
  const count = isValid && debouncedDay === dayText ? (countQuery.data?.count ?? null) : null;
  const failure = resend.error ?? countQuery.error;
  return (
    <Modal
      title={t("resendFailed.title", { name })}
      width="medium"
      narrow="bottom"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{tCommon("actions.cancel")}</Button>
          <Button
            variant="primary"
            disabled={!count}
            loading={resend.isPending}
            onClick={() => resend.mutate()}
          >
            {count ? t("resendFailed.confirm", { count, formattedCount: formatNumber(count) }) : t("resend")}
          </Button>
        </>
      }
    >
      <Stack>
        <FormControl>
          <FormControl.Label>{t("resendFailed.startDay")}</FormControl.Label>
          <DateInput
            name="since"
            min={minFilterDay}
            max={today()}
            value={dayText}
            onChange={({ target }) => setDayText(target.value)}
            {...(!isValid && { validationStatus: "error" as const })}
          />
          {!isValid && (
            <FormControl.Validation variant="error">{t("resendFailed.invalidDay")}</FormControl.Validation>
          )}
        </FormControl>
        <p role="status">
          {isValid &&
            (count === null
              ? !failure && t("resendFailed.counting")
              : count === 0
                ? t("resendFailed.noFailures")
                : t("resendFailed.confirmText", { count, formattedCount: formatNumber(count) }))}
        </p>
        <div role="alert">
          {failure && <Banner kind="danger">{alertText(failure) ?? problemText(failure)}</Banner>}
        </div>
      </Stack>
    </Modal>
  );
}
