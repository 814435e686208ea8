import { PencilIcon } from "@primer/octicons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import { restoreFocus } from "#ui/dialog/restoreFocus.ts";
import { Answer } from "./Answer.tsx";
import { AnswerEditor } from "./edit/AnswerEditor.tsx";

interface TaskAnswerProps {
  task: DocumentationTask;
  /** The documentation whose answers may be corrected; null where none may. */
  editable: string | null;
}

/** An answer, or its editor. */
export function TaskAnswer({ task, editable }: TaskAnswerProps) {
  const { t } = useTranslation("review");
  const editing = useEditing();
  if (editing.open && editable)
    return <AnswerEditor documentationId={editable} task={task} onClose={editing.close} />;
  return (
    <Line>
      <AnswerPlace>
        <Answer task={task} />
      </AnswerPlace>
      {editable && (
        <EditButton
          ref={editing.button}
          type="button"
          title={t("answer.edit")}
          aria-label={t("answer.editOf", { task: task.name })}
          onClick={editing.begin}
        >
          <PencilIcon />
        </EditButton>
      )}
    </Line>
  );
}

/** Whether the answer is being edited. Afterwards the focus returns to where it was. */
function useEditing() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const back = useRef(false);
  useEffect(() => {
    if (open || !back.current) return;
    back.current = false;
    restoreFocus(button.current);
  }, [open]);
  return {
    open,
    button,
    begin: () => setOpen(true),
    close: () => {
      back.current = true;
      setOpen(false);
    },
  };
}

const Line = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: var(--base-size-8);
`;

/** Without the kit's tooltip: five hundred of them would add five hundred elements with listeners. */
const EditButton = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: 28px;
  height: 28px;
  /* Taller than a line of text, which it must not push down beside its question. */
  margin-block: -4px;
  padding: 0;
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: var(--fgColor-muted);
  cursor: pointer;
  &:hover {
    background: var(--control-transparent-bgColor-hover);
    color: var(--fgColor-default);
  }
`;

const AnswerPlace = styled.div`
  min-width: 0;
`;
