import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorText } from "#api/errorTexts.ts";
import { fetchList } from "#api/resource.ts";
import { useGrants } from "#api/session.ts";
import { hasAuthority, spansCustomers } from "#domain/access/authorities.ts";
import type { FieldError } from "#domain/core/problem.ts";
import type * as resources from "#domain/resources/index.ts";
import { StoredImage, type StoredImageKind } from "#features/StoredImage.tsx";
import { TextControl } from "#ui/input/labelledControls.tsx";
import { ServerMultiSelect } from "#ui/select/ServerMultiSelect.tsx";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";
import { useEditor } from "./TemplateEditorContext.ts";

type ReferencedRow = { id: string; name: string; type?: string };

/** The resources that templates refer to. */
type ReferencedResource = (typeof resources)[
  | "exportConfiguration"
  | "graphic"
  | "license"
  | "predefinedConfiguration"
  | "referencePhoto"
  | "suggestionList"];

interface ReferenceProps {
  resource: ReferencedResource;
  label: string;
  caption?: string | undefined;
  error?: FieldError | undefined;
  disabled?: boolean;
  /** Filters the rows that can be selected. */
  fits?: (row: ReferencedRow) => boolean;
}

/** The rows of a resource that belong to the template's customer; those of other customers would be rejected. */
function useChoices(resource: ReferencedResource, fits: (row: ReferencedRow) => boolean = () => true) {
  const grants = useGrants();
  const { customerId } = useEditor().state;
  const isMultiCustomer = spansCustomers(grants);
  return {
    canRead: hasAuthority(grants, resource.access.read ?? "ROLE_SUPER_ADMIN"),
    // Rows can be selected only once the template's customer is known.
    isReady: !isMultiCustomer || customerId !== undefined,
    queryKey: `${resource.name}Of${customerId ?? ""}`,
    fetchRows: async (q: string, signal: AbortSignal) =>
      (
        await fetchList(
          resource,
          { q, max: 100, ...(isMultiCustomer && customerId !== undefined && { customerId }) },
          signal,
        )
      ).filter(fits),
  };
}

const optionOf = ({ id, name }: ReferencedRow): Option => ({ id, label: name });

type ReferenceControlProps = ReferenceProps & {
  id: string | null;
  name: string | null;
  required?: boolean;
  onSelect: (row: ReferencedRow | null) => void;
};

export function Reference({
  resource,
  label,
  caption,
  error,
  disabled,
  fits,
  ...control
}: ReferenceControlProps) {
  const { t } = useTranslation("template");
  const choices = useChoices(resource, fits);
  const foundRows = useRef(new Map<string, ReferencedRow>());
  if (!choices.canRead)
    return (
      <TextControl
        label={label}
        caption={t("noAccess")}
        value={control.name ?? ""}
        error={error}
        disabled
        onChange={() => {}}
      />
    );
  return (
    <ServerSelect
      name={resource.name}
      label={label}
      caption={caption}
      placeholder={t("chooseSearch")}
      required={control.required ?? false}
      disabled={disabled || !choices.isReady}
      message={error && fieldErrorText(error)}
      value={control.id ? { id: control.id, label: control.name ?? control.id } : null}
      queryKey={choices.queryKey}
      find={async (q, signal) => {
        const rows = await choices.fetchRows(q, signal);
        for (const row of rows) foundRows.current.set(row.id, row);
        return rows.map(optionOf);
      }}
      onChange={(option) =>
        control.onSelect(
          option && (foundRows.current.get(option.id) ?? { id: option.id, name: option.label }),
        )
      }
    />
  );
}

type ReferencesControlProps = ReferenceProps & {
  value: readonly ReferencedRow[];
  /** The kind of image to show for each row. */
  image?: StoredImageKind;
  onSelect: (rows: ReferencedRow[]) => void;
};

export function References({
  resource,
  label,
  caption,
  error,
  disabled,
  fits,
  value,
  image,
  onSelect,
}: ReferencesControlProps) {
  const { t } = useTranslation("template");
  const choices = useChoices(resource, fits);
  if (!choices.canRead)
    return (
      <TextControl
        label={label}
        caption={t("noAccess")}
        value={value.map(({ name }) => name).join(", ")}
        error={error}
        disabled
        onChange={() => {}}
      />
    );
  return (
    <ServerMultiSelect
      name={resource.name}
      label={label}
      caption={caption}
      placeholder={t("chooseSearch")}
      disabled={disabled || !choices.isReady}
      message={error && fieldErrorText(error)}
      value={value.map(optionOf)}
      {...(image && { picture: ({ id }: Option) => <StoredImage kind={image} row={{ id }} alt="" /> })}
      queryKey={choices.queryKey}
      find={async (q, signal) => (await choices.fetchRows(q, signal)).map(optionOf)}
      onChange={(options) => onSelect(options.map(({ id, label: name }) => ({ id, name })))}
    />
  );
}
