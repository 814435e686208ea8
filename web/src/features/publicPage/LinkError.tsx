import { LinkIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "#api/apiError.ts";
import { problemText } from "#api/errorTexts.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";

const linkErrorKinds = { linkUnknown: "unknown", linkExpired: "expired" } as const;

interface LinkErrorProps {
  /** Null if the URL has no token. */
  failure: ApiError | null;
  onRetry: (() => void) | null;
  /** What to do about a link that is unknown or expired; defaults to the texts for upload links. */
  texts?: Record<"unknown" | "expired", string>;
}

/** Explains why a link does not open, and what to do. */
export function LinkError({ failure, onRetry, texts }: LinkErrorProps) {
  const { t } = useTranslation("link");
  const { t: tCommon } = useTranslation();
  if (!failure)
    return (
      <EmptyState
        as="h1"
        icon={LinkIcon}
        title={t("linkError.incomplete")}
        text={t("linkError.incompleteText")}
      />
    );
  const retry = onRetry && (
    <Button size="large" onClick={onRetry}>
      {tCommon("actions.retry")}
    </Button>
  );
  if (failure.code === "tooManyAttempts")
    return (
      <EmptyState
        as="h1"
        icon={LinkIcon}
        title={t("linkError.tooManyAttempts")}
        text={problemText(failure)}
        action={retry}
      />
    );
  const kind =
    failure.code === "linkExpired" || failure.code === "linkUnknown"
      ? linkErrorKinds[failure.code]
      : // A missing token is reported like an unknown one.
        failure.status === 422
        ? "unknown"
        : null;
  if (kind)
    return (
      <EmptyState
        as="h1"
        icon={LinkIcon}
        title={t(`linkError.${kind}`)}
        text={texts?.[kind] ?? t(`linkError.${kind}Text`)}
      />
    );
  return <LoadError failure={failure} onRetry={onRetry ?? (() => location.reload())} />;
}
