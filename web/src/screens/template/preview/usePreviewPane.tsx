import { DeviceMobileIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { TemplateContent } from "#domain/template/content.ts";
import { loadTexts } from "#i18n/i18n.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { useMediaQuery } from "#ui/hooks/useMediaQuery.ts";
import { SectionTitle } from "#ui/layout/typography.ts";

/** The capture form and its texts are loaded with the first preview. */
const PhonePreview = lazy(async () => {
  const [{ PhonePreview }] = await Promise.all([
    import("./PhonePreview.tsx"),
    loadTexts("capture"),
    loadTexts("review"),
  ]);
  return { default: PhonePreview };
});

const paneClosedKey = "templatePreviewShut";
/** Pixels from which editor and phone fit side by side. */
const sideBySideMinWidthPx = 1200;

/** The preview: beside the editor if there is room, until it is closed; otherwise in a dialog. */
export function usePreviewPane(content: TemplateContent) {
  const { t } = useTranslation("template");
  const isWide = useMediaQuery(`(min-width: ${sideBySideMinWidthPx}px)`);
  const [isClosed, setIsClosed] = useState(() => readStorage(paneClosedKey) !== null);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const id = useId();
  const isOpen = isWide ? !isClosed : isDialogOpen;
  const toggle = () => {
    if (!isWide) return setIsDialogOpen(!isDialogOpen);
    setIsClosed(!isClosed);
    writeStorage(paneClosedKey, isClosed ? null : "true");
  };
  const renderPreview = (level: number) => (
    <Suspense fallback={<Loading />}>
      <PhonePreview content={content} level={level} />
    </Suspense>
  );
  return {
    button: (
      <Button
        leadingVisual={DeviceMobileIcon}
        aria-expanded={isOpen}
        {...(isWide && isOpen && { "aria-controls": id })}
        onClick={toggle}
      >
        {t("preview.title")}
      </Button>
    ),
    /** The editor with the preview beside or over it. */
    wrap: (editor: ReactNode) => (
      <>
        <Sides $two={isWide && isOpen}>
          <Main>{editor}</Main>
          {isWide && isOpen && (
            <Aside id={id} aria-labelledby={`${id}title`}>
              <SectionTitle id={`${id}title`}>{t("preview.title")}</SectionTitle>
              {renderPreview(2)}
            </Aside>
          )}
        </Sides>
        {!isWide && isDialogOpen && (
          <Modal title={t("preview.title")} narrow="fullscreen" onClose={() => setIsDialogOpen(false)}>
            {renderPreview(2)}
          </Modal>
        )}
      </>
    ),
  };
}

const Sides = styled.div<{ $two: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) ${({ $two }) => ($two ? "404px" : "")};
  gap: var(--base-size-32);
  align-items: start;
`;

const Main = styled.div`
  min-width: 0;
`;

const Aside = styled.section`
  position: sticky;
  top: calc(var(--frame-height) + var(--base-size-16));
  display: flex;
  flex-direction: column;
  align-items: center;
  > :not(:last-child) {
    align-self: stretch;
  }
`;
