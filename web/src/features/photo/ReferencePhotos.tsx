import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { pathOf } from "#api/client.ts";
import { useImage } from "#api/useImage.ts";
import { downloadReferencePhoto } from "#domain/endpoints/configuration/images.ts";
import { StoredImage } from "#features/StoredImage.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";

/** Example photos for a task; each opens large. */
export function ReferencePhotos({ ids, task }: { ids: readonly string[]; task: string }) {
  const { t } = useTranslation();
  const [openPhotoId, setOpenPhotoId] = useState<string | null>(null);
  return (
    <>
      <Row aria-label={t("referencePhotos.title", { task })}>
        {ids.map((id, index) => (
          <li key={id}>
            <button
              type="button"
              aria-label={t("referencePhotos.open", { number: index + 1, task })}
              onClick={() => setOpenPhotoId(id)}
            >
              <StoredImage kind="referencePhoto" row={{ id }} alt="" />
            </button>
          </li>
        ))}
      </Row>
      {openPhotoId && (
        <Modal
          title={t("referencePhotos.title", { task })}
          width="xlarge"
          onClose={() => setOpenPhotoId(null)}
        >
          <LargeImage id={openPhotoId} alt={t("referencePhotos.title", { task })} />
        </Modal>
      )}
    </>
  );
}

function LargeImage({ id, alt }: { id: string; alt: string }) {
  const { t } = useTranslation();
  const { url, hasFailed } = useImage(pathOf(downloadReferencePhoto, { id }), true);
  if (hasFailed) return <p>{t("state.loadFailed")}</p>;
  return url ? <Picture src={url} alt={alt} /> : <Loading />;
}

const Row = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8);
  list-style: none;
  button {
    width: 96px;
    height: 72px;
    padding: 0;
    border: 1px solid var(--borderColor-default);
    border-radius: var(--borderRadius-medium);
    background: none;
    overflow: hidden;
    cursor: zoom-in;
  }
`;

const Picture = styled.img`
  display: block;
  max-width: 100%;
  margin: 0 auto;
`;
