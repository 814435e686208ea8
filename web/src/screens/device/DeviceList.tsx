import { DeviceMobileIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { shortenDeviceId } from "#domain/media/deviceId.ts";
import { device } from "#domain/resources/index.ts";
import { EditDeleteActions } from "#ui/form/EditDeleteActions.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";
import { useDeviceColumns } from "./deviceColumns.tsx";

/** /device (3§2): devices create their own rows, and users can only delete them. */
export default function DeviceList() {
  const { t } = useTranslation("device");
  const { t: tCommon } = useTranslation();
  const title = tCommon("routes.device");
  return (
    <Page title={title} lead={t("lead")}>
      <ResourceTable
        resource={device}
        label={title}
        isInUrl
        searchHint={t("searchHint")}
        columns={useDeviceColumns()}
        rowActions={({ id, deviceId }) => (
          <EditDeleteActions resource={device} row={{ id, name: shortenDeviceId(deviceId) }} />
        )}
        empty={{ icon: DeviceMobileIcon, title: t("emptyTitle"), text: t("emptyText") }}
      />
    </Page>
  );
}
