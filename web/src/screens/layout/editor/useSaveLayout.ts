import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { fetchItem, useCreate, useUpdate } from "#api/resource.ts";
import { pick } from "#domain/core/objects.ts";
import { type FieldErrors, validate } from "#domain/core/validation.ts";
import type { LayoutContent } from "#domain/layout/layoutEdit.ts";
import { exportDocumentConfiguration } from "#domain/resources/exportDocumentConfiguration.ts";
import type { SaveFailure } from "#ui/form/SaveConflict.tsx";
import { showAlert } from "#ui/overlay/alertStore.ts";
import type { LayoutRow } from "../useLayout.ts";
import { type EditorState, findChangedFields } from "./layoutEditorState.ts";

interface SaveCallbacks {
  onStored: () => void;
  /** Called with the errors that prevent saving. */
  onRefused: (errors: FieldErrors) => void;
}

const noErrors: FieldErrors = {};
/** True for fields whose errors are shown at the nodes. */
const isNodeField = (field: string) => field.startsWith("nodes");

/** Saves the whole layout. Returns validation errors, the failure and an edit conflict. */
export function useSaveLayout(
  state: EditorState,
  validationErrors: FieldErrors,
  { onStored, onRefused }: SaveCallbacks,
) {
  const { t: tCommon } = useTranslation();
  const create = useCreate(exportDocumentConfiguration);
  const update = useUpdate(exportDocumentConfiguration);
  const [hasTriedSaving, setHasTriedSaving] = useState(false);
  /** Errors that the service or the contract found in the sent content. */
  const [refusal, setRefusal] = useState<{ errors: FieldErrors; content: LayoutContent } | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [conflict, setConflict] = useState<SaveFailure<LayoutRow> | null>(null);
  const { base, row } = state;
  const content = state.edits.present;

  function reportErrors(errors: FieldErrors): boolean {
    setHasTriedSaving(true);
    setRefusal({ errors, content });
    if (Object.keys(errors).length === 0) return false;
    onRefused(errors);
    return true;
  }

  async function send(newVersion?: number) {
    setFailure(null);
    setConflict(null);
    const creation = { ...content, nodes: [...content.nodes] };
    const changedFieldNames = findChangedFields(base, content);
    const change = row && { ...pick(creation, changedFieldNames), version: newVersion ?? row.version };
    const { errors } = change
      ? validate(exportDocumentConfiguration.change, change)
      : validate(exportDocumentConfiguration.creation, creation);
    if (reportErrors({ ...errors, ...validationErrors })) return;
    try {
      if (!change) await create.mutateAsync(creation);
      else if (changedFieldNames.length > 0) await update.mutateAsync({ ...change, id: row.id });
      showAlert("success", tCommon(row ? "alerts.updated" : "alerts.created"), { survivesNavigation: true });
      onStored();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "staleVersion" && row) return fetchServerRow(row, error);
      // `names` carries what fields cannot: the path of a cycle, or the layouts that would become too large.
      if (!reportErrors(error.fields) || error.names.length > 0) setFailure(error);
    }
  }

  /** After an edit conflict, fetches the other user's version. */
  async function fetchServerRow({ id }: LayoutRow, conflictFailure: ApiError) {
    try {
      const serverRow = await fetchItem(exportDocumentConfiguration, id);
      setConflict({ failure: conflictFailure, serverRow });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) setConflict({ failure: conflictFailure, serverRow: null });
      else setFailure(error);
    }
  }

  return {
    hasTriedSaving,
    // An error found on sending stays until the content changes.
    refused: refusal?.content === content ? refusal.errors : noErrors,
    isSaving: create.isPending || update.isPending,
    text: failure && (alertText(failure, isNodeField) ?? problemText(failure, isNodeField)),
    conflict,
    save: () => send(),
    /** Saves over the other user's version. */
    saveOver: ({ version }: LayoutRow) => send(version),
  };
}
