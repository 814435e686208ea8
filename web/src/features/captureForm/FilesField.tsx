import { CheckCircleFillIcon, ClockIcon, FileIcon, TrashIcon, UploadIcon } from "@primer/octicons-react";
import { Button, IconButton } from "@primer/react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DraftMedia } from "#domain/capture/draft.ts";
import type { DraftTask } from "#domain/capture/newDocumentation.ts";
import { parseFileExtensions } from "#domain/task/fileExtensions.ts";
import { formatBytes } from "#ui/format/numbers.ts";
import { Note } from "#ui/layout/typography.ts";
import { useActions } from "./CaptureFormContext.ts";
import { Line, Name } from "./PhotoItem.tsx";
import { useRefusals } from "./Refusals.tsx";

/** The files of a task, limited to the file types that it accepts. */
export function FilesField({ task, media }: { task: DraftTask; media: readonly DraftMedia[] }) {
  const { t } = useTranslation("capture");
  const { addFiles, remove } = useActions();
  const input = useRef<HTMLInputElement>(null);
  const [readingCount, setReadingCount] = useState(0);
  const { refusalBanner, setRefused: setRefusalTexts } = useRefusals();
  const extensions = parseFileExtensions(task.options);
  return (
    <>
      {media.length > 0 && (
        <List aria-label={t("form.filesOf", { task: task.name })}>
          {media.map((item) => (
            <li key={item.id}>
              <Line>
                <FileIcon />
                <Name>
                  {item.name}
                  <Note as="div">
                    {item.notYetArrived ? t("handedOver.notArrived") : formatBytes(item.size)}
                  </Note>
                </Name>
                {item.notYetArrived ? (
                  <ClockIcon aria-hidden />
                ) : item.confirmed ? (
                  <CheckCircleFillIcon
                    aria-label={t("sending.state.confirmed")}
                    fill="var(--fgColor-success)"
                  />
                ) : (
                  <IconButton
                    size="small"
                    variant="invisible"
                    icon={TrashIcon}
                    aria-label={t("form.remove", { name: item.name })}
                    onClick={() => void remove(item)}
                  />
                )}
              </Line>
            </li>
          ))}
        </List>
      )}
      {refusalBanner}
      <div>
        <Button
          leadingVisual={UploadIcon}
          loading={readingCount > 0}
          loadingAnnouncement={t("form.adding", { count: readingCount })}
          aria-label={t("form.chooseFilesFor", { task: task.name })}
          onClick={() => input.current?.click()}
        >
          {t("form.chooseFiles")}
        </Button>
        {extensions.length > 0 && (
          <Note as="div">{t("form.allowedExtensions", { extensions: extensions.join(", ") })}</Note>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={extensions.join(",")}
        aria-label={t("form.chooseFilesFor", { task: task.name })}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = "";
          setReadingCount(files.length);
          void addFiles(task, files).then((refusalTexts) => {
            setRefusalTexts(refusalTexts);
            setReadingCount(0);
          });
        }}
      />
    </>
  );
}

const List = styled.ul`
  display: flex;
  flex-direction: column;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  list-style: none;
  > li {
    padding: var(--base-size-8) var(--base-size-12);
  }
  > li + li {
    border-top: 1px solid var(--borderColor-muted);
  }
`;
