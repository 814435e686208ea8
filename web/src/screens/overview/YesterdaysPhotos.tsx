import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { Inline, SectionHeader } from "#ui/layout/boxes.ts";
import { Muted, SectionTitle } from "#ui/layout/typography.ts";
import { useCountText } from "./countText.ts";
import type { OverviewResponse } from "./overviewLinks.ts";

/** The newest photos of yesterday; each links to its documentation. */
export function YesterdaysPhotos({ count, items }: OverviewResponse["photos"]) {
  const { t } = useTranslation("overview");
  const countText = useCountText();
  return (
    <section aria-label={t("photos")}>
      <SectionHeader>
        <SectionTitle>{t("photos")}</SectionTitle>
        {count > items.length && (
          <Inline>
            <Muted>{t("photosShown", { shown: items.length, formattedCount: countText(count) })}</Muted>
            <Link to="/photo">{t("allPhotos")}</Link>
          </Inline>
        )}
      </SectionHeader>
      {items.length === 0 ? (
        <Muted as="p">{t("photosEmpty")}</Muted>
      ) : (
        <Photos>
          {items.map((photo) => {
            const { id, documentationId, documentationName, name, alias } = photo;
            return (
              <li key={id}>
                <Photo
                  to={`/documentation/details/${documentationId}?photo=${id}`}
                  aria-label={t("photo", { name: alias ?? name, documentation: documentationName })}
                >
                  <PhotoImage photo={photo} small />
                  <Name>{documentationName}</Name>
                </Photo>
              </li>
            );
          })}
        </Photos>
      )}
    </section>
  );
}

const Photos = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(132px, 1fr));
  gap: var(--base-size-16);
  @media (max-width: 767px) {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: var(--base-size-8);
  }
`;

const Photo = styled(Link)`
  display: block;
  border-radius: var(--borderRadius-medium);
  color: var(--fgColor-muted);
  &:hover img {
    opacity: 0.88;
  }
`;

const Name = styled.span`
  display: block;
  margin-top: var(--base-size-4);
  overflow: hidden;
  font-size: var(--text-body-size-small);
  text-overflow: ellipsis;
  white-space: nowrap;
`;
