import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "../../api/session";
import { Flash } from "../../kit/Flash";
import { Stack } from "../../kit/layout";
import { Page } from "../../kit/Page";
import { PasswordSection } from "./PasswordSection";
import { Person } from "./Person";
import { SecondFactorSection } from "./SecondFactorSection";

/** /profile (3§2): who one is, the password, the second factor. */
export default function Profile() {
  const { t } = useTranslation("profile");
  const { t: common } = useTranslation();
  const session = useSession();
  if (!session) return null;
  // Whoever acts as a user must not come to own the account; the service refuses it as well.
  const switched = session.roles.includes("ROLE_SWITCHED_USER");
  return (
    <Page title={common("routes.profile")} width="text">
      <Stack>
        <Person session={session} />
        {switched && (
          <Flash kind="warning" action={<Link to="/switchback">{common("routes.switchBack")}</Link>}>
            {t("switched", { name: session.username })}
          </Flash>
        )}
        <PasswordSection username={session.username} disabled={switched} />
        <SecondFactorSection disabled={switched} />
      </Stack>
    </Page>
  );
}
