import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import { cancelDelivery, type DeliveryRow, resendDelivery } from "#domain/endpoints/exports/delivery.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { deliveryKey } from "./deliverySource.ts";

type DeliveryNames = Pick<DeliveryRow, "id" | "documentationName" | "exportConfigurationName">;

/** Returns a function that refetches everything about deliveries. */
export function useInvalidateDeliveries() {
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  return () => queryClient.invalidateQueries({ queryKey: [customerId, deliveryKey] });
}

interface DeliveryActionsOptions {
  /** The caller shows failures itself. */
  handlesErrors?: boolean;
  /** Refetches the other data that the caller shows. */
  onSettled?: () => unknown;
}

/** The actions on one delivery: send again, cancel. */
export function useDeliveryActions({ handlesErrors = false, onSettled }: DeliveryActionsOptions = {}) {
  const { t } = useTranslation("delivery");
  const confirm = useConfirm();
  const invalidate = useInvalidateDeliveries();
  const refresh = () => Promise.all([invalidate(), onSettled?.()]);
  const nameParams = ({ documentationName: name, exportConfigurationName: destination }: DeliveryNames) => ({
    name,
    destination,
  });
  const resend = useMutation({
    mutationFn: ({ row, file }: { row: DeliveryNames; file?: { id: string; path: string } }) =>
      call(resendDelivery, { params: { id: row.id }, body: file ? { file: file.id } : {} }),
    meta: { handlesErrors: handlesErrors },
    onSuccess: (_, { row, file }) =>
      showAlert("success", file ? t("resendingFile", { path: file.path }) : t("resending", nameParams(row))),
    onSettled: refresh,
  });
  const cancel = useMutation({
    mutationFn: (row: DeliveryNames) => call(cancelDelivery, { params: { id: row.id } }),
    meta: { handlesErrors: handlesErrors },
    onSuccess: (_, row) => showAlert("success", t("cancelled", nameParams(row))),
    onSettled: refresh,
  });
  const confirmCancel = async (row: DeliveryNames) => {
    const isConfirmed = await confirm({
      title: t("cancelTitle"),
      text: t("cancelText", nameParams(row)),
      confirm: t("cancel"),
      cancel: t("keepSending"),
      danger: true,
    });
    if (isConfirmed) cancel.mutate(row);
  };
  return { resend, cancel, confirmCancel };
}

/** Sends several deliveries again, one at a time, and reports the outcome. */
export function useResendDeliveries(onDone: () => void) {
  const { t } = useTranslation("delivery");
  const invalidate = useInvalidateDeliveries();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      let startedCount = 0;
      let lastError: ApiError | null = null;
      for (const id of ids) {
        try {
          await call(resendDelivery, { params: { id }, body: {} });
          startedCount += 1;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          // An error that would affect every delivery ends the batch.
          if (error.isTransient || error.status === 401 || error.status === 403) throw error;
          lastError = error;
        }
      }
      return { startedCount, lastError, failedCount: ids.length - startedCount };
    },
    onSuccess: ({ startedCount, lastError, failedCount }) => {
      if (startedCount > 0)
        showAlert(
          "success",
          t("resendingMany", { count: startedCount, formattedCount: formatNumber(startedCount) }),
        );
      if (lastError)
        showAlert(
          "warning",
          t("notResent", { count: failedCount, formattedCount: formatNumber(failedCount) }),
          {
            detail: alertText(lastError) ?? problemText(lastError),
          },
        );
      onDone();
    },
    onSettled: invalidate,
  });
}
