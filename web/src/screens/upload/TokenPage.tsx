import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { getTokenInfo } from "#domain/endpoints/links/linkUpload.ts";
import { type LinkPurpose, linkPagePaths } from "#domain/links/uploadLink.ts";
import { LinkError } from "#features/publicPage/LinkError.tsx";
import { PublicFrame, PublicTitle } from "#features/publicPage/PublicFrame.tsx";
import { useApiCall } from "#features/publicPage/useApiCall.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { Note } from "#ui/layout/typography.ts";

/** Loaded on demand: few links have messages. */
const LinkMessages = lazy(async () => ({ default: (await import("./LinkMessages.tsx")).LinkMessages }));

export type TokenInfo = ResponseOf<typeof getTokenInfo>;

interface TokenPageProps {
  purpose: LinkPurpose;
  title: string;
  children: (token: string, info: TokenInfo) => ReactNode;
}

/** A public page opened by a link (2§2). Without a token it makes no calls. */
export function TokenPage({ purpose, title, children }: TokenPageProps) {
  const [token] = useState(() => new URLSearchParams(location.search).get("token") ?? "");
  return (
    <PublicFrame title={title} areas={areas}>
      {token ? (
        <TokenContent purpose={purpose} token={token}>
          {children}
        </TokenContent>
      ) : (
        <LinkError failure={null} onRetry={null} />
      )}
    </PublicFrame>
  );
}

const areas = ["upload"] as const;

function TokenContent({
  purpose,
  token,
  children,
}: Pick<TokenPageProps, "purpose" | "children"> & { token: string }) {
  const { t } = useTranslation("link");
  const info = useApiCall(useCallback((signal) => call(getTokenInfo, { body: { token }, signal }), [token]));
  const otherPurpose = info.data && info.data.purpose !== purpose ? info.data.purpose : null;
  useEffect(() => {
    if (otherPurpose) location.replace(`${linkPagePaths[otherPurpose]}${location.search}`);
  }, [otherPurpose]);
  if (info.failure) return <LinkError failure={info.failure} onRetry={info.reload} />;
  if (!info.data || otherPurpose) return <Loading />;
  const { documentationName, templateName, creator, customerName, expireDate } = info.data;
  // Files announced before the limit was reached may still arrive.
  const isFull = info.data.remainingFileCount === 0 || info.data.remainingBytes === 0;
  return (
    <>
      <header>
        <PublicTitle>
          {documentationName} <Template>({templateName})</Template>
        </PublicTitle>
        <p>{t("creator", { creator })}</p>
        <Note as="p">{t("openUntil", { customer: customerName, date: formatDateTime(expireDate) })}</Note>
      </header>
      {isFull && (
        <Banner kind="warning" detail={t("linkError.fullText")}>
          {t("linkError.full")}
        </Banner>
      )}
      {info.data.messages.length > 0 && (
        <Suspense>
          <LinkMessages token={token} initialMessages={info.data.messages} />
        </Suspense>
      )}
      {children(token, info.data)}
    </>
  );
}

const Template = styled.span`
  color: var(--fgColor-muted);
  font-weight: var(--base-text-weight-normal);
`;
