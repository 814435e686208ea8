import { FormControl, Select, TextInput } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import type { RetakeDevice } from "#domain/endpoints/documentation/retake.ts";
import { anyoneRecipient, isAddressValid, type RecipientInput } from "./recipient.ts";
import { useRetakeDevices } from "./useRetakes.ts";

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
            <FormControl.Validation variant="error">{t(`recipient.${kind}Invalid`)}</FormControl.Validation>
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
  details: Pick<DocumentationDetails, "id" | "deviceId" | "phoneModel">;
  onChange: (recipient: RecipientInput) => void;
}

/** Chooses which device is asked: any device of the licence, the one that captured the documentation, or another one. */
export function DeviceRecipientField({ value, details, onChange }: DeviceRecipientFieldProps) {
  const { t } = useTranslation("retake");
  const { data: devices = [] } = useRetakeDevices(details.id);
  const capturingDevice =
    details.deviceId === unknownDevice
      ? null
      : (devices.find(({ deviceId }) => deviceId === details.deviceId) ?? details);
  return (
    <FormControl>
      <FormControl.Label>{t("recipient.devices")}</FormControl.Label>
      <Select
        value={value.kind === "DEVICE" ? value.address : ""}
        onChange={({ target: { value: deviceId } }) =>
          onChange(deviceId ? { kind: "DEVICE", address: deviceId } : anyoneRecipient)
        }
      >
        <Select.Option value="">{t("recipient.allDevices")}</Select.Option>
        {capturingDevice && (
          <Select.Option value={capturingDevice.deviceId}>
            {t("recipient.device", { device: describeDevice(capturingDevice) })}
          </Select.Option>
        )}
        {devices
          .filter(({ deviceId }) => deviceId !== capturingDevice?.deviceId)
          .map((device) => (
            <Select.Option key={device.deviceId} value={device.deviceId}>
              {describeDevice(device)}
            </Select.Option>
          ))}
      </Select>
    </FormControl>
  );
}

/** The device id of documentations that were created without a device. */
const unknownDevice = "N/A";

/** The model, the user and the beginning of the id, which distinguishes devices of the same model. */
const describeDevice = ({ phoneModel, username, deviceId }: Partial<RetakeDevice> & { deviceId: string }) =>
  [phoneModel, username, deviceId.slice(0, 8)].filter(Boolean).join(" · ");
