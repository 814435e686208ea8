import { FormControl, Select, TextInput } from "@primer/react";
import { useTranslation } from "react-i18next";
import { isAddressValid, type RecipientInput } from "./recipient.ts";

interface RecipientFieldsProps {
  value: RecipientInput;
  /** Whether errors are shown. */
  isSubmitted: boolean;
  onChange: (recipient: RecipientInput) => void;
}

/** Chooses who gets the link: an email address, a phone number, or anyone to whom the user gives it. */
export function LinkRecipientFields({ value, isSubmitted, onChange }: RecipientFieldsProps) {
  const { t } = useTranslation("retake");
  const kind = value.kind === "DEVICE" ? "ANYONE" : value.kind;
  const isInvalid = isSubmitted && !isAddressValid(value);
  return (
    <>
      <FormControl>
        <FormControl.Label>{t("recipient.label")}</FormControl.Label>
        <Select
          value={kind}
          onChange={({ target }) =>
            onChange({
              kind: target.value === "MAIL" || target.value === "PHONE" ? target.value : "ANYONE",
              address: "",
            })
          }
        >
          <Select.Option value="ANYONE">{t("recipient.ANYONE")}</Select.Option>
          <Select.Option value="MAIL">{t("recipient.MAIL")}</Select.Option>
          <Select.Option value="PHONE">{t("recipient.PHONE")}</Select.Option>
        </Select>
      </FormControl>
      {kind !== "ANYONE" && (
        <FormControl required>
          <FormControl.Label>{t(`recipient.${kind}`)}</FormControl.Label>
          <TextInput
            block
            type={kind === "MAIL" ? "email" : "tel"}
            autoComplete="off"
            maxLength={kind === "MAIL" ? 254 : 30}
            value={value.address}
            onChange={({ target }) => onChange({ kind, address: target.value })}
            {...(isInvalid && { validationStatus: "error" as const })}
          />
          {isInvalid ? (
            <FormControl.Validation variant="error">{t("recipient.invalid")}</FormControl.Validation>
          ) : (
            <FormControl.Caption>{t(`recipient.${kind}Hint`)}</FormControl.Caption>
          )}
        </FormControl>
      )}
    </>
  );
}

interface DeviceRecipientFieldProps {
  value: RecipientInput;
  device: { deviceId: string; phoneModel: string | null };
  onChange: (recipient: RecipientInput) => void;
}

/** Chooses which device is asked: any device of the licence, or the one that captured the documentation. */
export function DeviceRecipientField({ value, device, onChange }: DeviceRecipientFieldProps) {
  const { t } = useTranslation("retake");
  const { deviceId, phoneModel } = device;
  return (
    <FormControl>
      <FormControl.Label>{t("recipient.devices")}</FormControl.Label>
      <Select
        value={value.kind === "DEVICE" ? "DEVICE" : "ANYONE"}
        onChange={({ target }) =>
          onChange(
            target.value === "DEVICE"
              ? { kind: "DEVICE", address: deviceId }
              : { kind: "ANYONE", address: "" },
          )
        }
      >
        <Select.Option value="ANYONE">{t("recipient.allDevices")}</Select.Option>
        <Select.Option value="DEVICE">
          {t("recipient.device", { device: `${phoneModel ?? ""} ${deviceId.slice(0, 8)}`.trim() })}
        </Select.Option>
      </Select>
    </FormControl>
  );
}
