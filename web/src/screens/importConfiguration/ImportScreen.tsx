import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { asAnyResource, type ImportKind } from "#features/importConfiguration/importKind.ts";
import { useRowForm } from "#ui/form/useRowForm.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { Tabs } from "#ui/layout/Tabs.tsx";
import { ConfigurationForm } from "./ConfigurationForm.tsx";
import { ConfigurationTable } from "./ConfigurationTable.tsx";
import { EventPanel } from "./EventPanel.tsx";
import { EventTable } from "./EventTable.tsx";

type Tab = "configurations" | "events";

/** The import configurations and their results. */
export function ImportScreen({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation("imports");
  const { t: common } = useTranslation();
  const rows = useRowForm(asAnyResource(kind.configurations));
  const [params, setParams] = useSearchParams();
  const tab: Tab = params.get("tab") === "events" ? "events" : "configurations";
  // Page and search in the address belong to the shown table: switching drops them.
  const show = (next: Tab) => setParams(next === "events" ? { tab: next } : {}, { replace: true });
  const [opened, setOpened] = useState<string | null>(null);
  const showStarted = (eventId: string) => {
    show("events");
    setOpened(eventId);
  };
  return (
    <Page
      title={common(`routes.${kind.route}`)}
      lead={t(`${kind.name}.lead`)}
      actions={tab === "configurations" && rows.add()}
    >
      <Tabs
        label={t("tabs.label")}
        items={[
          { id: "configurations", label: t("tabs.configurations") },
          { id: "events", label: t("tabs.events") },
        ]}
        shown={tab}
        onShow={show}
      >
        {tab === "configurations" ? (
          <ConfigurationTable kind={kind} rows={rows} onStarted={showStarted} />
        ) : (
          <EventTable kind={kind} onOpen={setOpened} />
        )}
      </Tabs>
      {opened && (
        <EventPanel
          key={opened}
          kind={kind}
          id={opened}
          onStarted={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
      {rows.form((form) => (
        <ConfigurationForm kind={kind} {...form} />
      ))}
    </Page>
  );
}
