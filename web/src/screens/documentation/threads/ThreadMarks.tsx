import { CommentDiscussionIcon } from "@primer/octicons-react";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { useThreads } from "./useThreads.ts";

const OpenThreadCounts = createContext<ReadonlyMap<string, number>>(new Map());

/** Provides the number of open threads by photo. */
export function ThreadMarksProvider({
  details: { id, openThreadCount },
  children,
}: {
  details: Pick<DocumentationDetails, "id" | "openThreadCount">;
  children: ReactNode;
}) {
  const { data } = useThreads(id, openThreadCount > 0);
  const counts = useMemo(() => {
    const countByPhotoId = new Map<string, number>();
    for (const { photoId, resolved } of data ?? [])
      if (photoId !== null && resolved === null)
        countByPhotoId.set(photoId, (countByPhotoId.get(photoId) ?? 0) + 1);
    return countByPhotoId;
  }, [data]);
  return <OpenThreadCounts value={counts}>{children}</OpenThreadCounts>;
}

/** The number of open threads about a photo, on its thumbnail. Its parent must be positioned. */
export function ThreadMark({ photoId }: { photoId: string }) {
  const { t } = useTranslation("documentation");
  const count = useContext(OpenThreadCounts).get(photoId);
  if (count === undefined) return null;
  const text = t("openThreads", { count });
  return (
    <Mark title={text}>
      <CommentDiscussionIcon size={12} aria-label={text} />
      <span aria-hidden="true">{count}</span>
    </Mark>
  );
}

const Mark = styled.span`
  position: absolute;
  top: 4px;
  right: 4px;
  display: flex;
  align-items: center;
  gap: 2px;
  height: 22px;
  padding: 0 6px;
  border-radius: 11px;
  background: var(--bgColor-accent-emphasis);
  color: var(--fgColor-onEmphasis);
  font-size: 11px;
  font-variant-numeric: tabular-nums;
  pointer-events: none;
`;
