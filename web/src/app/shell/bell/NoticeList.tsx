import {
  AlertIcon,
  BellIcon,
  CheckCircleIcon,
  CommentDiscussionIcon,
  DeviceCameraIcon,
  HourglassIcon,
  type Icon,
  InboxIcon,
  MentionIcon,
  PersonIcon,
  ReplyIcon,
} from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useCustomerId, useGrants, useSession } from "#api/session.ts";
import {
  listNotices,
  type NoticeKind,
  type NoticeRow,
  noticePath,
  readNotices,
} from "#domain/endpoints/account/notice.ts";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { BoxTitle, FillText, Note, VisuallyHidden } from "#ui/layout/typography.ts";

const icons: Record<NoticeKind, Icon> = {
  FILES_CAME: InboxIcon,
  UPLOAD_HANGS: HourglassIcon,
  EXPORT_FAILED: AlertIcon,
  EXPORT_READY: CheckCircleIcon,
  SENT_BACK: ReplyIcon,
  RETAKEN: DeviceCameraIcon,
  MENTIONED: MentionIcon,
  REPLIED: CommentDiscussionIcon,
  ASSIGNED: PersonIcon,
  RETAKE_LATE: HourglassIcon,
};

/** The list of notices. Following one marks it as read, except while acting as another user. */
export default function NoticeList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("notice");
  const { t: tCommon } = useTranslation();
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const isActingAs = useSession()?.roles.includes("ROLE_SWITCHED_USER") ?? false;
  const key = [customerId, "notices"];
  const query = useQuery({
    queryKey: [...key, "list"],
    queryFn: ({ signal }) => call(listNotices, { signal }),
    staleTime: 0,
    meta: { handlesErrors: true },
  });
  const markAsRead = useMutation({
    mutationFn: (ids: string[]) => call(readNotices, { body: { ids } }),
    onSuccess: (response) => {
      queryClient.setQueryData([...key, "unread"], response);
      return queryClient.invalidateQueries({ queryKey: [...key, "list"] });
    },
  });
  const unread = (query.data?.items ?? []).filter(({ read }) => read === null).map(({ id }) => id);
  return (
    <Panel>
      <Header>
        <BoxTitle>{tCommon("bell.title")}</BoxTitle>
        {unread.length > 0 && !isActingAs && (
          <Button
            size="small"
            variant="invisible"
            loading={markAsRead.isPending}
            onClick={() => markAsRead.mutate(unread)}
          >
            {t("readAll")}
          </Button>
        )}
      </Header>
      <QueryContent query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={BellIcon} title={t("empty")} text={t("emptyText")} />
          ) : (
            <List>
              {items.map((notice) => (
                <Item
                  key={notice.id}
                  notice={notice}
                  onFollow={() => {
                    if (notice.read === null && !isActingAs) markAsRead.mutate([notice.id]);
                    onClose();
                  }}
                />
              ))}
            </List>
          )
        }
      </QueryContent>
    </Panel>
  );
}

function Item({ notice, onFollow }: { notice: NoticeRow; onFollow: () => void }) {
  const { t } = useTranslation("notice");
  const grants = useGrants();
  const { kind, documentationName, params, dateCreated, read } = notice;
  const KindIcon = icons[kind];
  return (
    <li>
      <NoticeLink to={noticePath(notice, grants)} onClick={onFollow} data-unread={read === null}>
        <KindIcon />
        <FillText as="div">
          <StatusText>
            {read === null && <VisuallyHidden>{t("unreadLabel")} </VisuallyHidden>}
            {t(`kinds.${kind}`, {
              count: Number(params.count ?? 1),
              destination: params.to ?? "",
              author: params.by ?? "",
            })}
          </StatusText>
          {documentationName && <div>{documentationName}</div>}
          {(params.reason || params.text) && <Note as="div">{params.reason || params.text}</Note>}
          {params.day && <Note as="div">{t("reviewBy", { day: params.day })}</Note>}
          <Note as="div">
            <DateTime value={dateCreated} />
          </Note>
        </FillText>
      </NoticeLink>
    </li>
  );
}

const Panel = styled.div`
  display: flex;
  flex-direction: column;
  width: min(380px, calc(100vw - 32px));
  max-height: min(560px, 80vh);
`;

const Header = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: space-between;
  min-height: 48px;
  padding: 0 var(--base-size-8) 0 var(--base-size-16);
  border-bottom: 1px solid var(--borderColor-muted);
`;

const List = styled.ul`
  overflow-y: auto;
  overscroll-behavior: contain;
  > li + li {
    border-top: 1px solid var(--borderColor-muted);
  }
`;

const NoticeLink = styled(Link)`
  display: flex;
  gap: var(--base-size-12);
  padding: var(--base-size-12) var(--base-size-16);
  border-left: 2px solid transparent;
  color: var(--fgColor-default);
  &:hover {
    background: var(--bgColor-muted);
    text-decoration: none;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[data-unread="true"] {
    border-left-color: var(--borderColor-accent-emphasis);
  }
  > svg {
    flex: none;
    margin-top: 3px;
    color: var(--fgColor-muted);
  }
`;

/** Unread notices stand out by their text; time and documentation stay muted. */
const StatusText = styled.div`
  [data-unread="true"] & {
    font-weight: var(--base-text-weight-semibold);
  }
`;
