import { useId } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { maxCommentLength } from "#domain/core/limits.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import { linkLimits } from "#domain/links/uploadLink.ts";
import { findUnusedFileName } from "#domain/media/fileName.ts";
import { hasExtension } from "#domain/task/fileExtensions.ts";
import { formatBytes } from "#ui/format/numbers.ts";
import { FieldErrorText } from "#ui/layout/typography.ts";
import { FilePreviewImage } from "#ui/upload/FilePreviewImage.tsx";
import { UploadRow } from "#ui/upload/UploadRow.tsx";
import type { UploadItem } from "#ui/upload/upload.ts";
import type { LinkUploads } from "./useLinkUploads.ts";

interface SelectedFilesProps {
  uploads: LinkUploads;
  /** The task's id, or "" for a file of the documentation. */
  slot: string;
  extensions: readonly string[];
  /** Photos of tasks need a comment each; "missing" after an attempt to send without one. */
  comments?: "optional" | "missing" | null | undefined;
}

/** Returns a function that explains why a file cannot be sent, or returns null if it can. */
export function useFileErrorText() {
  const { t } = useTranslation("link");
  const { t: tUpload } = useTranslation("upload");
  return ({ file }: UploadItem, extensions: readonly string[]): string | null => {
    if (!hasExtension(file.name, extensions))
      return tUpload("typeNotAccepted", { extensions: extensions.join(", ") });
    if (file.size === 0) return t("empty");
    if (file.size > linkLimits.fileBytes) return t("tooLarge", { size: formatBytes(linkLimits.fileBytes) });
    return null;
  };
}

/** The files selected for a task or the documentation, each with its missing details. */
export function SelectedFiles({ uploads, slot, extensions, comments = null }: SelectedFilesProps) {
  const errorTextOf = useFileErrorText();
  const items = uploads.items.filter((item) => item.slot === slot);
  if (items.length === 0) return null;
  const labels = labelsOf(items);
  return (
    <ul>
      {items.map((item, index) => (
        <UploadRow
          key={item.key}
          item={item}
          label={labels[index]}
          name={newNameOf(item, uploads.names[item.key] ?? labels[index])}
          picture={<FilePreviewImage file={item.file} />}
          error={item.step.state === "failed" ? null : errorTextOf(item, extensions)}
          isRunning={uploads.isRunning}
          onRemove={() => uploads.remove(item)}
          onRetry={() => uploads.start([item])}
        >
          {comments && (
            <Comment
              item={item}
              label={labels[index]!}
              uploads={uploads}
              isRequested={comments === "missing"}
            />
          )}
        </UploadRow>
      ))}
    </ul>
  );
}

/** A label for each file: phones call every photo image.jpg. */
function labelsOf(items: readonly UploadItem[]): string[] {
  const labels: string[] = [];
  for (const { file } of items) labels.push(findUnusedFileName(file.name, labels));
  return labels;
}

/** The name to show above the chosen one, if it differs. */
const newNameOf = ({ file }: UploadItem, name: string | undefined): string | undefined =>
  name === file.name || name === undefined ? undefined : safeDisplayName(name);

function Comment({
  item,
  label,
  uploads,
  isRequested,
}: {
  item: UploadItem;
  label: string;
  uploads: LinkUploads;
  isRequested: boolean;
}) {
  const { t } = useTranslation("link");
  const id = useId();
  const text = uploads.comments[item.key] ?? "";
  const isMissing = isRequested && !text.trim();
  return (
    <Field>
      <label htmlFor={id}>{t("later.commentLabel")} *</label>
      <input
        id={id}
        type="text"
        aria-label={t("later.comment", { name: label })}
        aria-required="true"
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-fault` : undefined}
        placeholder={t("later.commentHint")}
        maxLength={maxCommentLength}
        disabled={uploads.isRunning || item.step.state === "done"}
        value={text}
        onChange={({ target }) => uploads.comment(item, target.value)}
      />
      {isMissing && (
        <FieldErrorText as="div" id={`${id}-fault`}>
          {t("later.commentMissing")}
        </FieldErrorText>
      )}
    </Field>
  );
}

const Field = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-4);
  margin-top: var(--base-size-8);
  label {
    font-size: var(--text-body-size-small);
    font-weight: var(--base-text-weight-semibold);
  }
  input {
    width: 100%;
    min-height: 44px;
    padding: 0 var(--base-size-12);
    border: 1px solid var(--control-borderColor-rest);
    border-radius: var(--borderRadius-medium);
    background: var(--bgColor-default);
    color: var(--fgColor-default);
    /* Below 16 px phones zoom in and stay zoomed. */
    font-size: 16px;
  }
  input[aria-invalid="true"] {
    border-color: var(--control-borderColor-danger);
  }
  input:disabled {
    background: var(--control-bgColor-disabled);
    color: var(--fgColor-disabled);
  }
`;
