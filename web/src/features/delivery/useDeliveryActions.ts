import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { ApiError } from "#api/failure.ts";
import { useCustomerId } from "#api/session.ts";
import { cancelDelivery, type DeliveryRow, resendDelivery } from "#domain/endpoints/exports/delivery.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { deliveryKey } from "./deliverySource.ts";

type Named = Pick<DeliveryRow, "id" | "documentationName" | "exportConfigurationName">;

/** Asks for everything about deliveries again. */
export function useInvalidateDeliveries() {
  const queries = useQueryClient();
  const customerId = useCustomerId();
  return () => queries.invalidateQueries({ queryKey: [customerId, deliveryKey] });
}

interface ActsOptions {
  /** The caller shows failures itself. */
  handlesErrors?: boolean;
  /** What else the caller has to ask again. */
  onSettled?: () => unknown;
}

/** What is done to one delivery. */
export function useDeliveryActions({ handlesErrors = false, onSettled }: ActsOptions = {}) {
  const { t } = useTranslation("delivery");
  const confirm = useConfirm();
  const forget = useInvalidateDeliveries();
  const stale = () => Promise.all([forget(), onSettled?.()]);
  const names = ({ documentationName: name, exportConfigurationName: destination }: Named) => ({
    name,
    destination,
  });
  const replay = useMutation({
    mutationFn: ({ row, file }: { row: Named; file?: { id: string; path: string } }) =>
      call(resendDelivery, { params: { id: row.id }, body: file ? { file: file.id } : {} }),
    meta: { ownErrors: handlesErrors },
    onSuccess: (_, { row, file }) =>
      showAlert("success", file ? t("replayedFile", { path: file.path }) : t("replayed", names(row))),
    onSettled: stale,
  });
  const cancel = useMutation({
    mutationFn: (row: Named) => call(cancelDelivery, { params: { id: row.id } }),
    meta: { ownErrors: handlesErrors },
    onSuccess: (_, row) => showAlert("success", t("cancelled", names(row))),
    onSettled: stale,
  });
  const askCancel = async (row: Named) => {
    const sure = await confirm({
      title: t("cancelTitle"),
      text: t("cancelText", names(row)),
      confirm: t("cancel"),
      cancel: t("keep"),
      danger: true,
    });
    if (sure) cancel.mutate(row);
  };
  return { replay, cancel, askCancel };
}

/** Sends several deliveries again, one after the other, and says what became of them. */
export function useResendDeliveries(onDone: () => void) {
  const { t } = useTranslation("delivery");
  const stale = useInvalidateDeliveries();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      let begun = 0;
      let refused: ApiError | null = null;
      for (const id of ids) {
        try {
          await call(resendDelivery, { params: { id }, body: {} });
          begun += 1;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          // What fails for all of them is not tried for all of them.
          if (error.passing || error.status === 401 || error.status === 403) throw error;
          refused = error;
        }
      }
      return { begun, refused, left: ids.length - begun };
    },
    onSuccess: ({ begun, refused, left }) => {
      if (begun > 0) showAlert("success", t("replayedMany", { count: begun, shown: formatNumber(begun) }));
      if (refused)
        showAlert("warning", t("notReplayed", { count: left, shown: formatNumber(left) }), {
          detail: alertText(refused) ?? problemText(refused),
        });
      onDone();
    },
    onSettled: stale,
  });
}
