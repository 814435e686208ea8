import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { hasProduct, spansCustomers } from "#domain/access/authorities.ts";
import { isOneOf, keysOf } from "#domain/core/objects.ts";
import { license, predefinedConfiguration, suggestionList } from "#domain/resources/index.ts";
import type { TemplateContent } from "#domain/template/content.ts";
import { fieldProducts } from "#domain/template/productGates.ts";
import { deleteTimeLimits } from "#domain/template/types.ts";
import {
  CheckboxControl,
  IntegerControl,
  SelectControl,
  TextAreaControl,
  TextControl,
} from "#ui/input/labelledControls.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { Grid } from "../templateStyles.ts";
import { Customer } from "./Customer.tsx";
import { DocumentTypes } from "./DocumentTypes.tsx";
import { Layouts } from "./Layouts.tsx";
import { Reference, References } from "./Reference.tsx";
import { useEditor } from "./TemplateEditorContext.ts";
import { useMissingProductText } from "./useMissingProductText.ts";

type FlagField = {
  [K in keyof TemplateContent]: TemplateContent[K] extends boolean ? K : never;
}[keyof TemplateContent];

const productFields = keysOf(fieldProducts);

/** The template's own settings (3§3). */
export function Basics() {
  const { t } = useTranslation("template");
  const { state, dispatch, errors, grants } = useEditor();
  const { content } = state;
  const productText = useMissingProductText();
  const edit = (change: Partial<TemplateContent>) => dispatch({ kind: "edit", edit: change });
  const renderFlag = (field: FlagField, options: { disabled?: boolean; caption?: string } = {}) => (
    <CheckboxControl
      label={t(`fields.${field}`)}
      value={content[field]}
      error={errors[field]}
      message={
        errors[field] === "notAllowed" && isOneOf(productFields, field)
          ? productText([fieldProducts[field]])
          : undefined
      }
      onChange={(value) => edit({ [field]: value })}
      {...options}
    />
  );
  return (
    <Stack $gap={24}>
      <BasicsSection title={t("sections.general")}>
        <Grid>
          <Customer />
          <TextControl
            label={t("fields.name")}
            required
            value={content.name}
            error={errors.name}
            message={errors.name === "duplicate" ? t("errors.duplicate") : undefined}
            onChange={(name) => edit({ name })}
          />
          <IntegerControl
            key={state.row?.version}
            label={t("fields.position")}
            caption={t("captions.position")}
            required
            value={content.position}
            error={errors.position}
            onChange={(position) => edit({ position })}
          />
        </Grid>
        <TextAreaControl
          label={t("fields.description")}
          value={content.description ?? ""}
          error={errors.description}
          onChange={(description) => edit({ description: description || null })}
        />
        {renderFlag("hidden", { caption: t("captions.hidden") })}
      </BasicsSection>
      <BasicsSection title={t("sections.names")}>
        <Reference
          resource={suggestionList}
          label={t("fields.suggestionList")}
          id={content.suggestionList}
          name={state.suggestionListName}
          error={errors.suggestionList}
          fits={({ type }) => type === "DOCUMENTATION_NAMES"}
          onSelect={(row) =>
            dispatch({ kind: "suggestionList", id: row?.id ?? null, name: row?.name ?? null })
          }
        />
        {renderFlag("onlySuggestionsAllowed", { disabled: !content.suggestionList })}
      </BasicsSection>
      <BasicsSection title={t("sections.capture")}>
        <Grid>
          {renderFlag("locationEnabled", { caption: t("captions.locationEnabled") })}
          {renderFlag("locationRequired", {
            disabled: !content.locationEnabled,
            caption: t("captions.locationRequired"),
          })}
          {renderFlag("photoCommentEnabled")}
          {renderFlag("photoDrawingEnabled")}
          {renderFlag("photoOverviewEnabled", { caption: t("captions.photoOverviewEnabled") })}
          {(hasProduct(grants, "GRAPHIC") || content.graphicEnabled) && renderFlag("graphicEnabled")}
          {(hasProduct(grants, "REFERENCE_PHOTO") || content.referencePhotosEnabled) &&
            renderFlag("referencePhotosEnabled")}
          {(hasProduct(grants, "PREDEFINED") || content.predefinedEnabled) && renderFlag("predefinedEnabled")}
        </Grid>
        <AllTasksRequired />
        {content.predefinedEnabled && (
          <Reference
            resource={predefinedConfiguration}
            label={t("fields.predefinedConfiguration")}
            id={content.predefinedConfiguration}
            name={state.predefinedConfigurationName}
            error={errors.predefinedConfiguration}
            onSelect={(row) =>
              dispatch({ kind: "predefinedConfiguration", id: row?.id ?? null, name: row?.name ?? null })
            }
          />
        )}
      </BasicsSection>
      <BasicsSection title={t("sections.delivery")}>
        <Grid>
          {renderFlag("createPowerPoint")}
          {renderFlag("createWordDocument")}
          {renderFlag("createExcelWorkbook")}
          {renderFlag("exportUnzippedPhotos")}
          {renderFlag("createZipFile")}
          {renderFlag("includeExternalFiles")}
          {renderFlag("exportAutomatically")}
        </Grid>
        {content.createZipFile && (
          <TextControl
            label={t("fields.zipFileName")}
            caption={t("captions.zipFileName")}
            value={content.zipFileName ?? ""}
            error={errors.zipFileName}
            onChange={(zipFileName) => edit({ zipFileName: zipFileName || null })}
          />
        )}
        <DocumentTypes />
        <Layouts />
      </BasicsSection>
      <BasicsSection title={t("sections.automaticDeletion")}>
        {renderFlag("deleteAutomatically")}
        {content.deleteAutomatically && (
          <SelectControl
            label={t("fields.deleteTimeLimit")}
            value={content.deleteTimeLimit ?? "IMMEDIATELY"}
            error={errors.deleteTimeLimit}
            options={deleteTimeLimits.map((value) => ({ value, label: t(`deleteTimeLimit.${value}`) }))}
            onChange={(deleteTimeLimit) => edit({ deleteTimeLimit })}
          />
        )}
      </BasicsSection>
      {spansCustomers(grants) && (
        <BasicsSection title={t("sections.access")}>
          <References
            resource={license}
            label={t("fields.templateLicenses")}
            caption={t("captions.templateLicenses")}
            error={errors.templateLicenses}
            value={content.templateLicenses.map(({ license: id, name }) => ({ id, name: name ?? id }))}
            onSelect={(rows) =>
              edit({ templateLicenses: rows.map(({ id, name }) => ({ license: id, name })) })
            }
          />
        </BasicsSection>
      )}
    </Stack>
  );
}

/** The setting that makes all tasks required, regardless of each task's setting. */
function AllTasksRequired() {
  const { t } = useTranslation("template");
  const { t: tDocumentation } = useTranslation("documentation");
  const { state, dispatch, errors } = useEditor();
  const { allTasksRequired } = state.content;
  const values = [
    "NO",
    "YES",
    "NO_WITH_VALID_EXPLANATION",
    "NO_WITH_LATER_UPLOAD",
    "NO_LATER_UPLOAD_POSSIBLE",
  ] as const;
  return (
    <SelectControl
      label={t("fields.allTasksRequired")}
      caption={t("captions.allTasksRequired")}
      value={allTasksRequired}
      error={errors.allTasksRequired}
      options={values.map((value) => ({ value, label: tDocumentation(`required.${value}`) }))}
      onChange={(value) => dispatch({ kind: "edit", edit: { allTasksRequired: value } })}
    />
  );
}

/** A section of the editor with its own heading. */
function BasicsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
    </Box>
  );
}

const Box = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  max-width: 960px;
`;

const Title = styled.h2`
  padding-bottom: var(--base-size-4);
  border-bottom: 1px solid var(--borderColor-muted);
  font-size: var(--text-body-size-large);
  font-weight: var(--base-text-weight-semibold);
`;
