import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { fetchItem, type RowId, useCreate, useItem, useUpdate } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import type { AnyResource, Creation, Row } from "#domain/contract/resource.ts";
import { pick, propertyOf } from "#domain/core/objects.ts";
import { type FieldErrors, isInput, validate } from "#domain/core/validation.ts";
import { Modal } from "../dialog/Modal.tsx";
import { LoadError } from "../feedback/LoadError.tsx";
import { Loading } from "../feedback/Loading.tsx";
import { showAlert } from "../overlay/alertStore.ts";
import type { FormValues, Values } from "./FormContext.ts";
import { FormModal } from "./FormModal.tsx";
import { findFieldDifferences } from "./fieldDifferences.ts";
import { type Difference, SaveConflict } from "./SaveConflict.tsx";

interface ResourceFormProps<R extends AnyResource> {
  resource: R;
  /** The row to change; null creates one. */
  id: RowId | null;
  /** Initial values of a new row. */
  initial?: Partial<Creation<R>>;
  title: string;
  /** Rules between fields, which the contract of a single field cannot express. */
  rules?: (values: FormValues<R>, row: Row<R> | null) => FieldErrors;
  onClose: () => void;
  onSaved?: (row: Row<R>) => void;
  children: ReactNode;
}

/** Creates or changes a row in a large modal. Changing starts from the latest version of the row. */
export function ResourceForm<R extends AnyResource>(props: ResourceFormProps<R>) {
  const { resource, id, title, onClose } = props;
  const item = useItem(resource, id);
  if (id === null) return <FormDialog {...props} row={null} onReload={() => {}} />;
  if (item.data && !item.isFetching)
    return (
      <FormDialog
        key={String(item.data.version)}
        {...props}
        row={item.data}
        onReload={() => item.refetch()}
      />
    );
  return (
    <Modal title={title} width="720px" narrow="fullscreen" onClose={onClose}>
      {item.error instanceof ApiError && !item.isFetching ? (
        <LoadError failure={item.error} onRetry={() => item.refetch()} />
      ) : (
        <Loading />
      )}
    </Modal>
  );
}

type FormDialogProps<R extends AnyResource> = ResourceFormProps<R> & {
  /** The row as the form loaded it. */
  row: Row<R> | null;
  onReload: () => void;
};

function FormDialog<R extends AnyResource>(props: FormDialogProps<R>) {
  const { resource, id, initial, title, rules, onClose, onReload, onSaved, children } = props;
  const creation = propertyOf(resource, "creation");
  const change = propertyOf(resource, "change");
  const { t } = useTranslation();
  const create = useCreate(resource);
  const update = useUpdate(resource);
  const [row, setRow] = useState(props.row);
  /** The version that the user has chosen to overwrite. */
  const version = useRef(0);
  const createBody = (values: Values, changedNames: readonly string[]) =>
    row ? { ...pick(values, changedNames), version: Math.max(Number(row.version), version.current) } : values;

  async function write(values: Values, changedNames: readonly string[]): Promise<Row<R>> {
    const body = createBody(values, changedNames);
    if (id !== null && isInput(change, body)) return update.mutateAsync({ ...body, id });
    if (isInput(creation, body)) return create.mutateAsync(body);
    throw new Error("The form's rules accepted an invalid value");
  }

  async function save(values: Values, changedNames: readonly string[]) {
    const savedRow = await write(values, changedNames);
    showAlert("success", t(row ? "alerts.updated" : "alerts.created"));
    onSaved?.(savedRow);
  }

  return (
    <FormModal
      resource={resource}
      title={title}
      row={row}
      advance={setRow}
      initialValues={() => initialValues(resource, row, initial)}
      rules={(values, changedNames) => ({
        ...validate(row ? change : creation, createBody(values, changedNames)).errors,
        ...rules?.(values, row),
      })}
      save={save}
      isSaving={create.isPending || update.isPending}
      objection={(failure, attempt) =>
        failure.code === "staleVersion" && (
          <StaleSave
            resource={resource}
            id={id}
            failure={failure}
            differences={(serverRow) =>
              findFieldDifferences({
                resource,
                fields: attempt.fields,
                loadedValues: attempt.start,
                serverValues: serverRow,
                formValues: attempt.values,
              })
            }
            isSaving={update.isPending}
            onUseServerRow={(serverRow) => (serverRow ? onReload() : onClose())}
            onSaveLocal={(serverRow) => {
              version.current = Number(serverRow.version);
              void attempt.save();
            }}
          />
        )
      }
      onClose={onClose}
    >
      {children}
    </FormModal>
  );
}

interface StaleSaveProps<R extends AnyResource> {
  resource: R;
  id: RowId | null;
  failure: ApiError;
  differences: (serverRow: Row<R>) => Difference[];
  isSaving: boolean;
  /** Called with null if the row was deleted. */
  onUseServerRow: (serverRow: Row<R> | null) => void;
  onSaveLocal: (serverRow: Row<R>) => void;
}

/** Someone else saved first: shows both versions, and lets the user choose (decision 0007). */
function StaleSave<R extends AnyResource>({ resource, id, failure, ...conflictProps }: StaleSaveProps<R>) {
  const customerId = useCustomerId();
  const newest = useQuery({
    // Not the form's query: a newer row there would replace the user's input. The request id makes every failure fetch again.
    queryKey: [customerId, resource.name, "newest", id, failure.requestId],
    queryFn: ({ signal }) => fetchItem(resource, id!, signal),
    gcTime: 0,
    meta: { handlesErrors: true },
  });
  if (newest.isPending) return <Loading />;
  const isDeleted = newest.error instanceof ApiError && newest.error.status === 404;
  const serverRow = newest.data ?? (isDeleted ? null : undefined);
  return (
    <SaveConflict
      saveFailure={{ failure, ...(serverRow !== undefined && { serverRow }) }}
      {...conflictProps}
    />
  );
}

/** All writable fields, with values from the row, from `initial` or from the contract's defaults. */
function initialValues<R extends AnyResource>(
  resource: R,
  row: Row<R> | null,
  initial: Partial<Creation<R>> | undefined,
): FormValues<R>;
function initialValues(resource: AnyResource, row: Values | null, initial: Values = {}): Values {
  const names = row ? resource.changeable : resource.writable;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = row ? row[name] : (initial[name] ?? getDefaultValue(resource, name));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function getDefaultValue(resource: AnyResource, name: string): unknown {
  const parseResult = resource.fields[name]?.safeParse(undefined);
  return parseResult?.success ? parseResult.data : undefined;
}
