import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "../../api/session";
import { Banner } from "../../kit/Flash";
import { Page } from "../../kit/Page";
import { Stack } from "../../kit/stacks";
import { NoticeSection } from "./NoticeSection";
import { PasswordSection } from "./PasswordSection";
import { Person } from "./Person";
import { SecondFactorSection } from "./SecondFactorSection";

/** /profile (3§2): the user, the password, the second factor. */
export default function Profile() {
  const { t } = useTranslation("profile");
  const { t: common } = useTranslation();
  const session = useSession();
  if (!session) return null;
  // People who act as a user must not take over the account; the service refuses it as well.
  const switched = session.roles.includes("ROLE_SWITCHED_USER");
  return (
    <Page title={common("routes.profile")} width="text">
      <Stack>
        <Person session={session} />
        {switched && (
          <Banner kind="warning" action={<Link to="/switchback">{common("routes.switchBack")}</Link>}>
            {t("switched", { name: session.username })}
          </Banner>
        )}
        <PasswordSection username={session.username} disabled={switched} />
        <SecondFactorSection disabled={switched} />
        <NoticeSection disabled={switched} />
      </Stack>
    </Page>
  );
}
