import { Button, CounterLabel, Label } from "@primer/react";
import { useDeferredValue, useMemo, useReducer, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import styled from "styled-components";
import { useUnsavedChangesPrompt } from "#ui/dialog/useUnsavedChangesPrompt.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { StickyFooter } from "#ui/layout/boxes.ts";
import { Page } from "#ui/layout/Page.tsx";
import { Tabs } from "#ui/layout/Tabs.tsx";
import { Backups } from "../backups/Backups.tsx";
import { usePreviewPane } from "../preview/usePreviewPane.tsx";
import { ToList } from "../TemplateMissing.tsx";
import { wasOpenedInConsole } from "../useOpenEditor.ts";
import type { TemplateRow } from "../useTemplate.ts";
import { Basics } from "./Basics.tsx";
import { EditConflictDialog } from "./EditConflictDialog.tsx";
import { ExportEditor } from "./ExportEditor.tsx";
import { Graphics } from "./Graphics.tsx";
import { Replacements } from "./Replacements.tsx";
import { TaskEditor } from "./TaskEditor.tsx";
import { EditorContext } from "./TemplateEditorContext.ts";
import { changedParts, editorReducer, editorStart } from "./templateEditorState.ts";
import {
  type EditorPart,
  editorParts,
  faultsByTask,
  sectionOfPath,
  useEditorErrors,
} from "./useEditorErrors.ts";
import { useSaveTemplate } from "./useSaveTemplate.ts";

interface EditorPageProps {
  /** Null for a new one. */
  row: TemplateRow | null;
  /** Where a new one stands in the list. */
  position?: number;
}

/** The editor of one template: its parts in tabs, one save for all of them. */
export function EditorPage({ row, position }: EditorPageProps) {
  const { t } = useTranslation("template");
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const { search, state: entry } = useLocation();
  const [state, dispatch] = useReducer(editorReducer, row, (given) => editorStart(given, position));
  const { base, content, row: stored } = state;
  const [part, setPart] = useState<EditorPart>("basics");
  // Comparing five hundred tasks by their text must not hold up the typing.
  const later = useDeferredValue(content);
  const unsaved = useMemo(() => changedParts(base, later).length > 0, [base, later]);
  const leaving = useUnsavedChangesPrompt(unsaved);
  const save = useSaveTemplate(state, {
    onRefused: (found) => {
      const [first = ""] = Object.keys(found);
      setPart(sectionOfPath(first));
      const [faulty] = faultsByTask(content, { [first]: "invalid" }).keys();
      if (faulty) dispatch({ do: "openTask", id: faulty });
    },
    onStored: (saved) => {
      dispatch({ do: "stored", row: saved });
      if (stored) return;
      leaving.allow();
      void navigate({ pathname: `/template/${saved.id}`, search }, { replace: true, state: entry });
    },
  });
  const { faults: errors, tasks, counts } = useEditorErrors(content, stored ? base : null, save);
  const editor = useMemo(
    () => ({ state, dispatch, faults: errors, taskFaults: tasks }),
    [state, errors, tasks],
  );
  const parts = editorParts.filter(
    (one) => (one !== "graphics" || content.graphicEnabled) && (one !== "backups" || stored),
  );
  const found = Object.keys(errors).length;
  const preview = usePreviewPane(content);
  // What lies before an address that was typed or followed from elsewhere is not the console.
  const cancel = () =>
    void (wasOpenedInConsole(entry) ? navigate(-1) : navigate({ pathname: "/template", search }));
  return (
    <Page
      title={stored ? stored.name : t("editor.newTitle")}
      context={<ToList />}
      trailing={unsaved ? <Label variant="attention">{t("editor.unsaved")}</Label> : undefined}
      actions={preview.button}
    >
      {preview.around(
        <>
          <Messages role="alert">
            {found > 0 && <Banner kind="danger">{t("errors.faults", { count: found })}</Banner>}
            {save.text && <Banner kind="danger">{save.text}</Banner>}
          </Messages>
          <EditorContext value={editor}>
            <Tabs
              label={t("tabs.label")}
              items={parts.map((id) => ({
                id,
                label: t(`tabs.${id}`),
                mark: counts[id] && (
                  <FaultCount aria-label={t("tabs.faults", { count: counts[id] })}>{counts[id]}</FaultCount>
                ),
              }))}
              shown={part}
              onShow={setPart}
            >
              {part === "basics" && <Basics />}
              {part === "graphics" && <Graphics />}
              {part === "tasks" && <TaskEditor />}
              {part === "exports" && <ExportEditor />}
              {part === "replacementTexts" && <Replacements />}
              {part === "backups" && stored && (
                <Backups
                  id={stored.id}
                  version={stored.version}
                  unsaved={unsaved}
                  onRestored={(restored) => dispatch({ do: "stored", row: restored })}
                />
              )}
            </Tabs>
          </EditorContext>
          <StickyFooter>
            <Button onClick={cancel} disabled={save.saving}>
              {common("actions.cancel")}
            </Button>
            <Button
              variant="primary"
              loading={save.saving}
              loadingAnnouncement={common("state.saving")}
              onClick={() => void save.save()}
            >
              {common("actions.save")}
            </Button>
          </StickyFooter>
        </>,
      )}
      {save.newest && (
        <EditConflictDialog
          base={base}
          newest={save.newest}
          saving={save.saving}
          onClose={save.forgetConflict}
          onTheirs={() => {
            if (save.newest) dispatch({ do: "stored", row: save.newest });
            save.forgetConflict();
          }}
          onMine={() => void save.saveOver()}
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

const FaultCount = styled(CounterLabel)`
  background: var(--bgColor-danger-emphasis);
  color: var(--fgColor-onEmphasis);
`;
