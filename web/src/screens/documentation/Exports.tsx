import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { hasAuthority } from "../../../../domain/access/authorities";
import { mayReplay, underWay } from "../../../../domain/delivery/words";
import type { DocumentationDetails } from "../../../../domain/endpoints/documentation";
import { exportRefused } from "../../../../domain/rules/documentationStatus";
import { useGrants } from "../../api/session";
import { DateTime } from "../../kit/DateTime";
import { ExportedBy, ExportState } from "../../kit/delivery/ExportState";
import { ButtonLine, Stack } from "../../kit/stacks";
import { Muted, Note, Strong } from "../../kit/text";
import { useDeliveryActs } from "../delivery/useDeliveryActs";
import { useExportsChanged } from "../export/useExportsChanged";
import { Section } from "./Section";

type Event = DocumentationDetails["exportEvents"][number];

/** The documentation's exports with how far they are and what became of them. */
export function Exports({ details }: { details: DocumentationDetails }) {
  const { t } = useTranslation("documentation");
  const { t: exporting } = useTranslation("exporting");
  const may = hasAuthority(useGrants(), "ROLE_EXPORT_DOCUMENTATION");
  const { id, exportEvents: events } = details;
  return (
    <Section id="exports" title={t("details.exports")}>
      {events.length === 0 ? (
        <Muted as="p">{t("details.noExports")}</Muted>
      ) : (
        <Stack>
          <List>
            {events.map((event) => (
              <li key={event.id}>
                <Export event={event} details={details} may={may} />
              </li>
            ))}
          </List>
          {may && <Link to={`/delivery?documentationId=${id}`}>{exporting("showAll")}</Link>}
        </Stack>
      )}
    </Section>
  );
}

interface ExportProps {
  event: Event;
  details: DocumentationDetails;
  may: boolean;
}

function Export({ event, details, may }: ExportProps) {
  const { t } = useTranslation("exporting");
  const changed = useExportsChanged({ kind: "documentation", id: details.id });
  const { replay, cancel, askCancel } = useDeliveryActs({ onSettled: changed });
  const { exportConfigurationName: name, delivery } = event;
  const row = { id: event.id, documentationName: details.name, exportConfigurationName: name };
  return (
    <Stack $gap={4}>
      <Strong>{name}</Strong>
      <ExportState event={event} />
      <Note as="div">
        <ExportedBy event={event} /> · <DateTime value={event.dateCreated} />
      </Note>
      {may && delivery && (
        <ButtonLine>
          {mayReplay(delivery.state) && !exportRefused(details.status) && (
            <Button
              size="small"
              loading={replay.isPending}
              aria-label={t("againTo", { name })}
              onClick={() => replay.mutate({ row })}
            >
              {t("again")}
            </Button>
          )}
          {underWay(delivery.state) && (
            <Button
              size="small"
              loading={cancel.isPending}
              aria-label={t("stopTo", { name })}
              onClick={() => askCancel(row)}
            >
              {t("stop")}
            </Button>
          )}
        </ButtonLine>
      )}
    </Stack>
  );
}

const List = styled.ul`
  li {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  li + li {
    margin-top: var(--base-size-12);
    padding-top: var(--base-size-12);
    border-top: 1px solid var(--borderColor-muted);
  }
`;
