import { AlertIcon, CheckCircleFillIcon, DownloadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { isProblemCode } from "#domain/core/problem.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import type { getReceipt } from "#domain/endpoints/links/receipt.ts";
import { downloadBlob, toFileName } from "#lib/downloadBlob.ts";
import { formatDateTime, formatDay } from "#ui/format/dates.ts";
import { formatBytes } from "#ui/format/numbers.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { Breakable, FieldErrorText, Note, Success } from "#ui/layout/typography.ts";

interface ReceiptProps {
  signedReceipt: ResponseOf<typeof getReceipt>;
  /** SHA-256 digests that this browser calculated from the files it sent. */
  compared?: ReadonlySet<string>;
}

/** 'n of n received and verified', with names, sizes and SHA-256, downloadable. */
export function Receipt({ signedReceipt, compared: localDigests = noDigests }: ReceiptProps) {
  const { t } = useTranslation("link");
  const { t: tCommon } = useTranslation();
  const { receipt } = signedReceipt;
  const { expected, received, items, refused, dateCreated, documentationName } = receipt;
  const missingCount = expected - received - refused.length;
  const isComplete = received === expected;
  const download = () =>
    downloadBlob(
      new Blob([JSON.stringify(signedReceipt, null, 2)], { type: "application/json" }),
      toFileName([t("receipt.fileName"), documentationName, formatDay(dateCreated)], "json"),
    );
  return (
    <Stack $gap={12}>
      <Verdict>
        {isComplete ? (
          <CheckCircleFillIcon fill="var(--fgColor-success)" />
        ) : (
          <AlertIcon fill="var(--fgColor-attention)" />
        )}
        {t("receipt.summary", { receivedCount: received, count: expected })}
      </Verdict>
      {missingCount > 0 && <p>{t("receipt.notArrived", { count: missingCount })}</p>}
      <Note as="p">
        {t("receipt.text")} {t("receipt.signedOn", { date: formatDateTime(dateCreated) })}.
      </Note>
      <List>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may be equal, and none ever moves
          <Entry key={index}>
            <Breakable as="div">
              <bdi>{safeDisplayName(item.name)}</bdi> <Note as="span">{formatBytes(item.dataSize)}</Note>
            </Breakable>
            <Hash title={t("receipt.showHash")}>{item.sha256}</Hash>
            {localDigests.has(item.sha256) && <Success as="div">{t("receipt.matches")}</Success>}
          </Entry>
        ))}
        {refused.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Entry key={`refused ${index}`}>
            <Breakable as="div">
              <bdi>{safeDisplayName(name)}</bdi>
            </Breakable>
            <FieldErrorText as="div">
              {t("receipt.refused", {
                reason: isProblemCode(reason) ? tCommon(`problem.${reason}`) : reason,
              })}
            </FieldErrorText>
          </Entry>
        ))}
      </List>
      <DownloadButton leadingVisual={DownloadIcon} size="large" onClick={download}>
        {t("receipt.download")}
      </DownloadButton>
    </Stack>
  );
}

const noDigests: ReadonlySet<string> = new Set();

const Verdict = styled.p`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  font-weight: var(--base-text-weight-semibold);
`;

/** Scrolls, so that a thousand files do not push away the content below. */
const List = styled.ul`
  max-height: 60vh;
  overflow: auto;
`;

const Entry = styled.li`
  padding: var(--base-size-8) 0;
  & + & {
    border-top: 1px solid var(--borderColor-muted);
  }
`;

const Hash = styled.code`
  display: block;
  color: var(--fgColor-muted);
  font-family: var(--fontStack-monospace);
  font-size: 11px;
  overflow-wrap: anywhere;
`;

const DownloadButton = styled(Button)`
  min-height: 44px;
  align-self: flex-start;
`;
