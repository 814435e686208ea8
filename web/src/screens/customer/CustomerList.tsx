import { FileZipIcon, OrganizationIcon, PlusIcon, TableIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { customer } from "../../../../domain/resources";
import { ActionButton } from "../../kit/ActionButton";
import { RowActions } from "../../kit/form/RowActions";
import { Page } from "../../kit/Page";
import { ResourceTable } from "../../kit/table/ResourceTable";
import { CustomerForm } from "./CustomerForm";
import { type CustomerRow, useCustomerColumns } from "./customerColumns";
import { InvoiceDialog } from "./InvoiceDialog";
import { PhotoDumpDialog } from "./PhotoDumpDialog";

type Opened = { dialog: "form"; id: number | null } | { dialog: "dump" | "invoice"; row: CustomerRow };

/** /customer (1§2). */
export default function CustomerList() {
  const { t } = useTranslation("customer");
  const { t: common } = useTranslation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const title = common("routes.customer");
  const add = (variant: "primary" | "default") => (
    <ActionButton
      resource={customer}
      action="create"
      icon={PlusIcon}
      variant={variant}
      label={common("actions.add")}
      onClick={() => setOpened({ dialog: "form", id: null })}
    />
  );
  return (
    <Page title={title} lead={t("lead")} actions={add("primary")}>
      <ResourceTable
        resource={customer}
        details
        label={title}
        inAddress
        searchHint={t("searchHint")}
        columns={useCustomerColumns()}
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
            <RowActions
              resource={customer}
              row={row}
              onEdit={() => setOpened({ dialog: "form", id: row.id })}
            />
          </>
        )}
        empty={{ icon: OrganizationIcon, title: t("emptyTitle"), action: add("default") }}
      />
      {opened?.dialog === "form" && <CustomerForm id={opened.id} onClose={close} />}
      {opened?.dialog === "dump" && <PhotoDumpDialog row={opened.row} onClose={close} />}
      {opened?.dialog === "invoice" && <InvoiceDialog row={opened.row} onClose={close} />}
    </Page>
  );
}
