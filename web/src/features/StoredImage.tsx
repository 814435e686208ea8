import { AlertIcon, ImageIcon } from "@primer/octicons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { pathOf } from "#api/client.ts";
import { useImage } from "#api/useImage.ts";
import type { Endpoint } from "#domain/contract/endpoint.ts";
import { displayGraphic, referencePhotoThumbnail } from "#domain/endpoints/configuration/images.ts";
import { useIsInView } from "#ui/hooks/useIsInView.ts";

export type StoredImageKind = "graphic" | "referencePhoto";

const imageEndpoints: Record<StoredImageKind, Pick<Endpoint, "path">> = {
  graphic: displayGraphic,
  referencePhoto: referencePhotoThumbnail,
};

interface StoredImageProps {
  kind: StoredImageKind;
  row: { id: string; version?: number; hasData?: boolean };
  alt: string;
}

/** A stored image, fetched when it comes near the screen. It fills its container. */
export function StoredImage({ kind, row: { id, version = 0, hasData = true }, alt }: StoredImageProps) {
  const { t } = useTranslation();
  const containerRef = useRef<HTMLSpanElement>(null);
  const isNearView = useIsInView(containerRef);
  // The fragment is not sent; it stops the browser from showing the old version of a changed image.
  const image = useImage(isNearView && hasData ? `${pathOf(imageEndpoints[kind], { id })}#${version}` : null);
  return (
    <Checkerboard ref={containerRef}>
      {image.url ? (
        <img src={image.url} alt={alt} />
      ) : image.hasFailed ? (
        <AlertIcon aria-label={t("state.loadFailed")} />
      ) : (
        <ImageIcon />
      )}
    </Checkerboard>
  );
}

/** A drawing may be black or white on a transparent background: the checkerboard shows either. */
const Checkerboard = styled.span`
  display: grid;
  place-items: center;
  width: 100%;
  height: 100%;
  color: var(--fgColor-muted);
  img {
    display: block;
    min-width: 0;
    max-width: 100%;
    max-height: 100%;
    object-fit: contain;
    border-radius: var(--borderRadius-small);
    background: repeating-conic-gradient(#d0d0d0 0 25%, #f4f4f4 0 50%) 0 0 / 12px 12px;
  }
`;
