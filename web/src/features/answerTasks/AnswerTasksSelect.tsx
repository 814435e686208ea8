import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { findAnswerableTasks } from "#domain/endpoints/configuration/expectedAnswerListCalls.ts";
import { ServerMultiSelect } from "#ui/select/ServerMultiSelect.tsx";
import type { Option } from "#ui/select/useCombobox.ts";

interface AnswerTasksSelectProps {
  name: string;
  label: string;
  caption: string;
  /** The customer whose templates are searched; undefined until one has been chosen. */
  customerId: number | undefined;
  disabled: boolean;
  message?: string | undefined;
  value: readonly Option[];
  onChange: (tasks: Option[]) => void;
}

/** A task as an option, `Mast › Antenna`. */
export const toTaskOption = ({
  id,
  name,
  templateName,
}: {
  id: string;
  name: string;
  templateName: string;
}) => ({
  id,
  label: `${templateName} › ${name}`,
});

/** Selects tasks of a customer's templates by their or their template's name. */
export function AnswerTasksSelect({ caption, customerId, disabled, ...select }: AnswerTasksSelectProps) {
  const { t } = useTranslation("lists");
  return (
    <ServerMultiSelect
      {...select}
      caption={customerId === undefined ? t("captions.licensesNeedCustomer") : caption}
      placeholder={t("searchTasks")}
      disabled={disabled || customerId === undefined}
      queryKey={`answerableTasks/${customerId}`}
      find={async (q, signal) =>
        (await call(findAnswerableTasks, { query: { q, customerId }, signal })).items.map(toTaskOption)
      }
    />
  );
}
