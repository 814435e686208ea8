import { useTranslation } from "react-i18next";
import type { FieldError } from "#domain/core/problem.ts";
import { hasPageNumbers, isInLoop } from "#domain/layout/grammar.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import {
  type LayoutParam,
  otherPlaceholders,
  pagePlaceholders,
  textPlaceholders,
} from "#domain/layout/types.ts";
import { PlaceholderMenu } from "#ui/form/PlaceholderMenu.tsx";
import { TextAreaControl } from "#ui/input/labelledControls.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { useEditor } from "../editor/LayoutEditorContext.ts";

const isOfPhoto = (word: string): boolean => word.startsWith("PHOTO_") || word === "DIRECTION";

interface TextParamProps {
  param: LayoutParam;
  label: string;
  value: string;
  required: boolean;
  maxLength: number;
  error: FieldError | undefined;
  onChange: (value: string) => void;
  ancestors: readonly LayoutNode[];
  /** Shown before the help on placeholders. */
  note?: string | undefined;
}

/** A text with a menu of placeholders that can be appended to it (3§4, 3§9). */
export function TextParam({ param, ancestors, note, ...props }: TextParamProps) {
  const { t } = useTranslation("layout");
  const { content } = useEditor();
  const hasPages = param !== "CAPTION" && hasPageNumbers(content.type, ancestors);
  const hasPhotos = param === "CAPTION" || isInLoop(ancestors);
  const groups = [...(hasPages ? [pagePlaceholders] : []), textPlaceholders, otherPlaceholders].map((group) =>
    group.filter((word) => hasPhotos || !isOfPhoto(word)),
  );
  return (
    <Stack $gap={8}>
      <TextAreaControl
        {...props}
        rows={3}
        caption={[note, t("captions.TEXT", { placeholder: "{TASK_ANSWER:…}" })].filter(Boolean).join(" ")}
      />
      <PlaceholderMenu
        label={t("form.placeholder")}
        groups={groups}
        onInsert={(placeholder) => props.onChange(`${props.value}${placeholder}`)}
      />
    </Stack>
  );
}
