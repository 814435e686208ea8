import { AlertIcon } from "@primer/octicons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DraftMedia } from "../../../../../domain/capture/draft";
import { readMedia } from "../draft/draftStore";

/** A photo of a draft, from the bytes in the browser. */
export function PhotoPicture({ item }: { item: DraftMedia }) {
  const { t } = useTranslation("capture");
  const { url, gone } = useStoredMedia(item.id);
  return (
    <Picture>
      {url && <img src={url} alt={item.name} loading="lazy" />}
      {gone && <AlertIcon aria-label={t("sending.missingBytes")} />}
    </Picture>
  );
}

/** The stored bytes of a photo as an object URL; null while they are read, or when the browser has lost them. */
function useStoredMedia(id: string): { url: string | null; gone: boolean } {
  const [shown, setShown] = useState<{ url: string | null; gone: boolean }>({ url: null, gone: false });
  useEffect(() => {
    let url: string | null = null;
    let wanted = true;
    readMedia(id).then(
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
  }, [id]);
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
