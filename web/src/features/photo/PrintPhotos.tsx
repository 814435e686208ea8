import { useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { acquireImage, releaseImage } from "#api/imageCache.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { pendingQuarterTurns } from "#domain/media/rotation.ts";
import { formatDateTime } from "#ui/format/dates.ts";
import { PrintContext } from "#ui/print/printContext.ts";
import { renditionPath, thumbnailPath } from "./photoPath.ts";

/** Up to so many photos a sheet has them large: more would not fit into a phone's memory. */
export const maxFullSizePhotos = 100;

interface PrintPhotosProps {
  photos: readonly PhotoRow[];
  large: boolean;
}

/** Photos on paper, side by side with their names and comments; none is cut by a page. */
export function PrintPhotos({ photos, large }: PrintPhotosProps) {
  return (
    <Grid data-large={large}>
      {photos.map((photo) => (
        <PrintPhoto key={photo.id} photo={photo} large={large} />
      ))}
    </Grid>
  );
}

function PrintPhoto({ photo, large }: { photo: PhotoRow; large: boolean }) {
  const { t } = useTranslation("documentation");
  const { url, failed } = useDecoded(photo.hasData ? (large ? renditionPath : thumbnailPath)(photo) : null);
  return (
    <Figure>
      {url ? (
        <img src={url} alt="" style={{ rotate: `${pendingQuarterTurns(photo) * 90}deg` }} />
      ) : (
        <MissingPhoto>{photo.hasData ? failed && t("gallery.failed") : t("gallery.notArrived")}</MissingPhoto>
      )}
      <figcaption>
        <strong>{photo.alias ?? photo.name}</strong> {formatDateTime(photo.dateCreated)}
        {photo.comment && <p>{photo.comment}</p>}
      </figcaption>
    </Figure>
  );
}

/** An image that is ready to be drawn at once: the browser's print does not wait for one. */
function useDecoded(path: string | null) {
  const counting = useContext(PrintContext);
  const [state, setState] = useState<{ url: string | null; failed: boolean }>({ url: null, failed: false });
  useEffect(() => {
    if (!path) return;
    let wanted = true;
    counting.add();
    acquireImage(path, true)
      .then(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode?.();
        if (wanted) setState({ url, failed: false });
      })
      .catch(() => wanted && setState({ url: null, failed: true }))
      .finally(() => wanted && counting.settle());
    return () => {
      wanted = false;
      releaseImage(path);
    };
  }, [path, counting]);
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
