import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { isInProgress } from "#domain/delivery/states.ts";
import type { DeliveryDetails } from "#domain/endpoints/exports/delivery.ts";
import { DeliveryBar } from "#features/delivery/DeliveryBar.tsx";
import { DeliveryStateIcon } from "#features/delivery/DeliveryStateIcon.tsx";
import { NextTry } from "#features/delivery/NextTry.tsx";
import { useFailureReason } from "#features/delivery/useFailureReason.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { DescriptionList } from "#ui/layout/DescriptionList.tsx";
import { Note } from "#ui/layout/typography.ts";

/** The facts of a delivery, its progress, and why it stopped. */
export function DeliveryFacts({ delivery }: { delivery: DeliveryDetails }) {
  const { t } = useTranslation(["delivery", "configuration"]);
  const { t: tCommon } = useTranslation();
  const showsCustomer = spansCustomers(useGrants());
  const { state, bytes, files, filesDone, tries } = delivery;
  const reason = useFailureReason()(delivery, !isInProgress(state));
  return (
    <Stack>
      {state !== "DONE" && reason && (
        <Banner kind={isInProgress(state) ? "warning" : "danger"} detail={reason.details ?? undefined}>
          {reason.text}
        </Banner>
      )}
      {isInProgress(state) && (
        <DeliveryBar
          delivery={delivery}
          name={`${delivery.documentationName}, ${delivery.exportConfigurationName}`}
        />
      )}
      <DescriptionList
        label={t("about")}
        facts={[
          [
            t("fields.state"),
            <div key="state">
              <DeliveryStateIcon state={state} />
              {state === "WAITING" && <NextTry nextTryAt={delivery.nextTry} />}
              {tries > 0 && state !== "DONE" && (
                <Note as="div">
                  {t("failedAttempts", { count: tries, formattedCount: formatNumber(tries) })}
                </Note>
              )}
            </div>,
          ],
          [
            t("fields.documentation"),
            <div key="documentation">
              <Link to={`/documentation/details/${delivery.documentationId}`}>
                {delivery.documentationName}
              </Link>
              <Note as="div">{delivery.templateName}</Note>
            </div>,
          ],
          [
            t("fields.destination"),
            <div key="destination">
              {delivery.exportConfigurationName}
              <Note as="div">{t(`configuration:type.${delivery.type}`)}</Note>
              {delivery.unencrypted && <Note as="div">{t("unencrypted")}</Note>}
              {delivery.writesDirectly && <Note as="div">{t("writesDirectly")}</Note>}
            </div>,
          ],
          [tCommon("fields.customer"), showsCustomer && delivery.customerName],
          [t("fields.exportedBy"), delivery.automatic ? t("automatic") : delivery.username],
          [
            t("fields.files"),
            (bytes !== null || delivery.withoutMarkup) && (
              <div key="files">
                {bytes !== null &&
                  t("deliveredFiles", {
                    deliveredCount: formatNumber(filesDone),
                    total: formatNumber(files),
                  })}
                {delivery.withoutMarkup && <Note as="div">{t("withoutMarkup")}</Note>}
              </div>
            ),
          ],
          [t("fields.size"), bytes === null ? null : formatBytes(bytes)],
          [t("fields.started"), <DateTime key="started" value={delivery.dateCreated} />],
          [t("fields.finished"), delivery.finished && <DateTime key="finished" value={delivery.finished} />],
        ]}
      />
    </Stack>
  );
}
