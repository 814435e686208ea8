import { useTranslation } from "react-i18next";
import type { FieldError } from "#domain/core/problem.ts";
import type { ParamRule } from "#domain/layout/grammar.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import type { LayoutParam } from "#domain/layout/types.ts";
import { CheckboxControl, SelectControl, TextControl } from "#ui/input/labelledControls.tsx";
import { type ParamChange, useEditor } from "../editor/LayoutEditorContext.ts";
import { CheckboxGroup } from "./CheckboxGroup.tsx";
import { ColorField } from "./ColorField.tsx";
import { GridChoice } from "./GridChoice.tsx";
import { IdsField } from "./IdsField.tsx";
import { ImageParam } from "./ImageParam.tsx";
import { LayoutChoice } from "./LayoutChoice.tsx";
import { TextParam } from "./TextParam.tsx";
import { useTaskNames } from "./useTaskNames.ts";

interface NodeParamFieldProps {
  node: LayoutNode;
  ancestors: readonly LayoutNode[];
  param: LayoutParam;
  rule: ParamRule;
  error: FieldError | undefined;
  onChange: (params: ParamChange) => void;
}

/** The input for a param, according to its rule. */
export function NodeParamField({ node, ancestors, param, rule, error, onChange }: NodeParamFieldProps) {
  const { t } = useTranslation("layout");
  const optionText = useOptionText();
  const labelOf = useParamLabel();
  const tasks = useTaskNames();
  const { content } = useEditor();
  const isPortrait = content.type !== "POWERPOINT" && content.type !== "EXCEL";
  const value = node.params[param] ?? "";
  const set = (next: string) => onChange({ [param]: next || null });
  const common = {
    label: labelOf(node, param),
    value,
    error,
    required: rule.required ?? false,
    onChange: set,
  };
  switch (rule.kind) {
    case "choice":
      if (param === "PER_PAGE") return <GridChoice {...common} portrait={isPortrait} />;
      return (
        <SelectControl
          {...common}
          options={withObsoleteOptions(rule.options, value).map((option) => ({
            value: option,
            label: optionText(param, option),
          }))}
          {...((!rule.required || !value) && { placeholder: t(placeholderOf(node, param, rule)) })}
        />
      );
    case "choices":
      return (
        <div data-wide="">
          <CheckboxGroup
            {...common}
            caption={rule.options.length > 1 ? t(captionOfChoices(node, param)) : undefined}
            options={withObsoleteOptions(rule.options, value).map((option) => ({
              value: option,
              label: optionText(param, option),
            }))}
          />
        </div>
      );
    case "number":
      return (
        <TextControl
          {...common}
          numeric
          maxLength={10}
          unit={unitOf(node, param, t)}
          caption={captionOfNumber(node, param, t)}
        />
      );
    case "color":
      return <ColorField {...common} />;
    case "flag":
      return (
        <div data-wide="">
          <CheckboxControl
            label={common.label}
            value={value === "true"}
            error={error}
            onChange={(isChecked) => set(isChecked ? "true" : "false")}
          />
        </div>
      );
    case "image":
      return (
        <div data-wide="">
          <ImageParam
            label={common.label}
            data={value}
            type={node.params.TYPE}
            error={error}
            onChange={(data, type) => onChange({ DATA: data, TYPE: type })}
          />
        </div>
      );
    case "layout":
      return (
        <div data-wide="">
          <LayoutChoice {...common} />
        </div>
      );
    case "text":
      if (param === "TEXT" || param === "CAPTION")
        return (
          <div data-wide="">
            <TextParam
              {...common}
              param={param}
              maxLength={rule.maxLength}
              ancestors={ancestors}
              note={noteOfText(node, param, t)}
            />
          </div>
        );
      if (param === "IDS")
        return (
          <div data-wide="">
            <IdsField {...common} groups={node.params.IN === "GROUPS"} />
          </div>
        );
      return (
        <div data-wide="">
          <TextControl
            {...common}
            maxLength={rule.maxLength}
            caption={rule.isOrdered ? t("captions.ORDERED") : captionOfText(node, param, t)}
            proposals={param === "TASK_IDENTIFIER" || node.type === "CHILD" ? tasks.names : undefined}
          />
        </div>
      );
  }
}

/** Adds selected options that only an older grammar allowed. */
const withObsoleteOptions = (options: readonly string[], value: string): readonly string[] => [
  ...options,
  ...value.split(";").filter((option) => option && !options.includes(option)),
];

type T = ReturnType<typeof useTranslation<"layout">>["t"];

/** The meaning of a choice without a value. */
function placeholderOf({ type }: LayoutNode, param: LayoutParam, { required }: ParamRule) {
  if (param === "LEVEL") return type === "CONTENTS" ? "form.allLevels" : "form.noHeading";
  return required ? "options.choose" : "options.default";
}

function unitOf({ type }: LayoutNode, param: LayoutParam, t: T): string | undefined {
  if (param === "SIZE" && type === "QR") return t("units.millimetres");
  if (param === "SIZE" || param === "BORDER_WIDTH") return t("units.points");
  if (param === "WIDTH" && (type === "COLUMN" || type === "TABLE_CELL")) return t("units.percent");
  return param === "COLSPAN" || param === "COLUMNS" || param === "ROWS" ? undefined : t("units.millimetres");
}

function noteOfText({ type }: LayoutNode, param: LayoutParam, t: T): string | undefined {
  if (param === "CAPTION")
    return t(type === "COMPARISON" ? "captions.COMPARISON_CAPTION" : "captions.CAPTION");
  return type === "QR" ? t("captions.QR") : undefined;
}

function captionOfChoices({ type }: LayoutNode, param: LayoutParam) {
  if (param === "STATUS") return "captions.STATUS";
  return type === "COMPARISON" ? "captions.COMPARISON_FILTERS" : "captions.FILTERS";
}

function captionOfNumber({ type }: LayoutNode, param: LayoutParam, t: T): string | undefined {
  if (param === "SIZE" && (type === "COMPARISON" || type === "FILES")) return t("captions.TEXT_SIZE");
  if (type === "COMPARISON") return param === "COLUMNS" ? t("captions.COMPARISON_COLUMNS") : undefined;
  if (param === "COLUMNS" || param === "ROWS") return t("captions.GRID_SIDE");
  if (param === "SIZE" && type === "PHOTO_GRID") return t("captions.GRID_TEXT_SIZE");
  if (param !== "WIDTH") return undefined;
  return t(type === "COLUMN" || type === "TABLE_CELL" ? "captions.WIDTH_COLUMN" : "captions.BOX");
}

function captionOfText({ type, params }: LayoutNode, param: LayoutParam, t: T): string | undefined {
  if (param === "TASK_IDENTIFIER")
    return t(params.TYPE === "HAS_PHOTOS" ? "captions.TASK_WITH_PHOTOS" : "captions.TASK_IDENTIFIER");
  if (param !== "NAME") return undefined;
  if (type === "EACH") return t("captions.TASK_FILTERS");
  if (type === "CONTENTS") return t("captions.CONTENTS");
  return t(type === "CHILD" ? "captions.CHILD" : "captions.SHEET");
}

function useParamLabel() {
  const { t } = useTranslation("layout");
  return ({ type }: LayoutNode, param: LayoutParam): string => {
    if (type === "EACH" && param === "NAME") return t("params.TASK_FILTERS");
    if (type === "COMPARISON" && param === "COLUMNS") return t("form.comparisonColumns");
    if (type === "CONTENTS") return t(param === "NAME" ? "form.contentsTitle" : "form.contentsLevels");
    return t(`params.${param}`);
  };
}

/** The name of an option, or the stored value of an unknown one. */
function useOptionText() {
  const { t } = useTranslation(["layout", "documentation"]);
  return (param: LayoutParam, option: string): string => {
    const key = param === "STATUS" ? `documentation:status.${option}` : `options.${param}.${option}`;
    return t(key, "") || option;
  };
}
