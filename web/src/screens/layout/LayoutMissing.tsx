import { FileIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import type { ApiError } from "#api/apiError.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";

/** Link back to the list with its previous page, order and search. */
export function ListLink() {
  const { t } = useTranslation();
  const { search } = useLocation();
  return (
    <Link to={{ pathname: "/exportDocumentConfiguration", search }}>
      {t("routes.exportDocumentConfiguration")}
    </Link>
  );
}

/** Shown when a report layout could not be loaded. */
export function LayoutMissing({ failure, onRetry }: { failure: ApiError; onRetry: () => void }) {
  const { t } = useTranslation("layout");
  if (failure.status !== 404) return <LoadError failure={failure} onRetry={onRetry} />;
  return <EmptyState as="h1" icon={FileIcon} title={t("notFound")} action={<ListLink />} />;
}
