import { CheckCircleFillIcon, DotFillIcon, XCircleFillIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DocumentationDetails } from "../../../../domain/endpoints/documentation";
import { DateTime } from "../../kit/DateTime";
import { dateTimeText } from "../../kit/dates";
import { Muted, Note } from "../../kit/text";
import { Section } from "./Section";

/** The documentation's exports with their results. */
export function Exports({ events }: { events: DocumentationDetails["exportEvents"] }) {
  const { t } = useTranslation("documentation");
  return (
    <Section id="exports" title={t("details.exports")}>
      {events.length === 0 ? (
        <Muted as="p">{t("details.noExports")}</Muted>
      ) : (
        <List>
          {events.map(({ exportConfigurationName: name, dateCreated, success, ...event }) => (
            <li key={`${name} ${dateCreated}`}>
              <Sign success={success} text={{ name, date: dateTimeText(dateCreated) }} />
              <div>
                <div>{name}</div>
                <Note as="div">
                  {event.username && `${event.username} · `}
                  <DateTime value={dateCreated} />
                </Note>
                {success === false && <Fault>{faultText(event)}</Fault>}
              </div>
            </li>
          ))}
        </List>
      )}
    </Section>
  );
}

type ExportEvent = DocumentationDetails["exportEvents"][number];

/** The destination's answer: status and message, as far as given. */
const faultText = ({ errorStatusCode: code, errorMessage: message }: Partial<ExportEvent>): string =>
  [code, message].filter((part) => part !== null && part !== undefined && part !== "").join(": ");

function Sign({ success, text }: { success: boolean | null; text: { name: string; date: string } }) {
  const { t } = useTranslation("documentation");
  if (success === null)
    return <DotFillIcon fill="var(--fgColor-attention)" aria-label={t("exportRunning", text)} />;
  return success ? (
    <CheckCircleFillIcon fill="var(--fgColor-success)" aria-label={t("exportedAt", text)} />
  ) : (
    <XCircleFillIcon fill="var(--fgColor-danger)" aria-label={t("exportFailed", text)} />
  );
}

const List = styled.ul`
  li {
    display: flex;
    gap: var(--base-size-8);
    padding-bottom: var(--base-size-12);
  }
  svg {
    flex: none;
    margin-top: 3px;
  }
`;

const Fault = styled.div`
  color: var(--fgColor-danger);
  font-size: var(--text-body-size-small);
  overflow-wrap: anywhere;
  &:empty {
    display: none;
  }
`;
