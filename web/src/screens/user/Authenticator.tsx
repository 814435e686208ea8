import { ShieldCheckIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { fetchItem } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import { resetTotp } from "#domain/endpoints/account/profile.ts";
import { user } from "#domain/resources/index.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { useResourceForm } from "#ui/form/FormContext.ts";
import { SmallValueLine } from "#ui/layout/boxes.ts";
import { Danger } from "#ui/layout/typography.ts";

/** Shows an active authenticator and passkeys, with a reset for a user who has lost them. */
export function Authenticator({ id }: { id: number | null }) {
  const { t } = useTranslation("user");
  const { row, rebaseOn, isSaving } = useResourceForm(user);
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const reset = useMutation({
    mutationFn: async (userId: number) => {
      await call(resetTotp, { params: { id: userId } });
      return fetchItem(user, userId);
    },
    meta: { handlesErrors: true },
    onSuccess: (newest) => {
      // The reset is a separate change. If nothing else has changed, the next save uses the new version.
      if (row)
        rebaseOn(
          newest.version === row.version + 1 ? newest : { ...row, hasSecret: false, hasPasskey: false },
        );
      queryClient.invalidateQueries({ queryKey: [customerId, user.name, "page"] });
    },
  });
  if (row === null || id === null) return null;
  const confirmReset = async () => {
    const isConfirmed = await confirm({
      title: t("resetTotpTitle", { name: String(row.username) }),
      text: t("resetTotpText"),
      confirm: t("resetTotpConfirm"),
      danger: true,
    });
    if (isConfirmed) reset.mutate(id);
  };
  return (
    <Wrapper>
      {(row.hasSecret === true || row.hasPasskey === true) && (
        <>
          <SmallValueLine>
            <SuccessIcon>
              <ShieldCheckIcon />
            </SuccessIcon>
            {[row.hasSecret === true && t("authenticator"), row.hasPasskey === true && t("passkey")]
              .filter(Boolean)
              .join(" ")}
          </SmallValueLine>
          <Button
            type="button"
            size="small"
            variant="danger"
            disabled={isSaving}
            loading={reset.isPending}
            onClick={confirmReset}
          >
            {t("resetTotp")}
          </Button>
        </>
      )}
      <div role="status">{reset.isSuccess && t("resetTotpSuccess")}</div>
      {reset.error && (
        <Danger as="p" role="alert">
          {alertText(reset.error) ?? problemText(reset.error)}
        </Danger>
      )}
    </Wrapper>
  );
}

const Wrapper = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: var(--base-size-8);
  font-size: var(--text-body-size-small);
`;

const SuccessIcon = styled.span`
  display: flex;
  color: var(--fgColor-success);
`;
