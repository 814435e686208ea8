import { PencilIcon, TrashIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { deletePhoto } from "#domain/endpoints/review/review.ts";
import { restoreFocus } from "#ui/dialog/restoreFocus.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Buttons } from "#ui/layout/boxes.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";
import { type PhotoDraft, PhotoForm } from "./PhotoForm.tsx";

interface PhotoPanelProps {
  photo: PhotoRow;
  /** Unsaved input by photo, which survives moving to another photo. */
  drafts: Map<string, PhotoDraft>;
  /** A counter: each increase starts editing the comment. */
  commentRequests: number;
  /** Called for a deleted photo: show another one first, then remove it from the list. */
  onDeleted: (removePhoto: () => void) => void;
}

/** Edits and deletes a photo in the viewer (2§6 ROLE_PHOTO_WRITE). Confirmations are inline: a dialog would be behind the viewer.
 */
export function PhotoPanel({ photo, drafts, commentRequests, onDeleted }: PhotoPanelProps) {
  const { t } = useTranslation("review");
  const { t: tCommon } = useTranslation();
  const [mode, setMode] = useState<"edit" | "delete" | null>(drafts.has(photo.id) ? "edit" : null);
  const editButton = useRef<HTMLButtonElement>(null);
  const restoresFocus = useRef(false);
  const { write, invalidate } = useDocumentationMutation(photo.documentationId);
  const remove = useMutation({
    mutationFn: () =>
      write(
        () => call(deletePhoto, { params: { id: photo.id } }),
        [],
        (_, cache) =>
          onDeleted(() => {
            cache.removePhoto(photo.id);
            void invalidate(["item", "photos", "events"]);
          }),
      ),
    meta: { handlesErrors: true },
  });
  useEffect(() => {
    if (commentRequests > 0) setMode("edit");
  }, [commentRequests]);
  useEffect(() => {
    if (mode || !restoresFocus.current) return;
    restoresFocus.current = false;
    restoreFocus(editButton.current);
  }, [mode]);
  const close = () => {
    restoresFocus.current = true;
    drafts.delete(photo.id);
    setMode(null);
    remove.reset();
  };
  if (mode === "edit")
    return (
      <Part>
        <PhotoForm
          photo={photo}
          draft={drafts.get(photo.id)}
          onDraftChange={(draft) => drafts.set(photo.id, draft)}
          onClose={close}
        />
      </Part>
    );
  if (mode === "delete")
    return (
      <Part
        role="alertdialog"
        aria-label={tCommon("form.deleteTitle", { name: photo.name })}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          close();
        }}
      >
        <strong>{tCommon("form.deleteTitle", { name: photo.name })}</strong>
        <p>{t("photo.deleteText")}</p>
        {remove.error && (
          <Banner kind="danger">{alertText(remove.error) ?? problemText(remove.error)}</Banner>
        )}
        <Buttons>
          <Button size="small" autoFocus disabled={remove.isPending} onClick={close}>
            {tCommon("actions.cancel")}
          </Button>
          <Button size="small" variant="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
            {tCommon("actions.delete")}
          </Button>
        </Buttons>
      </Part>
    );
  return (
    <Part>
      <Buttons>
        <Button ref={editButton} size="small" leadingVisual={PencilIcon} onClick={() => setMode("edit")}>
          {t("photo.edit")}
        </Button>
        <Button size="small" leadingVisual={TrashIcon} onClick={() => setMode("delete")}>
          {tCommon("actions.delete")}
        </Button>
      </Buttons>
      {photo.rotation !== 0 && (
        <Banner kind="warning">{t("photo.rotatedHint", { degrees: photo.rotation * 90 })}</Banner>
      )}
    </Part>
  );
}

const Part = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  margin-bottom: var(--base-size-16);
  padding-bottom: var(--base-size-16);
  border-bottom: 1px solid var(--borderColor-muted);
  /* If more actions follow, the line comes after them. */
  &:has(+ section) {
    padding-bottom: 0;
    border-bottom: 0;
  }
`;
