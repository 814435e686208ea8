import { FileZipIcon, TriangleDownIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button, ButtonGroup, IconButton } from "@primer/react";
import { useTranslation } from "react-i18next";

interface ZipButtonProps {
  label: string;
  variant?: "primary" | "default";
  loading: boolean;
  disabled?: boolean;
  onZip: (more: { markup?: "false" }) => void;
}

/** Downloads photos as a zip; beside it, without what is drawn on them. */
export function ZipButton({ label, variant = "default", loading, disabled = false, onZip }: ZipButtonProps) {
  const { t } = useTranslation("documentation");
  return (
    <ButtonGroup>
      <Button
        variant={variant}
        leadingVisual={FileZipIcon}
        loading={loading}
        disabled={disabled}
        onClick={() => onZip({})}
      >
        {label}
      </Button>
      <ActionMenu>
        <ActionMenu.Anchor>
          <IconButton
            variant={variant}
            icon={TriangleDownIcon}
            aria-label={t("export.zipMore")}
            disabled={disabled || loading}
          />
        </ActionMenu.Anchor>
        <ActionMenu.Overlay align="end">
          <ActionList>
            <ActionList.Item onSelect={() => onZip({ markup: "false" })}>{t("export.bare")}</ActionList.Item>
          </ActionList>
        </ActionMenu.Overlay>
      </ActionMenu>
    </ButtonGroup>
  );
}
