import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { Creation, Row } from "#domain/contract/resource.ts";
import { pick, recordOf } from "#domain/core/objects.ts";
import { license } from "#domain/resources/index.ts";
import { forcedSettings } from "#domain/resources/license.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { CopyFrom, type CopySource } from "#ui/form/CopyFrom.tsx";
import { constraintsOf } from "#ui/form/constraints.ts";
import { Pair, Section } from "#ui/form/FormSection.tsx";
import { createFields } from "#ui/form/fieldsOf.ts";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";
import { LicenseCodeField } from "./LicenseCodeField.tsx";

const { Text, Flag, Choice, Day, Params, Image } = createFields(license);

/** Maximum bytes of a logo, equal to the contract's limit on the base64 text. */
const maxLogoBytes = 150_000;

export function LicenseForm({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation("license");
  const forcedLabels = recordOf(forcedSettings, (setting) => t(`forced.${setting}`));
  const [copySource, setCopySource] = useState<CopySource<typeof license> | null>(null);
  return (
    <ResourceForm
      // Selecting a row to copy restarts the form.
      key={copySource?.row.id ?? ""}
      resource={license}
      id={id}
      {...(copySource && { initial: toCopy(copySource.row) })}
      title={t(id === null ? "add" : "edit")}
      onClose={onClose}
    >
      {id === null && (
        <CopyFrom
          resource={license}
          texts={{ label: t("copyFrom"), hint: t("copyFromHint"), search: t("copyFromSearch") }}
          optionLabel={({ name, licenseCode }) => `${name} (${licenseCode})`}
          source={copySource}
          onCopy={setCopySource}
        />
      )}
      <Pair>
        <CustomerField initialName={copySource?.row.customerName ?? ""} />
        <Day name="expireDate" label={t("fields.expireDate")} caption={t("captions.expireDate")} />
      </Pair>
      <Pair>
        <Text name="name" label={t("fields.name")} />
        <LicenseCodeField />
      </Pair>
      <Section title={t("sections.app")}>
        <Flags>
          <Flag name="pauseDocumentations" label={t("fields.pauseDocumentations")} />
          <Flag
            name="reverseDocumentationCreation"
            label={t("fields.reverseDocumentationCreation")}
            caption={t("captions.reverseDocumentationCreation")}
          />
          <Flag name="tempFiles" label={t("fields.tempFiles")} />
          <Flag
            name="useSavedUsername"
            label={t("fields.useSavedUsername")}
            caption={t("captions.useSavedUsername")}
          />
          <Flag
            name="useSavedEmail"
            label={t("fields.useSavedEmail")}
            caption={t("captions.useSavedEmail")}
          />
          <Flag
            name="emailRequired"
            label={t("fields.emailRequired")}
            caption={t("captions.emailRequired")}
          />
          <Flag name="demo" label={t("fields.demo")} />
        </Flags>
      </Section>
      <Section title={t("sections.forced")}>
        <Pair>
          <Choice
            name="deletePhotosAfterUpload"
            label={t("fields.deletePhotosAfterUpload")}
            optionLabels={forcedLabels}
          />
          <Choice
            name="backupPhotosToLibrary"
            label={t("fields.backupPhotosToLibrary")}
            optionLabels={forcedLabels}
          />
        </Pair>
      </Section>
      <Image
        name="logo"
        label={t("fields.logo")}
        caption={t("captions.logo")}
        maxBytes={maxLogoBytes}
        alt={t("logoAlt")}
        removeLabel={t("removeLogo")}
        tooLarge={t("logoTooLarge")}
        wrongKind={t("logoNotPng")}
      />
      <Params name="params" label={t("fields.params")} />
    </ResourceForm>
  );
}

/** Marks name and code as a copy, with the specification's suffixes in every language (3§5). */
const toCopy = (row: Row<typeof license>): Partial<Creation<typeof license>> => ({
  ...pick(row, license.writable),
  name: withSuffix(row.name, " - Kopia", "name"),
  licenseCode: withSuffix(row.licenseCode, "copy", "licenseCode"),
});

/** Appends a suffix, shortening the text to fit the field. */
const withSuffix = (text: string, suffix: string, field: "name" | "licenseCode"): string =>
  text.slice(0, (constraintsOf(license.fields[field]).maxLength ?? Infinity) - suffix.length) + suffix;

const Flags = styled(Pair)`
  gap: var(--base-size-8) var(--base-size-16);
`;
