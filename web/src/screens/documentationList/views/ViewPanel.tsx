import { PencilIcon, PlusIcon, TrashIcon } from "@primer/octicons-react";
import { Button, IconButton } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { useCustomerId, useGrants, useSession } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import {
  createSavedView,
  deleteSavedView,
  type SavedView,
  updateSavedView,
} from "#domain/endpoints/documentation/savedView.ts";
import { Panel } from "#features/documentationList/filter/FilterButton.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { ListTitle, Muted, PlainNote } from "#ui/layout/typography.ts";
import { offerUndo } from "#ui/undo/undoStore.ts";
import { reviewViews, savedViewsKey, useViews } from "./savedViewQueries.ts";
import { ViewForm, type ViewInput } from "./ViewForm.tsx";

interface ViewPanelProps {
  currentQuery: string;
  close: () => void;
}

/** Opens, saves, edits and deletes views. Reviewers have built-in ones too. */
export default function ViewPanel({ currentQuery, close }: ViewPanelProps) {
  const { t } = useTranslation("documentationList");
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const session = useSession();
  const isReviewer = hasAuthority(useGrants(), "ROLE_DOCUMENTATION_WRITE");
  const views = useViews();
  /** The view being edited; "new" while creating one, null for none. */
  const [editedView, setEditedView] = useState<SavedView | "new" | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: savedViewsKey(customerId) });
  const save = useMutation({
    mutationFn: async ({ replacesQuery, ...input }: ViewInput) => {
      if (editedView === "new" || !editedView)
        return call(createSavedView, { body: { ...input, query: currentQuery } });
      const { id, version, query } = editedView;
      return call(updateSavedView, {
        params: { id },
        body: { ...input, version, query: replacesQuery && currentQuery ? currentQuery : query },
      });
    },
    meta: { handlesErrors: true },
    onSuccess: async () => {
      await refresh();
      setEditedView(null);
    },
  });
  const deletion = useMutation({
    mutationFn: ({ id }: SavedView) => call(deleteSavedView, { params: { id } }),
    onSuccess: async (_, { name, query, shared }) => {
      await refresh();
      offerUndo(t("views.deleted", { name }), async () => {
        await call(createSavedView, { body: { name, query, shared } });
        await refresh();
      });
    },
  });
  const startEditing = (view: SavedView | "new") => {
    save.reset();
    setEditedView(view);
  };
  if (editedView)
    return (
      <ViewForm
        request={
          editedView === "new"
            ? { name: "", shared: false, replacesQuery: true }
            : { name: editedView.name, shared: editedView.shared, replacesQuery: false }
        }
        differs={editedView !== "new" && currentQuery !== "" && editedView.query !== currentQuery}
        busy={save.isPending}
        error={save.error}
        onSave={(request) => save.mutate(request)}
        onCancel={() => setEditedView(null)}
      />
    );
  if (views.error instanceof ApiError && !views.data)
    return <LoadError failure={views.error} onRetry={() => views.refetch()} />;
  if (!views.data) return <Loading />;
  const renderGroup = (title: string, items: readonly SavedView[]) =>
    items.length > 0 && (
      <section>
        <Title as="h2">{title}</Title>
        <ul>
          {items.map((view) => (
            <Item key={view.id} data-chosen={view.query === currentQuery}>
              <Link
                to={`/documentation?${view.query}`}
                aria-current={view.query === currentQuery || undefined}
                onClick={close}
              >
                {view.name}
                {!view.isOwn && <PlainNote as="span"> {view.owner}</PlainNote>}
              </Link>
              {view.isOwn && (
                <>
                  <IconButton
                    icon={PencilIcon}
                    size="small"
                    variant="invisible"
                    aria-label={t("views.edit", { name: view.name })}
                    onClick={() => startEditing(view)}
                  />
                  <IconButton
                    icon={TrashIcon}
                    size="small"
                    variant="invisible"
                    aria-label={t("views.delete", { name: view.name })}
                    onClick={() => deletion.mutate(view)}
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
      <ScrollArea>
        {views.data.length === 0 && <Muted as="p">{t("views.empty")}</Muted>}
        {session && isReviewer && (
          <section>
            <Title as="h2">{t("views.review")}</Title>
            <ul>
              {reviewViews(session.userId).map(({ name, query }) => (
                <Item key={name} data-chosen={query === currentQuery}>
                  <Link
                    to={`/documentation?${query}`}
                    aria-current={query === currentQuery || undefined}
                    onClick={close}
                  >
                    {t(`views.${name}`)}
                  </Link>
                </Item>
              ))}
            </ul>
          </section>
        )}
        {renderGroup(
          t("views.myViews"),
          views.data.filter(({ isOwn }) => isOwn),
        )}
        {renderGroup(
          t("views.sharedViews"),
          views.data.filter(({ isOwn }) => !isOwn),
        )}
      </ScrollArea>
      <Footer>
        <Button
          block
          leadingVisual={PlusIcon}
          disabled={currentQuery === ""}
          onClick={() => startEditing("new")}
        >
          {t("views.save")}
        </Button>
        {currentQuery === "" && <PlainNote as="p">{t("views.nothingToSave")}</PlainNote>}
      </Footer>
    </Panel>
  );
}

const ScrollArea = styled.div`
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

const Footer = styled.div`
  padding: var(--base-size-12);
  border-top: 1px solid var(--borderColor-muted);
`;
