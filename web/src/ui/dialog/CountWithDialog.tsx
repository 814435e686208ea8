import { type ReactNode, useState } from "react";
import styled from "styled-components";
import { LinkButton } from "../button/LinkButton.tsx";
import { formatNumber } from "../format/numbers.ts";
import { Modal } from "./Modal.tsx";

interface CountDialogProps {
  count: number;
  /** The accessible name: more than the number alone. */
  label: string;
  title: string;
  /** The counted things, loaded when the dialog opens. */
  children: ReactNode;
}

/** A count that opens a dialog with what it counts. Zero opens nothing. */
export function CountWithDialog({ count, label, title, children }: CountDialogProps) {
  const [open, setOpen] = useState(false);
  const text = formatNumber(count);
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
