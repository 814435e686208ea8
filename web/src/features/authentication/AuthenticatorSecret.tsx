import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { CopyButton } from "#ui/button/CopyButton.tsx";
import { QrCode } from "#ui/format/QrCode.tsx";
import { Note } from "#ui/layout/typography.ts";

/** An authenticator's secret: a QR code to scan, the text to type, or a link to an app on this device. */
export function AuthenticatorSecret({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useTranslation("session");
  const [hasCopyFailed, setHasCopyFailed] = useState(false);
  return (
    <>
      <p>{t("secret.scan")}</p>
      <QrCode value={uri} title={t("secret.qrCode")} />
      <TouchOnlyLink href={uri}>{t("secret.open")}</TouchOnlyLink>
      <div>
        <p>{t("secret.enterManually")}</p>
        <Box>
          <Text aria-label={t("secret.label")}>{secret.match(/.{1,4}/g)?.join(" ")}</Text>
          <CopyButton text={secret} label={t("secret.copy")} onRefused={() => setHasCopyFailed(true)} />
        </Box>
        <Note as="p" role="status">
          {hasCopyFailed && t("secret.copyFailed")}
        </Note>
      </div>
    </>
  );
}

/** For touch devices, which cannot scan their own screen. */
const TouchOnlyLink = styled.a`
  display: none;
  align-self: center;
  @media (pointer: coarse) {
    display: block;
  }
`;

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-8);
  margin-top: var(--base-size-4);
  padding: var(--base-size-8) var(--base-size-12);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-muted);
`;

const Text = styled.code`
  flex: 1 1 160px;
  font-family: var(--fontStack-monospace);
  word-spacing: 0.2em;
  user-select: all;
`;
