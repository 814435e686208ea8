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

interface EntriesDialogProps<E extends Entry> {
  kind: EntryKind<E>;
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
export function EntriesDialog<E extends Entry>(props: EntriesDialogProps<E>) {
  const { kind, list, columns, icon, fileHint, form, onClose } = props;
  const { t } = useTranslation("lists");
  const { t: common } = useTranslation();
  // Undefined while no form is open, null for a new row.
  const [edited, setEdited] = useState<E | null | undefined>(undefined);
  const [importing, setImporting] = useState(false);
  const download = useDownload();
  const [said, setSaid] = useState<DialogAlert | null>(null);
  const removing = useDeleteEntries(kind, list, setSaid);
  const source = useMemo<TableSource<E>>(
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
  const write = { resource: kind.lists, action: "update" } as const;
  const ofRow = { ...write, iconOnly: true, variant: "invisible", size: "small" } as const;
  const add = (
    <PermissionButton
      {...write}
      icon={PlusIcon}
      label={common("actions.add")}
      onClick={() => setEdited(null)}
    />
  );
  return (
    <DialogAlertContext value={setSaid}>
      <Modal
        title={title}
        width="1040px"
        narrow="fullscreen"
        onClose={onClose}
        footer={<Button onClick={onClose}>{common("actions.close")}</Button>}
      >
        <SaidPlace role="status">
          {said && (
            <Banner kind={said.kind} onDismiss={() => setSaid(null)}>
              {said.text}
            </Banner>
          )}
        </SaidPlace>
        <ActionBar>
          <PermissionButton
            {...write}
            variant="primary"
            icon={PlusIcon}
            label={t(`${kind.name}.addEntry`)}
            onClick={() => setEdited(null)}
          />
          <PermissionButton
            {...write}
            icon={UploadIcon}
            label={t("actions.import")}
            onClick={() => setImporting(true)}
          />
          <Button
            leadingVisual={DownloadIcon}
            loading={download.isPending}
            onClick={() =>
              download.mutate(
                { path: kind.downloadPath(list.id) },
                {
                  onSuccess: () => setSaid({ kind: "success", text: common("alerts.downloadStarted") }),
                  onError: (error) =>
                    setSaid({ kind: "danger", text: alertText(error) ?? problemText(error) }),
                },
              )
            }
          >
            {t("actions.download")}
          </Button>
          <PermissionButton
            {...write}
            variant="danger"
            icon={TrashIcon}
            label={t("actions.removeImported")}
            onClick={removing.imported}
          />
        </ActionBar>
        <Scrolling>
          <SourceTable
            label={title}
            source={source}
            searchHint={t(`${kind.name}.searchEntries`)}
            columns={[...columns, ...useEntryColumns<E>()]}
            rowKey={({ id }) => id}
            rowActions={(entry) => (
              <>
                <PermissionButton
                  {...ofRow}
                  icon={PencilIcon}
                  label={`${common("actions.edit")}: ${kind.textOf(entry)}`}
                  onClick={() => setEdited(entry)}
                />
                <PermissionButton
                  {...ofRow}
                  icon={TrashIcon}
                  label={`${common("actions.delete")}: ${kind.textOf(entry)}`}
                  onClick={() => removing.one(entry)}
                />
              </>
            )}
            empty={{ icon, title: t(`${kind.name}.entriesEmpty`), action: add }}
          />
        </Scrolling>
      </Modal>
      {edited !== undefined && form(edited, () => setEdited(undefined))}
      {importing && (
        <ImportDialog kind={kind} list={list} hint={fileHint} onClose={() => setImporting(false)} />
      )}
    </DialogAlertContext>
  );
}

/** The columns both kinds of rows have besides their text. */
function useEntryColumns<E extends Entry>(): TableColumn<E>[] {
  const { t } = useTranslation("lists");
  const { t: common } = useTranslation();
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
      header: common("fields.created"),
      width: "160px",
      cell: ({ dateCreated }) => <DateTime value={dateCreated} />,
    },
  ];
}

const SaidPlace = styled.div`
  &:not(:empty) {
    margin-bottom: var(--base-size-12);
  }
`;

/** The rows scroll within 480 pixels below their header (3§9). */
const Scrolling = styled.div`
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
