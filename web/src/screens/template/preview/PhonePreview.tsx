import { SegmentedControl } from "@primer/react";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { validateForCompletion } from "#domain/capture/draftValidation.ts";
import type { TemplateContent } from "#domain/resources/template.ts";
import { CaptureFields } from "#features/captureForm/CaptureFields.tsx";
import { CaptureFoot } from "#features/captureForm/CaptureFoot.tsx";
import { MediaContext } from "#features/captureForm/CaptureFormContext.ts";
import { needsOverview, PhotoOverview } from "#features/captureForm/PhotoOverview.tsx";
import { Inline } from "#ui/layout/boxes.ts";
import { phoneContainer } from "#ui/layout/phoneStyles.ts";
import { Note } from "#ui/layout/typography.ts";
import { usePreview } from "./useTemplatePreview.ts";

interface PhonePreviewProps {
  content: TemplateContent;
  /** The level of the heading above it. */
  level: number;
}

const platforms = ["APP", "WEB"] as const;

/** The form that a template makes, as it is on a phone: to be tried out while it is edited. Nothing leaves it. */
export function PhonePreview({ content, level }: PhonePreviewProps) {
  const { t } = useTranslation("template");
  const { t: capture } = useTranslation("capture");
  const [platform, setPlatform] = useState<(typeof platforms)[number]>("APP");
  // Five hundred fields must not slow down the typing beside them.
  const { work, adding, source, startOver } = usePreview(useDeferredValue(content), platform);
  const { draft } = work;
  const [tried, setTried] = useState(false);
  const [overview, setOverview] = useState(false);
  const [said, say] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const missing = useMemo(() => (tried ? validateForCompletion(draft) : []), [tried, draft]);
  const asksPlatform = useMemo(() => dependsOnPlatform(draft.tasks), [draft.tasks]);
  const Title = `h${level + 1}` as "h3";

  function complete({ seen = false } = {}) {
    setTried(true);
    setOverview(false);
    if (validateForCompletion(draft).length > 0) {
      say("");
      requestAnimationFrame(() => list.current?.focus());
    } else if (!seen && needsOverview(draft)) setOverview(true);
    else say(t("preview.complete"));
  }
  function cancel() {
    startOver();
    setTried(false);
    say(t("preview.startedOver"));
    screen.current?.scrollTo({ top: 0 });
  }

  return (
    <MediaContext value={source}>
      <Head>
        <Note as="p">{t("preview.lead")}</Note>
        {asksPlatform && (
          <SegmentedControl
            size="small"
            aria-label={t("precondition.platform")}
            onChange={(index) => setPlatform(platforms[index] ?? "APP")}
          >
            {platforms.map((one) => (
              <SegmentedControl.Button key={one} selected={one === platform}>
                {t(`precondition.platforms.${one}`)}
              </SegmentedControl.Button>
            ))}
          </SegmentedControl>
        )}
      </Head>
      <Screen ref={screen}>
        <Inside>
          <Top>
            <Title>{draft.name || capture("form.unnamed")}</Title>
            <Note as="p">{content.name || t("editor.newTitle")}</Note>
          </Top>
          <CaptureFields
            work={work}
            missing={missing}
            smaller
            level={level + 2}
            phone
            foot={
              <CaptureFoot
                keeping={null}
                adding={adding}
                finishing={null}
                missing={missing}
                missingRef={list}
                onCancel={cancel}
                onPause={null}
                onComplete={() => complete()}
              />
            }
          />
          {overview && (
            <PhotoOverview
              draft={draft}
              onBack={() => setOverview(false)}
              onComplete={() => complete({ seen: true })}
            />
          )}
        </Inside>
      </Screen>
      <Note as="p" role="status">
        {said}
      </Note>
    </MediaContext>
  );
}

const dependsOnPlatform = (tasks: Parameters<typeof validateForCompletion>[0]["tasks"]): boolean =>
  tasks.some(({ preconditions }) => preconditions.some(({ type }) => type === "PLATFORM"));

const Head = styled(Inline)`
  justify-content: space-between;
  margin-bottom: var(--base-size-8);
  > p {
    flex: 1 1 160px;
  }
`;

/** As wide as a phone of 390 pixels, and as high as there is room for. */
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

/** Not the padding of what scrolls: the form's foot sticks within that. */
const Inside = styled.div`
  padding: var(--base-size-16);
`;

const Top = styled.div`
  margin-bottom: var(--base-size-16);
  > :first-child {
    font-size: var(--text-title-size-medium);
    font-weight: var(--base-text-weight-semibold);
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
`;
