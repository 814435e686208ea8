import { useTranslation } from "react-i18next";
import { changeLog } from "../../../../domain/resources";
import { fieldsOf } from "../../kit/form/fieldsOf";
import { ResourceForm } from "../../kit/form/ResourceForm";

const fields = fieldsOf(changeLog);

export function ChangeLogForm({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation("log");
  return (
    <ResourceForm
      resource={changeLog}
      id={id}
      title={t(id === null ? "changeLog.add" : "changeLog.edit")}
      onClose={onClose}
    >
      <fields.Number
        name="versionCode"
        label={t("changeLog.versionCode")}
        caption={t("changeLog.versionCodeHint")}
        min={1}
        max={2_000_000_000}
      />
      <fields.TextArea name="description" label={t("changeLog.description")} rows={10} />
    </ResourceForm>
  );
}
