import { ChevronLeftIcon, ChevronRightIcon } from "@primer/octicons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { acquireImage, releaseImage } from "#api/imageCache.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { FullscreenDialog, useNativeModal } from "#ui/dialog/FullscreenDialog.ts";
import { ToastSlot } from "#ui/overlay/ToastSlot.tsx";
import { DecisionBar } from "./DecisionBar.tsx";
import { Filmstrip } from "./Filmstrip.tsx";
import { LargePhoto } from "./LargePhoto.tsx";
import { useMarkup } from "./markup/useMarkup.tsx";
import { Pager } from "./Pager.tsx";
import type { PhotoActions } from "./PhotoActions.ts";
import { PhotoDetails } from "./PhotoDetails.tsx";
import { renditionPath } from "./photoPath.ts";
import { useSideBySide } from "./useSideBySide.ts";
import { useSlideShow } from "./useSlideShow.ts";
import { useZoom } from "./useZoom.ts";
import { ViewerBar } from "./ViewerBar.tsx";
import { ViewerHelp } from "./ViewerHelp.tsx";
import { createKeyHandler } from "./viewerKeys.ts";
import { zoomStep } from "./zoom.ts";

interface PhotoViewerProps {
  photos: readonly PhotoRow[];
  index: number;
  /** If the photos are part of a longer list: the number before them, and the total. */
  all?: { precedingCount: number; count: number } | undefined;
  taskName: (taskId: string) => string | undefined;
  actions?: PhotoActions | undefined;
  /** Also called with an index outside `photos` if `all` has more. */
  onMove: (index: number) => void;
  onClose: () => void;
}

/** A photo in large view (2§2), on a dark background in either theme, which suits photos best. */
export default function PhotoViewer(props: PhotoViewerProps) {
  const { photos, index: photoIndex, all: fullList, taskName, actions = {}, onMove, onClose } = props;
  const { t } = useTranslation("documentation");
  const dialog = useRef<HTMLDialogElement>(null);
  const [isDetailsOpen, setIsDetailsOpen] = useState(() => window.innerWidth >= 1012);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const photo = photos[photoIndex]!;
  const name = photo.alias ?? photo.name;
  const { shortcuts = [], neighbours } = actions;
  const decisions = shortcuts.filter(({ variant }) => variant);
  const { precedingCount, count } = fullList ?? { precedingCount: 0, count: photos.length };
  const index = precedingCount + photoIndex;
  const move = (target: number) => {
    if (target < 0) neighbours?.previous?.();
    else if (target >= count) neighbours?.next?.();
    else onMove(target - precedingCount);
  };
  const zoom = useZoom({
    photoId: photo.id,
    onPrevious: () => move(index - 1),
    onNext: () => move(index + 1),
  });
  const notice = actions.notice?.(photo);
  const markup = useMarkup(photo, actions.saveMarkup);
  const comparison = useSideBySide(photos, photo);
  const slideShow = useSlideShow({
    photo,
    hasNext: index < count - 1,
    showNext: () => move(index + 1),
    isPaused: markup.isDrawing || zoom.zoom.scale > 1,
  });
  const tools = [...markup.tools, comparison.tool, slideShow];

  useNativeModal(dialog);
  usePrefetchedPhotos([photos[photoIndex + 1], photos[photoIndex - 1]]);

  const onKeyDown = createKeyHandler({
    showPrevious: () => move(index - 1),
    showNext: () => move(index + 1),
    showFirst: () => move(0),
    showLast: () => move(count - 1),
    zoomIn: () => zoom.zoomBy(zoomStep),
    zoomOut: () => zoom.zoomBy(1 / zoomStep),
    resetZoom: zoom.reset,
    rotate: actions.rotate && ((quarterTurns) => actions.rotate?.(photo, quarterTurns)),
    toggleDetails: () => setIsDetailsOpen(!isDetailsOpen),
    toggleHelp: () => setIsHelpOpen(!isHelpOpen),
    actions: {
      ...Object.fromEntries(
        [...shortcuts, ...tools]
          .filter(({ disabled }) => !disabled)
          .map(({ key, act }) => [key, () => act(photo)]),
      ),
      ...(actions.onBack && { u: actions.onBack }),
    },
  });
  const { openDetailsSignal = 0 } = actions;
  useEffect(() => {
    if (openDetailsSignal > 0) setIsDetailsOpen(true);
  }, [openDetailsSignal]);

  return (
    <FullscreenDialog
      ref={dialog}
      tabIndex={-1}
      aria-label={t("gallery.viewer")}
      data-color-mode="dark"
      data-dark-theme="dark"
      onCancel={(event) => {
        event.preventDefault();
        if (markup.isDrawing) return;
        if (isHelpOpen) setIsHelpOpen(false);
        else onClose();
      }}
      onKeyDown={markup.isDrawing ? undefined : onKeyDown}
    >
      {!markup.isDrawing && (
        <ViewerBar
          photo={photo}
          positionText={t("gallery.positionOfTotal", { number: index + 1, total: count })}
          actions={actions}
          zoom={zoom}
          isDetailsOpen={isDetailsOpen}
          isHelpOpen={isHelpOpen}
          tools={tools}
          onToggleDetails={() => setIsDetailsOpen(!isDetailsOpen)}
          onToggleHelp={() => setIsHelpOpen(!isHelpOpen)}
          onClose={onClose}
        />
      )}
      {isHelpOpen && (
        <ViewerHelp canRotate={actions.rotate !== undefined} shortcuts={[...shortcuts, ...tools]} />
      )}
      {markup.editor}
      <Main hidden={markup.isDrawing}>
        <Stage ref={zoom.viewportRef} {...zoom.gestures}>
          <SideBySide>
            {comparison.photo && (
              <div>
                <LargePhoto
                  key={comparison.photo.id}
                  photo={comparison.photo}
                  name={comparison.photo.alias ?? comparison.photo.name}
                  zoom={zoom.zoom}
                />
              </div>
            )}
            <div>
              <LargePhoto
                key={photo.id}
                photo={photo}
                name={name}
                zoom={zoom.zoom}
                withoutMarkup={markup.isHidden}
              />
            </div>
          </SideBySide>
          <StepButton
            type="button"
            $right={false}
            aria-label={t("gallery.previous")}
            disabled={index === 0 && !neighbours?.previous}
            onClick={() => move(index - 1)}
          >
            <ChevronLeftIcon size={24} />
          </StepButton>
          <StepButton
            type="button"
            $right
            aria-label={t("gallery.next")}
            disabled={index === count - 1 && !neighbours?.next}
            onClick={() => move(index + 1)}
          >
            <ChevronRightIcon size={24} />
          </StepButton>
          {notice && <Notice role="status">{notice}</Notice>}
          {!markup.isDrawing && <ToastSlot />}
        </Stage>
        {isDetailsOpen && (
          <PhotoDetails photo={photo} taskName={taskName}>
            {actions.panel?.(photo)}
          </PhotoDetails>
        )}
      </Main>
      <Bottom hidden={markup.isDrawing}>
        {photos.length > 1 && <Filmstrip photos={photos} index={photoIndex} onMove={onMove} />}
        <Pager
          label={t("gallery.photoPages")}
          previousLabel={t("gallery.previous")}
          nextLabel={t("gallery.next")}
          pageLabel={(page) => t("gallery.photoPage", { page })}
          page={index + 1}
          pageCount={count}
          onPage={(page) => move(page - 1)}
        />
        {decisions.length > 0 && <DecisionBar decisions={decisions} photo={photo} />}
      </Bottom>
    </FullscreenDialog>
  );
}

/** Prefetches the neighbouring photos, the next one first. */
function usePrefetchedPhotos(photos: readonly (PhotoRow | undefined)[]): void {
  const paths = photos.flatMap((photo) => (photo?.hasData ? [renditionPath(photo)] : [])).join(" ");
  useEffect(() => {
    const acquiredPaths = paths.split(" ").filter(Boolean);
    for (const path of acquiredPaths) acquireImage(path).catch(() => {});
    return () => {
      for (const path of acquiredPaths) releaseImage(path);
    };
  }, [paths]);
}

const Main = styled.div`
  display: flex;
  flex: 1;
  min-height: 0;
  &[hidden] {
    display: none;
  }
  @media (max-width: 767px) {
    flex-direction: column;
  }
`;

const Stage = styled.div`
  position: relative;
  flex: 1;
  min-width: 0;
  min-height: 0;
  /* Touch zooms and moves the photo, not the page. */
  touch-action: none;
`;

/** Both photos zoom and move together. */
const SideBySide = styled.div`
  position: absolute;
  inset: 0;
  display: flex;
  gap: var(--base-size-4);
  > div {
    position: relative;
    flex: 1 1 0;
    min-width: 0;
    overflow: hidden;
  }
  @media (max-width: 767px) and (orientation: portrait) {
    flex-direction: column;
  }
`;

const StepButton = styled.button<{ $right: boolean }>`
  position: absolute;
  top: 50%;
  ${({ $right }) => ($right ? "right" : "left")}: var(--base-size-12);
  display: grid;
  place-items: center;
  width: 48px;
  height: 48px;
  border: 0;
  border-radius: 50%;
  background: var(--overlay-backdrop-bgColor);
  color: var(--fgColor-default);
  cursor: pointer;
  transform: translateY(-50%);
  &:hover:not(:disabled) {
    background: var(--bgColor-neutral-emphasis);
  }
  &:disabled {
    color: var(--fgColor-disabled);
    cursor: default;
  }
`;

/** Over the photo, without covering the buttons beside it. */
const Notice = styled.div`
  position: absolute;
  z-index: 2;
  right: var(--base-size-16);
  bottom: var(--base-size-8);
  left: var(--base-size-16);
  max-width: 640px;
  max-height: 80%;
  margin: 0 auto;
  overflow: auto;
`;

const Bottom = styled.div`
  &[hidden] {
    display: none;
  }
  display: flex;
  flex-direction: column;
  gap: var(--base-size-4);
  min-width: 0;
  padding: var(--base-size-4) var(--base-size-8) var(--base-size-8);
`;
