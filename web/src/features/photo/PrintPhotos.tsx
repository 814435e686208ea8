import { type ReactNode, useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { acquireImage, releaseImage } from "#api/imageCache.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { computePendingTurns } from "#domain/media/rotation.ts";
import { formatDateTime } from "#ui/format/dates.ts";
import { KeepTogether } from "#ui/print/KeepTogether.ts";
import { PrintContext } from "#ui/print/printContext.ts";
import { renditionPath, thumbnailPath } from "./photoPath.ts";

/** Maximum photos that a sheet prints large: more would not fit into a phone's memory. */
export const maxLargePhotos = 100;

interface PrintPhotosProps {
  photos: readonly PhotoRow[];
  isLarge: boolean;
  heading?: ReactNode;
}

/**
 * Photos on paper, side by side with their names and comments; none breaks across pages. `heading` stays with the first row.
 */
export function PrintPhotos({ photos, isLarge, heading }: PrintPhotosProps) {
  const photosPerRow = isLarge ? 2 : 3;
  return (
    <>
      <KeepTogether>
        {heading}
        {photos.length > 0 && <PhotoRows photos={photos.slice(0, photosPerRow)} isLarge={isLarge} />}
      </KeepTogether>
      {photos.length > photosPerRow && <PhotoRows photos={photos.slice(photosPerRow)} isLarge={isLarge} />}
    </>
  );
}

function PhotoRows({ photos, isLarge }: Omit<PrintPhotosProps, "heading">) {
  return (
    <Grid data-large={isLarge}>
      {photos.map((photo) => (
        <PrintPhoto key={photo.id} photo={photo} isLarge={isLarge} />
      ))}
    </Grid>
  );
}

function PrintPhoto({ photo, isLarge }: { photo: PhotoRow; isLarge: boolean }) {
  const { t } = useTranslation("documentation");
  const { url, hasFailed } = useDecodedImage(
    photo.hasData ? (isLarge ? renditionPath : thumbnailPath)(photo) : null,
  );
  return (
    <Figure>
      {url ? (
        <img src={url} alt="" style={{ rotate: `${computePendingTurns(photo) * 90}deg` }} />
      ) : (
        <MissingPhoto>
          {photo.hasData ? hasFailed && t("gallery.failed") : t("gallery.notArrived")}
        </MissingPhoto>
      )}
      <figcaption>
        <strong>{photo.alias ?? photo.name}</strong>{" "}
        {photo.dateSource === "ARRIVAL" ? t("gallery.unknownTime") : formatDateTime(photo.dateCreated)}
        {photo.comment && <p>{photo.comment}</p>}
        {photo.reviewComment && (
          <p>
            {t("gallery.reviewComment")}: {photo.reviewComment}
          </p>
        )}
      </figcaption>
    </Figure>
  );
}

/** The URL of a decoded image: the browser's print does not wait for images. */
function useDecodedImage(path: string | null) {
  const tracker = useContext(PrintContext);
  const [state, setState] = useState<{ url: string | null; hasFailed: boolean }>({
    url: null,
    hasFailed: false,
  });
  useEffect(() => {
    if (!path) return;
    let isCurrent = true;
    tracker.add();
    acquireImage(path, true)
      .then(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode?.();
        if (isCurrent) setState({ url, hasFailed: false });
      })
      .catch(() => isCurrent && setState({ url: null, hasFailed: true }))
      .finally(() => isCurrent && tracker.settle());
    return () => {
      isCurrent = false;
      releaseImage(path);
    };
  }, [path, tracker]);
  return state;
}

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 4mm;
  margin: 3mm 0;
  &[data-large="true"] {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const Figure = styled.figure`
  break-inside: avoid;
  img {
    display: block;
    width: 100%;
    max-height: 72mm;
    object-fit: contain;
    object-position: left top;
  }
  figcaption {
    margin-top: 1mm;
    font-size: 8.5pt;
    overflow-wrap: anywhere;
    p {
      white-space: pre-line;
    }
  }
`;

const MissingPhoto = styled.div`
  display: grid;
  place-items: center;
  height: 30mm;
  border: 1px dashed var(--borderColor-default);
`;
