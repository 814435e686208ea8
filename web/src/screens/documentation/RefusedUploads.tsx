import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { isProblemCode } from "#domain/core/problem.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { BottomSpace } from "#ui/layout/boxes.ts";

type RefusedUploadList = DocumentationDetails["refusedUploads"];

/** Lists refused uploads, so that no photo or file goes missing unnoticed. */
export function RefusedUploads({ uploads }: { uploads: RefusedUploadList }) {
  const { t } = useTranslation("documentation");
  if (uploads.length === 0) return null;
  return (
    <BottomSpace>
      <Banner kind="warning">
        <strong>{t("refusedUploads.title", { count: uploads.length })}</strong>
        <div>{t("refusedUploads.text")}</div>
        <List>
          {uploads.map(({ id, name, reason, dateCreated }) => (
            <li key={id}>
              <b>{name}</b>: <Reason reason={reason} /> (<DateTime value={dateCreated} />)
            </li>
          ))}
        </List>
      </Banner>
    </BottomSpace>
  );
}

/** Reasons are codes of the problem catalogue; older rows may hold others. */
function Reason({ reason }: { reason: string }) {
  const { t } = useTranslation();
  const { t: tDocumentation } = useTranslation("documentation");
  if (isProblemCode(reason)) return t(`problem.${reason}`);
  return tDocumentation("refusedUploads.reasonUnknown", { reason });
}

const List = styled.ul`
  margin-top: var(--base-size-4);
  padding-left: var(--base-size-20);
  list-style: disc;
  b {
    font-weight: var(--base-text-weight-semibold);
    overflow-wrap: anywhere;
  }
`;
