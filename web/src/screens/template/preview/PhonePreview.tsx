import { SegmentedControl } from "@primer/react";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { validateForCompletion } from "#domain/capture/draftValidation.ts";
import type { TemplateContent } from "#domain/template/content.ts";
import { platforms } from "#domain/template/types.ts";
import { CaptureFields } from "#features/captureForm/CaptureFields.tsx";
import { CaptureFoot } from "#features/captureForm/CaptureFoot.tsx";
import { MediaContext } from "#features/captureForm/CaptureFormContext.ts";
import { needsOverview, PhotoOverview } from "#features/captureForm/PhotoOverview.tsx";
import { Inline } from "#ui/layout/boxes.ts";
import { phoneContainer } from "#ui/layout/phoneStyles.ts";
import { getHeadingTag, Note } from "#ui/layout/typography.ts";
import { usePreview } from "./useTemplatePreview.ts";

interface PhonePreviewProps {
  content: TemplateContent;
  /** The level of the heading above it. */
  level: number;
}

/** The form of a template as it looks on a phone, to try out while editing. Nothing is stored or sent. */
export function PhonePreview({ content, level }: PhonePreviewProps) {
  const { t } = useTranslation("template");
  const { t: tCapture } = useTranslation("capture");
  const [platform, setPlatform] = useState<(typeof platforms)[number]>("APP");
  // Five hundred fields must not slow down typing in the editor.
  const { work, adding, source, startOver } = usePreview(useDeferredValue(content), platform);
  const { draft } = work;
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [isOverviewOpen, setIsOverviewOpen] = useState(false);
  const [statusText, setStatusText] = useState("");
  const missingListRef = useRef<HTMLDivElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const errors = useMemo(() => (isSubmitted ? validateForCompletion(draft) : []), [isSubmitted, draft]);
  const hasPlatformCondition = useMemo(() => dependsOnPlatform(draft.tasks), [draft.tasks]);
  const Title = getHeadingTag(level + 1);

  function complete({ overviewSeen = false } = {}) {
    setIsSubmitted(true);
    setIsOverviewOpen(false);
    if (validateForCompletion(draft).length > 0) {
      setStatusText("");
      requestAnimationFrame(() => missingListRef.current?.focus());
    } else if (!overviewSeen && needsOverview(draft)) setIsOverviewOpen(true);
    else setStatusText(t("preview.canComplete"));
  }
  function cancel() {
    startOver();
    setIsSubmitted(false);
    setStatusText(t("preview.formCleared"));
    screen.current?.scrollTo({ top: 0 });
  }

  return (
    <MediaContext value={source}>
      <Header>
        <Note as="p">{t("preview.lead")}</Note>
        {hasPlatformCondition && (
          <SegmentedControl
            size="small"
            aria-label={t("precondition.platform")}
            onChange={(index) => setPlatform(platforms[index] ?? "APP")}
          >
            {platforms.map((option) => (
              <SegmentedControl.Button key={option} selected={option === platform}>
                {t(`precondition.platforms.${option}`)}
              </SegmentedControl.Button>
            ))}
          </SegmentedControl>
        )}
      </Header>
      <Screen ref={screen}>
        <ScreenContent>
          <FormHeader>
            <Title>{draft.name || tCapture("form.unnamed")}</Title>
            <Note as="p">{content.name || t("editor.newTitle")}</Note>
          </FormHeader>
          <CaptureFields
            controller={work}
            draftErrors={errors}
            reducesPhotos
            level={level + 2}
            phone
            foot={
              <CaptureFoot
                saveState={null}
                addingCount={adding}
                requestedFinish={null}
                draftErrors={errors}
                errorListRef={missingListRef}
                onCancel={cancel}
                onPause={null}
                onComplete={() => complete()}
              />
            }
          />
          {isOverviewOpen && (
            <PhotoOverview
              draft={draft}
              onBack={() => setIsOverviewOpen(false)}
              onComplete={() => complete({ overviewSeen: true })}
            />
          )}
        </ScreenContent>
      </Screen>
      <Note as="p" role="status">
        {statusText}
      </Note>
    </MediaContext>
  );
}

const dependsOnPlatform = (tasks: Parameters<typeof validateForCompletion>[0]["tasks"]): boolean =>
  tasks.some(({ preconditions }) => preconditions.some(({ type }) => type === "PLATFORM"));

const Header = styled(Inline)`
  justify-content: space-between;
  margin-bottom: var(--base-size-8);
  > p {
    flex: 1 1 160px;
  }
`;

/** The width of a 390 px phone, and as high as fits. */
const Screen = styled.div`
  container: ${phoneContainer} / inline-size;
  width: 392px;
  max-width: 100%;
  height: min(780px, calc(100vh - 220px));
  min-height: 360px;
  border: 1px solid var(--borderColor-default);
  border-radius: 28px;
  background: var(--bgColor-default);
  box-shadow: 0 0 0 6px var(--bgColor-muted), var(--shadow-resting-medium);
  overflow-y: auto;
  overscroll-behavior: contain;
  @media (max-width: 767px) {
    height: calc(100dvh - 140px);
  }
`;

/** The padding is not on the scroller, because the form's sticky footer is positioned within its padding. */
const ScreenContent = styled.div`
  padding: var(--base-size-16);
`;

const FormHeader = styled.div`
  margin-bottom: var(--base-size-16);
  > :first-child {
    font-size: var(--text-title-size-medium);
    font-weight: var(--base-text-weight-semibold);
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
`;
