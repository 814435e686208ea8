import { useTranslation } from "react-i18next";
import type { LayoutNode } from "../../../../../domain/layout/node";
import { otherPlaceholders, pagePlaceholders, textPlaceholders } from "../../../../../domain/layout/words";
import type { FieldError } from "../../../../../domain/problem";
import { TextAreaControl } from "../../../kit/controls";
import { PlaceholderMenu } from "../../../kit/form/PlaceholderMenu";
import { Stack } from "../../../kit/stacks";

interface TextParamProps {
  label: string;
  value: string;
  required: boolean;
  maxLength: number;
  fault: FieldError | undefined;
  onChange: (value: string) => void;
  around: readonly LayoutNode[];
}

/** A text, and a menu of placeholders that can be appended to it (3§4, 3§9). */
export function TextParam({ around, ...props }: TextParamProps) {
  const { t } = useTranslation("layout");
  const onEveryPage = around.some(({ type }) => type === "HEADER" || type === "FOOTER");
  const groups = [...(onEveryPage ? [pagePlaceholders] : []), textPlaceholders, otherPlaceholders];
  return (
    <Stack $gap={8}>
      <TextAreaControl {...props} rows={3} caption={t("captions.TEXT", { written: "{TASK_ANSWER:…}" })} />
      <PlaceholderMenu
        label={t("form.placeholder")}
        groups={groups}
        onInsert={(written) => props.onChange(`${props.value}${written}`)}
      />
    </Stack>
  );
}
