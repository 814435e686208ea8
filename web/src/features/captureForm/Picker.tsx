import type { RefObject } from "react";

interface PhotoInputProps {
  input: RefObject<HTMLInputElement | null>;
  label: string;
  multiple?: boolean;
  capture?: boolean;
  onFiles: (files: File[]) => void;
}

/** A hidden file input for photos, from the device or its camera. A button opens it. */
export function PhotoInput({
  input: inputRef,
  label,
  multiple = false,
  capture = false,
  onFiles,
}: PhotoInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      multiple={multiple}
      accept=".jpg,.jpeg,image/jpeg"
      aria-label={label}
      {...(capture && { capture: "environment" as const })}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // Allows the same file to be chosen again.
        target.value = "";
        onFiles(files);
      }}
    />
  );
}
