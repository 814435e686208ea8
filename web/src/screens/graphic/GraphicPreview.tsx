import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { StoredImage } from "#features/StoredImage.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";

interface PreviewProps {
  row: { id: string; version?: number; name: string; hasData?: boolean };
}

/** A small preview of a graphic; a click enlarges it. */
export function Preview({ row }: PreviewProps) {
  const { t } = useTranslation("image");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Thumbnail
        type="button"
        aria-haspopup="dialog"
        aria-label={t("enlarge", { name: row.name })}
        disabled={row.hasData === false}
        onClick={() => setOpen(true)}
      >
        <StoredImage kind="graphic" row={row} alt="" />
      </Thumbnail>
      {open && (
        <Modal title={row.name} width="xlarge" onClose={() => setOpen(false)}>
          <Large>
            <StoredImage kind="graphic" row={row} alt={row.name} />
          </Large>
        </Modal>
      )}
    </>
  );
}

const Thumbnail = styled.button`
  display: block;
  width: 64px;
  height: 48px;
  padding: var(--base-size-2);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-inset);
  cursor: zoom-in;
  &:disabled {
    cursor: default;
  }
`;

export const Large = styled.div`
  display: grid;
  min-height: 160px;
  place-items: center;
  img {
    max-height: min(70vh, 400px) !important;
  }
`;
