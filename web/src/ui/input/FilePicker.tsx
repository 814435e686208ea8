import { UploadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Inline } from "../layout/boxes.ts";
import { Breakable, Caption, FieldErrorText, FieldLabel } from "../layout/typography.ts";

interface FilePickerProps {
  label: string;
  caption?: string;
  /** The `accept` attribute of the input: extensions and media types. */
  accept: string;
  name: string | null;
  required?: boolean;
  disabled?: boolean;
  message?: string | undefined;
  onSelect: (file: File) => void;
}

/** A button that opens the browser's file picker, and the name of the selected file. */
export function FilePicker(props: FilePickerProps) {
  const { label, caption, accept, name, required = false, disabled = false, message, onSelect } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would disable the hidden input's label with it
    <div role="group" aria-labelledby={labelId}>
      <FieldLabel id={labelId}>
        {label}
        {required && " *"}
      </FieldLabel>
      <Inline>
        <Button leadingVisual={UploadIcon} disabled={disabled} onClick={() => input.current?.click()}>
          {t("form.chooseFile")}
        </Button>
        {name && <Breakable>{name}</Breakable>}
      </Inline>
      <input
        ref={input}
        type="file"
        hidden
        aria-labelledby={labelId}
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Allows the same file to be selected again after it was corrected.
          target.value = "";
          if (file) onSelect(file);
        }}
      />
      {caption && <Caption>{caption}</Caption>}
      <FieldErrorText role="alert">{message}</FieldErrorText>
    </div>
  );
}
