import { LinkIcon } from "@primer/octicons-react";
import { Button, FormControl, Radio, RadioGroup } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { problemText } from "#api/errorTexts.ts";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import { createUploadToken } from "#domain/endpoints/links/uploadLinks.ts";
import {
  defaultLinkDays,
  maxLinkDays,
  type OwnPurpose,
  selectablePurposes,
  takesLaterUpload,
} from "#domain/links/uploadLink.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { endOfDay } from "#ui/format/dates.ts";
import { DateInput } from "#ui/input/DateInput.tsx";
import { CreatedLink } from "./CreatedLink.tsx";
import { addDaysToToday } from "./days.ts";

interface MakeLinkProps {
  documentationId: string;
  tasks: readonly DocumentationTask[] | undefined;
  onMade: () => void;
}

/** Purpose and expiry of a link; the link itself is shown once. */
export function CreateLinkForm({ documentationId, tasks, onMade }: MakeLinkProps) {
  const { t } = useTranslation("link");
  const waits = tasks?.some((task) => task.enabled && takesLaterUpload(task)) ?? false;
  const [purpose, setPurpose] = useState<OwnPurpose>("FILES");
  const [day, setDay] = useState(() => addDaysToToday(defaultLinkDays));
  const [first] = useState(() => addDaysToToday(0));
  // One day less than the service allows: the last day ends later than now.
  const [last] = useState(() => addDaysToToday(maxLinkDays - 1));
  const making = useMutation({
    mutationFn: () =>
      call(createUploadToken, { body: { documentationId, purpose, expireDate: endOfDay(day) ?? day } }),
    meta: { ownErrors: true },
    onSuccess: onMade,
  });
  const wrong = !/^\d{4}-\d{2}-\d{2}$/.test(day) || day < first || day > last;

  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong && !making.isPending) making.mutate();
      }}
    >
      <RadioGroup name="purpose" onChange={(value) => setPurpose(value as OwnPurpose)}>
        <RadioGroup.Label>{t("staff.purpose")}</RadioGroup.Label>
        {selectablePurposes.map((choice) => (
          <FormControl key={choice} disabled={choice === "LATER" && !waits}>
            <Radio value={choice} checked={purpose === choice} />
            <FormControl.Label>{t(`staff.purposes.${choice}`)}</FormControl.Label>
            {choice === "LATER" && tasks && !waits && (
              <FormControl.Caption>{t("staff.noLaterTasks")}</FormControl.Caption>
            )}
          </FormControl>
        ))}
      </RadioGroup>
      <FormControl required>
        <FormControl.Label>{t("staff.expires")}</FormControl.Label>
        <DateInput
          min={first}
          max={last}
          value={day}
          onChange={({ target }) => setDay(target.value)}
          {...(wrong && { validationStatus: "error" as const })}
        />
        {wrong ? (
          <FormControl.Validation variant="error">
            {t("staff.expiresWrong", { days: maxLinkDays - 1 })}
          </FormControl.Validation>
        ) : (
          <FormControl.Caption>{t("staff.expiresHint", { days: maxLinkDays - 1 })}</FormControl.Caption>
        )}
      </FormControl>
      {making.error && (
        <div role="alert">
          <Banner kind="danger">{problemText(making.error)}</Banner>
        </div>
      )}
      <Button type="submit" variant="primary" leadingVisual={LinkIcon} loading={making.isPending}>
        {t("staff.make")}
      </Button>
      {making.data && <CreatedLink key={making.data.id} url={making.data.url} />}
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
