import { XIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { listPhotos } from "#domain/endpoints/documentation/details.ts";
import type { MapCluster } from "#domain/endpoints/documentation/map.ts";
import { StatusLabel } from "#features/documentation/StatusLabel.tsx";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { detailsPath } from "./ClusterMap.ts";

/** Photos that are shown; the others are on the page of the documentation. */
const maxPhotos = 6;

interface SelectedDocumentationProps {
  cluster: MapCluster;
  onClose: () => void;
}

/** The documentation whose pin was clicked, beside the map, so that it is still there after its page in the other tab is closed. */
export function SelectedDocumentation({ cluster: { id, name, facts }, onClose }: SelectedDocumentationProps) {
  const { t } = useTranslation("map");
  const { t: tCommon } = useTranslation();
  const customerId = useCustomerId();
  const photos = useQuery({
    queryKey: [customerId, "documentation", "mapPhotos", id],
    queryFn: async ({ signal }) =>
      (await call(listPhotos, { query: { documentationId: id ?? "", max: maxPhotos }, signal })).items,
    enabled: id !== null && facts !== null && facts.uploadedPhotos > 0,
    meta: { handlesErrors: true },
  });
  if (!id || !facts) return null;
  return (
    <Panel aria-label={name ?? ""}>
      <Head>
        <a href={detailsPath(id)} target="_blank" rel="noopener" aria-label={t("newTab", { name })}>
          {name}
        </a>
        <IconButton
          icon={XIcon}
          size="small"
          variant="invisible"
          aria-label={tCommon("actions.close")}
          onClick={onClose}
        />
      </Head>
      <span>{facts.templateName}</span>
      <DateTime value={facts.dateCreated} />
      <StatusLabel {...facts} />
      {facts.uploadedPhotos > 0 && (
        <Photos>
          {(photos.data ?? []).map((photo) => (
            <li key={photo.id}>
              <PhotoImage photo={photo} small />
            </li>
          ))}
        </Photos>
      )}
    </Panel>
  );
}

const Panel = styled.section`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: var(--base-size-4);
  margin-bottom: var(--base-size-16);
  padding: var(--base-size-16);
  border: 1px solid var(--borderColor-accent-emphasis);
  border-radius: var(--borderRadius-medium);
  overflow-wrap: anywhere;
`;

const Head = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: var(--base-size-8);
  width: 100%;
  a {
    font-weight: var(--base-text-weight-semibold);
  }
`;

/** Two rows of fixed height, so that nothing moves when the photos load. */
const Photos = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: var(--base-size-4);
  width: 100%;
  margin-top: var(--base-size-8);
  list-style: none;
`;
