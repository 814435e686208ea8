import { useTranslation } from "react-i18next";
import { type DeliveryState, isInProgress } from "#domain/delivery/states.ts";
import type { ExportEvent } from "#domain/endpoints/shared/exportEvents.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { Breakable, FieldErrorText, Note } from "#ui/layout/typography.ts";
import { DeliveryBar } from "./DeliveryBar.tsx";
import { DeliveryStateIcon } from "./DeliveryStateIcon.tsx";
import { NextTry } from "./NextTry.tsx";
import { useFailureReason } from "./useFailureReason.ts";

type ExportStateFields = Pick<
  ExportEvent,
  "exportConfigurationName" | "success" | "errorStatusCode" | "errorMessage" | "delivery"
>;

/** The state of an export: icon and text, then progress, next try or failure reason. */
export function ExportState({ event }: { event: ExportStateFields }) {
  const { t } = useTranslation("delivery");
  const reasonOf = useFailureReason();
  const { delivery, exportConfigurationName: name } = event;
  const state = exportStateOf(event);
  const isOpen = isInProgress(state);
  const reason = state === "DONE" ? null : reasonOf(delivery ?? { ...event, errorKind: null }, !isOpen);
  return (
    <Stack $gap={4}>
      <DeliveryStateIcon state={state} />
      {delivery && (state === "RUNNING" || (isOpen && delivery.bytesSent > 0)) && (
        <DeliveryBar delivery={delivery} name={name} />
      )}
      {delivery && state === "WAITING" && <NextTry nextTryAt={delivery.nextTry} />}
      {delivery?.withoutMarkup && <Note as="div">{t("withoutMarkup")}</Note>}
      {reason && (
        <div>
          {isOpen ? (
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

/** Exports from before deliveries existed only record whether they succeeded. */
export const exportStateOf = ({
  success,
  delivery,
}: Pick<ExportEvent, "success" | "delivery">): DeliveryState =>
  delivery?.state ?? (success === null ? "RUNNING" : success ? "DONE" : "FAILED");

export const isExportRunning = (event: Pick<ExportEvent, "success" | "delivery">): boolean =>
  isInProgress(exportStateOf(event));

/** The user who exported, or that it was automatic. */
export function ExportedBy({
  event: { username, delivery },
}: {
  event: Pick<ExportEvent, "username" | "delivery">;
}) {
  const { t } = useTranslation("delivery");
  return <>{delivery?.automatic ? t("automatic") : username}</>;
}
