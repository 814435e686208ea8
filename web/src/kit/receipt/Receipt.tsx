import { AlertIcon, CheckCircleFillIcon, DownloadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { AnswerOf } from "../../../../domain/endpoint";
import type { getReceipt } from "../../../../domain/endpoints/tokenUpload";
import type { ProblemCode } from "../../../../domain/problem";
import { shownName } from "../../../../domain/rules/shownName";
import { formatSize } from "../../../../domain/rules/sizes";
import { numberLocale } from "../../i18n/language";
import { dateTimeText, dayText } from "../dates";
import { fileName, saveFile } from "../save";

interface ReceiptProps {
  signed: AnswerOf<typeof getReceipt>;
  /** SHA-256 that this browser has calculated itself of what it sent. */
  compared?: ReadonlySet<string>;
}

/** 'n of n received and verified', with names, sizes and SHA-256, to be kept as a file. */
export function Receipt({ signed, compared = none }: ReceiptProps) {
  const { t } = useTranslation("link");
  const { t: common } = useTranslation();
  const { receipt } = signed;
  const { expected, received, items, refused, dateCreated, documentationName } = receipt;
  const waiting = expected - received - refused.length;
  const whole = received === expected;
  const keep = () =>
    saveFile(
      new Blob([JSON.stringify(signed, null, 2)], { type: "application/json" }),
      fileName([t("receipt.fileName"), documentationName, dayText(dateCreated)], "json"),
    );
  return (
    <Parts>
      <Verdict>
        {whole ? (
          <CheckCircleFillIcon fill="var(--fgColor-success)" />
        ) : (
          <AlertIcon fill="var(--fgColor-attention)" />
        )}
        {t("receipt.all", { received, count: expected })}
      </Verdict>
      {waiting > 0 && <p>{t("receipt.waiting", { count: waiting })}</p>}
      <Small>
        {t("receipt.text")} {t("receipt.signed", { date: dateTimeText(dateCreated) })}.
      </Small>
      <List>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike in everything, and none ever moves
          <Entry key={index}>
            <Name>
              <bdi>{shownName(item.name)}</bdi>{" "}
              <Small as="span">{formatSize(item.dataSize, numberLocale())}</Small>
            </Name>
            <Hash title={t("receipt.showHash")}>{item.sha256}</Hash>
            {compared.has(item.sha256) && <Same>{t("receipt.compared")}</Same>}
          </Entry>
        ))}
        {refused.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Entry key={`refused ${index}`}>
            <Name>
              <bdi>{shownName(name)}</bdi>
            </Name>
            <Refused>{t("receipt.refused", { reason: common(`problem.${reason as ProblemCode}`) })}</Refused>
          </Entry>
        ))}
      </List>
      <Keep leadingVisual={DownloadIcon} size="large" onClick={keep}>
        {t("receipt.keep")}
      </Keep>
    </Parts>
  );
}

const none: ReadonlySet<string> = new Set();

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
`;

const Verdict = styled.p`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  font-weight: var(--base-text-weight-semibold);
`;

const Small = styled.p`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;

/** A thousand files do not push away what comes after them. */
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

const Name = styled.div`
  overflow-wrap: anywhere;
`;

const Hash = styled.code`
  display: block;
  color: var(--fgColor-muted);
  font-family: var(--fontStack-monospace);
  font-size: 11px;
  overflow-wrap: anywhere;
`;

const Same = styled.div`
  color: var(--fgColor-success);
  font-size: var(--text-body-size-small);
`;

const Refused = styled.div`
  color: var(--fgColor-danger);
  font-size: var(--text-body-size-small);
`;

const Keep = styled(Button)`
  min-height: 44px;
  align-self: flex-start;
`;
