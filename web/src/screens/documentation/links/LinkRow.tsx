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
import { ButtonRow, Inline } from "#ui/layout/boxes.ts";
import { Danger, Note } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";

type Link = ResponseOf<typeof findUploadTokens>["items"][number];

/** A link: its purpose, whether it is open, and what arrived through it. */
export function LinkRow({ link, onRevoked }: { link: Link; onRevoked: () => void }) {
  const { t } = useTranslation("link");
  const confirm = useConfirm();
  const fetching = useMutation({
    mutationFn: () => call(findReceipt, { params: { id: link.id } }),
    meta: { ownErrors: true },
  });
  const revoking = useMutation({
    mutationFn: () => call(revokeUploadToken, { params: { id: link.id } }),
    meta: { ownErrors: true },
    onSuccess: () => {
      showAlert("success", t("staff.revoked"));
      onRevoked();
    },
  });
  const failure = revoking.error ?? fetching.error;
  const lasting = !link.revoked && link.expireDate > now();
  const open = lasting && !link.closed;
  const state = open ? "open" : lasting ? "closed" : link.revoked ? "ended" : "expired";

  async function revoke() {
    const sure = await confirm({
      title: t("staff.revokeTitle"),
      text: t("staff.revokeText"),
      confirm: t("staff.revoke"),
      danger: true,
    });
    if (sure) revoking.mutate();
  }
  const counts = [
    link.received > 0
      ? t("staff.received", {
          count: link.received,
          size: formatBytes(link.receivedSize),
        })
      : t("staff.nothing"),
    ...(link.waiting > 0 ? [t("staff.waiting", { count: link.waiting })] : []),
    ...(link.refused > 0 ? [t("staff.refused", { count: link.refused })] : []),
  ];
  return (
    <Row>
      <Words>
        <Inline>
          <strong>{t(`staff.purposesShort.${link.purpose}`)}</strong>
          <Label variant={open ? "success" : "secondary"}>{t(`staff.${state}`)}</Label>
          <Note>
            {link.revoked
              ? formatDateTime(link.revoked)
              : t("staff.until", { date: formatDateTime(link.expireDate) })}
          </Note>
        </Inline>
        <div>{counts.join(" · ")}</div>
        <Note>{t("staff.by", { creator: link.creator, date: formatDateTime(link.dateCreated) })}</Note>
        {failure && (
          <Danger as="div" role="alert">
            {problemText(failure)}
          </Danger>
        )}
      </Words>
      <ButtonRow>
        {link.received + link.refused > 0 && (
          <Button
            size="small"
            loading={fetching.isPending}
            aria-expanded={fetching.data !== undefined}
            onClick={() => (fetching.data ? fetching.reset() : fetching.mutate())}
          >
            {t("staff.receipt")}
          </Button>
        )}
        {lasting && (
          <Button
            size="small"
            variant="danger"
            loading={revoking.isPending}
            aria-label={t("staff.revokeOf", { date: formatDateTime(link.dateCreated) })}
            onClick={() => void revoke()}
          >
            {t("staff.revoke")}
          </Button>
        )}
      </ButtonRow>
      {fetching.data && (
        <Whole>
          <Receipt signed={fetching.data} />
        </Whole>
      )}
    </Row>
  );
}

const Row = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: var(--base-size-8);
  padding: var(--base-size-12) 0;
  & + & {
    border-top: 1px solid var(--borderColor-muted);
  }
`;

const Words = styled.div`
  flex: 1 1 240px;
  min-width: 0;
`;

const Whole = styled.div`
  flex: 1 1 100%;
`;
