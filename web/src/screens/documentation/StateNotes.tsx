import { useTranslation } from "react-i18next";
import type {
  DocumentationDetails,
  DocumentationTask,
  FileRow,
} from "../../../../domain/endpoints/documentation";
import { awaitsFile } from "../../../../domain/rules/completion";
import { isReadOnlyForStaff } from "../../../../domain/rules/documentationStatus";
import { Banner } from "../../kit/Flash";
import { fetchedText } from "../../kit/fetched";
import { Spaced } from "../../kit/stacks";

interface StateNotesProps {
  details: DocumentationDetails;
  tasks: readonly DocumentationTask[] | undefined;
  /** Undefined where files may not be read. */
  files: readonly FileRow[] | undefined;
}

/** What the documentation's state forbids, or what it waits for (2§4). */
export function StateNotes({ details, tasks, files }: StateNotesProps) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation();
  if (isReadOnlyForStaff(details.status))
    return (
      <Spaced>
        <Banner kind="warning">{t("deleted")}</Banner>
      </Spaced>
    );
  if (details.fetched)
    return (
      <Spaced>
        <Banner kind="warning" detail={t("fetchedNote")}>
          {fetchedText(details.fetched, common)}
        </Banner>
      </Spaced>
    );
  if (details.status !== "WAITING_FOR_FILE" || !tasks || !files) return null;
  const awaited = awaitedTasks(tasks, files);
  if (awaited.length === 0) return null;
  return (
    <Spaced>
      <Banner kind="warning">
        {t("waiting", { count: awaited.length, tasks: awaited.map(({ name }) => name).join(", ") })}
      </Banner>
    </Spaced>
  );
}

/** File tasks marked for later upload that still lack a file. */
function awaitedTasks(tasks: readonly DocumentationTask[], files: readonly FileRow[]): DocumentationTask[] {
  const come = new Set(files.flatMap((file) => (file.hasData ? [file.documentationTaskId] : [])));
  return tasks.filter((task) => awaitsFile(task) && !come.has(task.id));
}
