import { useTranslation } from "react-i18next";
import { awaitsFile } from "#domain/documentation/completion.ts";
import { isReadOnlyForStaff } from "#domain/documentation/status.ts";
import type {
  DocumentationDetails,
  DocumentationTask,
  FileRow,
} from "#domain/endpoints/documentation/details.ts";
import { fetchedByText } from "#features/fetchedByText.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { BottomSpace } from "#ui/layout/boxes.ts";

interface StateNotesProps {
  details: DocumentationDetails;
  tasks: readonly DocumentationTask[] | undefined;
  /** Undefined until loaded, or if the session cannot read files. */
  files: readonly FileRow[] | undefined;
}

/** Explains the restrictions of the documentation's state, or the reason it is waiting (2§4). */
export function StateNotes({ details, tasks, files }: StateNotesProps) {
  const { t } = useTranslation("review");
  const { t: tCommon } = useTranslation();
  if (isReadOnlyForStaff(details.status))
    return (
      <BottomSpace>
        <Banner kind="warning">{t("deleted")}</Banner>
      </BottomSpace>
    );
  if (details.fetched)
    return (
      <BottomSpace>
        <Banner kind="warning" detail={t("fetchedNote")}>
          {fetchedByText(details.fetched, tCommon)}
        </Banner>
      </BottomSpace>
    );
  if (details.status !== "WAITING_FOR_FILE" || !tasks || !files) return null;
  const missingFileTasks = filterAwaitedTasks(tasks, files);
  if (missingFileTasks.length === 0) return null;
  return (
    <BottomSpace>
      <Banner kind="warning">
        {t("tasksWaiting", {
          count: missingFileTasks.length,
          tasks: missingFileTasks.map(({ name }) => name).join(", "),
        })}
      </Banner>
    </BottomSpace>
  );
}

/** File tasks marked for later upload that apply and still lack a file. */
function filterAwaitedTasks(
  tasks: readonly DocumentationTask[],
  files: readonly FileRow[],
): DocumentationTask[] {
  const taskIdsWithFile = new Set(files.flatMap((file) => (file.hasData ? [file.documentationTaskId] : [])));
  return tasks.filter((task) => task.enabled && awaitsFile(task) && !taskIdsWithFile.has(task.id));
}
