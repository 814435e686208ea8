import { AlertIcon, SyncIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "#api/apiError.ts";
import { problemText } from "#api/errorTexts.ts";
import { EmptyState } from "../layout/EmptyState.tsx";

/** Shown in place of content that failed to load, with a retry button. */
export function LoadError({ failure, onRetry }: { failure: ApiError; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={AlertIcon}
      title={t("state.loadFailed")}
      text={
        <>
          <div>{failure.status === 0 ? t("state.loadFailedHint") : problemText(failure)}</div>
          {failure.requestId && <small>{t("state.requestId", { id: failure.requestId })}</small>}
        </>
      }
      action={
        <Button leadingVisual={SyncIcon} onClick={onRetry}>
          {t("actions.retry")}
        </Button>
      }
    />
  );
}
