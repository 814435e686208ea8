import { AlertIcon, CheckCircleIcon, StopIcon, XIcon } from "@primer/octicons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Note } from "../layout/typography.ts";
import type { AlertKind } from "../overlay/alertStore.ts";

const icons = { success: CheckCircleIcon, danger: StopIcon, warning: AlertIcon };
const colours = { success: "success", danger: "danger", warning: "attention" } as const;

interface BannerProps {
  kind: AlertKind;
  children: ReactNode;
  detail?: string | undefined;
  action?: ReactNode;
  onDismiss?: () => void;
}

/** A message in a box. The kind is shown by colour and by an icon with an accessible name. */
export function Banner({ kind, children, detail, action, onDismiss }: BannerProps) {
  const { t } = useTranslation();
  const Icon = icons[kind];
  return (
    <Box $colour={colours[kind]}>
      <IconWrapper>
        <Icon aria-label={t(`alerts.${kind}`)} />
      </IconWrapper>
      <Text>
        <div>{children}</div>
        {detail && <Note as="div">{detail}</Note>}
      </Text>
      {action}
      {onDismiss && (
        <Dismiss type="button" onClick={onDismiss} aria-label={t("actions.dismiss")}>
          <XIcon />
        </Dismiss>
      )}
    </Box>
  );
}

const Box = styled.div<{ $colour: "success" | "danger" | "attention" }>`
  --colour: var(--fgColor-${({ $colour }) => $colour});
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: var(--base-size-8);
  padding: var(--base-size-8) var(--base-size-12);
  border: 1px solid var(--borderColor-${({ $colour }) => $colour}-muted);
  border-radius: var(--borderRadius-medium);
  background:
    linear-gradient(
      var(--bgColor-${({ $colour }) => $colour}-muted),
      var(--bgColor-${({ $colour }) => $colour}-muted)
    ),
    var(--bgColor-default);
`;

const IconWrapper = styled.span`
  display: flex;
  height: 21px;
  align-items: center;
  color: var(--colour);
`;

const Text = styled.div`
  flex: 1 1 0;
  min-width: 0;
  overflow-wrap: anywhere;
`;

const Dismiss = styled.button`
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  margin: -4px -6px -4px 0;
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: var(--fgColor-muted);
  cursor: pointer;
  &:hover {
    background: var(--control-transparent-bgColor-hover);
  }
  @media (pointer: coarse) {
    width: 44px;
    height: 44px;
    margin: -12px -12px -12px 0;
  }
`;
