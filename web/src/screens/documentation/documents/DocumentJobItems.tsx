import { AlertIcon, CheckCircleIcon, HourglassIcon } from "@primer/octicons-react";
import { ActionList } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { DocumentJob } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { formatDateTime } from "#ui/format/dates.ts";

/** Only the newest are listed. */
const maxItems = 5;

const icons = { MAKING: HourglassIcon, READY: CheckCircleIcon, FAILED: AlertIcon } as const;

/** The user's document jobs for a documentation, as items of the download menu. */
export function DocumentJobItems({
  jobs,
  onChoose,
}: {
  jobs: readonly DocumentJob[];
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation("documentation");
  if (jobs.length === 0) return null;
  return (
    <ActionList.Group>
      <ActionList.GroupHeading>{t("export.yourDocuments")}</ActionList.GroupHeading>
      {jobs.slice(0, maxItems).map(({ id, fileName, state, expireDate, progress, size }) => {
        const Icon = icons[state];
        const percent = state === "MAKING" && size > 0 ? ` · ${Math.floor((progress / size) * 100)} %` : "";
        return (
          <ActionList.Item key={id} onSelect={() => onChoose(id)}>
            <ActionList.LeadingVisual>
              <Icon />
            </ActionList.LeadingVisual>
            {fileName}
            <ActionList.Description variant="block">
              {t(`background.state.${state}`, { date: formatDateTime(expireDate) })}
              {percent}
            </ActionList.Description>
          </ActionList.Item>
        );
      })}
    </ActionList.Group>
  );
}
