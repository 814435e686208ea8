import { DeviceMobileIcon, MailIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { CopyButton } from "#ui/button/CopyButton.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { Buttons } from "#ui/layout/boxes.ts";

// Loaded only when a user shows the code.
const QrCode = lazy(async () => ({ default: (await import("#ui/format/QrCode.tsx")).QrCode }));

interface CreatedLinkProps {
  url: string;
  subject?: string;
  /** Whom to send it to with this device's own messages; the service sends none. */
  phoneNumber?: string;
}

/** A link that was just created; it is never shown again. */
export function CreatedLink({ url, subject, phoneNumber }: CreatedLinkProps) {
  const { t } = useTranslation("link");
  const [showsQrCode, setShowsQrCode] = useState(false);
  const [copyFailed, setCopyFailed] = useState(false);
  return (
    <Box role="status">
      <Banner kind="success" detail={t("staff.createdText")}>
        {t("staff.created")}
      </Banner>
      <Line>
        <LinkText aria-label={t("staff.link")}>{url}</LinkText>
        <CopyButton text={url} label={t("staff.copy")} onRefused={() => setCopyFailed(true)} />
      </Line>
      {copyFailed && <p>{t("staff.copyFailed")}</p>}
      <Buttons>
        {phoneNumber && (
          <Button
            as="a"
            href={`sms:${phoneNumber.replace(/[^+\d]/g, "")}?body=${encodeURIComponent(url)}`}
            leadingVisual={DeviceMobileIcon}
          >
            {t("staff.textMessage", { number: phoneNumber })}
          </Button>
        )}
        <Button
          as="a"
          href={`mailto:?subject=${encodeURIComponent(subject ?? t("staff.mailSubject"))}&body=${encodeURIComponent(url)}`}
          leadingVisual={MailIcon}
        >
          {t("staff.mail")}
        </Button>
        {!showsQrCode && (
          <Button type="button" onClick={() => setShowsQrCode(true)}>
            {t("staff.showQr")}
          </Button>
        )}
      </Buttons>
      {showsQrCode && (
        <Suspense fallback={<Loading />}>
          <QrCode value={url} title={t("staff.qrCode")} />
        </Suspense>
      )}
    </Box>
  );
}

const Box = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: var(--base-size-12);
  width: 100%;
  > :first-child {
    width: 100%;
  }
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-8);
  width: 100%;
  padding: var(--base-size-8) var(--base-size-12);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-muted);
`;

const LinkText = styled.code`
  flex: 1 1 200px;
  font-family: var(--fontStack-monospace);
  overflow-wrap: anywhere;
  user-select: all;
`;
