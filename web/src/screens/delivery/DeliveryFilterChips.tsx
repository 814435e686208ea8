import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { DeliveryDestination, DeliveryRow } from "#domain/endpoints/exports/delivery.ts";
import {
  type ChangeDeliveryFilter,
  clearedFilter,
  type DeliveryFilter,
  hasDeliveryFilter,
} from "#features/delivery/deliveryFilter.ts";
import { ActiveChips, Chip } from "#ui/select/Chips.tsx";

interface DeliveryFilterChipsProps {
  filter: DeliveryFilter;
  change: ChangeDeliveryFilter;
  destinations: readonly DeliveryDestination[];
  /** The listed rows, which have the names of the filtered customer, documentation and destination. */
  rows: readonly DeliveryRow[];
}

/** The filters in use, each removable, and a button that removes all. */
export function DeliveryFilterChips({ filter, change, destinations, rows }: DeliveryFilterChipsProps) {
  const { t } = useTranslation("delivery");
  const { t: tCommon } = useTranslation();
  if (!hasDeliveryFilter(filter)) return null;
  const { state, open, exportConfigurationId, documentationId, customerId, from, to } = filter;
  const [row] = rows;
  const destinationName = [...destinations, ...rows].find(
    (item) => item.exportConfigurationId === exportConfigurationId,
  )?.exportConfigurationName;
  const addLabel = (label: string, text: string) => `${label}: ${text}`;
  const customerName =
    row && String(row.customerId) === customerId ? row.customerName : destinations[0]?.customerName;
  const chips: { text: string; clearedFields: Parameters<ChangeDeliveryFilter>[0] }[] = [
    ...(state
      ? [{ text: addLabel(t("fields.state"), t(`state.${state}`)), clearedFields: { state: undefined } }]
      : []),
    ...(open === "true"
      ? [{ text: addLabel(t("fields.state"), t("inProgress")), clearedFields: { open: undefined } }]
      : []),
    ...(exportConfigurationId
      ? [
          {
            text: addLabel(t("fields.destination"), destinationName ?? exportConfigurationId.slice(0, 8)),
            clearedFields: { exportConfigurationId: undefined },
          },
        ]
      : []),
    ...(documentationId
      ? [
          {
            text: addLabel(
              t("fields.documentation"),
              row?.documentationId === documentationId ? row.documentationName : documentationId.slice(0, 8),
            ),
            clearedFields: { documentationId: undefined },
          },
        ]
      : []),
    ...(customerId
      ? [
          {
            text: addLabel(tCommon("fields.customer"), customerName ?? customerId),
            clearedFields: { customerId: undefined },
          },
        ]
      : []),
    ...(from ? [{ text: t("filters.startedFrom", { day: from }), clearedFields: { from: undefined } }] : []),
    ...(to ? [{ text: t("filters.startedUntil", { day: to }), clearedFields: { to: undefined } }] : []),
  ];
  return (
    <ActiveChips aria-label={t("filters.active")}>
      {chips.map(({ text, clearedFields }) => (
        <Chip
          key={text}
          removeLabel={t("filters.remove", { filter: text })}
          onRemove={() => change(clearedFields)}
        >
          <span>{text}</span>
        </Chip>
      ))}
      <li>
        <Button size="small" variant="invisible" onClick={() => change(clearedFilter)}>
          {t("filters.clearAll")}
        </Button>
      </li>
    </ActiveChips>
  );
}
