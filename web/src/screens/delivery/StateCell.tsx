import { useTranslation } from "react-i18next";
import { isInProgress } from "../../../../domain/delivery/words";
import type { DeliveryRow } from "../../../../domain/endpoints/delivery";
import { DeliveryBar } from "../../kit/delivery/DeliveryBar";
import { DeliveryStateIcon } from "../../kit/delivery/DeliveryMark";
import { NextTry } from "../../kit/delivery/NextTry";
import { useFailureReason } from "../../kit/delivery/useReason";
import { formatNumber } from "../../kit/numbers";
import { Stack } from "../../kit/stacks";
import { Clamped, Note, SmallBreakable } from "../../kit/text";

/** The state of a delivery with what its reader wants to know next: how far it is, when it is tried again, or why it failed. */
export function StateCell({ row }: { row: DeliveryRow }) {
  const { t } = useTranslation("delivery");
  const ended = !isInProgress(row.state);
  const reason = useFailureReason()(row, ended);
  const { state, missing } = row;
  return (
    <Stack $gap={4}>
      <DeliveryStateIcon state={state} />
      {(state === "RUNNING" || (state === "WAITING" && row.bytesSent > 0)) && (
        <DeliveryBar delivery={row} name={`${row.documentationName}, ${row.exportConfigurationName}`} />
      )}
      {state === "WAITING" && <NextTry at={row.nextTry} />}
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
        <Note as="div">{t("missingCount", { count: missing, shown: formatNumber(missing) })}</Note>
      )}
    </Stack>
  );
}
