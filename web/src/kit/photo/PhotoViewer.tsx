import { ChevronLeftIcon, ChevronRightIcon, DownloadIcon, InfoIcon, XIcon } from "@primer/octicons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import {
  type PhotoRow,
  photoDownload,
  photoDownloadOriginal,
} from "../../../../domain/endpoints/documentation";
import { pathOf } from "../../api/client";
import { holdImage, releaseImage } from "../../api/imageCache";
import { useDownload } from "../../api/useDownload";
import { LargePhoto } from "./LargePhoto";
import { Pager } from "./Pager";
import { PhotoFacts } from "./PhotoFacts";
import { useSwipe } from "./useSwipe";

interface PhotoViewerProps {
  photos: readonly PhotoRow[];
  at: number;
  taskName: (taskId: string) => string | undefined;
  onMove: (index: number) => void;
  onClose: () => void;
}

/** A photo in large view (2§2): on dark ground in either theme, because that shows photos best. */
export default function PhotoViewer({ photos, at, taskName, onMove, onClose }: PhotoViewerProps) {
  const { t } = useTranslation("documentation");
  const dialog = useRef<HTMLDialogElement>(null);
  const [facts, setFacts] = useState(() => window.innerWidth >= 1012);
  const download = useDownload();
  const photo = photos[at]!;
  const name = photo.alias ?? photo.name;
  const move = (to: number) => to >= 0 && to < photos.length && onMove(to);
  const swipe = useSwipe({ onPrevious: () => move(at - 1), onNext: () => move(at + 1) });

  useModal(dialog);
  usePreloaded([photos[at + 1], photos[at - 1]]);

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: photos.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  }

  return (
    <Full
      ref={dialog}
      aria-label={t("gallery.viewer")}
      data-color-mode="dark"
      data-dark-theme="dark"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
    >
      <Top>
        <Title aria-live="polite">
          <strong>{name}</strong>
          <Place>{t("gallery.count", { number: at + 1, total: photos.length })}</Place>
        </Title>
        <Tool
          type="button"
          aria-label={t("gallery.original")}
          title={t("gallery.original")}
          disabled={!photo.hasData || download.isPending}
          onClick={() => download.mutate({ path: pathOf(photoDownloadOriginal, { id: photo.id }) })}
        >
          <DownloadIcon />
        </Tool>
        <Tool
          type="button"
          aria-label={facts ? t("gallery.hideInfo") : t("gallery.info")}
          title={facts ? t("gallery.hideInfo") : t("gallery.info")}
          aria-pressed={facts}
          onClick={() => setFacts(!facts)}
        >
          <InfoIcon />
        </Tool>
        <Tool type="button" aria-label={t("gallery.close")} title={t("gallery.close")} onClick={onClose}>
          <XIcon />
        </Tool>
      </Top>
      <Middle>
        <Stage {...swipe}>
          <LargePhoto key={photo.id} photo={photo} name={name} />
          <Side
            type="button"
            $right={false}
            aria-label={t("gallery.previous")}
            disabled={at === 0}
            onClick={() => move(at - 1)}
          >
            <ChevronLeftIcon size={24} />
          </Side>
          <Side
            type="button"
            $right
            aria-label={t("gallery.next")}
            disabled={at === photos.length - 1}
            onClick={() => move(at + 1)}
          >
            <ChevronRightIcon size={24} />
          </Side>
        </Stage>
        {facts && <PhotoFacts photo={photo} taskName={taskName} />}
      </Middle>
      <Bottom>
        <Pager
          label={t("gallery.photoPages")}
          previousLabel={t("gallery.previous")}
          nextLabel={t("gallery.next")}
          pageLabel={(page) => t("gallery.photoPage", { page })}
          page={at + 1}
          pages={photos.length}
          onPage={(page) => move(page - 1)}
        />
      </Bottom>
    </Full>
  );
}

/** The browser's own modal: the page behind it is inert, and the focus comes back to where it was. */
function useModal(dialog: React.RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    if (!element.open) element.showModal();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [dialog]);
}

/** The neighbours are fetched ahead, the next one first. */
function usePreloaded(photos: readonly (PhotoRow | undefined)[]) {
  const paths = photos
    .flatMap((photo) => (photo?.hasData ? [pathOf(photoDownload, { id: photo.id })] : []))
    .join(" ");
  useEffect(() => {
    const held = paths.split(" ").filter(Boolean);
    for (const path of held) holdImage(path).catch(() => {});
    return () => {
      for (const path of held) releaseImage(path);
    };
  }, [paths]);
}

const Full = styled.dialog`
  position: fixed;
  inset: 0;
  flex-direction: column;
  width: 100vw;
  max-width: none;
  height: 100dvh;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: var(--bgColor-inset);
  color: var(--fgColor-default);
  &[open] {
    display: flex;
  }
  &::backdrop {
    background: var(--bgColor-inset);
  }
`;

const Top = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-4);
  padding: var(--base-size-8) var(--base-size-8) var(--base-size-8) var(--base-size-16);
`;

const Title = styled.div`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  gap: 0 var(--base-size-12);
  min-width: 0;
  overflow-wrap: anywhere;
`;

const Place = styled.span`
  color: var(--fgColor-muted);
  font-variant-numeric: tabular-nums;
`;

const Tool = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: 40px;
  height: 40px;
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: var(--fgColor-default);
  cursor: pointer;
  &:hover:not(:disabled),
  &[aria-pressed="true"] {
    background: var(--control-transparent-bgColor-hover);
  }
  &:disabled {
    color: var(--fgColor-disabled);
    cursor: default;
  }
`;

const Middle = styled.div`
  display: flex;
  flex: 1;
  min-height: 0;
  @media (max-width: 767px) {
    flex-direction: column;
  }
`;

const Stage = styled.div`
  position: relative;
  flex: 1;
  min-width: 0;
  min-height: 0;
  touch-action: pan-y pinch-zoom;
`;

const Side = styled.button<{ $right: boolean }>`
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
  &:hover {
    background: var(--bgColor-neutral-emphasis);
  }
  &:disabled {
    display: none;
  }
`;

const Bottom = styled.div`
  padding: var(--base-size-8);
`;
