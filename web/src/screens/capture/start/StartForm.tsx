import { Button, FormControl, Select } from "@primer/react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { fieldErrorText, problemText } from "#api/errorTexts.ts";
import { useSession } from "#api/session.ts";
import { createDraft } from "#domain/capture/draft.ts";
import { validateName } from "#domain/capture/draftValidation.ts";
import { now } from "#domain/core/fields.ts";
import type { TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import type { CaptureLicense } from "#domain/endpoints/configuration/licenseCalls.ts";
import {
  fetchUnlistedValues,
  nameListIdsOf,
  useLicenseTemplates,
} from "#features/captureForm/captureData.ts";
import { requestPersistence, saveDraft } from "#features/captureForm/draft/draftStore.ts";
import { NameField } from "#features/captureForm/NameField.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { readSavedIdentity } from "../form/savedIdentity.ts";
import { draftPath } from "../paths.ts";
import { LicenseLogo } from "./LicenseLogo.tsx";

/** Licence, template and name; the name comes before the template if the licence says so (2§2). */
export function StartForm({ licenses }: { licenses: readonly CaptureLicense[] }) {
  const { t } = useTranslation("capture");
  const [licenseId, setLicenseId] = useState(licenses.length === 1 ? licenses[0]!.id : "");
  const license = licenses.find(({ id }) => id === licenseId);
  return (
    <Stack as="div">
      {licenses.length > 1 ? (
        <FormControl required>
          <FormControl.Label>{t("start.license")}</FormControl.Label>
          <Select block value={license?.id ?? ""} onChange={({ target }) => setLicenseId(target.value)}>
            {!license && <Select.Option value="">{t("start.chooseLicense")}</Select.Option>}
            {licenses.map(({ id, name }) => (
              <Select.Option key={id} value={id}>
                {name}
              </Select.Option>
            ))}
          </Select>
        </FormControl>
      ) : (
        <SingleOption>
          <span>{t("start.license")}</span> {licenses[0]?.name}
        </SingleOption>
      )}
      {license?.hasLogo && <LicenseLogo license={license} />}
      {license && <TemplateAndNameFields key={license.id} license={license} />}
    </Stack>
  );
}

/** The fields that depend on the licence: another licence resets them (2§2). */
function TemplateAndNameFields({ license }: { license: CaptureLicense }) {
  const { t } = useTranslation("capture");
  const navigate = useNavigate();
  const session = useSession();
  const templates = useLicenseTemplates(license.licenseCode);
  const [templateId, setTemplateId] = useState("");
  const [name, setName] = useState("");
  const [nameError, setNameError] = useState<string>();
  const [templateError, setTemplateError] = useState<string>();
  const [errorText, setErrorText] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** A ref, since state updates with the next render: a second tap must not start a second draft. */
  const isStarting = useRef(false);
  const items = templates.data ?? [];
  const template = items.find(({ id }) => id === templateId) ?? null;
  const isNameFirst = license.reverseDocumentationCreation;

  async function start() {
    const validationError = validateName(name);
    setNameError(validationError ? fieldErrorText(validationError) : undefined);
    setTemplateError(template ? undefined : fieldErrorText("required"));
    setErrorText(undefined);
    if (validationError || !template || !session || isStarting.current) return;
    isStarting.current = true;
    setBusy(true);
    try {
      if (await isMissingFromSuggestions(template, name)) return setNameError(t("start.nameNotListed"));
      const draft = createDraft({
        userId: session.userId,
        ...readSavedIdentity(license, session),
        license,
        template,
        name: name.trim(),
        newId: () => crypto.randomUUID(),
        createdAt: now(),
      });
      void requestPersistence();
      await saveDraft(draft);
      void navigate(draftPath(draft.id));
    } catch (error) {
      setErrorText(error instanceof ApiError ? problemText(error) : t("start.cannotSave"));
    } finally {
      isStarting.current = false;
      setBusy(false);
    }
  }

  const nameField = (
    <NameField
      lists={template ? nameListIdsOf([template]) : isNameFirst ? nameListIdsOf(items) : []}
      onlySuggestions={template?.onlySuggestionsAllowed ?? false}
      value={name}
      error={nameError}
      onChange={(next) => {
        setName(next);
        setNameError(undefined);
      }}
    />
  );
  const templateField = (
    <FormControl required disabled={items.length === 0}>
      <FormControl.Label>{t("start.template")}</FormControl.Label>
      <Select
        block
        value={templateId}
        onChange={({ target }) => {
          setTemplateId(target.value);
          setTemplateError(undefined);
          setNameError(undefined);
        }}
        {...(templateError && { validationStatus: "error" as const })}
      >
        <Select.Option value="">{t("start.chooseTemplate")}</Select.Option>
        {items.map((item) => (
          <Select.Option key={item.id} value={item.id}>
            {item.name}
          </Select.Option>
        ))}
      </Select>
      {template && (
        <FormControl.Caption>
          {[template.description, t("start.tasks", { count: template.tasks.length })]
            .filter(Boolean)
            .join(" · ")}
        </FormControl.Caption>
      )}
      {templates.data?.length === 0 && <FormControl.Caption>{t("start.noTemplates")}</FormControl.Caption>}
      {templateError && <FormControl.Validation variant="error">{templateError}</FormControl.Validation>}
    </FormControl>
  );
  if (templates.error && !templates.data && !templates.isFetching)
    return <LoadError failure={templates.error} onRetry={() => templates.refetch()} />;
  return (
    <Stack
      as="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      {isNameFirst ? nameField : templateField}
      {isNameFirst ? templateField : nameField}
      {errorText && <Banner kind="danger">{errorText}</Banner>}
      <div>
        <Button type="submit" variant="primary" size="large" loading={isBusy || templates.isPending}>
          {t("start.startButton")}
        </Button>
      </div>
    </Stack>
  );
}

/** Returns whether a name, typed before the template was chosen, is missing from the template's suggestions. */
async function isMissingFromSuggestions(template: TemplateForDevice, name: string): Promise<boolean> {
  if (!template.onlySuggestionsAllowed || !template.suggestionList) return false;
  return (await fetchUnlistedValues(template.suggestionList, [name])).length > 0;
}

const SingleOption = styled.p`
  span {
    display: block;
    font-weight: var(--base-text-weight-semibold);
  }
`;
