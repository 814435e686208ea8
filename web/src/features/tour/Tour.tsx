import { XIcon } from "@primer/octicons-react";
import { Button, IconButton } from "@primer/react";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import { Inline } from "#ui/layout/boxes.ts";
import { Note } from "#ui/layout/typography.ts";
import { findTourAnchor, tourStepsFor } from "./tourSteps.ts";
import { leaveTour } from "./tourStore.ts";

/**
 * A few steps through the navigation bar, in a card beside the page. It is not a dialog: the page and its keys stay usable, and the user
 * can leave at any step.
 */
export default function Tour({ userId }: { userId: number }) {
  const { t } = useTranslation("tour");
  const { t: tCommon } = useTranslation();
  const steps = tourStepsFor(useGrants());
  const [index, setIndex] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const step = steps[index];
  const outline = useOutline(step);
  if (!step) return null;
  const leave = () => leaveTour(userId);
  const open = (next: number) => {
    setIndex(next);
    heading.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") leave();
  };
  const isLast = index === steps.length - 1;
  return (
    <>
      {outline && <Outline style={outline} />}
      <Card aria-label={t("title")} onKeyDown={onKeyDown}>
        <Top>
          <Note>{t("progress", { step: index + 1, total: steps.length })}</Note>
          <IconButton icon={XIcon} variant="invisible" size="small" aria-label={t("leave")} onClick={leave} />
        </Top>
        <div aria-live="polite">
          <Title ref={heading} tabIndex={-1}>
            {t(`steps.${step.id}.title`)}
          </Title>
          <p>{t(`steps.${step.id}.text`)}</p>
        </div>
        {step.path && <Link to={step.path}>{t("open", { page: tCommon(`routes.${step.id}`) })}</Link>}
        <Buttons>
          <Button size="small" disabled={index === 0} onClick={() => open(index - 1)}>
            {t("back")}
          </Button>
          <Button size="small" variant="primary" onClick={() => (isLast ? leave() : open(index + 1))}>
            {isLast ? t("end") : t("next")}
          </Button>
        </Buttons>
      </Card>
    </>
  );
}

/** Pixels between an element and its outline, which is inside: links are as high as the bar. */
const outlineGapPx = -2;

/** The position of a frame around the element of a step; null if it is hidden. */
function useOutline(step: Parameters<typeof findTourAnchor>[0] | undefined) {
  const { pathname } = useLocation();
  const [rect, setRect] = useState<DOMRect | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page can have another bar
  useLayoutEffect(() => {
    const measure = () => setRect((step && findTourAnchor(step)?.getBoundingClientRect()) ?? null);
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [step, pathname]);
  return (
    rect && {
      left: rect.left - outlineGapPx,
      top: rect.top - outlineGapPx,
      width: rect.width + 2 * outlineGapPx,
      height: rect.height + 2 * outlineGapPx,
    }
  );
}

const Outline = styled.div`
  position: fixed;
  z-index: 31;
  border: 2px solid var(--borderColor-accent-emphasis);
  border-radius: var(--borderRadius-medium);
  pointer-events: none;
`;

const Card = styled.aside`
  position: fixed;
  z-index: 31;
  right: var(--base-size-24);
  bottom: var(--base-size-24);
  width: 340px;
  padding: var(--base-size-12) var(--base-size-16) var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-large);
  background: var(--overlay-bgColor);
  box-shadow: var(--shadow-floating-medium);
  p {
    margin: var(--base-size-4) 0 var(--base-size-8);
  }
  @media (max-width: 767px) {
    right: var(--base-size-8);
    bottom: var(--base-size-8);
    left: var(--base-size-8);
    width: auto;
  }
  @media print {
    display: none;
  }
`;

const Top = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
`;

const Title = styled.h2`
  font-size: var(--text-title-size-small);
`;

const Buttons = styled(Inline)`
  justify-content: flex-end;
  margin-top: var(--base-size-12);
`;
