import { DeviceMobileIcon, TrashIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { ApiError } from "#api/apiError.ts";
import { useItem } from "#api/resource.ts";
import type { Row } from "#domain/contract/resource.ts";
import { shortenDeviceId } from "#domain/media/deviceId.ts";
import { device } from "#domain/resources/index.ts";
import { PermissionButton } from "#ui/button/PermissionButton.tsx";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { useDeleteRow } from "#ui/form/useDeleteRow.ts";
import { Code } from "#ui/format/Code.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { DescriptionList } from "#ui/layout/DescriptionList.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { DeviceId } from "./DeviceId.tsx";
import { DeviceToken } from "./DeviceToken.tsx";

/** /device/{uuid} (3§2). */
export default function DeviceShow() {
  const { t } = useTranslation("device");
  const { uuid = "" } = useParams();
  const item = useItem(device, uuid);
  if (item.error instanceof ApiError && item.error.status === 404)
    return <EmptyState as="h1" icon={DeviceMobileIcon} title={t("notFound")} action={<ListLink />} />;
  return <QueryContent query={item}>{(row) => <Details row={row} />}</QueryContent>;
}

function ListLink() {
  const { t } = useTranslation();
  return <Link to="/device">{t("routes.device")}</Link>;
}

function Details({ row }: { row: Row<typeof device> }) {
  const { t } = useTranslation("device");
  const { t: tCommon } = useTranslation();
  const navigate = useNavigate();
  const removeRow = useDeleteRow(device);
  const name = shortenDeviceId(row.deviceId);
  const yesNoText = (value: boolean) => tCommon(value ? "state.yes" : "state.no");
  const { availableStorageSpace: bytes, phoneModel, phoneModelName } = row;
  return (
    <Page
      title={name}
      context={<ListLink />}
      actions={
        <PermissionButton
          resource={device}
          action="delete"
          icon={TrashIcon}
          variant="danger"
          label={tCommon("actions.delete")}
          onClick={async () => {
            if (await removeRow({ id: row.id, name, stay: true })) await navigate("/device");
          }}
        />
      }
    >
      <DescriptionList
        label={t("about")}
        facts={[
          [t("fields.deviceId"), <DeviceId key="id" deviceId={row.deviceId} />],
          [tCommon("fields.customer"), row.customerName],
          [t("fields.username"), row.username],
          [
            t("fields.phoneModel"),
            phoneModelName && phoneModelName !== phoneModel
              ? `${phoneModelName} (${phoneModel})`
              : phoneModel,
          ],
          [t("fields.osVersion"), row.osVersion],
          [t("fields.appVersion"), row.appVersion],
          [t("fields.availableStorageSpace"), bytes !== null && formatBytes(bytes)],
          [t("fields.currentLicenseCode"), row.currentLicenseCode && <Code>{row.currentLicenseCode}</Code>],
          [
            t("fields.licenses"),
            row.licenses
              .map(({ name: licenseName, licenseCode }) => `${licenseName} (${licenseCode})`)
              .join(", "),
          ],
          [t("fields.token"), <DeviceToken key="token" row={row} />],
          [
            t("fields.tokenIssuedAt"),
            row.tokenIssuedAt && <DateTime key="issued" value={row.tokenIssuedAt} />,
          ],
          [
            t("fields.tokenRevokedAt"),
            row.tokenRevokedAt && <DateTime key="revoked" value={row.tokenRevokedAt} />,
          ],
          [tCommon("fields.created"), <DateTime key="created" value={row.dateCreated} />],
          [t("fields.lastUpdated"), <DateTime key="updated" value={row.lastUpdated} />],
        ]}
      />
      <DescriptionList
        label={t("settings")}
        facts={[
          [t("fields.deletePhotosAfterUpload"), yesNoText(row.deletePhotosAfterUpload)],
          [t("fields.backupToLibrary"), yesNoText(row.backupToLibrary)],
          [t("fields.uploadOnWifiOnly"), yesNoText(row.uploadOnWifiOnly)],
          [t("fields.darkMode"), yesNoText(row.darkMode)],
        ]}
      />
    </Page>
  );
}
