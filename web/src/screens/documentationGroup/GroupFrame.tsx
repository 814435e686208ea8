import { StackIcon } from "@primer/octicons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { DocumentationGroupRow } from "../../../../domain/endpoints/documentationGroup";
import { Failure } from "../../api/failure";
import { Blank } from "../../kit/Blank";
import { LoadFailed } from "../../kit/LoadFailed";
import { Loading } from "../../kit/Loading";
import { useGroupAddress } from "./groupPath";
import { useGroup } from "./useGroup";

interface GroupFrameProps {
  /** The list it lies under. */
  list: "/documentationGroup" | "/documentationComparison" | "/formMonth";
  children: (group: DocumentationGroupRow) => ReactNode;
}

/** The page of one name or tag, once it is known that there is one. */
export function GroupFrame({ list, children }: GroupFrameProps) {
  const { t } = useTranslation("group");
  const address = useGroupAddress();
  const group = useGroup(address);
  if (group.data) return children(group.data);
  if (!(group.error instanceof Failure) || group.isFetching) return <Loading />;
  return group.error.status === 404 ? (
    <Blank as="h1" icon={StackIcon} title={t("notFound")} action={<ListLink list={list} />} />
  ) : (
    <LoadFailed failure={group.error} onRetry={() => group.refetch()} />
  );
}

export function ListLink({ list }: Pick<GroupFrameProps, "list">) {
  const { t } = useTranslation();
  return <Link to={list}>{t(`routes.${routes[list]}`)}</Link>;
}

const routes = {
  "/documentationGroup": "documentationGroup",
  "/documentationComparison": "documentationComparison",
  "/formMonth": "formMonth",
} as const;
