import { PlugIcon } from "@primer/octicons-react";
import { Button, Spinner } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import {
  type ConnectionCheck as CheckResult,
  checkConnection,
} from "#domain/endpoints/exports/exportConfigurationCalls.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { Stack, ValueLine } from "#ui/layout/boxes.ts";

interface ConnectionCheckProps {
  id: string;
  type: ExportConfigurationType;
  /** Starts the check on mount. */
  startsOnMount?: boolean;
}

/** Connects to a stored destination and shows the result. */
export function ConnectionCheck({ id, type, startsOnMount = false }: ConnectionCheckProps) {
  const { t } = useTranslation("configuration");
  const check = useMutation({ mutationFn: () => call(checkConnection, { params: { id } }) });
  const { mutate } = check;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!startsOnMount || hasStarted.current) return;
    hasStarted.current = true;
    mutate();
  }, [startsOnMount, mutate]);
  const hasResult = !check.isIdle && !check.isPending;
  return (
    <Stack $gap={12}>
      <div role="status">
        {check.isPending && (
          <ValueLine>
            <Spinner size="small" srText={null} />
            {t("check.checking")}
          </ValueLine>
        )}
        {check.data && !check.isPending && <Outcome result={check.data} type={type} />}
      </div>
      <div>
        <Button leadingVisual={PlugIcon} disabled={check.isPending} onClick={() => mutate()}>
          {t(hasResult ? "check.checkAgain" : "check.action")}
        </Button>
      </div>
    </Stack>
  );
}

function Outcome({ result, type }: { result: CheckResult; type: ExportConfigurationType }) {
  const { t } = useTranslation("configuration");
  const { ok, errorKind, errorMessage, encrypted, milliseconds } = result;
  const { writeMethod, writeReason, refusedExtensions } = result;
  const isDirect = writeMethod === "DIRECT";
  if (ok)
    return (
      <Banner
        kind={encrypted === false || isDirect || refusedExtensions.length > 0 ? "warning" : "success"}
        detail={
          type !== "EMAIL"
            ? t("check.successText", {
                time:
                  milliseconds < 1000
                    ? t("check.milliseconds", { number: formatNumber(milliseconds) })
                    : t("check.seconds", { number: formatNumber(Math.round(milliseconds / 100) / 10) }),
              })
            : t("check.successMail")
        }
      >
        <strong>{t("check.success")}</strong>
        {encrypted === false && <div>{t("check.unencrypted")}</div>}
        {isDirect && (
          <div>
            {t("check.writesDirectly")}{" "}
            {writeReason && t("check.writesDirectlyReason", { message: writeReason })}
          </div>
        )}
        {refusedExtensions.length > 0 && (
          <div>
            {t("check.refusedExtensions", {
              extensions: refusedExtensions.join(", "),
              message: errorMessage ?? "",
            })}
          </div>
        )}
      </Banner>
    );
  return (
    <Banner kind="danger" detail={errorMessage ? t("check.details", { message: errorMessage }) : undefined}>
      <strong>{t("check.failed")}</strong>
      {errorKind && <div>{t(`check.error.${errorKind}`)}</div>}
    </Banner>
  );
}

interface ConnectionDialogProps {
  destination: { id: string; name: string; type: ExportConfigurationType };
  onClose: () => void;
}

/** Checks the destination of a list row; starts immediately. */
export function ConnectionDialog({ destination: { id, name, type }, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation("configuration");
  return (
    <Modal title={t("check.actionOf", { name })} onClose={onClose}>
      <ConnectionCheck id={id} type={type} startsOnMount />
    </Modal>
  );
}
