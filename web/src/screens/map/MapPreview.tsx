import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { getFirstPhotos } from "#domain/endpoints/documentation/firstPhotos.ts";
import type { MapCluster } from "#domain/endpoints/documentation/map.ts";
import { toSemicolonList } from "#domain/endpoints/shared/documentationFilter.ts";
import { StatusLabel } from "#features/documentation/StatusLabel.tsx";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { detailsPath } from "./ClusterMap.ts";

/** The preview of a documentation in the map's popup. */
export function MapPreview({ cluster: { id, name, facts } }: { cluster: MapCluster }) {
  const { t } = useTranslation("map");
  const customerId = useCustomerId();
  const photo = useQuery({
    queryKey: [customerId, "documentation", "firstPhoto", id],
    queryFn: async ({ signal }) =>
      (await call(getFirstPhotos, { query: { ids: toSemicolonList([id!]) }, signal })).items[0] ?? null,
    enabled: id !== null && facts !== null && facts.uploadedPhotos > 0,
    meta: { handlesErrors: true },
  });
  if (!id || !facts) return null;
  return (
    <Box>
      {facts.uploadedPhotos > 0 && <Photo>{photo.data && <PhotoImage photo={photo.data} small />}</Photo>}
      <a href={detailsPath(id)} target="_blank" rel="noopener" aria-label={t("newTab", { name })}>
        {name}
      </a>
      <span>{facts.templateName}</span>
      <span>{formatDateTime(facts.dateCreated)}</span>
      <StatusLabel {...facts} />
    </Box>
  );
}

const Box = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: var(--base-size-4);
  a {
    font-weight: var(--base-text-weight-semibold);
  }
  span {
    max-width: 100%;
  }
`;

/** Fixed size, so that nothing moves when the photo loads. */
const Photo = styled.div`
  width: 100%;
  height: 132px;
  margin-bottom: var(--base-size-4);
  overflow: hidden;
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-neutral-muted);
  & > span {
    aspect-ratio: auto;
    height: 100%;
  }
`;
