import { ReplyIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { findHandedOver, type HandedOverDocumentation } from "#domain/endpoints/capture/handover.ts";
import { resumeState } from "#features/resume.ts";
import { useOnline } from "#offline/useOnline.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { FillWidth } from "#ui/layout/boxes.ts";
import { Breakable, Muted, Note, SectionTitle, Strong } from "#ui/layout/typography.ts";
import { CardList, CardRow } from "../CardList.ts";
import { draftPath } from "../paths.ts";
import { FetchedByNote } from "./FetchedByNote.tsx";

/** More can be found in the documentation list, filtered by status. */
const maxRows = 20;

interface HandedOverListProps {
  draftIds: ReadonlySet<string>;
  /** True while content above is loading, which would push the list down. */
  isWaiting: boolean;
}

/** Handed-over documentations that can be resumed, except those with a draft in this browser. Those that were sent back come first. */
export function HandedOverList({ draftIds, isWaiting }: HandedOverListProps) {
  const { t } = useTranslation("capture");
  const customerId = useCustomerId();
  const isOnline = useOnline();
  const query = useQuery({
    queryKey: [customerId, "handedOver"],
    queryFn: ({ signal }) =>
      call(findHandedOver, { query: { max: maxRows }, signal }).then(({ items }) => items),
    enabled: isOnline,
    // The page works without this list.
    meta: { handlesErrors: true },
  });
  const items = (query.data ?? [])
    .filter(({ id }) => !draftIds.has(id))
    .toSorted((a, b) => Number(b.retakes > 0) - Number(a.retakes > 0));
  if (items.length === 0 || isWaiting) return null;
  return (
    <section aria-labelledby="handed-over-title">
      <SectionTitle id="handed-over-title">{t("handedOver.title")}</SectionTitle>
      <Lead as="p">{t("handedOver.lead")}</Lead>
      <CardList>
        {items.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </CardList>
    </section>
  );
}

function Row({ row }: { row: HandedOverDocumentation }) {
  const { t } = useTranslation("capture");
  const name = row.alias ?? row.name;
  return (
    <CardRow>
      <FillWidth>
        <Breakable as={Strong}>{name}</Breakable>
        <Note as="div">
          {[row.templateName, row.creator, t("drafts.photos", { count: row.uploadedPhotos })].join(" · ")}
        </Note>
        {row.retakes > 0 && (
          <SentBack>
            <ReplyIcon /> {t("handedOver.sentBack")}
            {row.retakeDueDay && ` · ${t("handedOver.answerBy", { day: row.retakeDueDay })}`}
          </SentBack>
        )}
        <Note as="div">
          {row.fetched ? <FetchedByNote fetched={row.fetched} /> : <DateTime value={row.dateCreated} />}
        </Note>
      </FillWidth>
      <Button
        as={Link}
        to={draftPath(row.id)}
        state={resumeState}
        aria-label={t("drafts.resumeOf", { name })}
      >
        {t("handedOver.resume")}
      </Button>
    </CardRow>
  );
}

const Lead = styled(Muted)`
  margin-bottom: var(--base-size-8);
`;

const SentBack = styled.div`
  color: var(--fgColor-attention);
  font-size: var(--text-body-size-small);
`;
