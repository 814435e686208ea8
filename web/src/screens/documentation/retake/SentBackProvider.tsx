import { ReplyIcon } from "@primer/octicons-react";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { useRetakes } from "./useRetakes.ts";

const SentBackPhotos = createContext<ReadonlySet<string>>(new Set());

/** Provides the ids of photos with an open retake. */
export function SentBackProvider({
  details,
  children,
}: {
  details: DocumentationDetails;
  children: ReactNode;
}) {
  const { data } = useRetakes(details, details.openRetakeCount > 0);
  const ids = useMemo(
    () =>
      new Set(
        (data ?? []).flatMap(({ photoId, outcome }) => (photoId !== null && outcome === null ? photoId : [])),
      ),
    [data],
  );
  return <SentBackPhotos value={ids}>{children}</SentBackPhotos>;
}

/** Marks the thumbnail of a photo with an open retake. Its parent must be positioned. */
export function SentBackMark({ photoId }: { photoId: string }) {
  const { t } = useTranslation("retake");
  if (!useContext(SentBackPhotos).has(photoId)) return null;
  return (
    <Mark title={t("success")}>
      <ReplyIcon aria-label={t("success")} size={12} />
    </Mark>
  );
}

const Mark = styled.span`
  position: absolute;
  top: 4px;
  left: 4px;
  display: grid;
  place-items: center;
  width: 22px;
  height: 22px;
  border-radius: 50%;
  background: var(--bgColor-attention-emphasis);
  color: var(--fgColor-onEmphasis);
  pointer-events: none;
`;
