import { TextInput } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { maxCommentLength, maxNameLength } from "#domain/core/limits.ts";
import type { PhotoMetadata } from "./photoMetadata.ts";

interface PhotoMetadataFieldsProps {
  file: string;
  /** The photo's name if none is entered. */
  defaultName: string;
  metadata: PhotoMetadata;
  disabled: boolean;
  onChange: (change: Partial<PhotoMetadata>) => void;
}

/** Name and comment of an imported photo (2§7). Both are optional. */
export function PhotoMetadataFields({
  file,
  defaultName,
  metadata,
  disabled,
  onChange,
}: PhotoMetadataFieldsProps) {
  const { t } = useTranslation("review");
  return (
    <Fields>
      <TextInput
        block
        autoComplete="off"
        aria-label={t("import.nameOf", { file })}
        placeholder={defaultName || t("import.name")}
        maxLength={maxNameLength}
        disabled={disabled}
        value={metadata.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextInput
        block
        autoComplete="off"
        aria-label={t("import.commentOf", { file })}
        placeholder={t("photo.comment")}
        maxLength={maxCommentLength}
        disabled={disabled}
        value={metadata.comment}
        onChange={({ target }) => onChange({ comment: target.value })}
      />
    </Fields>
  );
}

const Fields = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
  gap: var(--base-size-8);
  margin-top: var(--base-size-8);
  @media (max-width: 543px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
