import { PencilIcon } from "@primer/octicons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import { Answer } from "#features/documentation/Answer.tsx";
import { restoreFocus } from "#ui/dialog/restoreFocus.ts";
import { AnswerEditor } from "./edit/AnswerEditor.tsx";

interface TaskAnswerProps {
  task: DocumentationTask;
  /** The id of the documentation if its answers can be edited, otherwise null. */
  editableDocumentationId: string | null;
}

/** An answer, or its editor. */
export function TaskAnswer({ task, editableDocumentationId }: TaskAnswerProps) {
  const { t } = useTranslation("review");
  const editing = useEditing();
  if (editing.open && editableDocumentationId)
    return <AnswerEditor documentationId={editableDocumentationId} task={task} onClose={editing.close} />;
  return (
    <Line>
      <AnswerBox>
        <Answer task={task} />
      </AnswerBox>
      {editableDocumentationId && (
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

/** Opens and closes the editor. On close, the focus returns to the edit button. */
function useEditing() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const restoresFocus = useRef(false);
  useEffect(() => {
    if (open || !restoresFocus.current) return;
    restoresFocus.current = false;
    restoreFocus(button.current);
  }, [open]);
  return {
    open,
    button,
    begin: () => setOpen(true),
    close: () => {
      restoresFocus.current = true;
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

/** Without the tooltip component: 500 of them would add 500 elements with listeners. */
const EditButton = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: 28px;
  height: 28px;
  /* Taller than a line of text, which must stay level with its question. */
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

const AnswerBox = styled.div`
  min-width: 0;
`;
