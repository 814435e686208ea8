import { FilterIcon, TriangleDownIcon } from "@primer/octicons-react";
import { AnchoredOverlay, Button, Checkbox, FormControl } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { getObjectClasses } from "#domain/endpoints/operations/auditLog.ts";
import { domainChange } from "#domain/resources/index.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { classText } from "./auditTexts.ts";

interface ClassFilterProps {
  /** Null means all classes, including future ones. */
  selectedClasses: readonly string[] | null;
  onChange: (selected: readonly string[] | null) => void;
}

/** Chooses the classes of objects in the log (1§2). */
export function ClassFilter({ selectedClasses, onChange }: ClassFilterProps) {
  const { t } = useTranslation("log");
  const customerId = useCustomerId();
  const [isOpen, setIsOpen] = useState(false);
  const classesQuery = useQuery({
    queryKey: [customerId, domainChange.name, "classes"],
    queryFn: ({ signal }) => call(getObjectClasses, { signal }),
    enabled: isOpen || selectedClasses !== null,
    meta: { handlesErrors: true },
  });
  const allClasses = classesQuery.data ?? [];
  const label = selectedClasses
    ? t("filters.selectedClasses", {
        selectedCount: allClasses.filter((objectClass) => selectedClasses.includes(objectClass)).length,
        total: allClasses.length,
      })
    : t("filters.classes");
  return (
    <AnchoredOverlay
      open={isOpen}
      onOpen={() => setIsOpen(true)}
      onClose={() => setIsOpen(false)}
      focusZoneSettings={{ disabled: true }}
      overlayProps={{ role: "dialog", "aria-label": t("filters.classes") }}
      renderAnchor={(props) => (
        <Button {...props} leadingVisual={FilterIcon} trailingAction={TriangleDownIcon}>
          {classesQuery.data ? label : t("filters.classes")}
        </Button>
      )}
    >
      <Panel>
        {classesQuery.error instanceof ApiError && !classesQuery.data ? (
          <LoadError failure={classesQuery.error} onRetry={() => classesQuery.refetch()} />
        ) : !classesQuery.data ? (
          <Loading />
        ) : (
          <Checklist all={allClasses} selectedClasses={selectedClasses} onChange={onChange} />
        )}
      </Panel>
    </AnchoredOverlay>
  );
}

function Checklist({
  all: allClasses,
  selectedClasses,
  onChange,
}: ClassFilterProps & { all: readonly string[] }) {
  const { t } = useTranslation("log");
  const { t: tAudit } = useTranslation("audit");
  const isSelected = (objectClass: string) =>
    selectedClasses === null || selectedClasses.includes(objectClass);
  function toggle(objectClass: string) {
    const next = allClasses.filter((item) => isSelected(item) !== (item === objectClass));
    onChange(next.length === allClasses.length ? null : next);
  }
  if (allClasses.length === 0) return <Empty>{t("filters.noClasses")}</Empty>;
  return (
    <>
      <SelectionButtons>
        <Button size="small" variant="invisible" onClick={() => onChange(null)}>
          {t("filters.selectAll")}
        </Button>
        <Button size="small" variant="invisible" onClick={() => onChange([])}>
          {t("filters.selectNone")}
        </Button>
      </SelectionButtons>
      <List role="group" aria-label={t("filters.classes")}>
        {allClasses.map((objectClass) => (
          <FormControl key={objectClass}>
            <Checkbox checked={isSelected(objectClass)} onChange={() => toggle(objectClass)} />
            <FormControl.Label>{classText(objectClass, tAudit)}</FormControl.Label>
          </FormControl>
        ))}
      </List>
    </>
  );
}

const Panel = styled.div`
  display: flex;
  flex-direction: column;
  width: 280px;
  max-height: min(480px, 70vh);
`;

const SelectionButtons = styled.div`
  display: flex;
  gap: var(--base-size-8);
  padding: var(--base-size-8);
  border-bottom: 1px solid var(--borderColor-muted);
`;

const List = styled.div`
  display: grid;
  gap: var(--base-size-8);
  padding: var(--base-size-16);
  overflow-y: auto;
`;

const Empty = styled.p`
  padding: var(--base-size-16);
  color: var(--fgColor-muted);
`;
