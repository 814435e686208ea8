import { Button } from "@primer/react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import styled from "styled-components";
import { matchesSearch } from "#domain/core/text/searchTerms.ts";
import { startTour } from "#features/tour/tourStore.ts";
import { Page } from "#ui/layout/Page.tsx";
import { Muted, SectionTitle } from "#ui/layout/typography.ts";
import { SearchBox } from "#ui/table/SearchBox.tsx";
import { SearchSlot, Toolbar } from "#ui/table/styles.ts";
import { type HelpSection, useHelpSections } from "./useHelpSections.ts";

/** /help: explains the statuses, pages, shortcuts and roles to the user, with a search. */
export default function Help() {
  const { t } = useTranslation("help");
  const { t: tCommon } = useTranslation();
  const [params, setParams] = useSearchParams();
  const q = params.get("q") ?? "";
  const sections = useHelpSections();
  const matches = useMemo(() => filterSections(sections, q), [sections, q]);
  return (
    <Page
      title={tCommon("routes.help")}
      lead={t("lead")}
      width="text"
      actions={<Button onClick={startTour}>{t("startTour")}</Button>}
    >
      <Toolbar role="search">
        <SearchSlot>
          <SearchBox
            value={q}
            hint={t("search")}
            onSearch={(text) => setParams(text === "" ? {} : { q: text }, { replace: true })}
          />
        </SearchSlot>
      </Toolbar>
      <div role="status">
        {matches.length === 0 && <Muted as="p">{t("noMatches", { query: q.trim() })}</Muted>}
      </div>
      {matches.map(({ id, title, topics }) => (
        <Section key={id} id={id} aria-labelledby={`${id}-title`}>
          <SectionTitle id={`${id}-title`}>{title}</SectionTitle>
          <Topics>
            {topics.map((topic) => (
              <div key={`${topic.title} ${topic.text}`}>
                <dt>{topic.to ? <Link to={topic.to}>{topic.title}</Link> : topic.title}</dt>
                <dd>
                  {topic.text}
                  <TopicExtra>{topic.extra}</TopicExtra>
                </dd>
              </div>
            ))}
          </Topics>
        </Section>
      ))}
    </Page>
  );
}

/** Sections with the topics that match; all topics of a section whose title matches. */
const filterSections = (sections: readonly HelpSection[], q: string): HelpSection[] =>
  sections.flatMap((section) => {
    const topics = matchesSearch([section.title], q)
      ? section.topics
      : section.topics.filter(({ title, text }) => matchesSearch([title, text], q));
    return topics.length > 0 ? [{ ...section, topics }] : [];
  });

const TopicExtra = ({ children }: { children: ReactNode }) => children && <Extra>{children}</Extra>;

const Section = styled.section`
  margin-bottom: var(--base-size-32);
  scroll-margin-top: calc(var(--frame-height, 0px) + var(--base-size-16));
`;

const Topics = styled.dl`
  display: grid;
  gap: var(--base-size-16);
  margin-top: var(--base-size-12);
  dt {
    font-weight: var(--base-text-weight-semibold);
  }
  dd {
    color: var(--fgColor-muted);
  }
`;

const Extra = styled.div`
  margin-top: var(--base-size-8);
  color: var(--fgColor-default);
`;
