import { AlertIcon, ClockIcon } from "@primer/octicons-react";
import { useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DraftMedia } from "#domain/capture/draft.ts";
import type { Markup } from "#domain/media/markup.ts";
import { MarkupOverlay, type PictureSize } from "#features/photo/markup/MarkupShapes.tsx";
import { MediaContext } from "./CaptureFormContext.ts";

interface PhotoPictureProps {
  item: DraftMedia;
  /** The reviewer's drawing of the requested photo. */
  drawing?: Markup | null | undefined;
}

/** A photo of a draft: from the bytes in the browser, or from the service if it came with a handed-over documentation. */
export function PhotoPicture({ item, drawing }: PhotoPictureProps) {
  const { t } = useTranslation("capture");
  const { url, isMissing } = useStoredMedia(item);
  return (
    <Picture>
      {url && (
        <PhotoWithMarkup
          src={url}
          name={item.name}
          layers={[item.markup, drawing].filter((markup) => markup != null)}
        />
      )}
      {isMissing && !item.onServer && <AlertIcon aria-label={t("sending.fileMissing")} />}
      {isMissing && item.onServer && !item.notYetArrived && (
        <AlertIcon aria-label={t("handedOver.unavailableOffline")} />
      )}
      {item.notYetArrived && <ClockIcon aria-label={t("handedOver.notArrived")} />}
    </Picture>
  );
}

interface PhotoWithMarkupProps {
  src: string;
  name: string;
  /** The photo's own markup, and the drawing over it. */
  layers: readonly Markup[];
}

function PhotoWithMarkup({ src, name, layers }: PhotoWithMarkupProps) {
  const [size, setSize] = useState<PictureSize | null>(null);
  return (
    <>
      <img
        src={src}
        alt={name}
        loading="lazy"
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setSize({ width, height })
        }
      />
      {layers.length > 0 && size && (
        <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
          {layers.map((markup, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: at most the photo's own and the reviewer's, in this order
            <MarkupOverlay key={index} markup={markup} size={size} src={src} />
          ))}
        </svg>
      )}
    </>
  );
}

/** The object URL of a photo's stored bytes; null while they are read, or if the browser has lost them. */
function useStoredMedia(item: DraftMedia): { url: string | null; isMissing: boolean } {
  const { picture } = useContext(MediaContext);
  const [storedMedia, setStoredMedia] = useState<{ url: string | null; isMissing: boolean }>({
    url: null,
    isMissing: false,
  });
  useEffect(() => {
    let url: string | null = null;
    let isCurrent = true;
    if (item.notYetArrived) return;
    picture(item).then(
      (bytes) => {
        if (!isCurrent) return;
        url = bytes ? URL.createObjectURL(bytes) : null;
        setStoredMedia({ url, isMissing: !bytes });
      },
      () => isCurrent && setStoredMedia({ url: null, isMissing: true }),
    );
    return () => {
      isCurrent = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [item, picture]);
  return storedMedia;
}

const Picture = styled.div`
  display: grid;
  place-items: center;
  height: var(--picture-height, 160px);
  border-radius: var(--borderRadius-small);
  background: var(--bgColor-muted);
  overflow: hidden;
  > img,
  > svg {
    grid-area: 1 / 1;
    width: 100%;
    height: var(--picture-height, 160px);
    object-fit: contain;
  }
`;
