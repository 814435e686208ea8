import { Button, Label } from "@primer/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useSession } from "#api/session.ts";
import {
  endOtherSessions,
  endOwnSession,
  listSessions,
  type OpenSession,
} from "#domain/endpoints/account/sessionList.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { DetailsItem, Inline } from "#ui/layout/boxes.ts";
import { Muted, Note } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { ItemText, ProfileSection } from "./Part.tsx";
import { parseUserAgent } from "./programName.ts";

/** The user's open sessions, which they can end. */
export function SessionsSection({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation("profile");
  const currentSession = useSession();
  const confirm = useConfirm();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [currentSession?.customerId, "sessions", currentSession?.userId],
    queryFn: ({ signal }) => call(listSessions, { signal }),
    meta: { handlesErrors: true },
    staleTime: 0,
  });
  const end = useMutation({
    mutationFn: (id: string) => call(endOwnSession, { params: { id } }),
    onSuccess: () => showAlert("success", t("sessions.endSuccess")),
    onSettled: () => refetch(),
  });
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: ({ count }) => showAlert("success", t("sessions.endOthersSuccess", { count })),
    onSettled: () => refetch(),
  });
  async function confirmEndOthers() {
    const isConfirmed = await confirm({
      title: t("sessions.endOthersTitle"),
      text: t("sessions.endOthersText"),
      confirm: t("sessions.endOthers"),
      danger: true,
    });
    if (isConfirmed) endOthers.mutate();
  }
  return (
    <ProfileSection title={t("sessions.title")}>
      <Muted as="p">{t("sessions.lead")}</Muted>
      {data ? (
        <>
          <ul>
            {data.items.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                disabled={disabled}
                isEnding={end.isPending && end.variables === session.id}
                onEnd={() => end.mutate(session.id)}
              />
            ))}
          </ul>
          {data.items.length > 1 && (
            <div>
              <Button
                variant="danger"
                disabled={disabled}
                loading={endOthers.isPending}
                onClick={() => void confirmEndOthers()}
              >
                {t("sessions.endOthers")}
              </Button>
            </div>
          )}
        </>
      ) : error && !isFetching ? (
        <LoadError failure={error} onRetry={() => refetch()} />
      ) : (
        <Loading />
      )}
    </ProfileSection>
  );
}

interface SessionRowProps {
  session: OpenSession;
  disabled: boolean;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, disabled, isEnding, onEnd }: SessionRowProps) {
  const { t } = useTranslation("profile");
  const { browser, system } = parseUserAgent(session.userAgent);
  const name =
    browser && system
      ? t("sessions.browser", { browser, system })
      : (browser ?? system ?? t("sessions.unknown"));
  const address = session.address ?? t("sessions.noAddress");
  const date = formatDateTime(session.dateCreated);
  return (
    <DetailsItem>
      <ItemText>
        <Inline>
          <strong>{name}</strong>
          {session.current && <Label variant="success">{t("sessions.current")}</Label>}
          {session.actingAs && <Label>{t("sessions.actingAs", { name: session.actingAs })}</Label>}
        </Inline>
        <Note as="p">{t("sessions.loggedIn", { date, address })}</Note>
        <Note as="p">{t("sessions.lastUsed", { date: formatDateTime(session.lastRefreshed) })}</Note>
      </ItemText>
      {!session.current && (
        <Button
          size="small"
          disabled={disabled}
          loading={isEnding}
          aria-label={t("sessions.endSessionOf", { name, date })}
          onClick={onEnd}
        >
          {t("sessions.endSession")}
        </Button>
      )}
    </DetailsItem>
  );
}
