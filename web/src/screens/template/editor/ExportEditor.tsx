import { ShareIcon, TrashIcon } from "@primer/octicons-react";
import { IconButton, Label } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useItem } from "#api/resource.ts";
import { useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { exportOnStatuses } from "#domain/delivery/states.ts";
import { exportConfiguration } from "#domain/resources/index.ts";
import { exportOnOf } from "#domain/template/exportRules.ts";
import type { TemplateExportConfiguration } from "#domain/template/exportTree.ts";
import type { TemplateDestinationParam } from "#domain/template/types.ts";
import { useTypeText } from "#features/typedConfiguration/typedTexts.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { CheckboxControl, SelectControl, TextAreaControl, TextControl } from "#ui/input/labelledControls.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Grid } from "../templateStyles.ts";
import { NodeTree } from "./NodeTree.tsx";
import { Reference } from "./Reference.tsx";
import { useEditor } from "./TemplateEditorContext.ts";
import { WithPlaceholders } from "./WithPlaceholders.tsx";

/** The template's export destinations, and the files for each of them (3§2). */
export function ExportEditor() {
  const { t } = useTranslation("template");
  const { state, dispatch } = useEditor();
  const configurations = state.content.templateExportConfigurations;
  // A new key clears the input after each selection, which is then listed above it.
  const [addedCount, setAddedCount] = useState(0);
  const set = (next: TemplateExportConfiguration[]) =>
    dispatch({ kind: "edit", edit: { templateExportConfigurations: next } });
  return (
    <Stack>
      {configurations.length === 0 && (
        <EmptyState icon={ShareIcon} title={t("exports.empty")} text={t("exports.emptyText")} />
      )}
      {configurations.map((configuration, index) => (
        <Destination
          key={configuration.id}
          configuration={configuration}
          path={`templateExportConfigurations.${index}`}
          onChange={(next) =>
            set(configurations.map((candidate) => (candidate === configuration ? next : candidate)))
          }
          onRemove={() => set(configurations.filter((candidate) => candidate !== configuration))}
        />
      ))}
      <Reference
        key={addedCount}
        resource={exportConfiguration}
        label={t("exports.add")}
        id={null}
        name={null}
        onSelect={(row) => {
          if (!row) return;
          setAddedCount(addedCount + 1);
          set([
            ...configurations,
            {
              id: crypto.randomUUID(),
              exportConfiguration: row.id,
              name: row.name,
              ...(row.type && { exportConfigurationType: row.type }),
              position: configurations.length,
              params: {},
              nodes: [],
            },
          ]);
        }}
      />
    </Stack>
  );
}

interface DestinationProps {
  configuration: TemplateExportConfiguration;
  /** The path prefix of the destination's errors. */
  path: string;
  onChange: (configuration: TemplateExportConfiguration) => void;
  onRemove: () => void;
}

function Destination({ configuration, path, onChange, onRemove }: DestinationProps) {
  const { t } = useTranslation("template");
  const { t: tDocumentation } = useTranslation("documentation");
  const typeText = useTypeText();
  const { errors, state } = useEditor();
  const { name, params, exportConfigurationType, nodes } = configuration;
  const isRequiredByTemplate = state.content.exportAutomatically;
  const isAutomatic = isRequiredByTemplate || params.exportAutomatically === "true";
  const canRead = hasAuthority(useGrants(), "ROLE_EXPORT_CONFIGURATION_READ");
  const configurationQuery = useItem(
    exportConfiguration,
    isAutomatic && canRead ? configuration.exportConfiguration : null,
  );
  const requiredNames = (configurationQuery.data?.userParams ?? []).flatMap(({ name, required }) =>
    required ? [name] : [],
  );
  const setParams = (changes: Partial<Record<TemplateDestinationParam, string>>) =>
    onChange({ ...configuration, params: { ...params, ...changes } });
  return (
    <Card aria-label={name}>
      <CardHeader>
        <Title>{name}</Title>
        {exportConfigurationType && <Label>{typeText(exportConfigurationType)}</Label>}
        <div>
          <IconButton
            icon={TrashIcon}
            variant="invisible"
            aria-label={t("exports.remove", { name })}
            onClick={onRemove}
          />
        </div>
      </CardHeader>
      <Grid>
        <TextControl
          label={t("exports.name")}
          required
          value={name}
          error={errors[`${path}.name`] ?? errors[`${path}.exportConfiguration`]}
          onChange={(value) => onChange({ ...configuration, name: value })}
        />
      </Grid>
      {exportConfigurationType === "EMAIL" && (
        <>
          <WithPlaceholders value={params.subject ?? ""} onChange={(subject) => setParams({ subject })}>
            <TextControl
              label={t("exports.subject")}
              caption={t("exports.subjectHint")}
              value={params.subject ?? ""}
              error={errors[`${path}.params.subject`]}
              onChange={(subject) => setParams({ subject })}
            />
          </WithPlaceholders>
          <WithPlaceholders value={params.body ?? ""} onChange={(body) => setParams({ body })}>
            <TextAreaControl
              label={t("exports.body")}
              caption={t("exports.bodyHint")}
              maxLength={2000}
              value={params.body ?? ""}
              error={errors[`${path}.params.body`]}
              onChange={(body) => setParams({ body })}
            />
          </WithPlaceholders>
        </>
      )}
      <CheckboxControl
        label={t("fields.exportAutomatically")}
        caption={isRequiredByTemplate ? t("exports.automaticByTemplate") : undefined}
        disabled={isRequiredByTemplate}
        value={isAutomatic}
        error={errors[`${path}.params.exportAutomatically`]}
        onChange={(value) => setParams({ exportAutomatically: String(value) })}
      />
      {isAutomatic && requiredNames.length > 0 && (
        <Banner kind="warning">{t("exports.automaticFails", { names: requiredNames.join(", ") })}</Banner>
      )}
      {isAutomatic && !canRead && <Banner kind="warning">{t("exports.automaticMayFail")}</Banner>}
      {isAutomatic && (
        <Grid>
          <SelectControl
            label={t("exports.exportOn")}
            value={exportOnOf(params)}
            error={errors[`${path}.params.exportOn`]}
            options={exportOnStatuses.map((value) => ({ value, label: tDocumentation(`status.${value}`) }))}
            onChange={(exportOn) => setParams({ exportOn })}
          />
        </Grid>
      )}
      <CheckboxControl
        label={t("exports.threads")}
        caption={t("exports.threadsHint")}
        value={params.threads === "true"}
        error={errors[`${path}.params.threads`]}
        onChange={(value) => setParams({ threads: String(value) })}
      />
      <NodeTree
        name={name}
        nodes={nodes}
        path={`${path}.nodes`}
        onChange={(next) => onChange({ ...configuration, nodes: next })}
      />
    </Card>
  );
}

const Card = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  padding: var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
`;

const CardHeader = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  > :last-child {
    margin-left: auto;
  }
`;

const Title = styled.h2`
  min-width: 0;
  font-size: var(--text-body-size-large);
  font-weight: var(--base-text-weight-semibold);
  overflow-wrap: anywhere;
`;
