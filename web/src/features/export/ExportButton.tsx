import { RocketIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { restoreFocus } from "#ui/dialog/restoreFocus.ts";
import { useShortcuts } from "#ui/shortcuts/useShortcuts.ts";
import type { ExportSource } from "./exportSource.ts";

const ExportDialog = lazy(async () => ({ default: (await import("./ExportDialog.tsx")).ExportDialog }));

interface ExportButtonProps {
  source: ExportSource;
  /** Whether there is something to export; shows an alert itself if not. */
  ready?: () => boolean;
}

/** Opens the export dialog; hidden from users who cannot export (2§6). */
export function ExportButton({ source, ready = () => true }: ExportButtonProps) {
  const { t } = useTranslation("exporting");
  const grants = useGrants();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const canExport = hasAuthority(grants, "ROLE_EXPORT_DOCUMENTATION");
  const open = () => ready() && setOpen(true);
  useShortcuts("", canExport ? [{ key: "", label: t("action"), act: open, isAction: true }] : []);
  if (!canExport) return null;
  return (
    <>
      <Button ref={button} leadingVisual={RocketIcon} aria-haspopup="dialog" onClick={open}>
        {t("action")}
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog
            source={source}
            onClose={() => {
              setOpen(false);
              // Each mode is a separate dialog, and the last one does not know which element had the focus before the first opened.
              requestAnimationFrame(() => restoreFocus(button.current));
            }}
          />
        </Suspense>
      )}
    </>
  );
}
