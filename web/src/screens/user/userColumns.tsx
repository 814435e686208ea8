import { Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { ListRow } from "#domain/contract/resource.ts";
import type { user } from "#domain/resources/index.ts";
import { LabelList } from "#ui/dialog/LabelList.tsx";
import { ChipLine } from "#ui/layout/boxes.ts";
import { PlainNote } from "#ui/layout/typography.ts";

type UserRow = ListRow<typeof user>;

/** The columns of 1§2; the full name is shown with the username. */
export function useUserColumns() {
  const { t } = useTranslation("user");
  const { t: tCommon } = useTranslation();
  return [
    {
      id: "username",
      header: t("fields.username"),
      isRowHeader: true,
      cell: (row: UserRow) => (
        <>
          <div>{row.username}</div>
          {row.fullName && <PlainNote as="div">{row.fullName}</PlainNote>}
        </>
      ),
    },
    { id: "customerName", header: tCommon("fields.customer"), cell: (row: UserRow) => row.customerName },
    { id: "enabled", header: t("columns.enabled"), cell: (row: UserRow) => <Status row={row} /> },
    {
      id: "userRoles",
      header: t("fields.roles"),
      share: 2,
      isOmitted: (row: UserRow) => row.userRoles.length === 0,
      cell: (row: UserRow) => <Roles row={row} />,
    },
    {
      id: "licenseNames",
      header: t("columns.licenses"),
      share: 1.5,
      isOmitted: (row: UserRow) => row.licenseNames.length === 0,
      cell: (row: UserRow) => (
        <LabelList
          items={row.licenseNames.map((text) => ({ text }))}
          title={t("licensesOf", { name: row.username })}
        />
      ),
    },
    {
      id: "twoFactorAuthenticationType",
      header: t("columns.twoFactor"),
      cell: (row: UserRow) => t(`twoFactor.${row.twoFactorAuthenticationType}`),
    },
    {
      id: "parentUsername",
      header: t("fields.parent"),
      isOmitted: (row: UserRow) => row.parentUsername === null,
      cell: (row: UserRow) => row.parentUsername ?? tCommon("state.emptyValue"),
    },
  ] as const;
}

function Status({ row }: { row: UserRow }) {
  const { t } = useTranslation("user");
  const blockers = (["accountLocked", "accountExpired", "passwordExpired"] as const).filter(
    (name) => row[name],
  );
  return (
    <ChipLine as="div">
      <Label variant={row.enabled ? "success" : "secondary"}>
        {t(row.enabled ? "state.enabled" : "state.disabled")}
      </Label>
      {blockers.map((name) => (
        <Label key={name} variant={name === "passwordExpired" ? "attention" : "danger"}>
          {t(`state.${name}`)}
        </Label>
      ))}
    </ChipLine>
  );
}

function Roles({ row }: { row: UserRow }) {
  const { t } = useTranslation("user");
  const { t: tAccess } = useTranslation("access");
  const items = row.userRoles.flatMap(({ roleAuthority }) =>
    roleAuthority
      ? [{ text: tAccess(`authority.${roleAuthority}`), hint: tAccess(`authorityHint.${roleAuthority}`) }]
      : [],
  );
  return <LabelList items={items} title={t("rolesOf", { name: row.username })} />;
}
