import { GlobeIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { switchLanguage } from "#i18n/i18n.ts";
import { saveLanguage } from "#i18n/language.ts";
import type { Area } from "#i18n/texts.ts";
import { Logo } from "#ui/brand/Logo.tsx";
import { Strong } from "#ui/layout/typography.ts";

interface StrangersFrameProps {
  title: string;
  /** The texts that the page shows besides the common ones and those of links. */
  areas: readonly Area[];
  children: ReactNode;
}

/** The frame of a page that a link opens without a login: the product, and the other language a tap away. */
export function PublicFrame({ title, areas, children }: StrangersFrameProps) {
  const { t } = useTranslation("link");
  const { t: common } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${common("product")}`;
  }, [title, common]);
  function speak() {
    const other = t("languageCode") === "sv" ? "sv" : "en";
    saveLanguage(other);
    void switchLanguage(other, ["common", "link", ...areas]);
  }
  return (
    <Background>
      <Top>
        <Logo size={24} />
        <Strong>{common("product")}</Strong>
        <Button variant="invisible" leadingVisual={GlobeIcon} lang={t("languageCode")} onClick={speak}>
          {t("language")}
        </Button>
      </Top>
      <Main>{children}</Main>
    </Background>
  );
}

/** What a page for strangers is about. */
export const PublicTitle = styled.h1`
  font-size: var(--text-title-size-medium);
  font-weight: var(--base-text-weight-semibold);
  line-height: 1.3;
  overflow-wrap: anywhere;
`;

const Background = styled.div`
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
