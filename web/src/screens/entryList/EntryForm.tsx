import { Button } from "@primer/react";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { z } from "zod";
import type { AnyResource } from "../../../../domain/resource";
import type { Faults } from "../../../../domain/rules/faults";
import { Failure } from "../../api/failure";
import { alertText, problemText } from "../../api/texts";
import { useConfirm } from "../../kit/Confirm";
import { Flash } from "../../kit/Flash";
import { FormContext, type Values } from "../../kit/form/FormContext";
import { focusFirstFault, nativeFaults } from "../../kit/form/validity";
import { Modal } from "../../kit/Modal";
import { type Entry, type EntryKind, useEntryWrite } from "./entryKind";
import { useSay } from "./said";

interface EntryFormProps<E extends Entry> {
  kind: EntryKind<E>;
  /** The row to change; null adds one. */
  entry: E | null;
  /** What the fields hold, by name; the fields of the kit take their limits from these. */
  fields: Record<string, z.ZodType>;
  start: Values;
  rules: (values: Values) => Faults;
  /** The service's names of fields as the form has them. */
  faultsOf?: (faults: Faults) => Faults;
  save: (values: Values) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** Adds or changes one row of a list, with the fields of the kit. Rows have no versions: the last change stands. */
export function EntryForm<E extends Entry>(props: EntryFormProps<E>) {
  const { kind, entry, fields, start, rules, faultsOf = (faults) => faults, onClose, children } = props;
  const { t } = useTranslation("lists");
  const { t: common } = useTranslation();
  const confirm = useConfirm();
  const say = useSay();
  const form = useRef<HTMLFormElement | null>(null);
  const firstField = useRef<HTMLElement | null>(null);
  const formId = useId();
  const [values, setValues] = useState(start);
  const [first] = useState(start);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const write = useEntryWrite(kind, props.save);
  const saving = write.isPending;
  const changed = JSON.stringify(values) !== JSON.stringify(first);

  function set(change: Values) {
    setValues((before) => ({ ...before, ...change }));
    // What is being mended is not wrong until it is looked at again.
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))));
  }

  async function close() {
    if (saving) return;
    const question = {
      title: common("form.unsavedTitle"),
      text: common("form.unsaved"),
      confirm: common("form.discard"),
      cancel: common("form.keepEditing"),
      danger: true,
    };
    if (!changed || (await confirm(question))) onClose();
  }

  function refuse(found: Faults): boolean {
    setFaults(found);
    if (Object.keys(found).length === 0) return false;
    requestAnimationFrame(() => form.current && focusFirstFault(form.current, found));
    return true;
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (event.target !== event.currentTarget || saving) return;
    setFailure(null);
    if (refuse({ ...rules(values), ...nativeFaults(event.currentTarget) })) return;
    if (entry && !changed) return onClose();
    try {
      await write.mutateAsync(values);
      say({ kind: "success", text: common(entry ? "alerts.updated" : "alerts.created") });
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
      refuse(faultsOf(error.fields));
    }
  }

  const text = failure && (alertText(failure, () => true) ?? problemText(failure, () => true));
  return (
    <Modal
      title={t(entry ? `${kind.name}.editEntry` : `${kind.name}.addEntry`)}
      width="large"
      narrow="fullscreen"
      // Many are added one after the other: each begins where one types.
      initialFocus={firstField}
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={saving}>
            {common("actions.cancel")}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={saving}
            loadingAnnouncement={common("state.saving")}
          >
            {common("actions.save")}
          </Button>
        </>
      }
    >
      <FormContext
        value={{
          resource: { name: kind.name, fields } as AnyResource,
          values,
          set,
          faults,
          row: entry as unknown as Values | null,
          advance: () => {},
          saving,
        }}
      >
        <Fields
          id={formId}
          ref={(element) => {
            form.current = element;
            firstField.current = element?.querySelector("input") ?? null;
          }}
          onSubmit={save}
          noValidate
        >
          <div role="alert">{text && <Flash kind="danger">{text}</Flash>}</div>
          <Legend>{common("form.requiredLegend")}</Legend>
          {children}
        </Fields>
      </FormContext>
    </Modal>
  );
}

const Fields = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  > :empty {
    margin-bottom: calc(-1 * var(--base-size-16));
  }
`;

const Legend = styled.p`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;
