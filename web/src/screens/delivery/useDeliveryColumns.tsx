import { useTranslation } from "react-i18next";
import type { DeliveryRow } from "../../../../domain/endpoints/delivery";
import { DateTime } from "../../kit/DateTime";
import { NameLink } from "../../kit/NameLink";
import { formatBytes, formatNumber } from "../../kit/numbers";
import type { TableColumn } from "../../kit/table/columns";
import { useCustomerColumn } from "../../kit/table/useCustomerColumn";
import { Note, PlainNote } from "../../kit/text";
import { StateCell } from "./StateCell";

/** The columns of the ledger. */
export function useDeliveryColumns(): TableColumn<DeliveryRow>[] {
  const { t } = useTranslation(["delivery", "configuration"]);
  const { t: common } = useTranslation();
  const none = common("state.none");
  return [
    {
      id: "documentationName",
      header: t("fields.documentation"),
      heads: true,
      cell: ({ documentationId, documentationName, templateName }) => (
        <>
          <NameLink to={`/documentation/details/${documentationId}`}>{documentationName}</NameLink>
          <PlainNote as="div">{templateName}</PlainNote>
        </>
      ),
    },
    {
      id: "exportConfigurationName",
      header: t("fields.destination"),
      cell: ({ exportConfigurationName, type }) => (
        <>
          <div>{exportConfigurationName}</div>
          <Note as="div">{t(`configuration:type.${type}`)}</Note>
        </>
      ),
    },
    ...useCustomerColumn<DeliveryRow>(),
    {
      id: "state",
      header: t("fields.state"),
      width: "320px",
      cell: (row) => <StateCell row={row} />,
    },
    {
      id: "files",
      header: t("fields.files"),
      align: "end",
      cell: ({ bytes, files, filesDone }) =>
        bytes === null ? none : t("ofFiles", { done: formatNumber(filesDone), files: formatNumber(files) }),
    },
    {
      id: "bytes",
      header: t("fields.size"),
      align: "end",
      cell: ({ bytes }) => (bytes === null ? none : formatBytes(bytes)),
    },
    {
      id: "username",
      header: t("fields.by"),
      cell: ({ automatic, username }) => (automatic ? t("automatic") : username || none),
    },
    {
      id: "dateCreated",
      header: t("fields.begun"),
      width: "150px",
      cell: ({ dateCreated }) => <DateTime value={dateCreated} />,
    },
    {
      id: "finished",
      header: t("fields.finished"),
      width: "150px",
      cell: ({ finished }) => <DateTime value={finished} />,
    },
  ];
}
