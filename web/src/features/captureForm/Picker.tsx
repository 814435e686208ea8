import type { RefObject } from "react";

interface PickerProps {
  input: RefObject<HTMLInputElement | null>;
  label: string;
  multiple?: boolean;
  capture?: boolean;
  onFiles: (files: File[]) => void;
}

/** A hidden file input for photos, from the device or its camera. A button opens it. */
export function Picker({ input, label, multiple = false, capture = false, onFiles }: PickerProps) {
  return (
    <input
      ref={input}
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
