import { ImageIcon, TrashIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Buttons, WideLine } from "../layout/boxes.ts";
import { Caption, FieldErrorText, FieldLabel } from "../layout/typography.ts";
import { useField } from "./FormContext.ts";
import { type ImageKind, imageKinds, readImage } from "./imageFile.ts";
import type { FieldProps } from "./TextField.tsx";

interface ImageFieldProps extends FieldProps {
  kind?: ImageKind;
  maxBytes: number;
  alt: string;
  removeLabel: string;
  tooLarge: string;
  wrongKind: string;
  /** The stored image, if the field itself is never read back. */
  stored?: ReactNode;
  /** Whether a value is required, if that does not depend on the contract alone. */
  required?: boolean;
}

/** An image, sent as base64, with a preview. */
export function ImageField(props: ImageFieldProps) {
  const { kind = "png", stored } = props;
  const { t } = useTranslation();
  const field = useField(props.name, props.label);
  const [fileError, setFileError] = useState<string | null>(null);
  /** The image that the browser could not show: stored before images were checked. */
  const [brokenImage, setBrokenImage] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const labelId = useId();
  const data = typeof field.value === "string" ? field.value : null;
  const required = props.required ?? field.required;

  async function selectFile(file: File | undefined) {
    if (input.current) input.current.value = "";
    if (!file) return;
    const result = await readImage(file, kind, props.maxBytes);
    setFileError(result.error ? props[result.error] : null);
    if (result.data) field.set(result.data);
  }
  const message =
    fileError ?? field.message ?? (data !== null && data === brokenImage ? t("field.damagedImage") : null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would disable the hidden input's label with it
    <div role="group" aria-labelledby={labelId}>
      <FieldLabel id={labelId}>
        {props.label}
        {required && " *"}
      </FieldLabel>
      <WideLine>
        <Preview>
          {data ? (
            <img
              src={`data:${imageKinds[kind].type};base64,${data}`}
              alt={props.alt}
              onError={() => setBrokenImage(data)}
            />
          ) : (
            stored || <ImageIcon size={24} />
          )}
        </Preview>
        <Controls>
          <Buttons>
            <Button size="small" disabled={field.disabled} onClick={() => input.current?.click()}>
              {t("form.chooseFile")}
            </Button>
            {data && (
              <Button
                size="small"
                variant="danger"
                leadingVisual={TrashIcon}
                disabled={field.disabled}
                aria-label={props.removeLabel}
                // With `storedImage` the field cannot remove that image: undefined only discards the selected file.
                onClick={() => field.set(stored === undefined ? null : undefined)}
              >
                {t("actions.remove")}
              </Button>
            )}
          </Buttons>
          <input
            ref={input}
            type="file"
            hidden
            aria-labelledby={labelId}
            accept={`${imageKinds[kind].type},${imageKinds[kind].extension}`}
            onChange={(event) => selectFile(event.target.files?.[0])}
          />
          {props.caption && <Caption>{props.caption}</Caption>}
          <FieldErrorText role="alert">{message}</FieldErrorText>
        </Controls>
      </WideLine>
    </div>
  );
}

const Preview = styled.div`
  display: grid;
  place-items: center;
  flex: none;
  width: 96px;
  height: 72px;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-inset);
  color: var(--fgColor-muted);
  img {
    max-width: 88px;
    max-height: 64px;
  }
`;

const Controls = styled.div`
  min-width: 0;
`;
