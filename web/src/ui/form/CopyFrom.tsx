import { useMutation } from "@tanstack/react-query";
import { ApiError } from "#api/apiError.ts";
import { problemText } from "#api/errorTexts.ts";
import { fetchItem, fetchList } from "#api/resource.ts";
import type { AnyResource, ListRow, Row } from "#domain/contract/resource.ts";
import { type Option, ServerSelect } from "../select/ServerSelect.tsx";

/** The copied row, and its option in the list. */
export interface CopySource<R extends AnyResource> {
  option: Option;
  row: Row<R>;
}

interface CopyFromProps<R extends AnyResource> {
  resource: R;
  texts: { label: string; hint: string; search: string };
  optionLabel: (row: ListRow<R>) => string;
  /** The current source. The parent stores it and restarts the form from its row. */
  source: CopySource<R> | null;
  onCopy: (source: CopySource<R>) => void;
}

/** Starts a new row as a copy of another (3§5). */
export function CopyFrom<R extends AnyResource>(props: CopyFromProps<R>) {
  const { resource, texts, optionLabel, source, onCopy } = props;
  const read = useMutation({
    mutationFn: async (option: Option) => ({ option, row: await fetchItem(resource, option.id) }),
    meta: { handlesErrors: true },
    onSuccess: onCopy,
  });
  return (
    <ServerSelect
      name="copyFrom"
      label={texts.label}
      caption={texts.hint}
      placeholder={texts.search}
      value={read.isPending ? read.variables : (source?.option ?? null)}
      message={read.error instanceof ApiError ? problemText(read.error) : undefined}
      queryKey={`${resource.name}/copyFrom`}
      find={async (q, signal) =>
        (await fetchList(resource, { q, max: 50 }, signal)).map((row) => ({
          id: String(row.id),
          label: optionLabel(row),
        }))
      }
      onChange={(option) => option && read.mutate(option)}
    />
  );
}
