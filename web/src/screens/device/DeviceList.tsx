import { DeviceMobileIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { device } from "../../../../domain/resources";
import { shortDeviceId } from "../../../../domain/rules/deviceId";
import { EditDeleteActions } from "../../kit/form/RowActions";
import { Page } from "../../kit/Page";
import { ResourceTable } from "../../kit/table/ResourceTable";
import { useDeviceColumns } from "./deviceColumns";

/** /device (3§2): devices create their rows themselves, people can only delete them. */
export default function DeviceList() {
  const { t } = useTranslation("device");
  const { t: common } = useTranslation();
  const title = common("routes.device");
  return (
    <Page title={title} lead={t("lead")}>
      <ResourceTable
        resource={device}
        label={title}
        inAddress
        searchHint={t("searchHint")}
        columns={useDeviceColumns()}
        rowActions={({ id, deviceId }) => (
          <EditDeleteActions resource={device} row={{ id, name: shortDeviceId(deviceId) }} />
        )}
        empty={{ icon: DeviceMobileIcon, title: t("emptyTitle"), text: t("emptyText") }}
      />
    </Page>
  );
}
