import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { type Creation, namesOf, type Row } from "#domain/contract/resource.ts";
import { pick, recordOf } from "#domain/core/objects.ts";
import { license } from "#domain/resources/index.ts";
import { forcedSettings } from "#domain/resources/license.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { getLanguage } from "#i18n/language.ts";
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
  const names = namesOf(license, getLanguage());
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
        <Day name="expireDate" label={names.expireDate} caption={t("captions.expireDate")} />
      </Pair>
      <Pair>
        <Text name="name" label={names.name} />
        <LicenseCodeField />
      </Pair>
      <Section title={t("sections.app")}>
        <Flags>
          <Flag name="pauseDocumentations" label={names.pauseDocumentations} />
          <Flag
            name="reverseDocumentationCreation"
            label={names.reverseDocumentationCreation}
            caption={t("captions.reverseDocumentationCreation")}
          />
          <Flag name="tempFiles" label={names.tempFiles} />
          <Flag
            name="useSavedUsername"
            label={names.useSavedUsername}
            caption={t("captions.useSavedUsername")}
          />
          <Flag name="useSavedEmail" label={names.useSavedEmail} caption={t("captions.useSavedEmail")} />
          <Flag name="emailRequired" label={names.emailRequired} caption={t("captions.emailRequired")} />
          <Flag name="demo" label={names.demo} />
        </Flags>
      </Section>
      <Section title={t("sections.forced")}>
        <Pair>
          <Choice
            name="deletePhotosAfterUpload"
            label={names.deletePhotosAfterUpload}
            optionLabels={forcedLabels}
          />
          <Choice
            name="backupPhotosToLibrary"
            label={names.backupPhotosToLibrary}
            optionLabels={forcedLabels}
          />
        </Pair>
      </Section>
      <Image
        name="logo"
        label={names.logo}
        caption={t("captions.logo")}
        maxBytes={maxLogoBytes}
        alt={t("logoAlt")}
        removeLabel={t("removeLogo")}
        tooLarge={t("logoTooLarge")}
        wrongKind={t("logoNotPng")}
      />
      <Params name="params" label={names.params} />
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
