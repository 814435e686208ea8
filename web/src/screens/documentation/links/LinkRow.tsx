import { Button, Label } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { problemText } from "#api/errorTexts.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { now } from "#domain/core/fields.ts";
import {
  findReceipt,
  type findUploadTokens,
  revokeUploadToken,
} from "#domain/endpoints/links/uploadLinks.ts";
import { Receipt } from "#features/receipt/Receipt.tsx";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { formatBytes } from "#ui/format/numbers.ts";
import { ButtonRow, DetailsItem, Inline } from "#ui/layout/boxes.ts";
import { Danger, Note } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { LinkDetails } from "./LinkDetails.ts";

type Link = ResponseOf<typeof findUploadTokens>["items"][number];

/** A link with its purpose, its state, and the files received through it. */
export function LinkRow({ link, onRevoked }: { link: Link; onRevoked: () => void }) {
  const { t } = useTranslation("link");
  const confirm = useConfirm();
  const fetchReceipt = useMutation({
    mutationFn: () => call(findReceipt, { params: { id: link.id } }),
    meta: { handlesErrors: true },
  });
  const revokeLink = useMutation({
    mutationFn: () => call(revokeUploadToken, { params: { id: link.id } }),
    meta: { handlesErrors: true },
    onSuccess: () => {
      showAlert("success", t("staff.revokeSuccess"));
      onRevoked();
    },
  });
  const failure = revokeLink.error ?? fetchReceipt.error;
  const isValid = !link.revoked && link.expireDate > now();
  const isOpen = isValid && !link.closed;
  const state = isOpen ? "open" : isValid ? "closed" : link.revoked ? "revokedState" : "expired";

  async function revoke() {
    const isConfirmed = await confirm({
      title: t("staff.revokeTitle"),
      text: t("staff.revokeText"),
      confirm: t("staff.revoke"),
      danger: true,
    });
    if (isConfirmed) revokeLink.mutate();
  }
  const counts = [
    link.received > 0
      ? t("staff.received", {
          count: link.received,
          size: formatBytes(link.receivedSize),
        })
      : t("staff.nothingReceived"),
    ...(link.waiting > 0 ? [t("staff.onTheWay", { count: link.waiting })] : []),
    ...(link.refused > 0 ? [t("staff.refused", { count: link.refused })] : []),
  ];
  return (
    <DetailsItem>
      <LinkDetails>
        <Inline>
          <strong>{t(`staff.purposesShort.${link.purpose}`)}</strong>
          <Label variant={isOpen ? "success" : "secondary"}>{t(`staff.${state}`)}</Label>
          <Note>
            {link.revoked
              ? formatDateTime(link.revoked)
              : t("staff.openUntil", { date: formatDateTime(link.expireDate) })}
          </Note>
        </Inline>
        <div>{counts.join(" · ")}</div>
        <Note>{t("staff.createdBy", { creator: link.creator, date: formatDateTime(link.dateCreated) })}</Note>
        {failure && (
          <Danger as="div" role="alert">
            {problemText(failure)}
          </Danger>
        )}
      </LinkDetails>
      <ButtonRow>
        {link.received + link.refused > 0 && (
          <Button
            size="small"
            loading={fetchReceipt.isPending}
            aria-expanded={fetchReceipt.data !== undefined}
            onClick={() => (fetchReceipt.data ? fetchReceipt.reset() : fetchReceipt.mutate())}
          >
            {t("staff.receipt")}
          </Button>
        )}
        {isValid && (
          <Button
            size="small"
            variant="danger"
            loading={revokeLink.isPending}
            aria-label={t("staff.revokeOf", { date: formatDateTime(link.dateCreated) })}
            onClick={() => void revoke()}
          >
            {t("staff.revoke")}
          </Button>
        )}
      </ButtonRow>
      {fetchReceipt.data && (
        <FullWidth>
          <Receipt signedReceipt={fetchReceipt.data} />
        </FullWidth>
      )}
    </DetailsItem>
  );
}

const FullWidth = styled.div`
  flex: 1 1 100%;
`;
