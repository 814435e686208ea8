import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#api/session.ts";
import { FilterButton } from "#features/documentationList/filter/FilterButton.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";
import { reviewViews, toViewQuery, useViews } from "./savedViewQueries.ts";

const ViewPanel = lazy(() => import("./ViewPanel.tsx"));

/** Menu of the views: select, save, edit, delete. The button shows the name of the selected view. */
export function SavedViews() {
  const { t } = useTranslation("documentationList");
  const session = useSession();
  const [params] = useUrlParams();
  const currentQuery = toViewQuery(params);
  const views = useViews();
  const reviewView = reviewViews(session?.userId ?? 0).find(({ query }) => query === currentQuery);
  const selectedView = currentQuery ? views.data?.find(({ query }) => query === currentQuery) : undefined;
  const selectedName = selectedView?.name ?? (reviewView && t(`views.${reviewView.name}`));
  return (
    <FilterButton label={selectedName ?? t("views.views")} active={selectedName !== undefined} size="medium">
      {(close) => (
        <Suspense fallback={<Loading />}>
          <ViewPanel currentQuery={currentQuery} close={close} />
        </Suspense>
      )}
    </FilterButton>
  );
}
