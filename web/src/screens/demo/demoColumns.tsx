import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { type DemoLicense, listLicenseTemplates } from "#domain/endpoints/configuration/licenseCalls.ts";
import { license } from "#domain/resources/index.ts";
import { Expiry } from "#features/license/Expiry.tsx";
import { TemplateLinks } from "#features/TemplateLinks.tsx";
import { CopyButton } from "#ui/button/CopyButton.tsx";
import { CountWithDialog } from "#ui/dialog/CountWithDialog.tsx";
import { Code } from "#ui/format/Code.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { NoWrapRow } from "#ui/layout/boxes.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { Documentations } from "./Documentations.tsx";

/** The columns of /demo, in the order of 3§2. */
export function useDemoColumns(): readonly TableColumn<DemoLicense>[] {
  const { t } = useTranslation("demo");
  const { t: tCommon } = useTranslation();
  const emptyText = tCommon("state.emptyValue");
  return [
    { id: "name", header: tCommon("fields.name"), isRowHeader: true, cell: ({ name }) => name },
    {
      id: "licenseCode",
      header: t("columns.licenseCode"),
      width: "128px",
      cell: ({ licenseCode }) => (
        <NoWrapRow>
          <Code title={licenseCode}>{shortenCode(licenseCode)}</Code>
          <CopyButton text={licenseCode} label={t("copyCode", { code: shortenCode(licenseCode) })} />
        </NoWrapRow>
      ),
    },
    {
      id: "dateCreated",
      header: tCommon("fields.created"),
      width: "150px",
      cell: ({ dateCreated }) => <DateTime value={dateCreated} />,
    },
    {
      id: "templates",
      header: t("columns.templates"),
      align: "end",
      cell: ({ id, name, templates }) => (
        <CountWithDialog
          count={templates}
          label={t("templatesButton", { count: templates, name })}
          title={t("templatesOf", { name })}
        >
          <TemplateLinks
            queryKey={[license.name, "templates", id]}
            fetchTemplates={async (signal) =>
              (await call(listLicenseTemplates, { params: { id }, signal })).items
            }
          />
        </CountWithDialog>
      ),
    },
    {
      id: "documentations",
      header: t("columns.documentations"),
      align: "end",
      cell: ({ id, name, documentations }) => (
        <CountWithDialog
          count={documentations}
          label={t("documentationsButton", { count: documentations, name })}
          title={t("documentationsOf", { name })}
        >
          <Documentations licenseId={id} />
        </CountWithDialog>
      ),
    },
    {
      id: "email",
      header: t("columns.email"),
      cell: ({ email }) => (email ? <Email address={email} /> : emptyText),
    },
    { id: "company", header: t("columns.company"), cell: ({ company }) => company ?? emptyText },
    {
      id: "verified",
      header: t("columns.verified"),
      cell: ({ verified }) => tCommon(verified ? "state.yes" : "state.no"),
    },
    {
      id: "verificationCode",
      header: t("columns.verificationCode"),
      cell: ({ verificationCode }) =>
        verificationCode ? (
          <NoWrapRow>
            <Code>{verificationCode}</Code>
          </NoWrapRow>
        ) : (
          emptyText
        ),
    },
    {
      id: "expireDate",
      header: t("columns.expireDate"),
      width: "144px",
      cell: ({ expireDate }) => <Expiry value={expireDate} />,
    },
  ];
}

/** Shortens the long part of a trial's licence code, after '#' (3§2). */
export function shortenCode(code: string): string {
  const end = code.indexOf("#") + 1;
  return end === 0 || end === code.length ? code : `${code.slice(0, end)}…`;
}

/** An email address that may break after @ and dots, because eleven columns are narrow. */
function Email({ address }: { address: string }) {
  return (
    <BreakableText>
      {address.split(/(?<=[@.])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts may be equal, and never move
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </BreakableText>
  );
}

const BreakableText = styled.span`
  overflow-wrap: anywhere;
`;
