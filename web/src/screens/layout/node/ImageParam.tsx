import { ImageIcon, TrashIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { maxLayoutImageBytes } from "#domain/layout/types.ts";
import { type ImageKind, imageKinds, readImage } from "#ui/form/imageFile.ts";
import { Buttons, Stack } from "#ui/layout/boxes.ts";
import { Caption, FieldErrorText, FieldLabel } from "#ui/layout/typography.ts";

interface ImageParamProps {
  label: string;
  /** Base64. */
  data: string;
  type: string | undefined;
  error: FieldError | undefined;
  onChange: (data: string | null, type: string | null) => void;
}

const kinds: readonly ImageKind[] = ["png", "jpg"];

/** The image of an IMAGE node, a PNG or JPEG, shown at most 400 by 400 pixels (3§9). */
export function ImageParam({ label, data, type, error, onChange }: ImageParamProps) {
  const { t } = useTranslation("layout");
  const input = useRef<HTMLInputElement>(null);
  const labelId = useId();
  const [errorText, setErrorText] = useState<string | null>(null);

  async function readFile(file: File | undefined) {
    if (input.current) input.current.value = "";
    if (!file) return;
    setErrorText(null);
    for (const kind of kinds) {
      const image = await readImage(file, kind, maxLayoutImageBytes);
      if (image.error === "tooLarge") return setErrorText(t("form.imageTooLarge"));
      if (image.data !== undefined) return onChange(image.data, imageKinds[kind].type);
    }
    setErrorText(t("form.imageWrongFormat"));
  }
  return (
    <Stack $gap={8} role="group" aria-labelledby={labelId}>
      <FieldLabel id={labelId}>{label} *</FieldLabel>
      {data && type ? (
        <ImagePreview src={`data:${type};base64,${data}`} alt={t("form.imageAlt")} />
      ) : (
        <NoImage>
          <ImageIcon size={24} />
        </NoImage>
      )}
      <Buttons>
        <Button size="small" onClick={() => input.current?.click()}>
          {t("form.chooseImage")}
        </Button>
        {data && (
          <Button
            size="small"
            variant="danger"
            leadingVisual={TrashIcon}
            onClick={() => onChange(null, null)}
          >
            {t("form.removeImage")}
          </Button>
        )}
      </Buttons>
      <input
        ref={input}
        type="file"
        hidden
        aria-labelledby={labelId}
        accept="image/png,image/jpeg,.png,.jpg,.jpeg"
        onChange={({ target }) => void readFile(target.files?.[0])}
      />
      <Caption>{t("captions.DATA")}</Caption>
      <FieldErrorText role="alert">{errorText ?? (error && fieldErrorText(error))}</FieldErrorText>
    </Stack>
  );
}

const ImagePreview = styled.img`
  align-self: flex-start;
  max-width: min(400px, 100%);
  max-height: 400px;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
`;

const NoImage = styled.div`
  display: grid;
  place-items: center;
  width: 96px;
  height: 72px;
  border: 1px dashed var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  color: var(--fgColor-muted);
`;
