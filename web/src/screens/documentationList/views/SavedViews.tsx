import { PencilIcon, PlusIcon, TrashIcon } from "@primer/octicons-react";
import { Button, IconButton } from "@primer/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
import { useCustomerId } from "#api/session.ts";
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
  updateSavedView,
} from "#domain/endpoints/documentation/savedView.ts";
import { FilterButton, Panel } from "#features/documentationList/filter/FilterButton.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";
import { ListTitle, Muted, PlainNote } from "#ui/layout/typography.ts";
import { offerUndo } from "#ui/undo/undoStore.ts";
import { ViewForm, type ViewInput } from "./ViewForm.tsx";
import { toViewQuery } from "./viewQuery.ts";

/** Views of the list by name: chosen, saved, changed, deleted. The chosen one's name stands on the button. */
export function SavedViews() {
  const { t } = useTranslation("documentationList");
  const [params] = useUrlParams();
  const now = toViewQuery(params);
  const views = useViews();
  const chosen = now ? views.data?.find(({ query }) => query === now) : undefined;
  return (
    <FilterButton label={chosen?.name ?? t("views.views")} active={chosen !== undefined} size="medium">
      {(close) => <ViewPanel now={now} close={close} />}
    </FilterButton>
  );
}

const keyOf = (customerId: number | undefined) => [customerId, "savedView"];

function useViews() {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: keyOf(customerId),
    queryFn: async ({ signal }) => (await call(listSavedViews, { signal })).items,
    meta: { ownErrors: true },
  });
}

function ViewPanel({ now, close }: { now: string; close: () => void }) {
  const { t } = useTranslation("documentationList");
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const views = useViews();
  /** The view that is changed, "new" for one that is made, null for none. */
  const [edited, edit] = useState<SavedView | "new" | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: keyOf(customerId) });
  const saving = useMutation({
    mutationFn: async ({ shown, ...given }: ViewInput) => {
      if (edited === "new" || !edited) return call(createSavedView, { body: { ...given, query: now } });
      const { id, version, query } = edited;
      return call(updateSavedView, {
        params: { id },
        body: { ...given, version, query: shown && now ? now : query },
      });
    },
    meta: { ownErrors: true },
    onSuccess: async () => {
      await refresh();
      edit(null);
    },
  });
  const removing = useMutation({
    mutationFn: ({ id }: SavedView) => call(deleteSavedView, { params: { id } }),
    onSuccess: async (_, { name, query, shared }) => {
      await refresh();
      offerUndo(t("views.deleted", { name }), async () => {
        await call(createSavedView, { body: { name, query, shared } });
        await refresh();
      });
    },
  });
  const begin = (view: SavedView | "new") => {
    saving.reset();
    edit(view);
  };
  if (edited)
    return (
      <ViewForm
        wish={
          edited === "new"
            ? { name: "", shared: false, shown: true }
            : { name: edited.name, shared: edited.shared, shown: false }
        }
        differs={edited !== "new" && now !== "" && edited.query !== now}
        busy={saving.isPending}
        error={saving.error}
        onSave={(request) => saving.mutate(request)}
        onCancel={() => edit(null)}
      />
    );
  if (views.error instanceof ApiError && !views.data)
    return <LoadError failure={views.error} onRetry={() => views.refetch()} />;
  if (!views.data) return <Loading />;
  const group = (title: string, items: readonly SavedView[]) =>
    items.length > 0 && (
      <section>
        <Title as="h2">{title}</Title>
        <ul>
          {items.map((view) => (
            <Item key={view.id} data-chosen={view.query === now}>
              <Link
                to={`/documentation?${view.query}`}
                aria-current={view.query === now || undefined}
                onClick={close}
              >
                {view.name}
                {!view.own && <PlainNote as="span"> {view.owner}</PlainNote>}
              </Link>
              {view.own && (
                <>
                  <IconButton
                    icon={PencilIcon}
                    size="small"
                    variant="invisible"
                    aria-label={t("views.edit", { name: view.name })}
                    onClick={() => begin(view)}
                  />
                  <IconButton
                    icon={TrashIcon}
                    size="small"
                    variant="invisible"
                    aria-label={t("views.delete", { name: view.name })}
                    onClick={() => removing.mutate(view)}
                  />
                </>
              )}
            </Item>
          ))}
        </ul>
      </section>
    );
  return (
    <Panel>
      <Scrolled>
        {views.data.length === 0 && <Muted as="p">{t("views.none")}</Muted>}
        {group(
          t("views.own"),
          views.data.filter(({ own }) => own),
        )}
        {group(
          t("views.shared"),
          views.data.filter(({ own }) => !own),
        )}
      </Scrolled>
      <Foot>
        <Button block leadingVisual={PlusIcon} disabled={now === ""} onClick={() => begin("new")}>
          {t("views.save")}
        </Button>
        {now === "" && <PlainNote as="p">{t("views.nothingToSave")}</PlainNote>}
      </Foot>
    </Panel>
  );
}

const Scrolled = styled.div`
  display: grid;
  gap: var(--base-size-12);
  padding: var(--base-size-12);
  overflow-y: auto;
  ul {
    list-style: none;
  }
`;

const Title = styled(ListTitle)`
  padding-inline: var(--base-size-8);
`;

const Item = styled.li`
  display: flex;
  align-items: center;
  border-radius: var(--borderRadius-medium);
  &:hover {
    background: var(--control-transparent-bgColor-hover);
  }
  &[data-chosen="true"] > a {
    font-weight: var(--base-text-weight-semibold);
  }
  > a {
    flex: 1;
    min-width: 0;
    padding: var(--base-size-8);
    color: inherit;
    overflow-wrap: anywhere;
  }
`;

const Foot = styled.div`
  padding: var(--base-size-12);
  border-top: 1px solid var(--borderColor-muted);
`;
