import { FilterIcon, TriangleDownIcon } from "@primer/octicons-react";
import { AnchoredOverlay, Button, Checkbox, FormControl } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
import { useCustomerId } from "#api/session.ts";
import { getObjectClasses } from "#domain/endpoints/operations/auditLog.ts";
import { domainChange } from "#domain/resources/index.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { classText } from "./auditTexts.ts";

interface ClassFilterProps {
  /** Null is all classes, future ones included. */
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[] | null) => void;
}

/** Chooses the classes of objects in the log (1§2). */
export function ClassFilter({ chosen, onChange }: ClassFilterProps) {
  const { t } = useTranslation("log");
  const customerId = useCustomerId();
  const [open, setOpen] = useState(false);
  const found = useQuery({
    queryKey: [customerId, domainChange.name, "classes"],
    queryFn: ({ signal }) => call(getObjectClasses, { signal }),
    enabled: open || chosen !== null,
    meta: { ownErrors: true },
  });
  const all = found.data ?? [];
  const label = chosen
    ? t("filters.someClasses", {
        chosen: all.filter((one) => chosen.includes(one)).length,
        all: all.length,
      })
    : t("filters.classes");
  return (
    <AnchoredOverlay
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      focusZoneSettings={{ disabled: true }}
      overlayProps={{ role: "dialog", "aria-label": t("filters.classes") }}
      renderAnchor={(props) => (
        <Button {...props} leadingVisual={FilterIcon} trailingAction={TriangleDownIcon}>
          {found.data ? label : t("filters.classes")}
        </Button>
      )}
    >
      <Place>
        {found.error instanceof ApiError && !found.data ? (
          <LoadError failure={found.error} onRetry={() => found.refetch()} />
        ) : !found.data ? (
          <Loading />
        ) : (
          <Checklist all={all} chosen={chosen} onChange={onChange} />
        )}
      </Place>
    </AnchoredOverlay>
  );
}

function Checklist({ all, chosen, onChange }: ClassFilterProps & { all: readonly string[] }) {
  const { t } = useTranslation("log");
  const { t: audit } = useTranslation("audit");
  const isChosen = (one: string) => chosen === null || chosen.includes(one);
  function toggle(one: string) {
    const next = all.filter((other) => isChosen(other) !== (other === one));
    onChange(next.length === all.length ? null : next);
  }
  if (all.length === 0) return <Empty>{t("filters.noClasses")}</Empty>;
  return (
    <>
      <Both>
        <Button size="small" variant="invisible" onClick={() => onChange(null)}>
          {t("filters.selectAll")}
        </Button>
        <Button size="small" variant="invisible" onClick={() => onChange([])}>
          {t("filters.selectNone")}
        </Button>
      </Both>
      <List role="group" aria-label={t("filters.classes")}>
        {all.map((one) => (
          <FormControl key={one}>
            <Checkbox checked={isChosen(one)} onChange={() => toggle(one)} />
            <FormControl.Label>{classText(one, audit)}</FormControl.Label>
          </FormControl>
        ))}
      </List>
    </>
  );
}

const Place = styled.div`
  display: flex;
  flex-direction: column;
  width: 280px;
  max-height: min(480px, 70vh);
`;

const Both = styled.div`
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
