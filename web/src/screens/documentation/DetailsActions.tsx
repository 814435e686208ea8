import { PeopleIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useGrants } from "#api/session.ts";
import { isReadOnlyForStaff } from "#domain/documentation/status.ts";
import type { DocumentationDetails, FileRow, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { ExportButton } from "#features/export/ExportButton.tsx";
import { canResume, resumePath, resumeState } from "#features/resume.ts";
import { IconOnlyOnPhone } from "#ui/layout/boxes.ts";
import type { getDocumentationPermissions } from "./change/documentationPermissions.ts";
import { HeaderActions } from "./change/HeaderActions.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { mainStatusOf, type useReviewActions } from "./queue/useReviewActions.tsx";

interface DetailsActionsProps {
  details: DocumentationDetails;
  permissions: ReturnType<typeof getDocumentationPermissions>;
  reviewActions: ReturnType<typeof useReviewActions>;
  showsFormFirst: boolean;
  photos: readonly PhotoRow[];
  files: readonly FileRow[] | undefined;
  printButton: ReactNode;
}

/** The actions on the whole documentation. */
export function DetailsActions(props: DetailsActionsProps) {
  const { details, permissions, reviewActions, showsFormFirst, photos, files, printButton } = props;
  const { t } = useTranslation("documentation");
  const grants = useGrants();
  const { id } = details;
  // One primary button: the decision, if it can be made now.
  const mainStatus = mainStatusOf(permissions);
  const canDecide = mainStatus !== undefined && permissions.statuses.includes(mainStatus);
  return (
    <>
      {canResume(grants, details) && (
        <Button
          as={Link}
          to={resumePath(id)}
          state={details.fetched ? undefined : resumeState}
          variant={canDecide ? "default" : "primary"}
          leadingVisual={PeopleIcon}
        >
          {t("resume")}
        </Button>
      )}
      <HeaderActions details={details} permissions={permissions} reviewActions={reviewActions} />
      {printButton}
      <IconOnlyOnPhone>
        <ExportMenu details={details} hasFormProduct={showsFormFirst} photos={photos} />
        {!isReadOnlyForStaff(details.status) && (
          <ExportButton
            source={{
              kind: "documentation",
              id,
              name: details.alias ?? details.name,
              templateId: details.templateId,
              status: details.status,
              photos,
              files,
              hasThreads: details.threadCount > 0,
            }}
          />
        )}
      </IconOnlyOnPhone>
    </>
  );
}
