import { FileZipIcon, type Icon, TriangleDownIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button, ButtonGroup, IconButton } from "@primer/react";
import { useTranslation } from "react-i18next";

interface PhotosButtonProps {
  label: string;
  icon?: Icon;
  variant?: "primary" | "default";
  loading: boolean;
  disabled?: boolean;
  /** Whether something is drawn on one of the photos. */
  marked: boolean;
  onDownload: (more: { markup?: "false" }) => void;
}

/** Downloads photos, as a zip or what `icon` says; beside it, where something is drawn on them, without that. */
export function PhotosButton({
  label,
  icon = FileZipIcon,
  variant = "default",
  loading,
  disabled = false,
  marked,
  onDownload,
}: PhotosButtonProps) {
  const { t } = useTranslation("documentation");
  return (
    <ButtonGroup>
      <Button
        variant={variant}
        leadingVisual={icon}
        loading={loading}
        disabled={disabled}
        onClick={() => onDownload({})}
      >
        {label}
      </Button>
      {marked && (
        <ActionMenu>
          <ActionMenu.Anchor>
            <IconButton
              variant={variant}
              icon={TriangleDownIcon}
              aria-label={t("export.more", { what: label })}
              disabled={disabled || loading}
            />
          </ActionMenu.Anchor>
          <ActionMenu.Overlay align="end">
            <ActionList>
              <ActionList.Item onSelect={() => onDownload({ markup: "false" })}>
                {t("export.bare")}
              </ActionList.Item>
            </ActionList>
          </ActionMenu.Overlay>
        </ActionMenu>
      )}
    </ButtonGroup>
  );
}
