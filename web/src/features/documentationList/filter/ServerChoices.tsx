import { SearchIcon } from "@primer/octicons-react";
import { Checkbox, FormControl, Radio, TextInput } from "@primer/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { useCustomerId } from "#api/session.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { useDebounced } from "#ui/hooks/useDebounced.ts";
import { Muted } from "#ui/layout/typography.ts";
import type { Option } from "#ui/select/useCombobox.ts";
import { Choices, Panel } from "./FilterButton.tsx";
import { LabelWithCount } from "./LabelWithCount.tsx";
import type { CountOf } from "./useFilterCounts.ts";

interface ServerChoicesProps {
  label: string;
  /** Identifies the search in the query key; also the name of the inputs. */
  name: string;
  find: (q: string, signal: AbortSignal) => Promise<Option[]>;
  multiple?: boolean;
  selectedIds: readonly string[];
  onSelect: (selected: string[]) => void;
  countOf?: CountOf;
  /** Shown below the options. */
  children?: ReactNode;
}

const noCount: CountOf = () => "";

/**
 * Checkboxes or radio buttons for the options that the service finds as you type. The previous options stay until the new ones have arrived.
 */
export function ServerChoices(props: ServerChoicesProps) {
  const { label, name, find, multiple = false, selectedIds, onSelect, countOf = noCount, children } = props;
  const { t } = useTranslation("documentationList");
  const customerId = useCustomerId();
  const [typedText, setTypedText] = useState("");
  const q = useDebounced(typedText.trim());
  const results = useQuery({
    queryKey: [customerId, "documentationFilter", name, q],
    queryFn: ({ signal }) => find(q, signal),
    placeholderData: keepPreviousData,
    meta: { handlesErrors: true },
  });
  const toggle = (id: string) =>
    onSelect(
      multiple
        ? selectedIds.includes(id)
          ? selectedIds.filter((otherId) => otherId !== id)
          : [...selectedIds, id]
        : selectedIds.includes(id)
          ? []
          : [id],
    );
  const Box = multiple ? Checkbox : Radio;
  return (
    <Panel>
      <Search>
        <TextInput
          block
          type="search"
          maxLength={200}
          leadingVisual={SearchIcon}
          aria-label={t("filters.search", { label: label.toLocaleLowerCase() })}
          placeholder={t("filters.search", { label: label.toLocaleLowerCase() })}
          value={typedText}
          onChange={({ target }) => setTypedText(target.value)}
        />
      </Search>
      {results.error instanceof ApiError && !results.data ? (
        <LoadError failure={results.error} onRetry={() => results.refetch()} />
      ) : !results.data ? (
        <Loading />
      ) : (
        <Choices role="group" aria-label={label} aria-busy={results.isPlaceholderData}>
          {results.data.length === 0 && <Muted as="p">{t("filters.noMatches")}</Muted>}
          {results.data.map((option) => (
            <LabelWithCount key={option.id} count={countOf(option.id)}>
              <FormControl>
                <Box
                  name={name}
                  value={option.id}
                  checked={selectedIds.includes(option.id)}
                  onChange={() => toggle(option.id)}
                />
                <FormControl.Label>{option.label}</FormControl.Label>
              </FormControl>
            </LabelWithCount>
          ))}
        </Choices>
      )}
      {children && <Footer>{children}</Footer>}
    </Panel>
  );
}

const Search = styled.div`
  padding: var(--base-size-8);
  border-bottom: 1px solid var(--borderColor-muted);
`;

const Footer = styled.div`
  padding: var(--base-size-12) var(--base-size-16);
  border-top: 1px solid var(--borderColor-muted);
`;
