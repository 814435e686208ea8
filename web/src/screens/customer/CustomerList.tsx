import { FileZipIcon, OrganizationIcon, TableIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { customer } from "#domain/resources/index.ts";
import { ResourceScreen } from "#ui/table/ResourceScreen.tsx";
import { CustomerForm } from "./CustomerForm.tsx";
import { type CustomerRow, useCustomerColumns } from "./customerColumns.tsx";
import { InvoiceDialog } from "./InvoiceDialog.tsx";
import { PhotoDumpDialog } from "./PhotoDumpDialog.tsx";

type OpenDialog = { dialog: "dump" | "invoice"; row: CustomerRow };

/** /customer (1§2). */
export default function CustomerList() {
  const { t } = useTranslation("customer");
  const { t: tCommon } = useTranslation();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <ResourceScreen
      resource={customer}
      includesDetails
      title={tCommon("routes.customer")}
      lead={t("lead")}
      searchHint={t("searchHint")}
      columns={useCustomerColumns()}
      icon={OrganizationIcon}
      emptyTitle={t("emptyTitle")}
      rowActions={(row) => (
        <>
          <IconButton
            icon={FileZipIcon}
            variant="invisible"
            size="small"
            aria-label={t("dump.button", { name: row.name })}
            onClick={() => setOpenDialog({ dialog: "dump", row })}
          />
          <IconButton
            icon={TableIcon}
            variant="invisible"
            size="small"
            aria-label={t("invoice.button", { name: row.name })}
            onClick={() => setOpenDialog({ dialog: "invoice", row })}
          />
        </>
      )}
      actionsWidth={136}
      toNamedRow={(row) => row}
      form={(form) => <CustomerForm {...form} />}
    >
      {openDialog?.dialog === "dump" && <PhotoDumpDialog row={openDialog.row} onClose={close} />}
      {openDialog?.dialog === "invoice" && <InvoiceDialog row={openDialog.row} onClose={close} />}
    </ResourceScreen>
  );
}
