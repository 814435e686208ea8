import { createContext, useCallback, useContext } from "react";
import { useTranslation } from "react-i18next";
import { isOneOf } from "#domain/core/objects.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { loopItems } from "#domain/layout/types.ts";
import { useConditionText } from "./useConditionText.ts";

/** Names of the layouts that can be inserted, by id. */
export type LayoutNames = ReadonlyMap<string, string>;
export const LayoutNamesContext = createContext<LayoutNames>(new Map());

/** Maximum characters of a text shown in its row. */
const maxTextLength = 80;

/** Describes a node in one line. */
export function useNodeText(): (node: LayoutNode) => string {
  const { t } = useTranslation("layout");
  const conditionText = useConditionText();
  const layouts = useContext(LayoutNamesContext);
  return useCallback(
    ({ type, params, name }: LayoutNode): string => {
      const describe = () => {
        switch (type) {
          case "EACH": {
            const loopText = isOneOf(loopItems, params.IN) ? t(`summary.each.${params.IN}`) : t("nodes.EACH");
            if (params.GROUPS_TYPE) return t("summary.beforeAfter", { each: loopText });
            return params.FILTERS || params.IDS || (params.FILTER && params.FILTER !== "NONE")
              ? t("summary.filtered", { each: loopText })
              : loopText;
          }
          case "PHOTO_GRID":
            return params.PER_PAGE
              ? t("summary.photoGrid", { count: Number(params.PER_PAGE) })
              : t("nodes.PHOTO_GRID");
          case "SHEET":
            return params.NAME ? t("summary.sheet", { name: params.NAME }) : t("nodes.SHEET");
          case "COLUMN":
          case "TABLE_CELL":
            return params.WIDTH
              ? t("summary.width", { node: t(`nodes.${type}`), width: params.WIDTH })
              : t(`nodes.${type}`);
          case "CHILD":
            return params.NAME ? t("summary.child", { name: params.NAME }) : t("nodes.CHILD");
          case "TEXT": {
            const text = (params.TEXT ?? "").replace(/\s+/g, " ").trim();
            return text
              ? t(params.LEVEL ? "summary.heading" : "summary.text", {
                  level: params.LEVEL ?? "",
                  text: text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text,
                })
              : t("summary.textEmpty");
          }
          case "IMAGE":
            return params.DATA ? t("nodes.IMAGE") : t("summary.imageEmpty");
          case "TASK":
            return params.TASK_IDENTIFIER
              ? t("summary.task", { name: params.TASK_IDENTIFIER })
              : t("nodes.TASK");
          case "INSERT": {
            if (!params.CONFIGURATION) return t("nodes.INSERT");
            const layoutName = layouts.get(params.CONFIGURATION);
            // Without the names it is unknown whether the layout still exists.
            if (!layoutName) return layouts.size > 0 ? t("summary.insertDeleted") : t("nodes.INSERT");
            return t("summary.insert", { name: layoutName });
          }
          case "OFFICE_FILE":
            return params.NAME ?? t("nodes.OFFICE_FILE");
          case "IF":
            return conditionText(params);
          default:
            return t(`nodes.${type}`);
        }
      };
      return name ? `${name} · ${describe()}` : describe();
    },
    [t, conditionText, layouts],
  );
}
