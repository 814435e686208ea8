import { type ReactNode, useState } from "react";
import styled from "styled-components";
import { LinkButton } from "../button/LinkButton.tsx";
import { formatNumber } from "../format/numbers.ts";
import { Modal } from "./Modal.tsx";

interface CountWithDialogProps {
  count: number;
  /** The accessible name, which says more than the number. */
  label: string;
  title: string;
  /** The counted items; rendered, and thus loaded, when the dialog opens. */
  children: ReactNode;
}

/** A count that opens a dialog with the counted items. Zero is plain text. */
export function CountWithDialog({ count, label, title, children }: CountWithDialogProps) {
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
  text-align: inherit;
  font-variant-numeric: tabular-nums;
`;
