import { Label } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { LabelLine } from "../layout/boxes.ts";
import { Note } from "../layout/typography.ts";
import { Modal } from "./Modal.tsx";

interface LabelListProps {
  items: readonly { text: string; hint?: string }[];
  /** Title of the dialog that lists all items. */
  title: string;
  maxVisible?: number;
}

/** The first few labels, and a button that lists all of them and works by keyboard too. */
export function LabelList({ items, title, maxVisible = 2 }: LabelListProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (items.length === 0) return t("state.emptyValue");
  const hiddenCount = items.length - maxVisible;
  return (
    <LabelLine as="div">
      {items.slice(0, maxVisible).map(({ text }) => (
        <TruncatedLabel key={text} variant="secondary">
          {text}
        </TruncatedLabel>
      ))}
      {hiddenCount > 0 && (
        <More
          type="button"
          aria-haspopup="dialog"
          aria-label={t("table.moreItems", { count: hiddenCount, title })}
          onClick={() => setOpen(true)}
        >
          +{hiddenCount}
        </More>
      )}
      {open && (
        <Modal title={title} width="large" onClose={() => setOpen(false)}>
          <FullList>
            {items.map(({ text, hint }) => (
              <li key={text}>
                <div>{text}</div>
                {hint && <Note as="div">{hint}</Note>}
              </li>
            ))}
          </FullList>
        </Modal>
      )}
    </LabelLine>
  );
}

const TruncatedLabel = styled(Label)`
  display: inline-block;
  max-width: 200px;
  line-height: 18px;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** A button for more labels, within a line of them. */
export const More = styled.button`
  @media (min-width: 768px) {
    min-width: 28px;
  }
  height: 24px;
  padding: 0 var(--base-size-6);
  border: 0;
  border-radius: var(--borderRadius-full);
  background: none;
  color: var(--fgColor-accent);
  font: inherit;
  font-size: var(--text-body-size-small);
  font-weight: var(--base-text-weight-semibold);
  cursor: pointer;
  &:hover {
    background: var(--control-transparent-bgColor-hover);
  }
`;

const FullList = styled.ul`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  margin: 0;
  padding: 0;
  list-style: none;
  overflow-wrap: anywhere;
`;
