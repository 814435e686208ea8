import { useTranslation } from "react-i18next";
import type { ListRow } from "#domain/contract/resource.ts";
import type { device } from "#domain/resources/index.ts";
import { Code } from "#ui/format/Code.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";
import { DeviceId } from "./DeviceId.tsx";
import { DeviceTokenState } from "./DeviceToken.tsx";

type Device = ListRow<typeof device>;

export function useDeviceColumns() {
  const { t } = useTranslation("device");
  const { t: tCommon } = useTranslation();
  const emptyText = tCommon("state.emptyValue");
  return [
    {
      id: "deviceId",
      header: t("fields.deviceId"),
      isRowHeader: true,
      cell: ({ id, deviceId }: Device) => <DeviceId deviceId={deviceId} to={`/device/${id}`} />,
    },
    { id: "username", header: t("fields.username"), cell: (row: Device) => row.username ?? emptyText },
    {
      id: "phoneModel",
      header: t("fields.phoneModel"),
      cell: (row: Device) => row.phoneModelName ?? row.phoneModel ?? emptyText,
    },
    { id: "osVersion", header: t("fields.osVersion"), cell: (row: Device) => row.osVersion ?? emptyText },
    { id: "appVersion", header: t("fields.appVersion"), cell: (row: Device) => row.appVersion ?? emptyText },
    {
      id: "availableStorageSpace",
      header: t("fields.availableStorageSpace"),
      align: "end",
      cell: ({ availableStorageSpace: bytes }: Device) => (bytes === null ? emptyText : formatBytes(bytes)),
    },
    {
      id: "currentLicenseCode",
      header: t("fields.currentLicenseCode"),
      cell: (row: Device) => (row.currentLicenseCode ? <Code>{row.currentLicenseCode}</Code> : emptyText),
    },
    {
      id: "tokenIssuedAt",
      header: t("fields.token"),
      cell: (row: Device) => <DeviceTokenState row={row} />,
    },
    ...useCustomerColumn<Device>(),
    {
      id: "lastUpdated",
      header: t("fields.lastUpdated"),
      width: "160px",
      cell: (row: Device) => <DateTime value={row.lastUpdated} />,
    },
  ] as const;
}
