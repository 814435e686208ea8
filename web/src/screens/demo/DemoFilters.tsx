import { Checkbox, FormControl } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { listDemoLicenses } from "#domain/endpoints/configuration/licenseCalls.ts";
import { license } from "#domain/resources/index.ts";
import { BareFieldset } from "#ui/layout/boxes.ts";
import type { DemoFilters as Filters } from "./demoSource.ts";

interface DemoFiltersProps {
  groups: readonly { name: string; count: number }[];
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}

/** The names of trials, each with its number of licences. */
export function useDemoGroups() {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, license.name, "demoGroups"],
    queryFn: async ({ signal }) => (await call(listDemoLicenses, { query: { max: 1 }, signal })).groups,
    // The table reports the failure.
    meta: { handlesErrors: true },
  });
}

/** A checkbox for each name, and one for expired licences (3§2). */
export function DemoFilters({ groups, filters: { names, showExpired }, onChange }: DemoFiltersProps) {
  const { t } = useTranslation("demo");
  const toggle = (name: string, isSelected: boolean) =>
    onChange({ names: isSelected ? [...names, name] : names.filter((item) => item !== name) });
  return (
    <FilterRow>
      {groups.length > 0 && (
        <BareFieldset>
          <Legend>{t("nameFilter")}</Legend>
          <Boxes>
            {groups.map(({ name, count }) => (
              <FormControl key={name}>
                <Checkbox
                  checked={names.includes(name)}
                  onChange={({ target }) => toggle(name, target.checked)}
                />
                <FormControl.Label>{t("nameFilterOption", { name, count })}</FormControl.Label>
              </FormControl>
            ))}
          </Boxes>
        </BareFieldset>
      )}
      <FormControl>
        <Checkbox
          checked={showExpired}
          onChange={({ target }) => onChange({ showExpired: target.checked })}
        />
        <FormControl.Label>{t("showExpired")}</FormControl.Label>
      </FormControl>
    </FilterRow>
  );
}

const FilterRow = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  margin-bottom: var(--base-size-16);
`;

const Legend = styled.legend`
  margin-bottom: var(--base-size-4);
  padding: 0;
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;

const Boxes = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8) var(--base-size-16);
`;
