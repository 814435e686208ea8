import { FoldIcon, UnfoldIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { useOpenGroups } from "./useOpenGroups.ts";

/** Buttons that open or close all groups; hidden if there are none. */
export function GroupButtons({ groups }: { groups: ReturnType<typeof useOpenGroups> }) {
  const { t } = useTranslation("template");
  if (!groups.flatTasks.some(({ node }) => node.type === "GROUP")) return null;
  return (
    <>
      <Button size="small" leadingVisual={UnfoldIcon} onClick={groups.openAll}>
        {t("tasks.openAll")}
      </Button>
      <Button size="small" leadingVisual={FoldIcon} onClick={groups.closeAll}>
        {t("tasks.closeAll")}
      </Button>
    </>
  );
}
