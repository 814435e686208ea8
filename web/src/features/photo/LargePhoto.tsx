import { AlertIcon, HourglassIcon, SyncIcon } from "@primer/octicons-react";
import { Button, Spinner } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled, { css } from "styled-components";
import { pathOf } from "#api/client.ts";
import { cachedImageUrl } from "#api/imageCache.ts";
import { useImage } from "#api/useImage.ts";
import { type PhotoRow, photoDownloadOriginal } from "#domain/endpoints/documentation/details.ts";
import { computePendingTurns } from "#domain/media/rotation.ts";
import { renditionPath, thumbnailPath, toPathWithoutMarkup } from "./photoPath.ts";
import { initialZoom, type Zoom } from "./zoom.ts";

/** Pixels of the rendition's longer side, and the zoom scale above which the original is needed. */
const renditionSidePx = 1600;
const originalZoomThreshold = 1.5;

interface LargePhotoProps {
  photo: PhotoRow;
  name: string;
  zoom?: Zoom;
  /** Shows the photo without its markup. */
  withoutMarkup?: boolean;
}

/** The 1600 px rendition, as large as fits. The thumbnail is shown while it loads; the original replaces it when zoomed in. */
export function LargePhoto({ photo, name, zoom = initialZoom, withoutMarkup = false }: LargePhotoProps) {
  const { t } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const image = useImage(
    photo.hasData ? (withoutMarkup ? toPathWithoutMarkup(photo) : renditionPath(photo)) : null,
    true,
  );
  // The original has no markup, so it replaces only a rendition without markup.
  const isUnmarked = withoutMarkup || !photo.markup;
  const needsOriginal =
    isUnmarked &&
    zoom.scale > originalZoomThreshold &&
    Math.max(photo.width ?? 0, photo.height ?? 0) > renditionSidePx;
  const original = useImage(
    photo.hasData && needsOriginal ? pathOf(photoDownloadOriginal, { id: photo.id }) : null,
    true,
  );
  const thumbnailUrl = cachedImageUrl(thumbnailPath(photo));
  const alt = photo.comment ? `${name}: ${photo.comment}` : name;
  if (!photo.hasData)
    return (
      <Note>
        <HourglassIcon size={24} />
        {t("gallery.notArrived")}
      </Note>
    );
  if (image.hasFailed)
    return (
      <Note>
        <AlertIcon size={24} />
        {t("gallery.failed")}
        <Button leadingVisual={SyncIcon} onClick={image.retry}>
          {tCommon("actions.retry")}
        </Button>
      </Note>
    );
  const src = original.url ?? image.url ?? thumbnailUrl;
  return (
    <Viewport>
      {src && (
        <Lens
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
          data-zoomed={zoom.scale > 1}
        >
          <Picture
            src={src}
            alt={alt}
            draggable={false}
            $turns={original.url ? photo.rotation : computePendingTurns(photo)}
            width={photo.width ?? undefined}
            height={photo.height ?? undefined}
          />
        </Lens>
      )}
      {!image.url && (
        <SpinnerBox>
          <Spinner srText={tCommon("state.loading")} />
        </SpinnerBox>
      )}
    </Viewport>
  );
}

const Viewport = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  /* Must not grow with its content: before rotation, a rotated photo is wider or taller than the viewport. */
  grid-template: 100% / 100%;
  place-items: center;
  container-type: size;
  overflow: hidden;
`;

const Lens = styled.div`
  grid-area: 1 / 1;
  display: grid;
  place-items: center;
  cursor: zoom-in;
  &[data-zoomed="true"] {
    cursor: grab;
  }
`;

/** Width and height reserve the space of the large image while the small one is shown; a quarter turn swaps the limits. */
const Picture = styled.img<{ $turns: number }>`
  object-fit: contain;
  user-select: none;
  ${({ $turns }) =>
    $turns % 2 === 0
      ? css`
          width: 100cqw;
          height: 100cqh;
        `
      : css`
          width: 100cqh;
          height: 100cqw;
        `}
  rotate: ${({ $turns }) => $turns * 90}deg;
`;

const SpinnerBox = styled.div`
  grid-area: 1 / 1;
  z-index: 1;
  padding: var(--base-size-12);
  border-radius: 50%;
  background: var(--overlay-backdrop-bgColor);
`;

const Note = styled.div`
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: var(--base-size-12);
  color: var(--fgColor-muted);
`;
