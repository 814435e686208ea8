import { useState } from "react";
import type { AnyResource, ListRow, Row } from "../../../../domain/resource";
import { itemOf, listOf } from "../../api/resource";
import { type Option, ServerSelect } from "../ServerSelect";

interface CopyFromProps<R extends AnyResource> {
  resource: R;
  texts: { label: string; hint: string; search: string };
  optionLabel: (row: ListRow<R>) => string;
  onCopy: (row: Row<R>) => void;
}

/** A new row may start as the copy of another (3§5). */
export function CopyFrom<R extends AnyResource>(props: CopyFromProps<R>) {
  const { resource, texts, optionLabel, onCopy } = props;
  const [chosen, setChosen] = useState<Option | null>(null);
  return (
    <ServerSelect
      name="copyFrom"
      label={texts.label}
      caption={texts.hint}
      placeholder={texts.search}
      value={chosen}
      queryKey={`${resource.name}/copyFrom`}
      find={async (q, signal) =>
        (await listOf(resource, { q, max: 50 }, signal)).map((row) => ({
          id: String(row.id),
          label: optionLabel(row),
        }))
      }
      onChange={async (option) => {
        setChosen(option);
        if (option) onCopy(await itemOf(resource, option.id));
      }}
    />
  );
}
