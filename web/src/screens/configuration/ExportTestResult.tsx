import { Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import type { ExportTest } from "#domain/endpoints/exports/exportConfigurationCalls.ts";
import { PlanTree } from "#features/delivery/PlanTree.tsx";
import { useParamText, useTypeText } from "#features/typedConfiguration/typedTexts.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Inline, Stack } from "#ui/layout/boxes.ts";
import { DescriptionList } from "#ui/layout/DescriptionList.tsx";
import { Muted, SectionTitle } from "#ui/layout/typography.ts";

/** The result of a test: problems, settings, questions to the user, and the files that would be sent. */
export function ExportTestResult({ result }: { result: ExportTest }) {
  const { t } = useTranslation("configuration");
  const { t: tCommon } = useTranslation();
  const { t: tDocumentation } = useTranslation("documentation");
  const paramText = useParamText();
  const typeText = useTypeText();
  const { configuration, documentation, settings, missing, recipients, userParams, exports, unfilled } =
    result;
  const requiredNames = userParams.flatMap(({ name, required: isRequired }) => (isRequired ? [name] : []));
  const hasNoRecipients = configuration.type === "EMAIL" && recipients.length === 0 && missing.length === 0;
  return (
    <Parts>
      <Banner kind="warning" detail={t("test.nothingSentDetail")}>
        {t("test.nothingSent")}
      </Banner>
      {missing.length > 0 && (
        <Banner kind="danger">
          {t("test.missingRequired", { names: missing.map(paramText).join(", ") })}
        </Banner>
      )}
      {hasNoRecipients && <Banner kind="danger">{t("test.noRecipients")}</Banner>}
      {unfilled.length > 0 && (
        <Banner kind="warning">{t("test.missingValues", { names: unfilled.join(", ") })}</Banner>
      )}
      <DescriptionList
        label={t("test.about")}
        facts={[
          [
            t("test.documentationName"),
            <Link key="documentation" to={`/documentation/details/${documentation.id}`}>
              {documentation.name}
            </Link>,
          ],
          [t("test.status"), tDocumentation(`status.${documentation.status}`)],
          [t("test.template"), documentation.templateName],
          [tCommon("fields.customer"), configuration.customerName],
        ]}
      />
      <Stack $gap={8} as="section">
        <SectionTitle>{t("test.destination", { type: typeText(configuration.type) })}</SectionTitle>
        <DescriptionList
          label={t("settings")}
          facts={[
            ...settings.map(
              ({ key, value, secret, set }) =>
                [
                  paramText(key),
                  set ? (
                    secret ? (
                      t("secret.saved")
                    ) : (
                      value
                    )
                  ) : (
                    <UnsetValue key={key} $isMissing={missing.includes(key)}>
                      {t("test.notSet")}
                    </UnsetValue>
                  ),
                ] as const,
            ),
            [t("test.recipients"), recipients.join(", ")],
          ]}
        />
      </Stack>
      <Stack $gap={8} as="section">
        <SectionTitle>{t("fields.userParams")}</SectionTitle>
        {userParams.length === 0 ? (
          <Muted as="p">{t("test.noUserParams")}</Muted>
        ) : (
          <List>
            {userParams.map(({ name, required: isRequired }) => (
              <li key={name}>
                {name} {isRequired && <Label variant="attention">{t("export.userParamRequired")}</Label>}
              </li>
            ))}
          </List>
        )}
      </Stack>
      <Stack $gap={8} as="section">
        <SectionTitle>{t("test.contents")}</SectionTitle>
        {exports.length === 0 && (
          <Muted as="p">{t("test.notExported", { template: documentation.templateName })}</Muted>
        )}
        {exports.map(({ name, automatically, subject, body, entries }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a template may use a destination twice under one name
          <Card key={index}>
            <Inline>
              <Name>{name}</Name>
              <Label variant={automatically ? "accent" : "secondary"}>
                {t(automatically ? "test.automatically" : "test.manually")}
              </Label>
            </Inline>
            {automatically && requiredNames.length > 0 && (
              <Banner kind="danger">
                {t("test.automaticExportFails", { names: requiredNames.join(", ") })}
              </Banner>
            )}
            {subject && (
              <div>
                <Muted as="span">{t("test.subject")}:</Muted> {subject}
              </div>
            )}
            {body && <Body>{body}</Body>}
            {entries.length === 0 ? (
              <Muted as="p">{t("test.noAttachments")}</Muted>
            ) : (
              <PlanTree entries={entries} />
            )}
          </Card>
        ))}
      </Stack>
    </Parts>
  );
}

const Parts = styled(Stack)`
  dl {
    margin-bottom: 0;
  }
`;

const Name = styled.h3`
  font-size: var(--text-body-size-medium);
  font-weight: var(--base-text-weight-semibold);
  overflow-wrap: anywhere;
`;

const Card = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  min-width: 0;
  padding: var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  overflow-wrap: anywhere;
`;

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-4);
  margin: 0;
  padding: 0;
  list-style: none;
  overflow-wrap: anywhere;
`;

const Body = styled.p`
  padding: var(--base-size-8) var(--base-size-12);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-muted);
  white-space: pre-line;
`;

const UnsetValue = styled.span<{ $isMissing: boolean }>`
  color: var(${({ $isMissing }) => ($isMissing ? "--fgColor-danger" : "--fgColor-muted")});
`;
