import { FileZipIcon, OrganizationIcon, TableIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { customer } from "#domain/resources/index.ts";
import { useRowForm } from "#ui/form/useRowForm.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";
import { CustomerForm } from "./CustomerForm.tsx";
import { type CustomerRow, useCustomerColumns } from "./customerColumns.tsx";
import { InvoiceDialog } from "./InvoiceDialog.tsx";
import { PhotoDumpDialog } from "./PhotoDumpDialog.tsx";

type OpenDialog = { dialog: "dump" | "invoice"; row: CustomerRow };

/** /customer (1§2). */
export default function CustomerList() {
  const { t } = useTranslation("customer");
  const { t: common } = useTranslation();
  const rows = useRowForm<number>(customer);
  const [openDialog, setOpened] = useState<OpenDialog | null>(null);
  const close = () => setOpened(null);
  const title = common("routes.customer");
  return (
    <Page title={title} lead={t("lead")} actions={rows.add()}>
      <ResourceTable
        resource={customer}
        details
        label={title}
        inAddress
        searchHint={t("searchHint")}
        columns={useCustomerColumns()}
        actionsWidth={136}
        rowActions={(row) => (
          <>
            <IconButton
              icon={FileZipIcon}
              variant="invisible"
              size="small"
              aria-label={t("dump.button", { name: row.name })}
              onClick={() => setOpened({ dialog: "dump", row })}
            />
            <IconButton
              icon={TableIcon}
              variant="invisible"
              size="small"
              aria-label={t("invoice.button", { name: row.name })}
              onClick={() => setOpened({ dialog: "invoice", row })}
            />
            {rows.actions(row)}
          </>
        )}
        empty={{ icon: OrganizationIcon, title: t("emptyTitle"), action: rows.add("default") }}
      />
      {rows.form((form) => (
        <CustomerForm {...form} />
      ))}
      {openDialog?.dialog === "dump" && <PhotoDumpDialog row={openDialog.row} onClose={close} />}
      {openDialog?.dialog === "invoice" && <InvoiceDialog row={openDialog.row} onClose={close} />}
    </Page>
  );
}
