import { Button, type ButtonProps, IconButton, Tooltip } from "@primer/react";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { useGrants } from "#api/session.ts";
import { findDenialReason } from "#domain/contract/denialReason.ts";
import type { Action, AnyResource } from "#domain/contract/resource.ts";
import type { ProblemCode } from "#domain/core/problem.ts";

interface PermissionButtonProps {
  resource: AnyResource;
  action: Action;
  /** The row that the action applies to; absent for create. */
  row?: Record<string, unknown>;
  label: string;
  icon?: ComponentType;
  /** Shows the icon alone; the label becomes the accessible name. */
  iconOnly?: boolean;
  variant?: ButtonProps["variant"];
  size?: ButtonProps["size"];
  onClick: () => void;
}

/** The reason why the session cannot do this, by the same rule as in the Worker; null if it can. */
function useDenialReason(resource: AnyResource, action: Action, row?: Record<string, unknown>) {
  return findDenialReason(useGrants(), resource, action, row);
}

/** A button disabled by the same rule that the Worker enforces. It stays focusable, so that its tooltip can say why. */
export function PermissionButton(props: PermissionButtonProps) {
  const reasonCode = useDenialReason(props.resource, props.action, props.row);
  return <ButtonWithReason {...props} reasonCode={reasonCode} />;
}

type ButtonWithReasonProps = Omit<PermissionButtonProps, "resource" | "action" | "row"> & {
  reasonCode: ProblemCode | null;
};

function ButtonWithReason({
  reasonCode,
  label,
  icon,
  iconOnly,
  variant = "default",
  size = "medium",
  onClick,
}: ButtonWithReasonProps) {
  const { t } = useTranslation();
  const reason = reasonCode && t(`problem.${reasonCode}`);
  const buttonProps = {
    variant,
    size,
    inactive: reasonCode !== null,
    "aria-disabled": reasonCode !== null,
    onClick: () => reasonCode === null && onClick(),
  } as const;
  if (iconOnly && icon)
    return <IconButton {...buttonProps} icon={icon} aria-label={label} description={reason ?? undefined} />;
  const button = (
    <Button {...buttonProps} {...(icon && { leadingVisual: icon })}>
      {label}
    </Button>
  );
  return reason ? <Tooltip text={reason}>{button}</Tooltip> : button;
}
