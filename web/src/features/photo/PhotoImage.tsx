import { AlertIcon, HourglassIcon, SyncIcon } from "@primer/octicons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useImage } from "#api/useImage.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { computePendingTurns } from "#domain/media/rotation.ts";
import { useIsInView } from "#ui/hooks/useIsInView.ts";
import { visuallyHidden } from "#ui/layout/typography.ts";
import { thumbnailPath } from "./photoPath.ts";

type ThumbnailPhoto = Pick<
  PhotoRow,
  "id" | "name" | "hasData" | "rotation" | "derivativeRotation" | "derivativeRevision"
>;

/**
 * A photo's thumbnail, fetched when it comes near the screen. It fills a square, so that rotated photos fit as well. A small one
 * has room for icons but not for text.
 */
export function PhotoImage({ photo, small = false }: { photo: ThumbnailPhoto; small?: boolean }) {
  const { t } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const containerRef = useRef<HTMLSpanElement>(null);
  const isNearView = useIsInView(containerRef);
  const image = useImage(isNearView && photo.hasData ? thumbnailPath(photo) : null);
  return (
    <Square ref={containerRef} data-loading={isNearView && photo.hasData && !image.url && !image.hasFailed}>
      {!photo.hasData ? (
        <Note>
          <HourglassIcon />
          {!small && t("gallery.notArrived")}
        </Note>
      ) : image.hasFailed ? (
        <Note>
          <AlertIcon />
          {!small && (
            <>
              <FailedText>{t("gallery.failed")}</FailedText>
              {/* Not a button: it is inside the button that opens the photo, which this click must not trigger. */}
              <Retry
                onClick={(event) => {
                  event.stopPropagation();
                  image.retry();
                }}
              >
                <SyncIcon size={12} /> {tCommon("actions.retry")}
              </Retry>
            </>
          )}
        </Note>
      ) : (
        image.url && (
          <img src={image.url} alt="" style={{ rotate: `${computePendingTurns(photo) * 90}deg` }} />
        )
      )}
    </Square>
  );
}

const Square = styled.span`
  display: block;
  position: relative;
  width: 100%;
  aspect-ratio: 1;
  overflow: hidden;
  container-type: inline-size;
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-neutral-muted);
  &[data-loading="true"] {
    animation: photo-wait 1.6s ease-in-out infinite;
  }
  @keyframes photo-wait {
    50% {
      opacity: 0.5;
    }
  }
  img {
    /* Not a percentage of the height: in a table cell, WebKit takes that of the image instead. */
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

const Note = styled.span`
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: var(--base-size-4);
  padding: var(--base-size-8);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  text-align: center;
`;

/** Beside the answer of a task there is room for the retry only. */
const FailedText = styled.span`
  @container (max-width: 119px) {
    ${visuallyHidden}
  }
`;

const Retry = styled.span`
  color: var(--fgColor-accent);
  text-decoration: underline;
`;
