import { MilestoneIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { usePageTitle } from "#ui/layout/Page.tsx";

/** Shown for any path outside the route table (1§2). */
export function NotFound() {
  const { t } = useTranslation();
  usePageTitle(t("routes.notFound"));
  return (
    <EmptyState
      as="h1"
      icon={MilestoneIcon}
      title="404 NOT FOUND"
      text={t("frame.notFoundHint")}
      action={<Link to="/">{t("frame.goToStart")}</Link>}
    />
  );
}
