import { SearchIcon } from "@primer/octicons-react";
import { TextInput } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { useList } from "#api/resource.ts";
import { matchesSearch } from "#domain/core/text/searchTerms.ts";
import { role as roleContract, user } from "#domain/resources/index.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { CheckboxGroupField } from "#ui/form/CheckboxGroupField.tsx";
import { useResourceField, useResourceForm } from "#ui/form/FormContext.ts";
import { Section } from "#ui/form/FormSection.tsx";
import { createListText } from "#ui/form/fieldDifferences.ts";
import { Muted } from "#ui/layout/typography.ts";
import { CopyRoles } from "./CopyRoles.tsx";
import { compareRoles, hasRole, roleGroups, rolesOfGroup } from "./roles.ts";

/** The roles of a user in searchable groups, each with a description. */
export function RolesField() {
  const { t } = useTranslation("user");
  const { row } = useResourceForm(user);
  const { value = [] } = useResourceField(user, "userRoles");
  const roles = useList(roleContract, { max: 100 });
  return (
    <Section title={t("sections.roles")} hint={t("rolesChosenCount", { count: value.length })}>
      {row === null && <CopyRoles />}
      {roles.data ? (
        <Groups roles={roles.data} />
      ) : roles.error instanceof ApiError && !roles.isFetching ? (
        <LoadError failure={roles.error} onRetry={() => roles.refetch()} />
      ) : (
        <Loading />
      )}
    </Section>
  );
}

function Groups({ roles }: { roles: Parameters<typeof rolesOfGroup>[1] }) {
  const { t } = useTranslation("user");
  const { t: tAccess } = useTranslation("access");
  const { set } = useResourceForm(user);
  const field = useResourceField(
    user,
    "userRoles",
    t("sections.roles"),
    createListText(
      Object.fromEntries(roles.map(({ authority }) => [authority, tAccess(`authority.${authority}`)])),
      "roleAuthority",
    ),
  );
  const [q, setQ] = useState("");
  const groups = roleGroups
    .map((group) => ({
      group,
      checks: rolesOfGroup(group, roles)
        .map(({ id, authority }) => ({
          item: { role: id, roleAuthority: authority },
          label: tAccess(`authority.${authority}`),
          hint: tAccess(`authorityHint.${authority}`),
        }))
        .filter(({ label, hint, item }) => matchesSearch([label, hint, item.roleAuthority], q)),
    }))
    .filter(({ checks }) => checks.length > 0);
  return (
    <>
      <TextInput
        type="search"
        block
        leadingVisual={SearchIcon}
        aria-label={t("rolesSearch")}
        placeholder={t("rolesSearch")}
        value={q}
        onChange={(event) => setQ(event.target.value)}
        // Enter in the search box must not submit the form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      {groups.length === 0 && (
        <Muted as="p" role="status">
          {t("rolesEmpty", { query: q.trim() })}
        </Muted>
      )}
      {groups.map(({ group, checks }) => (
        <CheckboxGroupField
          key={group}
          field={field}
          label={t(`roleGroup.${group}`)}
          options={checks}
          keyOf={({ role }) => role}
          compare={compareRoles}
          onToggle={(next) => {
            // Clears the accounts to switch to, which are hidden without the role.
            if (hasRole(field.value ?? [], "ROLE_SWITCH_CUSTOMER") && !hasRole(next, "ROLE_SWITCH_CUSTOMER"))
              set({ switchCustomers: [] });
          }}
        />
      ))}
    </>
  );
}
