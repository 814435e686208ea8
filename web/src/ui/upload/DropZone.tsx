import { UploadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Note } from "../layout/typography.ts";
import { droppedFiles } from "./droppedFiles.ts";

interface DropZoneProps {
  label: string;
  hint: string;
  /** The `accept` attribute of the input. */
  accept: string;
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

/** Picks one or more files by button or by drag and drop. */
export function DropZone({ label, hint, accept, disabled, onFiles }: DropZoneProps) {
  const { t } = useTranslation("upload");
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  return (
    <Zone
      data-over={isDraggedOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDraggedOver(!disabled);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsDraggedOver(false);
        // A folder that cannot be read is left to the checks of its caller.
        const { dataTransfer } = event;
        const plainFiles = [...dataTransfer.files];
        if (!disabled) void droppedFiles(dataTransfer).then(onFiles, () => onFiles(plainFiles));
      }}
    >
      <Button
        type="button"
        leadingVisual={UploadIcon}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <Note>
        <DropHint>{t("orDrop")} </DropHint>
        {hint}
      </Note>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = "";
          onFiles(files);
        }}
      />
    </Zone>
  );
}

const Zone = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8) var(--base-size-12);
  padding: var(--base-size-16);
  border: 1px dashed var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  @media (pointer: coarse) {
    button {
      min-height: 44px;
    }
  }
  &[data-over="true"] {
    border-color: var(--borderColor-accent-emphasis);
    background: var(--bgColor-accent-muted);
  }
`;

/** Hidden on touch screens, where nothing can be dropped. */
const DropHint = styled.span`
  @media (pointer: coarse) {
    display: none;
  }
`;
