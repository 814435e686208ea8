import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { LargePhoto } from "#features/photo/LargePhoto.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import type { ComparedPhoto } from "./compareTasks.ts";

/** Percentage points that each key moves the divider by. */
const steps: Record<string, number> = {
  ArrowLeft: -2,
  ArrowDown: -2,
  ArrowRight: 2,
  ArrowUp: 2,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

interface SliderStageProps {
  beforePhoto: ComparedPhoto;
  afterPhoto: ComparedPhoto;
}

/** Shows `beforePhoto` left of a divider and `afterPhoto` right of it. Mouse, touch and the arrow keys move the divider. */
export function SliderStage({ beforePhoto, afterPhoto }: SliderStageProps) {
  const { t } = useTranslation("comparison");
  const stage = useRef<HTMLDivElement>(null);
  const [split, setSplit] = useState(50);

  function moveDivider({ clientX }: PointerEvent) {
    const { left, width } = stage.current!.getBoundingClientRect();
    if (width > 0) setSplit(clampPercent(((clientX - left) / width) * 100));
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setSplit((current) => clampPercent(current + step));
  }

  const percent = Math.round(split);
  return (
    <Stage
      ref={stage}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        moveDivider(event);
      }}
      onPointerMove={(event) => event.buttons > 0 && moveDivider(event)}
    >
      <Layer style={{ clipPath: `inset(0 ${100 - split}% 0 0)` }}>
        <Large {...beforePhoto} />
      </Layer>
      <Layer style={{ clipPath: `inset(0 0 0 ${split}%)` }}>
        <Large {...afterPhoto} />
      </Layer>
      <Badge $right={false}>
        {t("slider.before")} · {formatDateTime(beforePhoto.documentation.dateCreated)}
      </Badge>
      <Badge $right>
        {t("slider.after")} · {formatDateTime(afterPhoto.documentation.dateCreated)}
      </Badge>
      <Divider
        role="slider"
        tabIndex={0}
        aria-label={t("slider.divider")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={t("slider.value", { percent })}
        style={{ left: `${split}%` }}
        onKeyDown={onKeyDown}
      >
        <Grip aria-hidden="true">‹ ›</Grip>
      </Divider>
    </Stage>
  );
}

const clampPercent = (percent: number) => Math.min(100, Math.max(0, percent));

function Large({ photo }: ComparedPhoto) {
  return <LargePhoto key={photo.id} photo={photo} name={photo.alias ?? photo.name} />;
}

const Stage = styled.div`
  position: relative;
  height: min(62vh, 680px);
  overflow: hidden;
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-inset);
  cursor: ew-resize;
  /* Touch moves the divider, not the page. */
  touch-action: none;
  user-select: none;
`;

const Layer = styled.div`
  position: absolute;
  inset: 0;
  pointer-events: none;
`;

const Badge = styled.span<{ $right: boolean }>`
  position: absolute;
  top: var(--base-size-8);
  ${({ $right }) => ($right ? "right" : "left")}: var(--base-size-8);
  padding: var(--base-size-2) var(--base-size-8);
  border-radius: var(--borderRadius-full);
  background: var(--overlay-bgColor);
  font-size: var(--text-body-size-small);
  font-variant-numeric: tabular-nums;
  box-shadow: var(--shadow-resting-small);
  pointer-events: none;
`;

const Divider = styled.div`
  position: absolute;
  top: 0;
  bottom: 0;
  width: 40px;
  margin-left: -20px;
  display: grid;
  place-items: center;
  &::before {
    content: "";
    position: absolute;
    inset: 0 19px;
    background: var(--bgColor-default);
    box-shadow: 0 0 0 1px var(--borderColor-default);
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible > span {
    outline: 2px solid var(--borderColor-accent-emphasis);
    outline-offset: 2px;
  }
`;

const Grip = styled.span`
  position: relative;
  display: grid;
  place-items: center;
  width: 40px;
  height: 40px;
  border-radius: 50%;
  background: var(--bgColor-default);
  color: var(--fgColor-default);
  box-shadow: var(--shadow-floating-small);
`;
