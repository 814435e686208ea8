import { useTranslation } from "react-i18next";
import { type DeliveryState, isInProgress } from "#domain/delivery/states.ts";
import type { ExportEvent } from "#domain/endpoints/shared/exportEvents.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { Breakable, FieldErrorText, Note } from "#ui/layout/typography.ts";
import { DeliveryBar } from "./DeliveryBar.tsx";
import { DeliveryStateIcon } from "./DeliveryStateIcon.tsx";
import { NextTry } from "./NextTry.tsx";
import { useFailureReason } from "./useFailureReason.ts";

type Shown = Pick<
  ExportEvent,
  "exportConfigurationName" | "success" | "errorStatusCode" | "errorMessage" | "delivery"
>;

/** How far an export is: an icon with words, then what its reader wants to know next. */
export function ExportState({ event }: { event: Shown }) {
  const { t } = useTranslation("delivery");
  const reasonOf = useFailureReason();
  const { delivery, exportConfigurationName: name } = event;
  const state = exportState(event);
  const open = isInProgress(state);
  const reason = state === "DONE" ? null : reasonOf(delivery ?? { ...event, errorKind: null }, !open);
  return (
    <Stack $gap={4}>
      <DeliveryStateIcon state={state} />
      {delivery && (state === "RUNNING" || (open && delivery.bytesSent > 0)) && (
        <DeliveryBar delivery={delivery} name={name} />
      )}
      {delivery && state === "WAITING" && <NextTry at={delivery.nextTry} />}
      {delivery?.withoutMarkup && <Note as="div">{t("withoutMarkup")}</Note>}
      {reason && (
        <div>
          {open ? (
            <Note as="div">{reason.text}</Note>
          ) : (
            <FieldErrorText as="div">
              <Breakable>{reason.text}</Breakable>
            </FieldErrorText>
          )}
          {reason.details && (
            <Note as="div">
              <Breakable>{reason.details}</Breakable>
            </Note>
          )}
        </div>
      )}
    </Stack>
  );
}

/** Exports from before there were deliveries say only whether they succeeded. */
export const exportState = ({
  success,
  delivery,
}: Pick<ExportEvent, "success" | "delivery">): DeliveryState =>
  delivery?.state ?? (success === null ? "RUNNING" : success ? "DONE" : "FAILED");

export const isExportRunning = (event: Pick<ExportEvent, "success" | "delivery">): boolean =>
  isInProgress(exportState(event));

/** Who exported; automatic ones say so. */
export function ExportedBy({
  event: { username, delivery },
}: {
  event: Pick<ExportEvent, "username" | "delivery">;
}) {
  const { t } = useTranslation("delivery");
  return <>{delivery?.automatic ? t("automatic") : username}</>;
}
