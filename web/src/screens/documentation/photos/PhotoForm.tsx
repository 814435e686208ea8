import { Button, FormControl, Textarea, TextInput } from "@primer/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorText } from "#api/errorTexts.ts";
import { maxCommentLength, maxNameLength } from "#domain/core/limits.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { useUnsavedChanges } from "#ui/dialog/unsavedChanges.ts";
import { SaveConflict } from "#ui/form/SaveConflict.tsx";
import { ButtonRow, Stack } from "#ui/layout/boxes.ts";
import { offerUndo } from "#ui/undo/undoStore.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";
import { useVersionedSave } from "../change/useVersionedSave.ts";
import { findPhotoRow } from "./usePhotoRotation.ts";
import { useUpdatePhoto } from "./useUpdatePhoto.ts";

export interface PhotoDraft {
  name: string;
  reviewComment: string;
}

interface PhotoFormProps {
  photo: PhotoRow;
  /** Unsaved input from before another photo was shown. */
  draft: PhotoDraft | undefined;
  onDraftChange: (draft: PhotoDraft) => void;
  onClose: () => void;
}

/** The reviewer's comment and the name of a photo (2§5: a name is required, a comment has at most 255 characters). */
export function PhotoForm({ photo, draft, onDraftChange, onClose }: PhotoFormProps) {
  const { t } = useTranslation("review");
  const { t: tCommon } = useTranslation();
  const [initialPhoto] = useState(photo);
  const [name, setName] = useState(draft?.name ?? photo.name);
  const [reviewComment, setReviewComment] = useState(draft?.reviewComment ?? photo.reviewComment ?? "");
  const [isNameEmpty, setIsNameEmpty] = useState(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const commentInput = useRef<HTMLTextAreaElement>(null);
  const { invalidate } = useDocumentationMutation(photo.documentationId);
  const change = useUpdatePhoto(photo.documentationId);
  const editedValues = { name: name.trim(), reviewComment: reviewComment.trim() || null };
  const hasChanges =
    editedValues.name !== initialPhoto.name || editedValues.reviewComment !== initialPhoto.reviewComment;
  const update = (values: typeof editedValues, version: number) => change(photo.id, values, version);
  const {
    isSaving,
    objection: saveFailure,
    trySave,
  } = useVersionedSave<PhotoRow>({
    save: async (version) => {
      const savedPhoto = await update(editedValues, version);
      const previous = { name: initialPhoto.name, reviewComment: initialPhoto.reviewComment };
      offerUndo(
        t(editedValues.name === initialPhoto.name ? "photo.commentSaved" : "photo.nameSaved", {
          name: editedValues.name,
        }),
        () => update(previous, savedPhoto.version),
      );
    },
    reload: async () => {
      const serverPhoto = await findPhotoRow(photo.documentationId, photo.id);
      if (serverPhoto === undefined) throw new Error("the photo could not be read");
      return serverPhoto;
    },
  });
  useUnsavedChanges(hasChanges);
  useEffect(() => commentInput.current?.focus(), []);

  async function save(version: number) {
    if (editedValues.name === "") {
      setIsNameEmpty(true);
      nameInput.current?.focus();
    } else if (!hasChanges && version === initialPhoto.version) onClose();
    else if (await trySave(version)) onClose();
  }
  /** A rotation makes a new version too: only name and comment must be unchanged. */
  const basePhoto =
    photo.name === initialPhoto.name && photo.reviewComment === initialPhoto.reviewComment
      ? photo
      : initialPhoto;
  const fieldErrors = saveFailure?.failure.fields ?? {};
  const nameError = isNameEmpty ? "required" : fieldErrors.name;
  const conflict = nameError || fieldErrors.reviewComment ? null : saveFailure;
  return (
    <Stack
      as="form"
      noValidate
      aria-label={t("photo.edit")}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        if (!isSaving) onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) void save(basePhoto.version);
      }}
    >
      <SaveConflict
        saveFailure={conflict}
        isSaving={isSaving}
        differences={(serverPhoto) => [
          { label: t("conflict.name"), serverText: serverPhoto.name, localText: editedValues.name },
          {
            label: t("photo.reviewComment"),
            serverText: serverPhoto.reviewComment ?? "",
            localText: editedValues.reviewComment ?? "",
          },
        ]}
        onUseServerRow={() => {
          void invalidate(["photos", "events"]);
          onClose();
        }}
        onSaveLocal={(serverPhoto) => save(serverPhoto.version)}
      />
      <FormControl>
        <FormControl.Label>{t("photo.reviewComment")}</FormControl.Label>
        <Textarea
          ref={commentInput}
          block
          rows={4}
          resize="vertical"
          maxLength={maxCommentLength}
          value={reviewComment}
          onChange={(event) => {
            setReviewComment(event.target.value);
            onDraftChange({ name, reviewComment: event.target.value });
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <FormControl.Caption>
          {t("counter", { count: reviewComment.length, max: maxCommentLength })} · {t("answer.newLine")}
        </FormControl.Caption>
        {fieldErrors.reviewComment && (
          <FormControl.Validation variant="error">
            {fieldErrorText(fieldErrors.reviewComment)}
          </FormControl.Validation>
        )}
      </FormControl>
      <FormControl required>
        <FormControl.Label>{tCommon("fields.name")}</FormControl.Label>
        <TextInput
          ref={nameInput}
          block
          autoComplete="off"
          maxLength={maxNameLength}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            onDraftChange({ name: event.target.value, reviewComment });
            setIsNameEmpty(false);
          }}
          {...(nameError && { validationStatus: "error" as const })}
        />
        {nameError && (
          <FormControl.Validation variant="error">{fieldErrorText(nameError)}</FormControl.Validation>
        )}
      </FormControl>
      <ButtonRow>
        <Button
          type="submit"
          size="small"
          variant="primary"
          loading={isSaving}
          loadingAnnouncement={tCommon("state.saving")}
        >
          {tCommon("actions.save")}
        </Button>
        <Button type="button" size="small" disabled={isSaving} onClick={onClose}>
          {tCommon("actions.cancel")}
        </Button>
      </ButtonRow>
    </Stack>
  );
}
