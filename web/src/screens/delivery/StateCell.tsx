import { useTranslation } from "react-i18next";
import { isInProgress } from "#domain/delivery/states.ts";
import type { DeliveryRow } from "#domain/endpoints/exports/delivery.ts";
import { DeliveryBar } from "#features/delivery/DeliveryBar.tsx";
import { DeliveryStateIcon } from "#features/delivery/DeliveryStateIcon.tsx";
import { NextTry } from "#features/delivery/NextTry.tsx";
import { useFailureReason } from "#features/delivery/useFailureReason.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { Clamped, Note, SmallBreakable } from "#ui/layout/typography.ts";

/** The state of a delivery, with its progress, its next attempt, or why it failed. */
export function StateCell({ row }: { row: DeliveryRow }) {
  const { t } = useTranslation("delivery");
  const hasEnded = !isInProgress(row.state);
  const reason = useFailureReason()(row, hasEnded);
  const { state, missing } = row;
  return (
    <Stack $gap={4}>
      <DeliveryStateIcon state={state} />
      {(state === "RUNNING" || (state === "WAITING" && row.bytesSent > 0)) && (
        <DeliveryBar delivery={row} name={`${row.documentationName}, ${row.exportConfigurationName}`} />
      )}
      {state === "WAITING" && <NextTry nextTryAt={row.nextTry} />}
      {state !== "DONE" && reason && (
        <SmallBreakable>
          {reason.text}
          {reason.details && (
            <Note as="div" title={reason.details}>
              <Clamped>{reason.details}</Clamped>
            </Note>
          )}
        </SmallBreakable>
      )}
      {row.withoutMarkup && <Note as="div">{t("withoutMarkup")}</Note>}
      {missing > 0 && (
        <Note as="div">{t("missingCount", { count: missing, formattedCount: formatNumber(missing) })}</Note>
      )}
    </Stack>
  );
}
