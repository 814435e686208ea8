import { AlertIcon, ClockIcon } from "@primer/octicons-react";
import { useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DraftMedia } from "../../../../../domain/capture/draft";
import { MediaContext } from "./FormContext";

/** A photo of a draft, from the bytes in the browser, or from the service where it came with a handed-over documentation. */
export function PhotoPicture({ item }: { item: DraftMedia }) {
  const { t } = useTranslation("capture");
  const { url, gone } = useStoredMedia(item);
  return (
    <Picture>
      {url && <img src={url} alt={item.name} loading="lazy" />}
      {gone && !item.there && <AlertIcon aria-label={t("sending.missingBytes")} />}
      {gone && item.there && !item.awaited && <AlertIcon aria-label={t("handedOver.notShown")} />}
      {item.awaited && <ClockIcon aria-label={t("handedOver.awaited")} />}
    </Picture>
  );
}

/** The stored bytes of a photo as an object URL; null while they are read, or when the browser has lost them. */
function useStoredMedia(item: DraftMedia): { url: string | null; gone: boolean } {
  const { picture } = useContext(MediaContext);
  const [shown, setShown] = useState<{ url: string | null; gone: boolean }>({ url: null, gone: false });
  useEffect(() => {
    let url: string | null = null;
    let wanted = true;
    if (item.awaited) return;
    picture(item).then(
      (bytes) => {
        if (!wanted) return;
        url = bytes ? URL.createObjectURL(bytes) : null;
        setShown({ url, gone: !bytes });
      },
      () => wanted && setShown({ url: null, gone: true }),
    );
    return () => {
      wanted = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [item, picture]);
  return shown;
}

const Picture = styled.div`
  display: grid;
  place-items: center;
  height: 160px;
  border-radius: var(--borderRadius-small);
  background: var(--bgColor-muted);
  overflow: hidden;
  img {
    width: 100%;
    height: 160px;
    object-fit: contain;
  }
`;
