import { FormControl, Radio } from "@primer/react";
import { useTranslation } from "react-i18next";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { minFilterDay } from "#domain/core/calendar/days.ts";
import { matchesSearch } from "#domain/core/text/searchTerms.ts";
import { type DeliveryState, deliveryStates } from "#domain/delivery/states.ts";
import type { DeliveryDestination } from "#domain/endpoints/exports/delivery.ts";
import { fetchCustomers } from "#features/customer/CustomerField.tsx";
import type { ChangeDeliveryFilter, DeliveryFilter } from "#features/delivery/deliveryFilter.ts";
import { Choices, FilterButton, Panel } from "#features/documentationList/filter/FilterButton.tsx";
import { ServerChoices } from "#features/documentationList/filter/ServerChoices.tsx";
import { DayRangeForm } from "#ui/form/DayRangeForm.tsx";

interface DeliveryFilterBarProps {
  filter: DeliveryFilter;
  change: ChangeDeliveryFilter;
  /** Null until loaded. */
  destinations: readonly DeliveryDestination[] | null;
}

/** The filters of the list: state, destination, days, and customer for users who see several. */
export function DeliveryFilterBar({ filter, change, destinations }: DeliveryFilterBarProps) {
  const { t } = useTranslation(["delivery", "documentationList"]);
  const { t: tCommon } = useTranslation();
  const showsCustomer = spansCustomers(useGrants());
  return (
    <>
      <FilterButton label={t("fields.state")} active={Boolean(filter.state || filter.open)}>
        {(close) => (
          <States
            filter={filter}
            onSelect={(choice) => {
              change(choice);
              close();
            }}
          />
        )}
      </FilterButton>
      <FilterButton label={t("fields.destination")} active={Boolean(filter.exportConfigurationId)}>
        {(close) => (
          <ServerChoices
            label={t("fields.destination")}
            name={`deliveryDestinations/${filter.customerId ?? ""}/${destinations?.length ?? 0}`}
            find={async (q) => createDestinationOptions(destinations ?? [], q, showsCustomer)}
            selectedIds={filter.exportConfigurationId ? [filter.exportConfigurationId] : []}
            onSelect={([exportConfigurationId]) => {
              change({ exportConfigurationId });
              close();
            }}
          />
        )}
      </FilterButton>
      {showsCustomer && (
        <FilterButton label={tCommon("fields.customer")} active={Boolean(filter.customerId)}>
          {(close) => (
            <ServerChoices
              label={tCommon("fields.customer")}
              name="deliveryCustomers"
              find={fetchCustomers}
              selectedIds={filter.customerId ? [filter.customerId] : []}
              onSelect={([customerId]) => {
                // A destination belongs to one customer: with another customer, its filter would match nothing.
                change({ customerId, exportConfigurationId: undefined });
                close();
              }}
            />
          )}
        </FilterButton>
      )}
      <FilterButton label={t("fields.started")} active={Boolean(filter.from || filter.to)}>
        {(close) => (
          <DayRangeForm
            range={{ startDate: filter.from ?? "", endDate: filter.to ?? "" }}
            labels={{
              startDate: t("documentationList:filters.from"),
              endDate: t("documentationList:filters.until"),
            }}
            hint={t("documentationList:filters.datesHint", { day: minFilterDay })}
            onApply={({ startDate, endDate }) => {
              change({ from: startDate || undefined, to: endDate || undefined });
              close();
            }}
          />
        )}
      </FilterButton>
    </>
  );
}

/** The first fifty destinations that contain the search text. */
function createDestinationOptions(
  destinations: readonly DeliveryDestination[],
  q: string,
  showsCustomer: boolean,
) {
  return destinations
    .map(({ exportConfigurationId, exportConfigurationName, customerName }) => ({
      id: exportConfigurationId,
      label: showsCustomer ? `${exportConfigurationName} (${customerName})` : exportConfigurationName,
    }))
    .filter(({ label }) => matchesSearch([label], q))
    .slice(0, 50);
}

interface StatesProps {
  filter: DeliveryFilter;
  onSelect: (choice: { state: DeliveryState | undefined; open: string | undefined }) => void;
}

function States({ filter, onSelect }: StatesProps) {
  const { t } = useTranslation("delivery");
  const renderOption = (label: string, state: DeliveryState | undefined, open: string | undefined) => (
    <FormControl key={label}>
      <Radio
        name="state"
        value={state ?? (open ? "open" : "")}
        checked={filter.state === state && (filter.open === "true" ? "true" : undefined) === open}
        onChange={() => onSelect({ state, open })}
      />
      <FormControl.Label>{label}</FormControl.Label>
    </FormControl>
  );
  return (
    <Panel>
      <Choices role="radiogroup" aria-label={t("fields.state")}>
        {renderOption(t("filters.all"), undefined, undefined)}
        {renderOption(t("inProgress"), undefined, "true")}
        {deliveryStates.map((state) => renderOption(t(`state.${state}`), state, undefined))}
      </Choices>
    </Panel>
  );
}
