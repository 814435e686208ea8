import { CopyIcon, GlobeIcon, LightBulbIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "#api/client.ts";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { ListRow } from "#domain/contract/resource.ts";
import { copySuggestionList } from "#domain/endpoints/configuration/suggestionListCalls.ts";
import { suggestionList } from "#domain/resources/index.ts";
import { CopyDialog } from "#features/copy/CopyDialog.tsx";
import { EntryListScreen, useEntryListColumns } from "#features/entryList/EntryListScreen.tsx";
import { PermissionButton } from "#ui/button/PermissionButton.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { SuggestionListForm } from "./SuggestionListForm.tsx";
import { SuggestionsDialog } from "./SuggestionsDialog.tsx";

type List = ListRow<typeof suggestionList>;

/** /suggestionList (3§2). */
export default function SuggestionList() {
  const { t } = useTranslation("lists");
  const isMultiCustomer = spansCustomers(useGrants());
  const [listToCopy, setListToCopy] = useState<List | null>(null);
  return (
    <EntryListScreen
      kind="suggestion"
      resource={suggestionList}
      icon={LightBulbIcon}
      columns={[
        ...useEntryListColumns<List>(),
        { id: "type", header: t("fields.type"), cell: (row) => t(`type.${row.type}`) },
        {
          id: "suggestionCount",
          header: t("suggestion.entries"),
          align: "end",
          cell: (row) => formatNumber(row.suggestionCount ?? 0),
        },
      ]}
      rowActions={(row) => (
        <>
          {isMultiCustomer && row.type === "DOCUMENTATION_NAMES" && (
            <IconButton
              as={Link}
              to={`/suggestionList/map/${row.id}`}
              icon={GlobeIcon}
              variant="invisible"
              size="small"
              aria-label={t("actions.map", { name: row.name })}
            />
          )}
          <PermissionButton
            resource={suggestionList}
            action="create"
            iconOnly
            variant="invisible"
            size="small"
            icon={CopyIcon}
            label={t("actions.copy", { name: row.name })}
            onClick={() => setListToCopy(row)}
          />
        </>
      )}
      form={(form) => <SuggestionListForm {...form} />}
      entries={(row, onClose) => <SuggestionsDialog list={row} onClose={onClose} />}
    >
      {listToCopy && (
        <CopyDialog
          resource={suggestionList.name}
          title={t("copy.title", { name: listToCopy.name })}
          lead={t("copy.lead")}
          submit={t("copy.confirm")}
          name={{ label: t("fields.newName"), caption: t("captions.newName") }}
          customer={
            isMultiCustomer
              ? { label: t("fields.targetCustomer"), caption: t("captions.targetCustomer") }
              : undefined
          }
          copy={({ name, customer }) =>
            call(copySuggestionList, {
              body: { suggestionList: listToCopy.id, ...(name && { name }), ...(customer && { customer }) },
            })
          }
          doneText={(name) => t("copy.success", { name })}
          onClose={() => setListToCopy(null)}
        />
      )}
    </EntryListScreen>
  );
}
