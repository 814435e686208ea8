import { FileZipIcon, type Icon, TriangleDownIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button, ButtonGroup, IconButton } from "@primer/react";
import { useTranslation } from "react-i18next";

interface PhotosButtonProps {
  label: string;
  icon?: Icon;
  variant?: "primary" | "default";
  loading: boolean;
  disabled?: boolean;
  /** Whether any photo has markup. */
  hasMarkup: boolean;
  onDownload: (options: { markup?: "false" }) => void;
}

/** Downloads photos, by default as a zip. If any photo has markup, a menu beside the button offers photos without it. */
export function PhotosButton({
  label,
  icon = FileZipIcon,
  variant = "default",
  loading,
  disabled = false,
  hasMarkup,
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
      {hasMarkup && (
        <ActionMenu>
          <ActionMenu.Anchor>
            <IconButton
              variant={variant}
              icon={TriangleDownIcon}
              aria-label={t("export.moreFormats", { documentType: label })}
              disabled={disabled || loading}
            />
          </ActionMenu.Anchor>
          <ActionMenu.Overlay align="end">
            <ActionList>
              <ActionList.Item onSelect={() => onDownload({ markup: "false" })}>
                {t("export.withoutMarkup")}
              </ActionList.Item>
            </ActionList>
          </ActionMenu.Overlay>
        </ActionMenu>
      )}
    </ButtonGroup>
  );
}
