import { KeyIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import { generateLicenseCode, isGuessableLicenseCode } from "#domain/access/licenseCode.ts";
import { namesOf } from "#domain/contract/resource.ts";
import { license } from "#domain/resources/index.ts";
import { getLanguage } from "#i18n/language.ts";
import { randomBelow } from "#lib/random.ts";
import { useResourceField, useResourceForm } from "#ui/form/FormContext.ts";
import { createFields } from "#ui/form/fieldsOf.ts";
import { ButtonFieldLine } from "#ui/layout/boxes.ts";

const { Text } = createFields(license);

/** The licence code, with a button that generates one. A code that predates the rule is kept, with a hint to renew it. */
export function LicenseCodeField() {
  const { t } = useTranslation("license");
  const names = namesOf(license, getLanguage());
  const { row } = useResourceForm(license);
  const field = useResourceField(license, "licenseCode");
  const isChanged = row !== null && field.value !== row.licenseCode;
  const isOldAndGuessable = row !== null && !isChanged && isGuessableLicenseCode(row.licenseCode);
  const keptCaption = isOldAndGuessable ? "captions.guessableCode" : "captions.licenseCode";
  return (
    <ButtonFieldLine>
      <Text
        name="licenseCode"
        label={names.licenseCode}
        mono
        caption={t(isChanged ? "captions.changedCode" : keptCaption)}
      />
      <Button
        type="button"
        leadingVisual={KeyIcon}
        disabled={field.disabled}
        onClick={() => field.set(generateLicenseCode(randomBelow))}
      >
        {t("generateCode")}
      </Button>
    </ButtonFieldLine>
  );
}
