import { useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { fieldErrorText } from "#api/errorTexts.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { findAnswerableTasks } from "#domain/endpoints/configuration/expectedAnswerListCalls.ts";
import { AnswerTasksSelect, toTaskOption } from "#features/answerTasks/AnswerTasksSelect.tsx";
import { useParamText } from "#features/typedConfiguration/typedTexts.ts";
import { paramsOf, useForm } from "#ui/form/FormContext.ts";

const param = "templateTaskIds";

/** The tasks that an import's list is for, stored as ids separated by semicolons but chosen by name. */
export function TaskIdsParam({
  customerId,
  hint = "",
}: {
  customerId: number | undefined;
  hint?: string | undefined;
}) {
  const { values, set, errors, isSaving } = useForm();
  const params = paramsOf(values.params);
  const ids = params[param] ?? "";
  const { data: tasks = [] } = useQuery({
    queryKey: ["answerableTasks", customerId, ids],
    queryFn: async ({ signal }) =>
      (await call(findAnswerableTasks, { query: { customerId, ids }, signal })).items,
    enabled: ids !== "" && customerId !== undefined,
    placeholderData: (previous) => previous,
  });
  const error = errors[`params.${param}`];
  return (
    <AnswerTasksSelect
      name={`params.${param}`}
      label={useParamText()(param)}
      caption={hint}
      customerId={customerId}
      disabled={isSaving}
      message={error && fieldErrorText(error)}
      value={splitSemicolons(ids).map((id) => {
        const task = tasks.find((candidate) => candidate.id === id);
        return task ? toTaskOption(task) : { id, label: id.slice(0, 8) };
      })}
      onChange={(options) => set({ params: { ...params, [param]: options.map(({ id }) => id).join(";") } })}
    />
  );
}
