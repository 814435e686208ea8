import { Button } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import type { ListRow, Row } from "#domain/contract/resource.ts";
import { allowDeviceToken, revokeDeviceToken } from "#domain/endpoints/capture/deviceToken.ts";
import { shortenDeviceId } from "#domain/media/deviceId.ts";
import { device } from "#domain/resources/index.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { InlineLine } from "#ui/layout/boxes.ts";
import { Danger } from "#ui/layout/typography.ts";

/** Says whether a device has no token, an active token or a revoked token. */
export function DeviceTokenState({ row }: { row: ListRow<typeof device> }) {
  const { t } = useTranslation("device");
  if (row.tokenRevokedAt) return t("token.revoked");
  return row.tokenIssuedAt ? t("token.active") : t("token.noToken");
}

/** The state of a device's token, with the action that changes it. */
export function DeviceToken({ row }: { row: Row<typeof device> }) {
  const { t } = useTranslation("device");
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const isRevoked = row.tokenRevokedAt !== null;
  const change = useMutation({
    mutationFn: () => call(isRevoked ? allowDeviceToken : revokeDeviceToken, { params: { id: row.id } }),
    meta: { handlesErrors: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [customerId, device.name] }),
  });
  const revokeOrAllow = async () => {
    const isConfirmed =
      isRevoked ||
      (await confirm({
        title: t("token.revokeQuestion", { name: shortenDeviceId(row.deviceId) }),
        text: t("token.revokeText"),
        confirm: t("token.revoke"),
        danger: true,
      }));
    if (isConfirmed) change.mutate();
  };
  return (
    <InlineLine>
      <DeviceTokenState row={row} />
      {row.tokenIssuedAt && (
        <Button
          size="small"
          variant={isRevoked ? "default" : "danger"}
          loading={change.isPending}
          onClick={revokeOrAllow}
        >
          {t(isRevoked ? "token.allowNew" : "token.revoke")}
        </Button>
      )}
      <span role="status">
        {change.isSuccess && t(row.tokenRevokedAt ? "token.revokeSuccess" : "token.allowNewSuccess")}
      </span>
      {change.error && (
        <Danger as="span" role="alert">
          {alertText(change.error) ?? problemText(change.error)}
        </Danger>
      )}
    </InlineLine>
  );
}
