import { DownloadIcon, type Icon, PencilIcon, PlusIcon, TrashIcon, UploadIcon } from "@primer/octicons-react";
import { Button, Label } from "@primer/react";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useDownload } from "#features/useDownload.ts";
import { PermissionButton } from "#ui/button/PermissionButton.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { ActionBar, Scroller } from "#ui/layout/boxes.ts";
import { SourceTable } from "#ui/table/SourceTable.tsx";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import type { TableSource } from "#ui/table/tableSource.ts";
import { type DialogAlert, DialogAlertContext } from "./dialogAlert.ts";
import { ImportDialog } from "./EntryImportDialog.tsx";
import type { Entry, EntryKind } from "./entryKind.ts";
import { useDeleteEntries } from "./useDeleteEntries.ts";

interface EntriesDialogProps<E extends Entry, S extends string> {
  kind: EntryKind<E, S>;
  list: { id: string; name: string };
  columns: readonly TableColumn<E>[];
  icon: Icon;
  /** Describes the expected file. */
  fileHint: string;
  /** The form that adds (null) or changes a row. */
  form: (entry: E | null, onClose: () => void) => ReactNode;
  onClose: () => void;
}

/** The rows of a list: searched, sorted and paged by the service, so that 100 000 are as fast as ten. */
export function EntriesDialog<E extends Entry, S extends string>(props: EntriesDialogProps<E, S>) {
  const { kind, list, columns, icon, fileHint, form, onClose } = props;
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  // Undefined while no form is open, null for a new row.
  const [editedEntry, setEditedEntry] = useState<E | null | undefined>(undefined);
  const [isImporting, setIsImporting] = useState(false);
  const download = useDownload();
  const [dialogAlert, setDialogAlert] = useState<DialogAlert | null>(null);
  const deleteEntries = useDeleteEntries(kind, list, setDialogAlert);
  const source = useMemo<TableSource<E, S>>(
    () => ({
      name: kind.name,
      sortable: kind.sortable,
      sort: kind.sortable[0]!,
      order: "asc",
      scope: list.id,
      rows: (request, signal) => kind.rows(list.id, request, signal),
      total: (q, signal) => kind.total(list.id, q, signal),
    }),
    [kind, list.id],
  );
  const title = t(`${kind.name}.entriesOf`, { name: list.name });
  const updateAction = { resource: kind.lists, action: "update" } as const;
  const rowButtonProps = { ...updateAction, iconOnly: true, variant: "invisible", size: "small" } as const;
  const addButton = (
    <PermissionButton
      {...updateAction}
      icon={PlusIcon}
      label={tCommon("actions.add")}
      onClick={() => setEditedEntry(null)}
    />
  );
  return (
    <DialogAlertContext value={setDialogAlert}>
      <Modal
        title={title}
        width="1040px"
        narrow="fullscreen"
        onClose={onClose}
        footer={<Button onClick={onClose}>{tCommon("actions.close")}</Button>}
      >
        <DialogAlertSlot role="status">
          {dialogAlert && (
            <Banner kind={dialogAlert.kind} onDismiss={() => setDialogAlert(null)}>
              {dialogAlert.text}
            </Banner>
          )}
        </DialogAlertSlot>
        <ActionBar>
          <PermissionButton
            {...updateAction}
            variant="primary"
            icon={PlusIcon}
            label={t(`${kind.name}.addEntry`)}
            onClick={() => setEditedEntry(null)}
          />
          <PermissionButton
            {...updateAction}
            icon={UploadIcon}
            label={t("actions.import")}
            onClick={() => setIsImporting(true)}
          />
          <Button
            leadingVisual={DownloadIcon}
            loading={download.isPending}
            onClick={() =>
              download.mutate(
                { path: kind.downloadPath(list.id) },
                {
                  onSuccess: () =>
                    setDialogAlert({ kind: "success", text: tCommon("alerts.downloadStarted") }),
                  onError: (error) =>
                    setDialogAlert({ kind: "danger", text: alertText(error) ?? problemText(error) }),
                },
              )
            }
          >
            {t("actions.download")}
          </Button>
          <PermissionButton
            {...updateAction}
            variant="danger"
            icon={TrashIcon}
            label={t("actions.removeImported")}
            onClick={deleteEntries.deleteImported}
          />
        </ActionBar>
        <ScrollArea>
          <SourceTable
            label={title}
            source={source}
            searchHint={t(`${kind.name}.searchEntries`)}
            columns={[...columns, ...useEntryColumns<E>()]}
            rowKey={({ id }) => id}
            rowActions={(entry) => (
              <>
                <PermissionButton
                  {...rowButtonProps}
                  icon={PencilIcon}
                  label={`${tCommon("actions.edit")}: ${kind.textOf(entry)}`}
                  onClick={() => setEditedEntry(entry)}
                />
                <PermissionButton
                  {...rowButtonProps}
                  icon={TrashIcon}
                  label={`${tCommon("actions.delete")}: ${kind.textOf(entry)}`}
                  onClick={() => deleteEntries.deleteOne(entry)}
                />
              </>
            )}
            empty={{ icon, title: t(`${kind.name}.entriesEmpty`), action: addButton }}
          />
        </ScrollArea>
      </Modal>
      {editedEntry !== undefined && form(editedEntry, () => setEditedEntry(undefined))}
      {isImporting && (
        <ImportDialog kind={kind} list={list} hint={fileHint} onClose={() => setIsImporting(false)} />
      )}
    </DialogAlertContext>
  );
}

/** The columns that both kinds of rows have besides their text. */
function useEntryColumns<E extends Entry>(): TableColumn<E>[] {
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  return [
    {
      id: "imported",
      header: t("fields.source"),
      cell: ({ imported }) => (
        <Label variant={imported ? "accent" : "secondary"}>
          {t(imported ? "source.imported" : "source.manual")}
        </Label>
      ),
    },
    {
      id: "dateCreated",
      header: tCommon("fields.created"),
      width: "160px",
      cell: ({ dateCreated }) => <DateTime value={dateCreated} />,
    },
  ];
}

const DialogAlertSlot = styled.div`
  &:not(:empty) {
    margin-bottom: var(--base-size-12);
  }
`;

/** The rows scroll within 480 pixels below their header (3§9). */
const ScrollArea = styled.div`
  ${Scroller} {
    max-height: 480px;
    overflow: auto;
  }
  thead th {
    position: sticky;
    z-index: 1;
    top: 0;
  }
`;
