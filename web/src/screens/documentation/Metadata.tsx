import { Label } from "@primer/react";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import { hasAuthority, spansCustomers } from "#domain/access/authorities.ts";
import { reportedFields } from "#domain/documentation/documentationFields.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { Assignment } from "#features/assignment/Assignment.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { Position } from "#ui/format/Position.tsx";
import { ChipLine } from "#ui/layout/boxes.ts";
import { SmallCode, TruncatedLine } from "#ui/layout/typography.ts";

/** Facts about a documentation (2§2). Unknown facts are omitted. */
export function Metadata({ details }: { details: DocumentationDetails }) {
  const { t } = useTranslation("documentation");
  const grants = useGrants();
  const { templateId, templateName } = details;
  const renderFact = (field: (typeof reportedFields)[number]): Entry => {
    const value = details[field];
    const isPhone = field === "phoneModel";
    return [
      t(`fields.${field}`),
      isKnown(value) && (isPhone ? <PhoneModel key={field} reportedName={value} /> : value),
    ];
  };
  const entries: Entry[] = [
    [t("details.customer"), spansCustomers(grants) && details.customerName],
    [
      t("details.template"),
      hasAuthority(grants, "ROLE_TEMPLATE_READ") ? (
        <Link key="template" to={`/template/details/${templateId}`}>
          {templateName}
        </Link>
      ) : (
        templateName
      ),
    ],
    [t("details.creator"), details.creator],
    [t("details.email"), details.email && <a href={`mailto:${details.email}`}>{details.email}</a>],
    [t("details.createdAt"), <DateTime key="created" value={details.dateCreated} />],
    [t("details.uploadedAt"), details.dateUploaded && <DateTime value={details.dateUploaded} />],
    [t("details.deletedAt"), details.dateDeleted && <DateTime value={details.dateDeleted} />],
    [
      t("details.automaticDeletion"),
      details.deletion &&
        (details.deleteAfter ? (
          <DateTime value={details.deleteAfter} />
        ) : (
          t(`deletedAfterCompletion.${details.deletion.limit}`)
        )),
    ],
    [t("fields.assigneeId"), details.assigneeName && <Assignment key="assignee" row={details} />],
    [t("details.position"), <Position key="position" {...details} />],
    ...reportedFields.filter((field) => !deviceFields.has(field)).map(renderFact),
    [
      t("details.photos"),
      <a key="photos" href="#photos">
        {details.uploadedPhotos === details.numberOfPhotos
          ? details.numberOfPhotos
          : t("uploadedPhotosLabel", {
              uploadedCount: details.uploadedPhotos,
              total: details.numberOfPhotos,
            })}
      </a>,
    ],
    [t("details.tags"), details.tags.length > 0 && <Tags tags={details.tags} />],
    [
      t("details.linkedDocumentations"),
      details.linkedDocumentations.length > 0 && (
        <LinkedDocumentations linkedDocumentations={details.linkedDocumentations} />
      ),
    ],
  ];
  const deviceEntries: Entry[] = [
    [t("details.device"), details.deviceId !== "N/A" && <SmallCode>{details.deviceId}</SmallCode>],
    ...reportedFields.filter((field) => deviceFields.has(field)).map(renderFact),
    [t("details.size"), formatBytes(details.dataSize)],
  ];
  return (
    <Box>
      <Facts label={t("details.about")} entries={entries} />
      <details>
        <Summary>{t("details.deviceData")}</Summary>
        <Facts label={t("details.deviceData")} entries={deviceEntries} />
      </details>
    </Box>
  );
}

type Entry = [string, ReactNode];

/** The origin of the data, which reviewers rarely need. */
const deviceFields: ReadonlySet<string> = new Set(["phoneModel", "appVersion"]);

function Facts({ label, entries }: { label: string; entries: readonly Entry[] }) {
  return (
    <Grid aria-label={label}>
      {entries
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </Grid>
  );
}

const isKnown = (value: string | null): value is string => value !== null && value !== "" && value !== "N/A";

function Tags({ tags }: { tags: string[] }) {
  return (
    <ChipLine>
      {tags.map((tag) => (
        <li key={tag}>
          <Label variant="accent">{tag}</Label>
        </li>
      ))}
    </ChipLine>
  );
}

function LinkedDocumentations({ linkedDocumentations }: Pick<DocumentationDetails, "linkedDocumentations">) {
  return (
    <Links>
      {linkedDocumentations.map(({ id, name }) => (
        <li key={id}>
          <Link to={`/documentation/details/${id}`}>{name}</Link>
        </li>
      ))}
    </Links>
  );
}

/** Stacked links, tall enough for touch. */
const Links = styled.ul`
  a {
    display: inline-block;
    min-height: 24px;
    @media (max-width: 767px) {
      padding-block: 10px;
    }
  }
`;

const Box = styled.div`
  margin-bottom: var(--base-size-24);
  padding: var(--base-size-16) var(--base-size-16) var(--base-size-4);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
`;

const Summary = styled.summary`
  width: fit-content;
  padding-block: var(--base-size-8);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  cursor: pointer;
`;

const Grid = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(176px, 44%), 1fr));
  gap: var(--base-size-12) var(--base-size-24);
  padding-bottom: var(--base-size-12);
  dt {
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
  }
  dd {
    overflow-wrap: anywhere;
  }
`;

/** A phone's commercial name, or the name that the device reported until the list of names has loaded. */
function PhoneModel({ reportedName }: { reportedName: string }) {
  const [name, setName] = useState(reportedName);
  useEffect(() => {
    let isMounted = true;
    import("#domain/media/phoneModel.ts").then(
      ({ getPhoneModelName: phoneModelName }) => isMounted && setName(phoneModelName(reportedName)),
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [reportedName]);
  // One line, so that a longer name does not shift the content below.
  return (
    <TruncatedLine as="div" title={name}>
      {name}
    </TruncatedLine>
  );
}
