import { XIcon } from "@primer/octicons-react";
import { Dialog, IconButton } from "@primer/react";
import { type ReactNode, type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { BoxTitle } from "../layout/typography.ts";
import { useRegisterModal } from "../overlay/modalStack.ts";

interface ModalProps {
  title: string;
  /** Announced with the title; absent if the title says it all. */
  description?: string | undefined;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  width?: "small" | "medium" | "large" | "xlarge" | "720px" | "1040px";
  role?: "dialog" | "alertdialog";
  /** Position on a phone; forms use the full screen. */
  narrow?: "center" | "bottom" | "fullscreen";
  initialFocus?: RefObject<HTMLElement | null>;
}

/** Primer's Dialog with a translated header and close button: its own are English only. */
export function Modal({
  title,
  description,
  onClose,
  children,
  footer,
  width = "large",
  role = "dialog",
  narrow = "center",
  initialFocus,
}: ModalProps) {
  const { t } = useTranslation();
  const view = useRef<HTMLDivElement>(null);
  useRegisterModal(view);
  return (
    <Dialog
      ref={view}
      title={title}
      onClose={onClose}
      width={width}
      role={role}
      position={{ narrow, regular: "center" }}
      {...(initialFocus && { initialFocusRef: initialFocus })}
      renderHeader={({ dialogLabelId, dialogDescriptionId }) => (
        <Header>
          <BoxTitle id={dialogLabelId}>{title}</BoxTitle>
          <span id={dialogDescriptionId} hidden>
            {description ?? title}
          </span>
          <IconButton
            icon={XIcon}
            variant="invisible"
            size="small"
            aria-label={t("actions.close")}
            // It often has the initial focus: its tooltip would show unprompted, and take the first Escape.
            unsafeDisableTooltip
            onClick={onClose}
          />
        </Header>
      )}
      renderBody={() => <Body>{children}</Body>}
      renderFooter={() => (footer ? <Footer>{footer}</Footer> : null)}
    >
      {null}
    </Dialog>
  );
}

const Header = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--base-size-8);
  padding: var(--base-size-8) var(--base-size-8) var(--base-size-8) var(--base-size-16);
  border-bottom: 1px solid var(--borderColor-muted);
`;

const Body = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
  padding: var(--base-size-16);
`;

const Footer = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: var(--base-size-8);
  padding: var(--base-size-12) var(--base-size-16);
  border-top: 1px solid var(--borderColor-muted);
`;
