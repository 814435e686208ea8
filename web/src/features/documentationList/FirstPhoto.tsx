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

let waiting = new Map<string, PromiseWithResolvers<FirstPhoto | null>>();

/** Asks for all rows that are drawn at once in one call. */
function firstPhotoOf(id: string): Promise<FirstPhoto | null> {
  if (waiting.size === 0) setTimeout(flushBatch, 0);
  const asked = waiting.get(id) ?? Promise.withResolvers<FirstPhoto | null>();
  waiting.set(id, asked);
  return asked.promise;
}

function flushBatch(): void {
  const asked = [...waiting];
  waiting = new Map();
  for (let index = 0; index < asked.length; index += maxFirstPhotos) {
    const part = asked.slice(index, index + maxFirstPhotos);
    fetchFirstPhotos(part.map(([id]) => id)).then(
      (found) => {
        const byId = new Map(found.map((photo) => [photo.documentationId, photo]));
        for (const [id, { resolve }] of part) resolve(byId.get(id) ?? null);
      },
      (error) => {
        for (const [, { reject }] of part) reject(error);
      },
    );
  }
}

/** The first photo of a row's documentation, in a place of a fixed size. It says nothing that the row does not. */
export function FirstPhotoImage({ documentationId }: { documentationId: string }) {
  const customerId = useCustomerId();
  const { data } = useQuery({
    queryKey: [customerId, "documentation", "firstPhoto", documentationId],
    queryFn: () => firstPhotoOf(documentationId),
    meta: { ownErrors: true },
  });
  return (
    <Place aria-hidden="true" data-none={data === null}>
      {data ? <PhotoImage photo={data} small /> : data === null ? <ImageIcon /> : null}
    </Place>
  );
}

const Place = styled.span`
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
