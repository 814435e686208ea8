import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "#api/session.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { Page } from "#ui/layout/Page.tsx";
import { NoticeSection } from "./NoticeSection.tsx";
import { PasskeySection } from "./PasskeySection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { Person } from "./Person.tsx";
import { SecondFactorSection } from "./SecondFactorSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";

/** /profile (3§2): the user, the password, the second factor, passkeys, sessions. */
export default function Profile() {
  const { t } = useTranslation("profile");
  const { t: tCommon } = useTranslation();
  const session = useSession();
  if (!session) return null;
  // Users acting as another user must not take over the account; the service refuses it as well.
  const isActingAs = session.roles.includes("ROLE_SWITCHED_USER");
  return (
    <Page title={tCommon("routes.profile")} width="text">
      <Stack>
        <Person session={session} />
        {isActingAs && (
          <Banner kind="warning" action={<Link to="/switchback">{tCommon("routes.switchBack")}</Link>}>
            {t("actingAsHint", { name: session.username })}
          </Banner>
        )}
        <PasswordSection username={session.username} disabled={isActingAs} />
        <SecondFactorSection disabled={isActingAs} />
        <PasskeySection disabled={isActingAs} />
        <SessionsSection disabled={isActingAs} />
        <NoticeSection disabled={isActingAs} />
      </Stack>
    </Page>
  );
}
