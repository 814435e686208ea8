import { useContext } from "react";
import { useTranslation } from "react-i18next";
import type { FieldError } from "#domain/core/problem.ts";
import { SelectControl } from "#ui/input/labelledControls.tsx";
import { useEditor } from "../editor/LayoutEditorContext.ts";
import { LayoutNamesContext } from "../useNodeText.ts";

interface LayoutChoiceProps {
  label: string;
  value: string;
  required: boolean;
  error: FieldError | undefined;
  onChange: (value: string) => void;
}

/** Selects another Word-to-PDF layout, never the layout itself (3§5). */
export function LayoutChoice(props: LayoutChoiceProps) {
  const { t } = useTranslation("layout");
  const { layoutId } = useEditor();
  const names = useContext(LayoutNamesContext);
  const otherNames = [...names].filter(([id]) => id !== layoutId);
  const isMissing = props.value && !otherNames.some(([id]) => id === props.value);
  return (
    <SelectControl
      {...props}
      placeholder={t("options.choose")}
      caption={t(otherNames.length > 0 ? "captions.CONFIGURATION" : "captions.NO_CONFIGURATION")}
      options={[
        ...otherNames.map(([id, name]) => ({ value: id, label: name })),
        ...(isMissing ? [{ value: props.value, label: "–" }] : []),
      ]}
    />
  );
}
