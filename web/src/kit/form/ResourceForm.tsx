import { Button } from "@primer/react";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { AnyResource, Change, Creation, Row } from "../../../../domain/resource";
import { checked, type Faults } from "../../../../domain/rules/faults";
import { Failure } from "../../api/failure";
import { type RowId, useCreate, useItem, useUpdate } from "../../api/resource";
import { alertText, problemText } from "../../api/texts";
import { showAlert } from "../alertStore";
import { useConfirm } from "../Confirm";
import { Flash } from "../Flash";
import { LoadFailed } from "../LoadFailed";
import { Loading } from "../Loading";
import { Modal } from "../Modal";
import { useLeaveWarning } from "../useLeaveWarning";
import { FormContext, type Values } from "./FormContext";
import { focusFirstFault, nativeFaults } from "./validity";

interface ResourceFormProps<R extends AnyResource> {
  resource: R;
  /** The row to change; null creates one. */
  id: RowId | null;
  /** What a new one starts from. */
  initial?: Partial<Creation<R>>;
  title: string;
  /** Rules between fields, which the contract of one field cannot say. */
  rules?: (values: Values, row: Values | null) => Faults;
  onClose: () => void;
  onSaved?: (row: Row<R>) => void;
  children: ReactNode;
}

/** Creates or changes a row in a large modal. Changing begins with the newest version of the row. */
export function ResourceForm<R extends AnyResource>(props: ResourceFormProps<R>) {
  const { resource, id, title, onClose } = props;
  const item = useItem(resource, id);
  if (id === null) return <FormDialog {...props} row={null} onReload={() => {}} />;
  if (item.data && !item.isFetching)
    return (
      <FormDialog
        key={String(item.data.version)}
        {...props}
        row={item.data as Values}
        onReload={() => item.refetch()}
      />
    );
  return (
    <Modal title={title} width="720px" narrow="fullscreen" onClose={onClose}>
      {item.error instanceof Failure && !item.isFetching ? (
        <LoadFailed failure={item.error} onRetry={() => item.refetch()} />
      ) : (
        <Loading />
      )}
    </Modal>
  );
}

type FormDialogProps<R extends AnyResource> = ResourceFormProps<R> & {
  /** As the form found it. */
  row: Values | null;
  onReload: () => void;
};

function FormDialog<R extends AnyResource>(props: FormDialogProps<R>) {
  const { resource, id, initial, title, rules, onClose, onReload, onSaved, children } = props;
  const { t } = useTranslation();
  const confirm = useConfirm();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const create = useCreate(resource);
  const update = useUpdate(resource);
  const [row, setRow] = useState(props.row);
  const [start] = useState<Values>(() => startOf(resource, row, initial as Values | undefined));
  const [values, setValues] = useState(start);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const saving = create.isPending || update.isPending;
  const changed = changedFields(start, values);

  useLeaveWarning(changed.length > 0);

  function set(change: Values) {
    setValues((before) => ({ ...before, ...change }));
    // What is being mended is not wrong until it is looked at again.
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([path]) => !(path.split(".")[0]! in change))),
    );
  }

  async function close() {
    if (saving) return;
    const leave =
      changed.length === 0 ||
      (await confirm({
        title: t("form.unsavedTitle"),
        text: t("form.unsaved"),
        confirm: t("form.discard"),
        cancel: t("form.keepEditing"),
        danger: true,
      }));
    if (leave) onClose();
  }

  function refuse(found: Faults): boolean {
    setFaults(found);
    if (Object.keys(found).length === 0) return false;
    requestAnimationFrame(() => form.current && focusFirstFault(form.current, found));
    return true;
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A form within this one, in a dialog of its own, is not this one's to save.
    if (event.target !== event.currentTarget || saving) return;
    setFailure(null);
    const body = row
      ? { ...Object.fromEntries(changed.map((name) => [name, values[name]])), version: row.version }
      : values;
    const contract = checked(row ? resource.change : resource.creation, body).faults;
    // All of it at once: who mends one thing only to be told of the next is not being helped.
    if (refuse({ ...contract, ...rules?.(values, row), ...nativeFaults(event.currentTarget) })) return;
    if (row && changed.length === 0) return onClose();
    try {
      const saved = row
        ? await update.mutateAsync({ ...(body as Change<R>), id: id! })
        : await create.mutateAsync(body as Creation<R>);
      showAlert("success", t(row ? "alerts.updated" : "alerts.created"));
      onSaved?.(saved);
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
      refuse(error.fields);
    }
  }

  // The catalogue is silent about 404; a form that did nothing and said nothing would leave its user waiting.
  const ofForm = (field: string) => field.split(".")[0]! in values;
  const text = failure && (alertText(failure, ofForm) ?? problemText(failure, ofForm));
  return (
    <Modal
      title={title}
      width="720px"
      narrow="fullscreen"
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={saving}>
            {t("actions.cancel")}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={saving}
            loadingAnnouncement={t("state.saving")}
          >
            {t("actions.save")}
          </Button>
        </>
      }
    >
      <FormContext value={{ resource, values, set, faults, row, advance: setRow, saving }}>
        <Fields id={formId} ref={form} onSubmit={save} noValidate>
          <AlertPlace role="alert">
            {failure?.code === "staleVersion" ? (
              <Flash
                kind="warning"
                action={
                  <Button size="small" onClick={onReload}>
                    {t("form.reload")}
                  </Button>
                }
              >
                <strong>{t("form.staleTitle")}</strong>
                <div>{t("form.stale")}</div>
              </Flash>
            ) : (
              text && (
                <Flash
                  kind="danger"
                  detail={failure.requestId ? t("state.requestId", { id: failure.requestId }) : undefined}
                >
                  {text}
                </Flash>
              )
            )}
          </AlertPlace>
          <Legend>{t("form.requiredLegend")}</Legend>
          {children}
        </Fields>
      </FormContext>
    </Modal>
  );
}

/** The fields a form holds: all writable ones, as the row, the start or the contract's defaults have them. */
function startOf(resource: AnyResource, row: Values | null, initial: Values = {}): Values {
  const names = row ? resource.changeable : resource.writable;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = row ? row[name] : (initial[name] ?? defaultOf(resource, name));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function defaultOf(resource: AnyResource, name: string): unknown {
  const parsed = resource.fields[name]?.safeParse(undefined);
  return parsed?.success ? parsed.data : undefined;
}

const changedFields = (start: Values, values: Values): string[] =>
  Object.keys(values).filter((name) => JSON.stringify(values[name]) !== JSON.stringify(start[name]));

const Fields = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
`;

const AlertPlace = styled.div`
  &:empty {
    margin-bottom: calc(-1 * var(--base-size-16));
  }
`;

const Legend = styled.p`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;
