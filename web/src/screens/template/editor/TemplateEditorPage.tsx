import { Button, CounterLabel, Label } from "@primer/react";
import { useDeferredValue, useMemo, useReducer, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import type { TemplateEdit } from "#domain/template/templateEdit.ts";
import { useUnsavedChanges } from "#ui/dialog/unsavedChanges.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { StickyFooter } from "#ui/layout/boxes.ts";
import { Page } from "#ui/layout/Page.tsx";
import { Tabs } from "#ui/layout/Tabs.tsx";
import { Backups } from "../backups/Backups.tsx";
import { usePreviewPane } from "../preview/usePreviewPane.tsx";
import { ListLink } from "../TemplateLoadError.tsx";
import { wasOpenedInConsole } from "../useOpenEditor.ts";
import type { TemplateRow } from "../useTemplate.ts";
import { Basics } from "./Basics.tsx";
import { EditConflictDialog } from "./EditConflictDialog.tsx";
import { ExportEditor } from "./ExportEditor.tsx";
import { Graphics } from "./Graphics.tsx";
import { Replacements } from "./Replacements.tsx";
import { TaskEditor } from "./TaskEditor.tsx";
import { EditorContext } from "./TemplateEditorContext.ts";
import { createEditorState, editorReducer, findChangedParts } from "./templateEditorState.ts";
import {
  type EditorPart,
  editorParts,
  groupErrorsByTask,
  partOfPath,
  useEditorErrors,
} from "./useEditorErrors.ts";
import { useSaveTemplate } from "./useSaveTemplate.ts";
import { useTemplateGrants } from "./useTemplateGrants.ts";

interface EditorPageProps {
  /** Null for a new template. */
  row: TemplateRow | null;
  /** The position of a new template in the list. */
  position?: number;
  /** The initial content of a new template. */
  starter?: TemplateEdit;
}

/** The editor of a template: sections in tabs, with one save for all. */
export function EditorPage({ row, position, starter }: EditorPageProps) {
  const { t } = useTranslation("template");
  const { t: tCommon } = useTranslation();
  const navigate = useNavigate();
  const { search, state: historyState } = useLocation();
  const [state, dispatch] = useReducer(editorReducer, row, (initialRow) =>
    createEditorState(initialRow, position, starter),
  );
  const { base, content, row: storedRow } = state;
  const [part, setPart] = useState<EditorPart>("basics");
  // Comparing five hundred tasks by their text must not delay typing.
  const deferredContent = useDeferredValue(content);
  const isUnsaved = useMemo(
    () => findChangedParts(base, deferredContent).length > 0,
    [base, deferredContent],
  );
  const leavePrompt = useUnsavedChanges(isUnsaved);
  const sessionGrants = useGrants();
  const grants = useTemplateGrants(state.customerId) ?? sessionGrants;
  const save = useSaveTemplate(state, grants, {
    onRefused: (refusedErrors) => {
      const [firstPath = ""] = Object.keys(refusedErrors);
      setPart(partOfPath(firstPath));
      const [taskId] = groupErrorsByTask(content, { [firstPath]: "invalid" }).keys();
      if (taskId) dispatch({ kind: "openTask", id: taskId });
    },
    onStored: (savedRow) => {
      dispatch({ kind: "stored", row: savedRow });
      if (storedRow) return;
      leavePrompt.allow();
      void navigate({ pathname: `/template/${savedRow.id}`, search }, { replace: true, state: historyState });
    },
  });
  const {
    errors,
    tasks: taskErrors,
    counts,
  } = useEditorErrors(content, storedRow ? base : null, save, grants);
  const editor = useMemo(
    () => ({ state, dispatch, errors, errorsByTask: taskErrors, grants }),
    [state, errors, taskErrors, grants],
  );
  const parts = editorParts.filter(
    (id) => (id !== "graphics" || content.graphicEnabled) && (id !== "backups" || storedRow),
  );
  const errorCount = Object.keys(errors).length;
  const preview = usePreviewPane(content);
  // The history entry before a typed URL or an external link is not the console.
  const cancel = () =>
    void (wasOpenedInConsole(historyState) ? navigate(-1) : navigate({ pathname: "/template", search }));
  return (
    <Page
      title={storedRow ? storedRow.name : t("editor.newTitle")}
      context={<ListLink />}
      trailing={isUnsaved ? <Label variant="attention">{t("editor.unsaved")}</Label> : undefined}
      actions={preview.button}
    >
      {preview.wrap(
        <>
          <Messages role="alert">
            {errorCount > 0 && <Banner kind="danger">{t("errors.errorCount", { count: errorCount })}</Banner>}
            {save.text && <Banner kind="danger">{save.text}</Banner>}
          </Messages>
          <EditorContext value={editor}>
            <Tabs
              label={t("tabs.label")}
              items={parts.map((id) => ({
                id,
                label: t(`tabs.${id}`),
                badge: counts[id] && (
                  <ErrorCount aria-label={t("tabs.errorCount", { count: counts[id] })}>
                    {counts[id]}
                  </ErrorCount>
                ),
              }))}
              selectedId={part}
              onSelect={setPart}
            >
              {part === "basics" && <Basics />}
              {part === "graphics" && <Graphics />}
              {part === "tasks" && <TaskEditor />}
              {part === "exports" && <ExportEditor />}
              {part === "replacementTexts" && <Replacements />}
              {part === "backups" && storedRow && (
                <Backups
                  id={storedRow.id}
                  version={storedRow.version}
                  hasUnsavedChanges={isUnsaved}
                  onRestored={(restoredRow) => dispatch({ kind: "stored", row: restoredRow })}
                />
              )}
            </Tabs>
          </EditorContext>
          <StickyFooter>
            <Button onClick={cancel} disabled={save.isSaving}>
              {tCommon("actions.cancel")}
            </Button>
            <Button
              variant="primary"
              loading={save.isSaving}
              loadingAnnouncement={tCommon("state.saving")}
              onClick={() => void save.save()}
            >
              {tCommon("actions.save")}
            </Button>
          </StickyFooter>
        </>,
      )}
      {save.newest && (
        <EditConflictDialog
          base={base}
          newestRow={save.newest}
          isSaving={save.isSaving}
          onClose={save.clearConflict}
          onUseServerVersion={() => {
            if (save.newest) dispatch({ kind: "stored", row: save.newest });
            save.clearConflict();
          }}
          onSaveOwnVersion={() => void save.overwrite()}
        />
      )}
    </Page>
  );
}

const Messages = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  &:not(:empty) {
    margin-bottom: var(--base-size-16);
  }
`;

const ErrorCount = styled(CounterLabel)`
  background: var(--bgColor-danger-emphasis);
  color: var(--fgColor-onEmphasis);
`;
