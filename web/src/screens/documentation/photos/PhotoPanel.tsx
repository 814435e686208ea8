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
  /** Unsaved input by photo: moving to another one loses nothing. */
  drafts: Map<string, PhotoDraft>;
  /** Raised each time its comment is to be written. */
  commenting: number;
  /** Called for a deleted photo: show another one first, then remove it with `takeOut`. */
  onDeleted: (takeOut: () => void) => void;
}

/**
 * Edits and deletes a photo in large view (2§6 ROLE_PHOTO_WRITE). Questions are asked inline: a dialog would lie behind the large
 * view.
 */
export function PhotoPanel({ photo, drafts, commenting, onDeleted }: PhotoPanelProps) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation();
  const [doing, setDoing] = useState<"edit" | "delete" | null>(drafts.has(photo.id) ? "edit" : null);
  const edit = useRef<HTMLButtonElement>(null);
  const back = useRef(false);
  const { write, invalidate } = useDocumentationMutation(photo.documentationId);
  const remove = useMutation({
    mutationFn: () =>
      write(
        () => call(deletePhoto, { params: { id: photo.id } }),
        [],
        (_, cache) =>
          onDeleted(() => {
            cache.withoutPhoto(photo.id);
            void invalidate(["item", "photos", "events"]);
          }),
      ),
    meta: { ownErrors: true },
  });
  useEffect(() => {
    if (commenting > 0) setDoing("edit");
  }, [commenting]);
  useEffect(() => {
    if (doing || !back.current) return;
    back.current = false;
    restoreFocus(edit.current);
  }, [doing]);
  const close = () => {
    back.current = true;
    drafts.delete(photo.id);
    setDoing(null);
    remove.reset();
  };
  if (doing === "edit")
    return (
      <Part>
        <PhotoForm
          photo={photo}
          draft={drafts.get(photo.id)}
          onDraft={(draft) => drafts.set(photo.id, draft)}
          onClose={close}
        />
      </Part>
    );
  if (doing === "delete")
    return (
      <Part
        role="alertdialog"
        aria-label={common("form.deleteTitle", { name: photo.name })}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          close();
        }}
      >
        <strong>{common("form.deleteTitle", { name: photo.name })}</strong>
        <p>{t("photo.deleteText")}</p>
        {remove.error && (
          <Banner kind="danger">{alertText(remove.error) ?? problemText(remove.error)}</Banner>
        )}
        <Buttons>
          <Button size="small" autoFocus disabled={remove.isPending} onClick={close}>
            {common("actions.cancel")}
          </Button>
          <Button size="small" variant="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
            {common("actions.delete")}
          </Button>
        </Buttons>
      </Part>
    );
  return (
    <Part>
      <Buttons>
        <Button ref={edit} size="small" leadingVisual={PencilIcon} onClick={() => setDoing("edit")}>
          {t("photo.edit")}
        </Button>
        <Button size="small" leadingVisual={TrashIcon} onClick={() => setDoing("delete")}>
          {common("actions.delete")}
        </Button>
      </Buttons>
      {photo.rotation !== 0 && (
        <Banner kind="warning">{t("photo.turned", { degrees: photo.rotation * 90 })}</Banner>
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
  /* What else may be done with it follows, and ends with the rule. */
  &:has(+ section) {
    padding-bottom: 0;
    border-bottom: 0;
  }
`;
