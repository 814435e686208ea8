import { RedoIcon, UndoIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { ViewerTool } from "./ViewerTool";

/** Quarter turns, against the clock and with it. */
export function RotateTools({ onTurn }: { onTurn: (turn: 1 | -1) => void }) {
  const { t } = useTranslation("documentation");
  return (
    <>
      <ViewerTool
        icon={UndoIcon}
        label={t("gallery.rotateLeft")}
        shortcut="Shift+R"
        onClick={() => onTurn(-1)}
      />
      <ViewerTool icon={RedoIcon} label={t("gallery.rotateRight")} shortcut="R" onClick={() => onTurn(1)} />
    </>
  );
}
