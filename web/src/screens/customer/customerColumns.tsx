import { KebabHorizontalIcon } from "@primer/octicons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ListRow } from "#domain/contract/resource.ts";
import type { customer } from "#domain/resources/index.ts";
import { LabelList, More } from "#ui/dialog/LabelList.tsx";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { UsersDialog } from "./UsersDialog.tsx";

export type CustomerRow = ListRow<typeof customer>;

/** The columns of the customer list (1§2). */
export function useCustomerColumns() {
  const { t } = useTranslation("customer");
  const { t: tCommon } = useTranslation();
  return [
    { id: "name", header: tCommon("fields.name"), isRowHeader: true, cell: (row: CustomerRow) => row.name },
    {
      id: "products",
      header: t("columns.products"),
      share: 1.5,
      isOmitted: (row: CustomerRow) => row.products.length === 0,
      cell: (row: CustomerRow) => <Products row={row} />,
    },
    {
      id: "users",
      header: t("columns.users"),
      isOmitted: (row: CustomerRow) => !row.userCount,
      cell: (row: CustomerRow) => <Users row={row} />,
    },
    {
      id: "documentationCount",
      header: t("columns.documentations"),
      align: "end",
      cell: (row: CustomerRow) => formatNumber(row.documentationCount),
    },
    {
      id: "photoCount",
      header: t("columns.photos"),
      align: "end",
      cell: (row: CustomerRow) => formatNumber(row.photoCount),
    },
    {
      id: "totalSize",
      header: t("columns.size"),
      align: "end",
      cell: (row: CustomerRow) => formatBytes(row.totalSize ?? 0),
    },
  ] as const;
}

function Products({ row }: { row: CustomerRow }) {
  const { t } = useTranslation("customer");
  const { t: tAccess } = useTranslation("access");
  const items = row.products.flatMap(({ name }) => (name ? [{ text: tAccess(`product.${name}`) }] : []));
  return <LabelList items={items} title={t("productsOf", { name: row.name })} />;
}

/** The first three usernames, and a button that shows all. */
function Users({ row }: { row: CustomerRow }) {
  const { t } = useTranslation("customer");
  const { t: tCommon } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { users = [], userCount = 0 } = row;
  if (users.length === 0) return tCommon("state.emptyValue");
  return (
    <Line>
      <span>{users.map(({ username }) => username).join(", ")}</span>
      {userCount > users.length && (
        <More
          type="button"
          aria-haspopup="dialog"
          aria-label={t("allUsers", { count: userCount, name: row.name })}
          onClick={() => setOpen(true)}
        >
          <KebabHorizontalIcon />
        </More>
      )}
      {isOpen && <UsersDialog customer={row} onClose={() => setOpen(false)} />}
    </Line>
  );
}

const Line = styled.div`
  overflow-wrap: anywhere;
  > button {
    margin-left: var(--base-size-4);
    vertical-align: middle;
  }
`;
