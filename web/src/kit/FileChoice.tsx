import { UploadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Line } from "./layout";
import { Breakable, Caption, Fault, FieldLabel } from "./text";

interface FileChoiceProps {
  label: string;
  caption?: string;
  /** As an input's: extensions and types. */
  accept: string;
  name: string | null;
  required?: boolean;
  disabled?: boolean;
  message?: string | undefined;
  onChoose: (file: File) => void;
}

/** A file of the reader's machine, chosen by a button that says which is chosen. */
export function FileChoice(props: FileChoiceProps) {
  const { label, caption, accept, name, required = false, disabled = false, message, onChoose } = props;
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
      <Line>
        <Button leadingVisual={UploadIcon} disabled={disabled} onClick={() => input.current?.click()}>
          {t("form.chooseFile")}
        </Button>
        {name && <Breakable>{name}</Breakable>}
      </Line>
      <input
        ref={input}
        type="file"
        hidden
        aria-labelledby={labelId}
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file, mended meanwhile, may be chosen again.
          target.value = "";
          if (file) onChoose(file);
        }}
      />
      {caption && <Caption>{caption}</Caption>}
      <Fault role="alert">{message}</Fault>
    </div>
  );
}
