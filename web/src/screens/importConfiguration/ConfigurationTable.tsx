import { DownloadIcon, PlayIcon } from "@primer/octicons-react";
import { Label } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCustomerId } from "../../api/session";
import { ActionButton } from "../../kit/ActionButton";
import { showAlert } from "../../kit/alertStore";
import { useConfirm } from "../../kit/Confirm";
import type { useRowForm } from "../../kit/form/useRowForm";
import { ResourceTable } from "../../kit/table/ResourceTable";
import { useTypeText } from "../typedConfiguration/texts";
import { type ConfigurationRow, type ImportKind, plain } from "./importKind";

interface ConfigurationTableProps {
  kind: ImportKind;
  rows: ReturnType<typeof useRowForm<string>>;
  onStarted: () => void;
}

export function ConfigurationTable({ kind, rows, onStarted }: ConfigurationTableProps) {
  const { t } = useTranslation("imports");
  const { t: common } = useTranslation();
  const typeText = useTypeText();
  const runNow = useRunNow(kind, onStarted);
  const resource = plain(kind.configurations);
  const columns = [
    {
      id: "customerName",
      header: common("fields.customer"),
      cell: (row: ConfigurationRow) => row.customerName,
    },
    {
      id: "name",
      header: common("fields.name"),
      heads: true,
      cell: (row: ConfigurationRow) => row.name,
    },
    {
      id: kind.listName,
      header: t(`${kind.name}.list`),
      cell: (row: ConfigurationRow & Record<string, unknown>) => String(row[kind.listName]),
    },
    { id: "type", header: t("fields.type"), cell: (row: ConfigurationRow) => typeText(row.type) },
    {
      id: "frequency",
      header: t("fields.frequency"),
      cell: (row: ConfigurationRow) => t(`frequency.${row.frequency}`),
    },
    {
      id: "disabled",
      header: t("fields.state"),
      cell: (row: ConfigurationRow) => (
        <Label variant={row.disabled ? "secondary" : "success"}>
          {t(row.disabled ? "state.disabled" : "state.active")}
        </Label>
      ),
    },
  ];
  return (
    <ResourceTable
      // Distinct keys keep the two tables from sharing state.
      key="configurations"
      resource={resource}
      label={t("tabs.configurations")}
      inAddress
      searchHint={t("searchConfigurations")}
      columns={columns as never}
      rowActions={(listed) => {
        const row = listed as unknown as ConfigurationRow;
        return (
          <>
            <ActionButton
              resource={resource}
              action="update"
              iconOnly
              variant="invisible"
              size="small"
              icon={PlayIcon}
              label={t("run.button", { name: row.name })}
              onClick={() => runNow(row.id)}
            />
            {rows.actions(row)}
          </>
        );
      }}
      empty={{ icon: DownloadIcon, title: t(`${kind.name}.emptyTitle`), action: rows.add("default") }}
    />
  );
}

/** Starts an import after confirmation (3§2); failures are alerts of the catalogue. */
function useRunNow(kind: ImportKind, onStarted: () => void) {
  const { t } = useTranslation("imports");
  const confirm = useConfirm();
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const run = useMutation({
    mutationFn: kind.run,
    onSuccess: async () => {
      showAlert("success", t("run.queued"));
      await queries.invalidateQueries({ queryKey: [customerId, kind.events.name] });
      onStarted();
    },
  });
  return async (id: string) => {
    const sure = await confirm({ title: t("run.title"), text: t("run.text"), confirm: t("run.title") });
    if (sure && !run.isPending) run.mutate(id);
  };
}
