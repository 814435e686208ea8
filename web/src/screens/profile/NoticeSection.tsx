import { Checkbox, FormControl } from "@primer/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { getDailyMail, setDailyMail } from "#domain/endpoints/account/notice.ts";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { ProfileSection } from "./Part.tsx";

/** Setting for a daily mail with the unread notices. */
export function NoticeSection({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation("profile");
  const queries = useQueryClient();
  const queryKey = [useCustomerId(), "notices", "dailyMail"];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(getDailyMail, { signal }) });
  const change = useMutation({
    mutationFn: (dailyMail: boolean) => call(setDailyMail, { body: { dailyMail } }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <ProfileSection title={t("notifications.title")}>
      <QueryContent query={query}>
        {({ dailyMail, email }) => (
          <FormControl disabled={disabled || change.isPending}>
            <Checkbox
              checked={change.isPending ? change.variables : dailyMail}
              onChange={({ target }) => change.mutate(target.checked)}
            />
            <FormControl.Label>{t("notifications.dailyMail")}</FormControl.Label>
            <FormControl.Caption>
              {email ? t("notifications.dailyMailHint", { email }) : t("notifications.noAddress")}
            </FormControl.Caption>
          </FormControl>
        )}
      </QueryContent>
    </ProfileSection>
  );
}
