import { AlertIcon, HourglassIcon, SyncIcon } from "@primer/octicons-react";
import { Button, Spinner } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled, { css } from "styled-components";
import { type PhotoRow, photoDownload, photoThumbnail } from "../../../../domain/endpoints/documentation";
import { pathOf } from "../../api/client";
import { heldImage } from "../../api/imageCache";
import { useImage } from "../../api/useImage";

/** The 1600 px rendition as large as there is room; the thumbnail stands in for it until it has come. */
export function LargePhoto({ photo, name }: { photo: PhotoRow; name: string }) {
  const { t } = useTranslation("documentation");
  const { t: common } = useTranslation();
  const image = useImage(photo.hasData ? pathOf(photoDownload, { id: photo.id }) : null, true);
  const first = heldImage(pathOf(photoThumbnail, { id: photo.id }));
  const alt = photo.comment ? `${name}: ${photo.comment}` : name;
  if (!photo.hasData)
    return (
      <Note>
        <HourglassIcon size={24} />
        {t("gallery.notArrived")}
      </Note>
    );
  if (image.failed)
    return (
      <Note>
        <AlertIcon size={24} />
        {t("gallery.failed")}
        <Button leadingVisual={SyncIcon} onClick={image.retry}>
          {common("actions.retry")}
        </Button>
      </Note>
    );
  const src = image.url ?? first;
  return (
    <Room>
      {src && (
        <Picture
          src={src}
          alt={alt}
          draggable={false}
          $turns={photo.rotation}
          width={photo.width ?? undefined}
          height={photo.height ?? undefined}
        />
      )}
      {!image.url && (
        <Waiting>
          <Spinner srText={common("state.loading")} />
        </Waiting>
      )}
    </Room>
  );
}

const Room = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  container-type: size;
`;

/** Width and height keep the place of the large image for the small one; a quarter turn swaps what limits it. */
const Picture = styled.img<{ $turns: number }>`
  grid-area: 1 / 1;
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

const Waiting = styled.div`
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
