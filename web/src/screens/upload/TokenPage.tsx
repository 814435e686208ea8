import { GlobeIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { AnswerOf } from "../../../../domain/endpoint";
import { getTokenInfo } from "../../../../domain/endpoints/tokenUpload";
import type { LinkPurpose } from "../../../../domain/rules/uploadToken";
import { call } from "../../api/client";
import { Logo } from "../../frame/Logo";
import { changeTexts } from "../../i18n/i18n";
import { keepLanguage } from "../../i18n/language";
import { dateTimeText } from "../../kit/dates";
import { Flash } from "../../kit/Flash";
import { Loading } from "../../kit/Loading";
import { Note, Strong } from "../../kit/text";
import { LinkTrouble } from "./LinkTrouble";
import { useAnswer } from "./useAnswer";

export type TokenInfo = AnswerOf<typeof getTokenInfo>;

const pathOf: Record<LinkPurpose, string> = { FILES: "/uploadFiles", LATER: "/uploadLater" };

interface TokenPageProps {
  purpose: LinkPurpose;
  title: string;
  children: (token: string, info: TokenInfo) => ReactNode;
}

/** A page that a link opens without a login (2§2). Without a token it does nothing. */
export function TokenPage({ purpose, title, children }: TokenPageProps) {
  const { t } = useTranslation("link");
  const { t: common } = useTranslation();
  const [token] = useState(() => new URLSearchParams(location.search).get("token") ?? "");
  useEffect(() => {
    document.title = `${title} · ${common("product")}`;
  }, [title, common]);
  function speak() {
    const other = t("languageCode") === "sv" ? "sv" : "en";
    keepLanguage(other);
    void changeTexts(other, ["common", "upload", "link"]);
  }
  return (
    <Ground>
      <Top>
        <Logo size={24} />
        <Strong>{common("product")}</Strong>
        <Button variant="invisible" leadingVisual={GlobeIcon} lang={t("languageCode")} onClick={speak}>
          {t("language")}
        </Button>
      </Top>
      <Main>
        {token ? (
          <Opened purpose={purpose} token={token}>
            {children}
          </Opened>
        ) : (
          <LinkTrouble failure={null} onRetry={null} />
        )}
      </Main>
    </Ground>
  );
}

function Opened({
  purpose,
  token,
  children,
}: Pick<TokenPageProps, "purpose" | "children"> & { token: string }) {
  const { t } = useTranslation("link");
  const info = useAnswer(useCallback((signal) => call(getTokenInfo, { body: { token }, signal }), [token]));
  const elsewhere = info.data && info.data.purpose !== purpose ? info.data.purpose : null;
  useEffect(() => {
    if (elsewhere) location.replace(`${pathOf[elsewhere]}${location.search}`);
  }, [elsewhere]);
  if (info.failure) return <LinkTrouble failure={info.failure} onRetry={info.reload} />;
  if (!info.data || elsewhere) return <Loading />;
  const { documentationName, templateName, creator, customerName, expireDate } = info.data;
  // Files announced before the limit was reached may still arrive.
  const full = info.data.filesLeft === 0 || info.data.bytesLeft === 0;
  return (
    <>
      <header>
        <Title>
          {documentationName} <Template>({templateName})</Template>
        </Title>
        <p>{t("creator", { creator })}</p>
        <Note as="p">{t("openUntil", { customer: customerName, date: dateTimeText(expireDate) })}</Note>
      </header>
      {full && (
        <Flash kind="warning" detail={t("trouble.fullText")}>
          {t("trouble.full")}
        </Flash>
      )}
      {children(token, info.data)}
    </>
  );
}

const Ground = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  background: var(--bgColor-muted);
`;

const Top = styled.header`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  padding: var(--base-size-8) var(--base-size-16);
  border-bottom: 1px solid var(--borderColor-muted);
  background: var(--bgColor-default);
  button {
    min-height: 44px;
    margin-left: auto;
  }
`;

const Main = styled.main`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  width: 100%;
  max-width: 720px;
  margin: 0 auto;
  padding: var(--base-size-24) var(--base-size-16) var(--base-size-48);
`;

const Title = styled.h1`
  font-size: var(--text-title-size-medium);
  font-weight: var(--base-text-weight-semibold);
  line-height: 1.3;
  overflow-wrap: anywhere;
`;

const Template = styled.span`
  color: var(--fgColor-muted);
  font-weight: var(--base-text-weight-normal);
`;
