import { PlayIcon, StopIcon } from "@primer/octicons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { acquireImage, releaseImage } from "#api/imageCache.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { ViewerAction } from "./PhotoActions.ts";
import { renditionPath } from "./photoPath.ts";

/** Duration of a photo once it has loaded. */
const photoDurationMs = 5000;

interface SlideShowOptions {
  photo: PhotoRow;
  /** Whether another photo follows. The show ends with the last one. */
  hasNext: boolean;
  showNext: () => void;
  /** Whether the user is drawing or has zoomed in. */
  isPaused: boolean;
}

/**
 * Shows one photo after another; S starts and stops it. It waits while a photo loads, the tab is hidden or the user types. Photos change
 * without animation, so that nothing moves for users who prefer reduced motion.
 */
export function useSlideShow({ photo, hasNext, showNext, isPaused }: SlideShowOptions): ViewerAction {
  const { t } = useTranslation("documentation");
  const [isOn, setIsOn] = useState(false);
  const isRunning = isOn && hasNext && !isPaused;
  const latestShowNext = useRef(showNext);
  latestShowNext.current = showNext;
  useEffect(() => {
    if (isOn && !hasNext) setIsOn(false);
  }, [isOn, hasNext]);
  const path = photo.hasData ? renditionPath(photo) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each photo is shown for the same time, also one without data
  useEffect(() => {
    if (!isRunning) return;
    let timer = 0;
    let hasEnded = false;
    const wait = () => {
      if (!hasEnded) timer = window.setTimeout(showNextWhenIdle, photoDurationMs);
    };
    const showNextWhenIdle = () => {
      const isWriting = document.activeElement?.closest("input, textarea, select") != null;
      if (document.hidden || isWriting) wait();
      else latestShowNext.current();
    };
    if (path) acquireImage(path).then(wait, wait);
    else wait();
    return () => {
      hasEnded = true;
      window.clearTimeout(timer);
      if (path) releaseImage(path);
    };
  }, [isRunning, photo.id, path]);
  return {
    key: "s",
    icon: isOn ? StopIcon : PlayIcon,
    label: t(isOn ? "gallery.stopSlideShow" : "gallery.startSlideShow"),
    disabled: !hasNext,
    act: () => setIsOn(!isOn),
  };
}
