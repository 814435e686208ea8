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

interface PublicFrameProps {
  title: string;
  /** Text areas that the page uses besides common and link. */
  areas: readonly Area[];
  children: ReactNode;
}

/** The frame of a page that a link opens without login: the product name, and a button for the other language. */
export function PublicFrame({ title, areas, children }: PublicFrameProps) {
  const { t } = useTranslation("link");
  const { t: tCommon } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${tCommon("product")}`;
  }, [title, tCommon]);
  function toggleLanguage() {
    const otherLanguage = t("languageCode") === "sv" ? "sv" : "en";
    saveLanguage(otherLanguage);
    void switchLanguage(otherLanguage, ["common", "link", ...areas]);
  }
  return (
    <Background>
      <Header>
        <Logo size={24} />
        <Strong>{tCommon("product")}</Strong>
        <Button
          variant="invisible"
          leadingVisual={GlobeIcon}
          lang={t("languageCode")}
          onClick={toggleLanguage}
        >
          {t("language")}
        </Button>
      </Header>
      <Main>{children}</Main>
    </Background>
  );
}

/** The title of a public page. */
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

const Header = styled.header`
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
