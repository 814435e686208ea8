import { useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { type DocumentationDetails, getDocumentation } from "#domain/endpoints/documentation/details.ts";
import { detailsQuery } from "#features/documentation/useDocumentation.ts";
import { LiveChanges } from "#features/live/lazyLiveChanges.tsx";

/** Announces that others have changed the documentation since it was loaded. */
export function LiveDetails({ details }: { details: DocumentationDetails }) {
  const { id } = details;
  const { dataUpdatedAt } = useQuery({ ...detailsQuery(useCustomerId(), id), enabled: false });
  return (
    <LiveChanges
      documentationId={id}
      loadedAtMs={dataUpdatedAt}
      countDifferences={async (signal) => {
        const current = await call(getDocumentation, { params: { id }, signal });
        return JSON.stringify(current) === JSON.stringify(details) ? 0 : 1;
      }}
    />
  );
}
