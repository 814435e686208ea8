import { DownloadIcon } from "@primer/octicons-react";
import { Button, Label } from "@primer/react";
import { useDeferredValue, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import styled from "styled-components";
import { pathOf } from "#api/client.ts";
import { fieldErrorText } from "#api/errorTexts.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { canCall } from "#domain/contract/endpoint.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { testLayout } from "#domain/endpoints/configuration/layout.ts";
import { listDocumentations } from "#domain/endpoints/documentation/list.ts";
import type { LayoutContent } from "#domain/layout/layoutEdit.ts";
import { validateLayout } from "#domain/layout/layoutValidation.ts";
import { findOfficeFile, isOfficeFileType } from "#domain/layout/officeFile.ts";
import { findPlaceholderErrors } from "#domain/layout/unknownPlaceholders.ts";
import { useDownload } from "#features/useDownload.ts";
import { getLanguage } from "#i18n/language.ts";
import { CopyButton } from "#ui/button/CopyButton.tsx";
import { useUnsavedChanges } from "#ui/dialog/unsavedChanges.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Buttons, Stack, StickyFooter } from "#ui/layout/boxes.ts";
import { Page } from "#ui/layout/Page.tsx";
import { Tabs } from "#ui/layout/Tabs.tsx";
import { Caption, FieldErrorText } from "#ui/layout/typography.ts";
import { groupErrorsByNode, type NodeErrors } from "../errorsByNode.ts";
import { FileUpload } from "../file/FileUpload.tsx";
import { LayoutFile } from "../file/LayoutFile.tsx";
import { ListLink } from "../LayoutMissing.tsx";
import { Preview } from "../preview/LayoutPreview.tsx";
import { usePreviewDocumentation } from "../preview/usePreviewDocumentation.ts";
import { StarterGallery } from "../starter/StarterGallery.tsx";
import { LayoutTree } from "../tree/LayoutTree.tsx";
import { TreeContext } from "../tree/treeUiStore.ts";
import type { LayoutRow } from "../useLayout.ts";
import { useLayoutNames } from "../useLayoutNames.ts";
import { LayoutNamesContext } from "../useNodeText.ts";
import { useReplacementCodes } from "../useReplacementCodes.ts";
import { General } from "./General.tsx";
import { LayoutConflict } from "./LayoutConflict.tsx";
import { EditorContext } from "./LayoutEditorContext.ts";
import { createInitialEditorState, editorReducer, findChangedFields } from "./layoutEditorState.ts";
import { useIsNarrow } from "./useIsNarrow.ts";
import { useNodeActions } from "./useNodeActions.ts";
import { useSaveLayout } from "./useSaveLayout.ts";

const panes = ["general", "tree", "preview"] as const;
type PaneId = (typeof panes)[number];

/** The editor of a report layout: its fields, its nodes and its preview (3§2). */
export function EditorPage({ row, onReload }: { row: LayoutRow | null; onReload: () => void }) {
  const { t } = useTranslation("layout");
  const { t: tCommon } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [state, dispatch] = useReducer(editorReducer, row, createInitialEditorState);
  const { base, edits } = state;
  const content = edits.present;
  const layoutId = row?.id ?? null;
  const [documentation, selectDocumentation] = usePreviewDocumentation();
  const isNarrow = useIsNarrow();
  // A new layout starts with its type, which determines what can be added.
  const [pane, setPane] = useState<PaneId>(row ? "tree" : "general");
  // Comparing and validating five hundred nodes must not delay typing.
  const deferredContent = useDeferredValue(content);
  const isUnsaved = useMemo(
    () => findChangedFields(base, deferredContent).length > 0,
    [base, deferredContent],
  );
  const hasReplacementCode = useReplacementCodes();
  const layoutErrors = useMemo(
    () => ({
      ...findPlaceholderErrors(deferredContent.nodes, hasReplacementCode),
      ...validateLayout({ id: layoutId, type: deferredContent.type, nodes: deferredContent.nodes }),
    }),
    [layoutId, deferredContent, hasReplacementCode],
  );
  const leavePrompt = useUnsavedChanges(isUnsaved);
  const openList = () => void navigate({ pathname: "/exportDocumentConfiguration", search });
  const nodeActions = useNodeActions(content, dispatch);
  const save = useSaveLayout(state, layoutErrors, {
    onRefused: (errors) => {
      const { layoutErrors: layoutFieldErrors, nodes } = groupErrorsByNode(errors);
      const [first] = nodes.keys();
      if (Object.keys(layoutFieldErrors).length > 0) setPane("general");
      else if (first) {
        setPane("tree");
        nodeActions.reveal(first);
      }
    },
    onStored: () => {
      leavePrompt.allow();
      openList();
    },
  });
  const { layoutErrors: handlesErrors, nodes: nodeErrors } = useMemo(
    () => groupErrorsByNode({ ...layoutErrors, ...save.refused }),
    [layoutErrors, save.refused],
  );
  useVisibleNodeErrors(nodeErrors, save.hasTriedSaving, nodeActions);
  const grants = useGrants();
  const sessionCustomerId = useCustomerId();
  const newOwnerId = spansCustomers(grants) ? null : sessionCustomerId;
  const names = useLayoutNames(row ? row.customerId : newOwnerId, content.type === "WORD_TO_PDF");
  const canPreview = canCall(grants, listDocumentations);
  const { change, rename, undo, redo, selected } = nodeActions;
  const editor = useMemo(
    () => ({ content, layoutId, change, rename, documentation }),
    [content, layoutId, change, rename, documentation],
  );

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector("dialog[open]")) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      // The browser's undo covers only the focused field.
      event.preventDefault();
      if (key === "y" || event.shiftKey) redo();
      else undo();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [undo, redo]);

  const errorCount =
    Object.keys(handlesErrors).length +
    [...nodeErrors.values()].reduce((sum, fieldErrors) => sum + Object.keys(fieldErrors).length, 0);
  const buttons = (
    <>
      <Button onClick={openList} disabled={save.isSaving}>
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
    </>
  );
  const general = (
    <Stack as="section" aria-label={t("general")}>
      <General
        content={content}
        isStored={row !== null}
        errors={save.hasTriedSaving ? handlesErrors : noErrors}
        onEdit={(edit, name) => dispatch({ type: "edit", edit, ...(name && { name }) })}
      />
      {save.hasTriedSaving && handlesErrors.nodes && (
        <FieldErrorText>{fieldErrorText(handlesErrors.nodes)}</FieldErrorText>
      )}
      {!isNarrow && <Buttons>{buttons}</Buttons>}
      {layoutId && canPreview && <TestButton layoutId={layoutId} documentation={documentation?.id ?? null} />}
    </Stack>
  );
  const gallery = row === null && content.nodes.length === 0 && (
    <StarterGallery
      onChoose={(starter) =>
        dispatch({
          type: "edit",
          edit: ({ name, description }) => ({
            ...starter,
            name: name || starter.name,
            description: description ?? starter.description,
          }),
        })
      }
    />
  );
  const file = findOfficeFile(content.nodes);
  const setNodes = (nodes: LayoutContent["nodes"]) =>
    dispatch({ type: "edit", edit: (current) => ({ ...current, nodes }) });
  const tree = file ? (
    <LayoutFile content={content} file={file} onChange={setNodes} />
  ) : (
    <Stack>
      <LayoutTree
        content={content}
        announcement={nodeActions.statusText}
        canUndo={edits.past.length > 0}
        canRedo={edits.future.length > 0}
        onUndo={undo}
        onRedo={redo}
        onOpenAll={nodeActions.openAll}
        onCloseAll={nodeActions.closeAll}
        addMenu={nodeActions.offered}
        onAddMenuChange={nodeActions.setOffered}
      />
      {content.nodes.length === 0 && isOfficeFileType(content.type) && (
        <FileUpload type={content.type} label={t(`file.upload.${content.type}`)} onChange={setNodes} />
      )}
    </Stack>
  );
  const preview = canPreview ? (
    <Preview
      content={content}
      layoutId={layoutId}
      documentation={documentation}
      onDocumentationChange={selectDocumentation}
      isVisible={!isNarrow || pane === "preview"}
      selected={selected}
      errors={nodeErrors}
      onSelect={(id) => {
        setPane("tree");
        nodeActions.reveal(id);
      }}
    />
  ) : (
    <Banner kind="warning">{t("preview.notAllowed")}</Banner>
  );
  return (
    <Page
      width="full"
      title={row ? row.name : t("newTitle")}
      context={<ListLink />}
      trailing={
        <>
          {layoutId && <CopyButton text={layoutId} label={t("copyId")} copiedMessage={t("copiedId")} />}
          {isUnsaved && <Label variant="attention">{t("unsaved")}</Label>}
        </>
      }
    >
      <Messages role="alert">
        {save.hasTriedSaving && errorCount > 0 && (
          <Banner kind="danger">{t("problemCount", { count: errorCount })}</Banner>
        )}
        {save.hasTriedSaving && handlesErrors.nodes && <Banner kind="danger">{t("tooLarge")}</Banner>}
        {row && Object.keys(row.faults).length > 0 && (
          <Banner kind="warning">{t("savedUnderOlderRules")}</Banner>
        )}
        {save.text && <Banner kind="danger">{save.text}</Banner>}
      </Messages>
      <LayoutNamesContext value={names}>
        <LayoutConflict
          state={state}
          saveFailure={save.conflict}
          isSaving={save.isSaving}
          onUseServerRow={(serverRow) => {
            leavePrompt.allow();
            if (serverRow) onReload();
            else openList();
          }}
          onSaveLocal={(serverRow) => void save.saveOver(serverRow)}
        />
        <EditorContext value={editor}>
          <TreeContext value={nodeActions.tree}>
            {isNarrow ? (
              <>
                <Tabs
                  label={t("panes.label")}
                  items={panes.map((id) => ({ id, label: t(`panes.${id}`) }))}
                  selectedId={pane}
                  onSelect={setPane}
                >
                  {pane === "general" && general}
                  {pane === "tree" && tree}
                  {pane !== "preview" && gallery}
                  {pane === "preview" && preview}
                </Tabs>
                <StickyFooter>{buttons}</StickyFooter>
              </>
            ) : (
              <Columns>
                <Left>{general}</Left>
                <Stack $gap={24}>
                  {tree}
                  {gallery}
                </Stack>
                <Right>{preview}</Right>
              </Columns>
            )}
          </TreeContext>
        </EditorContext>
      </LayoutNamesContext>
    </Page>
  );
}

const noErrors: FieldErrors = {};
const noNodeErrors: ReadonlyMap<string, NodeErrors> = new Map();

/**
 * The errors to show at their nodes. Those of a new node are hidden until another node is selected or the user tries to save.
 */
function useVisibleNodeErrors(
  errors: ReadonlyMap<string, NodeErrors>,
  hasTriedSaving: boolean,
  { tree, newIds }: ReturnType<typeof useNodeActions>,
) {
  const lastVisible = useRef(noNodeErrors);
  const next = useMemo(() => {
    const visible = hasTriedSaving ? errors : new Map([...errors].filter(([id]) => !newIds.has(id)));
    // Equal errors keep their object, so that the row does not re-render.
    return new Map(
      [...visible].map(([id, fieldErrors]) => {
        const last = lastVisible.current.get(id);
        return [
          id,
          last && JSON.stringify(last) === JSON.stringify(fieldErrors) ? last : fieldErrors,
        ] as const;
      }),
    );
  }, [errors, hasTriedSaving, newIds]);
  useEffect(() => {
    lastVisible.current = next;
    tree.markStore.set({ errors: next });
  }, [next, tree]);
}

/** Downloads the document of the saved layout for the preview's documentation. */
function TestButton({ layoutId, documentation }: { layoutId: string; documentation: string | null }) {
  const { t } = useTranslation("layout");
  const download = useDownload();
  return (
    <div>
      <Button
        leadingVisual={DownloadIcon}
        loading={download.isPending}
        disabled={documentation === null}
        onClick={() =>
          download.mutate({
            path: pathOf(testLayout),
            query: { documentation, exportDocumentConfiguration: layoutId, language: getLanguage() },
          })
        }
      >
        {t("test")}
      </Button>
      {documentation === null && <Caption>{t("testNoDocumentation")}</Caption>}
    </div>
  );
}

const Messages = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  margin-bottom: var(--base-size-16);
  &:empty {
    display: none;
  }
`;

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(200px, 260px) minmax(320px, 1fr) minmax(320px, 1.2fr);
  gap: var(--base-size-24);
  align-items: start;
`;

/** Sticky, so that it stays visible while a long tree scrolls. */
const Left = styled.div`
  position: sticky;
  top: calc(var(--frame-height) + var(--base-size-16));
`;

const Right = styled(Left)`
  height: calc(100vh - var(--frame-height) - 112px);
  min-height: 420px;
`;
