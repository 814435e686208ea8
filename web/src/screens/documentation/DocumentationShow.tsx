import { ImageIcon } from "@primer/octicons-react";
import type { QueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiError } from "#api/apiError.ts";
import { useGrants } from "#api/session.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import {
  detailsQuery,
  photosQuery,
  tasksQuery,
  useDetails,
} from "#features/documentation/useDocumentation.ts";
import { parseListQuery } from "#features/reviewQueue/queueUrl.ts";
import { usePrefetchNext } from "#features/reviewQueue/usePrefetchNext.ts";
import { neighboursQuery, type Queue, useQueue } from "#features/reviewQueue/useQueue.ts";
import { useReviewClaim } from "#features/reviewQueue/useReviewClaim.ts";
import type { ScreenContext } from "#navigation/screenModule.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { useDeferredFirstValue } from "#ui/hooks/useDeferredFirstValue.ts";
import { useIsIdle } from "#ui/hooks/useIdle.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { getDocumentationPermissions } from "./change/documentationPermissions.ts";
import { DetailsPage, type ReviewContext } from "./DetailsPage.tsx";
import { QueueBar } from "./queue/QueueBar.tsx";

/** Prefetches the first calls of the details screen. */
export function prefetch(
  queryClient: QueryClient,
  { params: { uuid = "" }, search, customerId }: ScreenContext,
): void {
  void queryClient.prefetchQuery(detailsQuery(customerId, uuid));
  void queryClient.prefetchQuery(tasksQuery(customerId, uuid));
  void queryClient.prefetchQuery(photosQuery(customerId, uuid, 0));
  const listQuery = parseListQuery(search);
  if (listQuery !== null) void queryClient.prefetchQuery(neighboursQuery(customerId, listQuery, uuid));
}

/** /documentation/details/{uuid} (2§2). */
export default function DocumentationShow() {
  const { uuid = "" } = useParams();
  const queue = useQueue(uuid);
  // Responses that arrive before the page has rendered would restart its rendering.
  const hasRendered = useIsIdle();
  usePrefetchNext(queue, hasRendered);
  const details = useDetails(uuid);
  const otherReviewer = useOtherReviewer(hasRendered ? details.data : undefined, queue);
  return (
    <>
      {queue && <QueueBar queue={queue} reviewer={otherReviewer} />}
      <DocumentationContent uuid={uuid} details={details} queue={queue} reviewer={otherReviewer} />
    </>
  );
}

/** Claims the documentation if the user can review it. In a review queue, users who cannot still see who is reviewing it. */
function useOtherReviewer(details: DocumentationDetails | undefined, queue: Queue | null): string | null {
  const grants = useGrants();
  const permissions = details && getDocumentationPermissions(grants, details);
  const canReview =
    permissions?.write && (queue !== null || permissions.statuses.some((status) => status !== "PAUSED"));
  const claimantName = useReviewClaim(details?.id ?? "", canReview ?? false);
  return claimantName ?? (canReview ? null : (queue?.adjacent?.reviewer ?? null));
}

interface DocumentationContentProps extends ReviewContext {
  uuid: string;
  details: ReturnType<typeof useDetails>;
}

function DocumentationContent({ uuid, details, ...reviewContext }: DocumentationContentProps) {
  const { t } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const loadedDetails = useDeferredFirstValue(details.data);
  if (loadedDetails) return <DetailsPage key={uuid} details={loadedDetails} {...reviewContext} />;
  if (details.error instanceof ApiError && !details.isFetching)
    return details.error.status === 404 ? (
      <EmptyState
        as="h1"
        icon={ImageIcon}
        title={t("details.notFound")}
        action={<Link to="/documentation">{tCommon("routes.documentation")}</Link>}
      />
    ) : (
      <LoadError failure={details.error} onRetry={() => details.refetch()} />
    );
  return <Loading />;
}
