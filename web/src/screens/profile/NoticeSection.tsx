import { Checkbox, FormControl } from "@primer/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import type { BodyOf } from "#domain/contract/endpoint.ts";
import { getDailyMail, setDailyMail } from "#domain/endpoints/account/notice.ts";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { ProfileSection } from "./Part.tsx";

/** Settings for a daily mail with the unread notices, and for mails of mentions and replies. */
export function NoticeSection({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation("profile");
  const queries = useQueryClient();
  const queryKey = [useCustomerId(), "notices", "dailyMail"];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(getDailyMail, { signal }) });
  const change = useMutation({
    mutationFn: (settings: BodyOf<typeof setDailyMail>) => call(setDailyMail, { body: settings }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <ProfileSection title={t("notifications.title")}>
      <QueryContent query={query}>
        {({ email, ...settings }) => (
          <Stack $gap={12}>
            {(["dailyMail", "instantMail"] as const).map((setting) => (
              <FormControl key={setting} disabled={disabled || change.isPending}>
                <Checkbox
                  checked={
                    change.isPending ? (change.variables[setting] ?? settings[setting]) : settings[setting]
                  }
                  onChange={({ target }) => change.mutate({ [setting]: target.checked })}
                />
                <FormControl.Label>{t(`notifications.${setting}`)}</FormControl.Label>
                <FormControl.Caption>
                  {email ? t(`notifications.${setting}Hint`, { email }) : t("notifications.noAddress")}
                </FormControl.Caption>
              </FormControl>
            ))}
          </Stack>
        )}
      </QueryContent>
    </ProfileSection>
  );
}
