import { AlertIcon, CheckIcon } from "@primer/octicons-react";
import { Button, Spinner } from "@primer/react";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import styled, { css } from "styled-components";
import type { Draft } from "#domain/capture/draft.ts";
import type { DraftError } from "#domain/capture/draftValidation.ts";
import { phoneStyles } from "#ui/layout/phoneStyles.ts";
import { DraftErrorList } from "./DraftErrorList.tsx";
import type { SaveState } from "./draft/useDraft.ts";

interface CaptureFootProps {
  /** Null in a preview, where nothing is saved. */
  saveState: SaveState | null;
  /** Number of chosen photos and files that are not in the draft yet. */
  addingCount: number;
  /** The requested finish, which waits for these photos and files. */
  requestedFinish: Draft["finish"];
  draftErrors: readonly DraftError[];
  errorListRef: Ref<HTMLDivElement>;
  onCancel: () => void;
  /** Null if the licence does not allow pausing. */
  onPause: (() => void) | null;
  onComplete: () => void;
}

/** Cancel, Pause and Complete (2§2), always in view. */
export function CaptureFoot({
  saveState,
  addingCount,
  requestedFinish,
  draftErrors,
  errorListRef,
  onCancel,
  onPause,
  onComplete,
}: CaptureFootProps) {
  const { t } = useTranslation("capture");
  const { t: tCommon } = useTranslation();
  return (
    <Footer>
      <DraftErrorList ref={errorListRef} draftErrors={draftErrors} />
      <Buttons>
        {saveState && <SaveStatus saveState={saveState} adding={addingCount} />}
        <Button type="button" onClick={onCancel}>
          {tCommon("actions.cancel")}
        </Button>
        {onPause && (
          <Button type="button" loading={requestedFinish === "pause"} onClick={onPause}>
            {t("form.pause")}
          </Button>
        )}
        <Button type="button" variant="primary" loading={requestedFinish === "complete"} onClick={onComplete}>
          {t("form.complete")}
        </Button>
      </Buttons>
    </Footer>
  );
}

function SaveStatus({ saveState, adding: addingCount }: { saveState: SaveState; adding: number }) {
  const { t } = useTranslation("capture");
  const isUnsaved = saveState !== "saved" && saveState !== "saving";
  if (addingCount > 0 && !isUnsaved)
    return (
      <Status role="status">
        <Spinner size="small" srText={null} />
        {t("form.adding", { count: addingCount })}
      </Status>
    );
  return (
    <Status role="status">
      {saveState === "saved" && <CheckIcon />}
      {saveState === "saving" && <Spinner size="small" srText={null} />}
      {isUnsaved && <AlertIcon fill="var(--fgColor-danger)" />}
      {t(isUnsaved ? "form.notSaved" : `form.${saveState}`)}
    </Status>
  );
}

const Footer = styled.div`
  position: sticky;
  bottom: 0;
  z-index: 5;
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  margin: 0 calc(-1 * var(--base-size-16)) calc(-1 * var(--base-size-16));
  padding: var(--base-size-12) var(--base-size-16) max(var(--base-size-12), env(safe-area-inset-bottom));
  border-top: 1px solid var(--borderColor-default);
  background: var(--bgColor-default);
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: var(--base-size-8);
  ${phoneStyles(
    "(max-width: 543px)",
    css`
      > :not([role="status"]) {
        flex: 1 1 0;
      }
      /* Primer wraps a button with a loading state in its own box. */
      > * > button {
        width: 100%;
      }
    `,
  )}
`;

const Status = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--base-size-4);
  margin-right: auto;
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  ${phoneStyles("(max-width: 543px)", css`flex-basis: 100%;`)}
`;
