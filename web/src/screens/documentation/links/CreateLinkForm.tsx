import { LinkIcon } from "@primer/octicons-react";
import { Button, FormControl, Radio, RadioGroup } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { problemText } from "#api/errorTexts.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import { createUploadToken } from "#domain/endpoints/links/uploadLinks.ts";
import {
  defaultLinkDays,
  maxLinkDays,
  type SelectablePurpose,
  selectablePurposes,
  takesLaterUpload,
} from "#domain/links/uploadLink.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { endOfDay } from "#ui/format/dates.ts";
import { DateInput } from "#ui/input/DateInput.tsx";
import { CreatedLink } from "./CreatedLink.tsx";
import { addDaysToToday } from "./days.ts";

interface CreateLinkFormProps {
  documentationId: string;
  tasks: readonly DocumentationTask[] | undefined;
  onCreated: () => void;
}

/** Creates a link with a purpose and an expiry. The link itself is shown once. */
export function CreateLinkForm({ documentationId, tasks, onCreated }: CreateLinkFormProps) {
  const { t } = useTranslation("link");
  const hasLaterTasks = tasks?.some((task) => task.enabled && takesLaterUpload(task)) ?? false;
  const [purpose, setPurpose] = useState<SelectablePurpose>("FILES");
  const [day, setDay] = useState(() => addDaysToToday(defaultLinkDays));
  const [minDay] = useState(() => addDaysToToday(0));
  // One day less than the service allows: the last day ends later than now.
  const [maxDay] = useState(() => addDaysToToday(maxLinkDays - 1));
  const createLink = useMutation({
    mutationFn: () =>
      call(createUploadToken, { body: { documentationId, purpose, expireDate: endOfDay(day) ?? day } }),
    meta: { handlesErrors: true },
    onSuccess: onCreated,
  });
  const isInvalid = !/^\d{4}-\d{2}-\d{2}$/.test(day) || day < minDay || day > maxDay;

  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isInvalid && !createLink.isPending) createLink.mutate();
      }}
    >
      <RadioGroup
        name="purpose"
        onChange={(value) => isOneOf(selectablePurposes, value) && setPurpose(value)}
      >
        <RadioGroup.Label>{t("staff.purpose")}</RadioGroup.Label>
        {selectablePurposes.map((choice) => (
          <FormControl key={choice} disabled={choice === "LATER" && !hasLaterTasks}>
            <Radio value={choice} checked={purpose === choice} />
            <FormControl.Label>{t(`staff.purposes.${choice}`)}</FormControl.Label>
            {choice === "LATER" && tasks && !hasLaterTasks && (
              <FormControl.Caption>{t("staff.noLaterTasks")}</FormControl.Caption>
            )}
          </FormControl>
        ))}
      </RadioGroup>
      <FormControl required>
        <FormControl.Label>{t("staff.expires")}</FormControl.Label>
        <DateInput
          min={minDay}
          max={maxDay}
          value={day}
          onChange={({ target }) => setDay(target.value)}
          {...(isInvalid && { validationStatus: "error" as const })}
        />
        {isInvalid ? (
          <FormControl.Validation variant="error">
            {t("staff.expiresInvalid", { days: maxLinkDays - 1 })}
          </FormControl.Validation>
        ) : (
          <FormControl.Caption>{t("staff.expiresHint", { days: maxLinkDays - 1 })}</FormControl.Caption>
        )}
      </FormControl>
      {createLink.error && (
        <div role="alert">
          <Banner kind="danger">{problemText(createLink.error)}</Banner>
        </div>
      )}
      <Button type="submit" variant="primary" leadingVisual={LinkIcon} loading={createLink.isPending}>
        {t("staff.create")}
      </Button>
      {createLink.data && <CreatedLink key={createLink.data.id} url={createLink.data.url} />}
    </Form>
  );
}

const Form = styled.form`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: var(--base-size-16);
  padding-bottom: var(--base-size-16);
  border-bottom: 1px solid var(--borderColor-muted);
`;
