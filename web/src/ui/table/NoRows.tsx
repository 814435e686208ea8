import { type Icon, InboxIcon } from "@primer/octicons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../layout/EmptyState.tsx";

export interface NoRowsProps {
  icon?: Icon;
  /** The reason, above `text`. */
  title?: string;
  text?: ReactNode;
  action?: ReactNode;
}

/** The state of an empty table (1§8, 2§8: no data found), with its reason and a suggested action. */
export function NoRows({ icon = InboxIcon, title, text, action }: NoRowsProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={icon}
      title={t("table.empty")}
      text={
        (title || text) && (
          <>
            {title && <div>{title}</div>}
            {text && <div>{text}</div>}
          </>
        )
      }
      action={action}
    />
  );
}
