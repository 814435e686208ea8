import { Button, Spinner } from "@primer/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import { roundedDuration } from "#domain/delivery/exportDraft.ts";
import type { DestinationOption, ExportPlanAnswer } from "#domain/endpoints/exports/manualExport.ts";
import { MissingList } from "#features/delivery/MissingList.tsx";
import { PlanTree } from "#features/delivery/PlanTree.tsx";
import { typeIcons } from "#features/delivery/typeIcons.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { useDebounced } from "#ui/hooks/useDebounced.ts";
import { Stack, TitleRow } from "#ui/layout/boxes.ts";
import { BoxTitle, Muted, NoteDigits, SmallTitle } from "#ui/layout/typography.ts";
import { type ExportRequest, type ExportSource, fetchExportPlan, keyOf } from "./exportSource.ts";

interface PlanViewProps {
  source: ExportSource;
  wish: ExportRequest;
  /** What is sent along, which the plan does not know of. */
  external: readonly File[];
  externalFileDestinations: readonly DestinationOption[];
}

/** What would be sent where, as the service works it out, before anything is sent. */
export function PlanView({ source, wish: latest, external, externalFileDestinations }: PlanViewProps) {
  const { t } = useTranslation("exporting");
  const { t: common } = useTranslation();
  const customerId = useCustomerId();
  const request = useDebounced(latest);
  const wanted = latest.destinations.length > 0;
  const plan = useQuery({
    queryKey: [customerId, "exportPlan", ...keyOf(source), request],
    queryFn: ({ signal }) => fetchExportPlan(source, request, signal),
    enabled: request.destinations.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
    meta: { ownErrors: true },
  });
  const chosen = new Set(latest.destinations);
  const items = plan.data?.items.filter((item) => chosen.has(item.templateExportConfigurationId)) ?? [];
  const taking = new Set(
    externalFileDestinations.map((destination) => destination.templateExportConfigurationId),
  );
  const waiting = wanted && (plan.isFetching || request !== latest);
  return (
    <Stack as="section" $gap={8} aria-busy={waiting}>
      <TitleRow>
        <SmallTitle>{t("plan.title")}</SmallTitle>
        {waiting && <Spinner size="small" srText={t("plan.updating")} />}
      </TitleRow>
      {!wanted ? (
        <Muted as="p">{t("plan.choose")}</Muted>
      ) : plan.error && !waiting ? (
        <Banner
          kind="warning"
          action={
            <Button type="button" size="small" onClick={() => plan.refetch()}>
              {common("actions.retry")}
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
            external={taking.has(item.templateExportConfigurationId) ? external : none}
          />
        ))
      )}
    </Stack>
  );
}

type Planned = ExportPlanAnswer["items"][number];

const none: readonly File[] = [];
/** Names that an entry shows, as many as the service gives. */
const maxNames = 20;

/** The plan with the external files, which are known here alone until they are sent. They go to every place for them. */
function withExternal(item: Planned, external: readonly File[]): Planned {
  const size = external.reduce((sum, file) => sum + file.size, 0);
  const names = external.slice(0, maxNames).map(({ name }) => name);
  let { files, bytes } = item;
  /** The level of the zip file that holds the entry, if one does: whatever is in it, it is one file. */
  let zip: number | null = null;
  const entries = item.entries.map((entry) => {
    if (zip !== null && entry.level <= zip) zip = null;
    if (entry.type === "ZIP_FILE") zip ??= entry.level;
    if (entry.type !== "EXTERNAL_FILES") return entry;
    if (zip === null) files += external.length;
    if (bytes !== null) bytes += size;
    return { ...entry, count: external.length, bytes: size, names };
  });
  return { ...item, files, bytes, entries };
}

/** Entries that say nothing where there is nothing for them; that there are no photos is worth a line. */
const canBeEmpty: ReadonlySet<string> = new Set(["FILES", "EXTERNAL_FILES"]);

function PlannedDestination({ item, external }: { item: Planned; external: readonly File[] }) {
  const { t } = useTranslation("exporting");
  const { name, type, entries, files, bytes, missing, unfilled, seconds } = withExternal(item, external);
  const sent = entries.filter((entry) => entry.count !== 0 || !canBeEmpty.has(entry.type));
  const Sign = typeIcons[type];
  const time = seconds === null ? null : roundedDuration(seconds);
  return (
    <Card>
      <TitleRow>
        <Sign aria-hidden />
        <BoxTitle as="h4">{name}</BoxTitle>
        <NoteDigits>
          {t("plan.summary", { count: files, shown: formatNumber(files) })}
          {[bytes !== null && formatBytes(bytes), time && t(`plan.${time.unit}`, { count: time.count })]
            .filter(Boolean)
            .map((fact) => ` · ${fact}`)
            .join("")}
        </NoteDigits>
      </TitleRow>
      <MissingList items={missing} total={missing.length} />
      {unfilled.length > 0 && (
        <Banner kind="warning">{t("plan.unfilled", { names: unfilled.join(", ") })}</Banner>
      )}
      {sent.length > 0 ? (
        <Tree>
          <PlanTree entries={sent} />
        </Tree>
      ) : (
        <Muted as="p">{t("plan.nothing")}</Muted>
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
