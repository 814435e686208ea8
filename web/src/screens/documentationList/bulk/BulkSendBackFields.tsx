import { FormControl, Radio, RadioGroup, Textarea, TextInput } from "@primer/react";
import { useTranslation } from "react-i18next";
import { sentBackTasks } from "#domain/documentation/sentBackTasks.ts";
import { maxReasonLength } from "#domain/endpoints/documentation/retake.ts";
import { maxMailedSentBack } from "#domain/endpoints/review/bulkChangeCalls.ts";
import { DueDayField } from "#features/assignment/DueDayField.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import type { SendBackInput } from "./bulkSendBack.ts";

interface BulkSendBackFieldsProps {
  value: SendBackInput;
  /** More documentations would be sent back than can be mailed. */
  exceedsMails: boolean;
  onChange: (input: SendBackInput) => void;
}

/** Chooses which tasks of the selected documentations are sent back, why, and to whom. */
export function BulkSendBackFields({ value, exceedsMails, onChange }: BulkSendBackFieldsProps) {
  const { t } = useTranslation("retake");
  const { tasks, reason, dueDay, address } = value;
  const change = (changes: Partial<SendBackInput>) => onChange({ ...value, ...changes });
  return (
    <Stack>
      <RadioGroup
        name="tasks"
        onChange={(choice) => change({ tasks: sentBackTasks.find((which) => which === choice) ?? tasks })}
      >
        <RadioGroup.Label>{t("bulk.tasks")}</RadioGroup.Label>
        {sentBackTasks.map((which) => (
          <FormControl key={which}>
            <Radio value={which} checked={tasks === which} />
            <FormControl.Label>{t(`bulk.${which}`)}</FormControl.Label>
            <FormControl.Caption>{t(`bulk.${which}Hint`)}</FormControl.Caption>
          </FormControl>
        ))}
      </RadioGroup>
      <FormControl required>
        <FormControl.Label>{t("reason")}</FormControl.Label>
        <Textarea
          block
          rows={3}
          resize="vertical"
          maxLength={maxReasonLength}
          value={reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
        <FormControl.Caption>{t("reasonHint")}</FormControl.Caption>
      </FormControl>
      <DueDayField label={t("answerBy")} value={dueDay} onChange={(next) => change({ dueDay: next })} />
      <RadioGroup
        name="recipient"
        onChange={(choice) => change({ address: choice === "mail" ? (address ?? "") : null })}
      >
        <RadioGroup.Label>{t("bulk.to")}</RadioGroup.Label>
        <FormControl>
          <Radio value="devices" checked={address === null} />
          <FormControl.Label>{t("recipient.allDevices")}</FormControl.Label>
          <FormControl.Caption>{t("bulk.devicesHint")}</FormControl.Caption>
        </FormControl>
        <FormControl>
          <Radio value="mail" checked={address !== null} />
          <FormControl.Label>{t("recipient.MAIL")}</FormControl.Label>
          <FormControl.Caption>{t("bulk.mailHint")}</FormControl.Caption>
        </FormControl>
      </RadioGroup>
      {address !== null && (
        <FormControl required>
          <FormControl.Label>{t("recipient.MAIL")}</FormControl.Label>
          <TextInput
            block
            type="email"
            autoComplete="off"
            maxLength={254}
            value={address}
            onChange={({ target }) => change({ address: target.value })}
            {...(exceedsMails && { validationStatus: "error" as const })}
          />
          {exceedsMails && (
            <FormControl.Validation variant="error">
              {t("bulk.tooManyMails", { max: maxMailedSentBack })}
            </FormControl.Validation>
          )}
        </FormControl>
      )}
    </Stack>
  );
}
