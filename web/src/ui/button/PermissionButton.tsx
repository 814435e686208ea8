import { Button, type ButtonProps, IconButton, Tooltip } from "@primer/react";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { useGrants } from "#api/session.ts";
import { denialReason } from "#domain/contract/denialReason.ts";
import type { Action, AnyResource } from "#domain/contract/resource.ts";
import type { ProblemCode } from "#domain/core/problem.ts";

interface ActionButtonProps {
  resource: AnyResource;
  action: Action;
  /** The row the action applies to; absent for create. */
  row?: Record<string, unknown>;
  label: string;
  icon?: ComponentType;
  /** Shows the icon alone; the label becomes the accessible name. */
  iconOnly?: boolean;
  variant?: ButtonProps["variant"];
  size?: ButtonProps["size"];
  onClick: () => void;
}

/** Why the session may not do this: the same rule that the Worker refuses with. */
function useDenialReason(resource: AnyResource, action: Action, row?: Record<string, unknown>) {
  return denialReason(useGrants(), resource, action, row);
}

/** A button disabled by the rule the Worker refuses with. It stays focusable, so that its tooltip can say why. */
export function PermissionButton(props: ActionButtonProps) {
  const stands = useDenialReason(props.resource, props.action, props.row);
  return <ButtonWithReason {...props} stands={stands} />;
}

type ObstructedProps = Omit<ActionButtonProps, "resource" | "action" | "row"> & {
  stands: ProblemCode | null;
};

function ButtonWithReason({
  stands,
  label,
  icon,
  iconOnly,
  variant = "default",
  size = "medium",
  onClick,
}: ObstructedProps) {
  const { t } = useTranslation();
  const reason = stands && t(`problem.${stands}`);
  const common = {
    variant,
    size,
    inactive: stands !== null,
    "aria-disabled": stands !== null,
    onClick: () => stands === null && onClick(),
  } as const;
  if (iconOnly && icon)
    return <IconButton {...common} icon={icon} aria-label={label} description={reason ?? undefined} />;
  const button = (
    <Button {...common} {...(icon && { leadingVisual: icon })}>
      {label}
    </Button>
  );
  return reason ? <Tooltip text={reason}>{button}</Tooltip> : button;
}
