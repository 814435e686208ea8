import { ImageIcon } from "@primer/octicons-react";
import { useQuery } from "@tanstack/react-query";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { getFirstPhotos, maxFirstPhotos } from "#domain/endpoints/documentation/firstPhotos.ts";
import { toSemicolonList } from "#domain/endpoints/shared/documentationFilter.ts";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";

const fetchFirstPhotos = async (ids: readonly string[]) =>
  (await call(getFirstPhotos, { query: { ids: toSemicolonList(ids) } })).items;
type FirstPhoto = Awaited<ReturnType<typeof fetchFirstPhotos>>[number];

let pendingRequests = new Map<string, PromiseWithResolvers<FirstPhoto | null>>();

/** Batches the requests of all rows rendered together into one call. */
function fetchFirstPhoto(id: string): Promise<FirstPhoto | null> {
  if (pendingRequests.size === 0) setTimeout(flushBatch, 0);
  const request = pendingRequests.get(id) ?? Promise.withResolvers<FirstPhoto | null>();
  pendingRequests.set(id, request);
  return request.promise;
}

function flushBatch(): void {
  const requests = [...pendingRequests];
  pendingRequests = new Map();
  for (let index = 0; index < requests.length; index += maxFirstPhotos) {
    const batch = requests.slice(index, index + maxFirstPhotos);
    fetchFirstPhotos(batch.map(([id]) => id)).then(
      (photos) => {
        const photosById = new Map(photos.map((photo) => [photo.documentationId, photo]));
        for (const [id, { resolve }] of batch) resolve(photosById.get(id) ?? null);
      },
      (error) => {
        for (const [, { reject }] of batch) reject(error);
      },
    );
  }
}

/** The first photo of a row's documentation, in a fixed-size box. Decorative: it adds nothing to the row's text. */
export function FirstPhotoImage({ documentationId }: { documentationId: string }) {
  const customerId = useCustomerId();
  const { data } = useQuery({
    queryKey: [customerId, "documentation", "firstPhoto", documentationId],
    queryFn: () => fetchFirstPhoto(documentationId),
    meta: { handlesErrors: true },
  });
  return (
    <Frame aria-hidden="true" data-none={data === null}>
      {data ? <PhotoImage photo={data} small /> : data === null ? <ImageIcon /> : null}
    </Frame>
  );
}

const Frame = styled.span`
  display: grid;
  width: 44px;
  height: 44px;
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-neutral-muted);
  color: var(--fgColor-muted);
  overflow: hidden;
  &[data-none="true"] {
    place-items: center;
    background: var(--bgColor-muted);
  }
`;
