import { Button, Spinner } from "@primer/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import type { DestinationOption } from "#domain/delivery/destination.ts";
import { roundDurationUp } from "#domain/delivery/exportDraft.ts";
import type { ExportPlan } from "#domain/endpoints/exports/manualExport.ts";
import { MissingList } from "#features/delivery/MissingList.tsx";
import { PlanTree } from "#features/delivery/PlanTree.tsx";
import { typeIcons } from "#features/delivery/typeIcons.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { useDebounced } from "#ui/hooks/useDebounced.ts";
import { Stack, TitleRow } from "#ui/layout/boxes.ts";
import { BoxTitle, Muted, NoteDigits, SmallTitle } from "#ui/layout/typography.ts";
import { type ExportRequest, type ExportSource, fetchExportPlan, sourceKeyOf } from "./exportSource.ts";

interface PlanViewProps {
  source: ExportSource;
  request: ExportRequest;
  /** External files, which the service's plan does not know. */
  externalFiles: readonly File[];
  externalFileDestinations: readonly DestinationOption[];
}

/** The export plan: what would be sent where, computed by the service before anything is sent. */
export function PlanView({
  source,
  request: latestRequest,
  externalFiles,
  externalFileDestinations,
}: PlanViewProps) {
  const { t } = useTranslation("exporting");
  const { t: tCommon } = useTranslation();
  const customerId = useCustomerId();
  const request = useDebounced(latestRequest);
  const hasDestinations = latestRequest.destinations.length > 0;
  const plan = useQuery({
    queryKey: [customerId, "exportPlan", ...sourceKeyOf(source), request],
    queryFn: ({ signal }) => fetchExportPlan(source, request, signal),
    enabled: request.destinations.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
    meta: { handlesErrors: true },
  });
  const selectedIds = new Set(latestRequest.destinations);
  const items = plan.data?.items.filter((item) => selectedIds.has(item.templateExportConfigurationId)) ?? [];
  const externalFileIds = new Set(
    externalFileDestinations.map((destination) => destination.templateExportConfigurationId),
  );
  const isPending = hasDestinations && (plan.isFetching || request !== latestRequest);
  return (
    <Stack as="section" $gap={8} aria-busy={isPending}>
      <TitleRow>
        <SmallTitle>{t("plan.title")}</SmallTitle>
        {isPending && <Spinner size="small" srText={t("plan.updating")} />}
      </TitleRow>
      {!hasDestinations ? (
        <Muted as="p">{t("plan.choose")}</Muted>
      ) : plan.error && !isPending ? (
        <Banner
          kind="warning"
          action={
            <Button type="button" size="small" onClick={() => plan.refetch()}>
              {tCommon("actions.retry")}
            </Button>
          }
        >
          {problemText(plan.error)}
        </Banner>
      ) : (
        items.map((item) => (
          <PlannedDestination
            key={item.templateExportConfigurationId}
            item={item}
            external={externalFileIds.has(item.templateExportConfigurationId) ? externalFiles : noFiles}
          />
        ))
      )}
    </Stack>
  );
}

type PlanItem = ExportPlan["items"][number];

const noFiles: readonly File[] = [];
/** Maximum names per entry, the same limit as the service's. */
const maxNames = 20;

/** Adds the external files, which the service does not know until they are sent, to every entry for them. */
function addExternalFiles(item: PlanItem, externalFiles: readonly File[]): PlanItem {
  const externalBytes = externalFiles.reduce((sum, file) => sum + file.size, 0);
  const names = externalFiles.slice(0, maxNames).map(({ name }) => name);
  let { files, bytes } = item;
  /** Level of the enclosing zip file, if any: a zip counts as one file, whatever is in it. */
  let zipLevel: number | null = null;
  const entries = item.entries.map((entry) => {
    if (zipLevel !== null && entry.level <= zipLevel) zipLevel = null;
    if (entry.type === "ZIP_FILE") zipLevel ??= entry.level;
    if (entry.type !== "EXTERNAL_FILES") return entry;
    if (zipLevel === null) files += externalFiles.length;
    if (bytes !== null) bytes += externalBytes;
    return { ...entry, count: externalFiles.length, bytes: externalBytes, names };
  });
  return { ...item, files, bytes, entries };
}

/** Entry types hidden when empty. An empty photo entry is still worth a line. */
const hiddenWhenEmpty: ReadonlySet<string> = new Set(["FILES", "EXTERNAL_FILES"]);

function PlannedDestination({
  item,
  external: externalFiles,
}: {
  item: PlanItem;
  external: readonly File[];
}) {
  const { t } = useTranslation("exporting");
  const { name, type, entries, files, bytes, missing, unfilled, seconds } = addExternalFiles(
    item,
    externalFiles,
  );
  const visibleEntries = entries.filter((entry) => entry.count !== 0 || !hiddenWhenEmpty.has(entry.type));
  const TypeIcon = typeIcons[type];
  const time = seconds === null ? null : roundDurationUp(seconds);
  return (
    <Card>
      <TitleRow>
        <TypeIcon aria-hidden />
        <BoxTitle as="h4">{name}</BoxTitle>
        <NoteDigits>
          {t("plan.summary", { count: files, formattedCount: formatNumber(files) })}
          {[bytes !== null && formatBytes(bytes), time && t(`plan.${time.unit}`, { count: time.count })]
            .filter(Boolean)
            .map((fact) => ` · ${fact}`)
            .join("")}
        </NoteDigits>
      </TitleRow>
      <MissingList items={missing} total={missing.length} />
      {unfilled.length > 0 && (
        <Banner kind="warning">{t("plan.missingValues", { names: unfilled.join(", ") })}</Banner>
      )}
      {visibleEntries.length > 0 ? (
        <Tree>
          <PlanTree entries={visibleEntries} />
        </Tree>
      ) : (
        <Muted as="p">{t("plan.empty")}</Muted>
      )}
    </Card>
  );
}

const Card = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  min-width: 0;
  padding: var(--base-size-12);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
`;

const Tree = styled.div`
  max-height: 320px;
  overflow-y: auto;
`;
