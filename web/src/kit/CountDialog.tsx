import { type ReactNode, useState } from "react";
import styled from "styled-components";
import { LinkButton } from "./LinkButton";
import { Modal } from "./Modal";
import { numberText } from "./numbers";

interface CountDialogProps {
  count: number;
  /** Says more than the number does. */
  label: string;
  title: string;
  /** What is counted; it is asked for when it is looked at. */
  children: ReactNode;
}

/** A number of things, and a way to them. Nought leads nowhere. */
export function CountDialog({ count, label, title, children }: CountDialogProps) {
  const [open, setOpen] = useState(false);
  const text = numberText(count);
  if (count === 0) return text;
  return (
    <>
      <Count type="button" aria-haspopup="dialog" aria-label={label} onClick={() => setOpen(true)}>
        {text}
      </Count>
      {open && (
        <Modal title={title} width="720px" onClose={() => setOpen(false)}>
          {children}
        </Modal>
      )}
    </>
  );
}

const Count = styled(LinkButton)`
  min-width: 24px;
  text-align: inherit;
  font-variant-numeric: tabular-nums;
`;
