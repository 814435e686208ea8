import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { pathOf } from "#api/client.ts";
import { useGrants } from "#api/session.ts";
import { useImage } from "#api/useImage.ts";
import { canCall } from "#domain/contract/endpoint.ts";
import type { DocumentationDetails, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import {
  type EarlierPhotoRow,
  earlierPhotoDownload,
  earlierPhotoDownloadOriginal,
} from "#domain/endpoints/documentation/retake.ts";
import { updatePhoto } from "#domain/endpoints/review/review.ts";
import { TimeTaken } from "#features/photo/PhotoDetails.tsx";
import { useDownload } from "#features/useDownload.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { Buttons, Stack } from "#ui/layout/boxes.ts";
import { Muted, Note } from "#ui/layout/typography.ts";
import { RetakeText, useWithdrawal } from "./Retakes.tsx";
import { useEarlierPhotos, useRetakes } from "./useRetakes.ts";

interface PhotoRetakesProps {
  details: DocumentationDetails;
  photo: PhotoRow;
  canWrite: boolean;
}

/** In the viewer: that the photo was sent back, and its earlier versions. */
export function PhotoRetakes({ details, photo, canWrite }: PhotoRetakesProps) {
  const { t } = useTranslation("retake");
  const retakes = useRetakes(details);
  const earlierPhotos = useEarlierPhotos(details);
  const withdraw = useWithdrawal(details.id);
  const openRetake = retakes.data?.find(({ photoId, outcome }) => photoId === photo.id && outcome === null);
  const history = earlierPhotos.data?.filter(({ photoId }) => photoId === photo.id) ?? [];
  if (!openRetake && history.length === 0) return null;
  return (
    <Part aria-label={t("section")}>
      {openRetake && (
        <Stack $gap={4}>
          <strong>{t("photoSentBack")}</strong>
          <RetakeText row={openRetake} />
          {canWrite && (
            <Buttons>
              <Button size="small" loading={withdraw.isPending} onClick={() => withdraw.mutate(openRetake)}>
                {t("withdraw")}
              </Button>
            </Buttons>
          )}
        </Stack>
      )}
      {history.length > 0 && (
        <Stack $gap={12}>
          <strong>{t("earlier", { count: history.length })}</strong>
          <ul>
            {history.map((earlierPhoto) => (
              <li key={earlierPhoto.id}>
                <EarlierPhoto earlier={earlierPhoto} />
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Part>
  );
}

function EarlierPhoto({ earlier: photo }: { earlier: EarlierPhotoRow }) {
  const { t } = useTranslation("retake");
  const { id, name, width, height, reason, askedBy: requester, creator, replaced, replacedBy } = photo;
  const canEdit = canCall(useGrants(), updatePhoto);
  const picture = useImage(pathOf(earlierPhotoDownload, { id }));
  const download = useDownload();
  return (
    <Stack $gap={4}>
      <Frame style={width && height ? { aspectRatio: `${width} / ${height}` } : undefined}>
        {picture.hasFailed ? (
          <Muted>{t("earlierFailed")}</Muted>
        ) : (
          picture.url && <img src={picture.url} alt={t("earlierOf", { name })} />
        )}
      </Frame>
      {reason && <p>{reason}</p>}
      <Note as="div">
        {creator ? t("takenBy", { name: creator }) : t("receivedByLink")}
        {photo.dateSource !== "ARRIVAL" && (
          <>
            , <TimeTaken photo={photo} />
          </>
        )}
      </Note>
      {requester && <Note as="div">{t("requestedBy", { name: requester })}</Note>}
      <Note as="div">
        {replacedBy ? t("replacedBy", { name: replacedBy }) : t("replacedByLink")},{" "}
        <DateTime value={replaced} />
      </Note>
      {(canEdit || !photo.blurred) && (
        <Buttons>
          <Button
            size="small"
            onClick={() => download.mutate({ path: pathOf(earlierPhotoDownloadOriginal, { id }) })}
          >
            {t("earlierOriginal")}
          </Button>
        </Buttons>
      )}
    </Stack>
  );
}

const Part = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  margin-bottom: var(--base-size-16);
  padding-bottom: var(--base-size-16);
  border-bottom: 1px solid var(--borderColor-muted);
  overflow-wrap: anywhere;
  li + li {
    margin-top: var(--base-size-16);
  }
`;

const Frame = styled.div`
  display: grid;
  place-items: center;
  width: 100%;
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-neutral-muted);
  overflow: hidden;
  img {
    display: block;
    width: 100%;
  }
`;
