import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { ImportKind } from "#features/importConfiguration/importKind.ts";
import { useRowForm } from "#ui/form/useRowForm.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { Tabs } from "#ui/layout/Tabs.tsx";
import { ConfigurationForm } from "./ConfigurationForm.tsx";
import { ConfigurationTable } from "./ConfigurationTable.tsx";
import { EventPanel } from "./EventPanel.tsx";
import { EventTable } from "./EventTable.tsx";

type Tab = "configurations" | "events";

/** Tabs with the import configurations and the results of their runs. */
export function ImportScreen({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation("imports");
  const { t: tCommon } = useTranslation();
  const rows = useRowForm(kind.configurations);
  const [params, setParams] = useSearchParams();
  const tab: Tab = params.get("tab") === "events" ? "events" : "configurations";
  // Page and search in the URL belong to the visible table, so switching tabs drops them.
  const showTab = (next: Tab) => setParams(next === "events" ? { tab: next } : {}, { replace: true });
  const [openEventId, setOpenEventId] = useState<string | null>(null);
  const showStarted = (eventId: string) => {
    showTab("events");
    setOpenEventId(eventId);
  };
  return (
    <Page
      title={tCommon(`routes.${kind.route}`)}
      lead={t(`${kind.name}.lead`)}
      actions={tab === "configurations" && rows.add()}
    >
      <Tabs
        label={t("tabs.label")}
        items={[
          { id: "configurations", label: t("tabs.configurations") },
          { id: "events", label: t("tabs.events") },
        ]}
        selectedId={tab}
        onSelect={showTab}
      >
        {tab === "configurations" ? (
          <ConfigurationTable kind={kind} rows={rows} onStarted={showStarted} />
        ) : (
          <EventTable kind={kind} onOpen={setOpenEventId} />
        )}
      </Tabs>
      {openEventId && (
        <EventPanel
          key={openEventId}
          kind={kind}
          id={openEventId}
          onStarted={setOpenEventId}
          onClose={() => setOpenEventId(null)}
        />
      )}
      {rows.form((form) => (
        <ConfigurationForm kind={kind} {...form} />
      ))}
    </Page>
  );
}
