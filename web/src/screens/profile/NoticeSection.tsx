import { Checkbox, FormControl } from "@primer/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import type { BodyOf } from "#domain/contract/endpoint.ts";
import { getDailyMail, setDailyMail } from "#domain/endpoints/account/notice.ts";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { ProfileSection } from "./Part.tsx";

/** Settings for a daily mail with the unread notices, for mails of mentions and replies, and for the weekly mail of figures. */
export function NoticeSection({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation("profile");
  const queryClient = useQueryClient();
  const canSeeProgress = hasAuthority(useGrants(), "ROLE_PROGRESS");
  const mailSettings = [
    "dailyMail",
    "instantMail",
    ...(canSeeProgress ? ["weeklyMail" as const] : []),
  ] as const;
  const queryKey = [useCustomerId(), "notices", "dailyMail"];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(getDailyMail, { signal }) });
  const change = useMutation({
    mutationFn: (settings: BodyOf<typeof setDailyMail>) => call(setDailyMail, { body: settings }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <ProfileSection title={t("notifications.title")}>
      <QueryContent query={query}>
        {({ email, ...settings }) => (
          <Stack $gap={12}>
            {mailSettings.map((setting) => (
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
