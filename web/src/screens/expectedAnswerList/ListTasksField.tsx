import { useTranslation } from "react-i18next";
import { expectedAnswerList } from "#domain/resources/index.ts";
import { AnswerTasksSelect, toTaskOption } from "#features/answerTasks/AnswerTasksSelect.tsx";
import { useResourceField, useResourceForm } from "#ui/form/FormContext.ts";

/** The tasks that a list is for. They belong to the list's customer. */
export function ListTasksField() {
  const { t } = useTranslation("lists");
  const { row, values } = useResourceForm(expectedAnswerList);
  const label = t("fields.templateTasks");
  const { value: selected = [], ...field } = useResourceField(expectedAnswerList, "templateTasks", label);
  return (
    <AnswerTasksSelect
      name="templateTasks"
      label={label}
      caption={t("captions.templateTasks")}
      customerId={row?.customerId ?? values.customerId}
      disabled={field.disabled}
      message={field.message}
      value={selected.map(({ templateTask: id, name = id.slice(0, 8), templateName = "" }) =>
        toTaskOption({ id, name, templateName }),
      )}
      onChange={(options) =>
        field.set(
          options
            .map(({ id, label: optionLabel }) => {
              const [templateName = "", name = ""] = optionLabel.split(" › ");
              return (
                selected.find(({ templateTask }) => templateTask === id) ?? {
                  templateTask: id,
                  name,
                  templateName,
                }
              );
            })
            // In the service's order, so that removing and re-adding a task counts as unchanged.
            .sort((a, b) => (a.templateTask < b.templateTask ? -1 : 1)),
        )
      }
    />
  );
}
