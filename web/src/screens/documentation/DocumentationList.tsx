import { ImageIcon } from "@primer/octicons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { numberLocale } from "../../i18n/language";
import { Flash } from "../../kit/Flash";
import { Page } from "../../kit/Page";
import { SourceTable } from "../../kit/table/SourceTable";
import { useDocumentationColumns } from "./documentationColumns";
import { documentationSource } from "./documentationSource";
import { ListSettingsMenu } from "./ListSettingsMenu";
import { useListSettings } from "./listSettings";

/** /documentation (2§2). */
export default function DocumentationList() {
  const { t } = useTranslation("documentation");
  const { t: common } = useTranslation();
  const [settings, setSettings] = useListSettings();
  const source = useMemo(() => documentationSource(settings.showHidden), [settings.showHidden]);
  const columns = useDocumentationColumns();
  const limit = settings.max === -1 ? Number.POSITIVE_INFINITY : settings.max;
  const title = common("routes.documentation");
  const number = (value: number) => value.toLocaleString(numberLocale());
  return (
    <Page title={title}>
      <SourceTable
        label={title}
        source={source}
        columns={columns}
        rowKey={({ id }) => id}
        inAddress
        limit={limit}
        searchHint={t("searchHint")}
        tools={<ListSettingsMenu settings={settings} onChange={setSettings} />}
        notice={(total) =>
          total > limit && (
            <Notice>
              <Flash kind="warning">{t("limitWarning", { total: number(total), max: number(limit) })}</Flash>
            </Notice>
          )
        }
        empty={{ icon: ImageIcon, title: t("emptyTitle"), text: t("emptyText") }}
      />
    </Page>
  );
}

const Notice = styled.div`
  margin-bottom: var(--base-size-12);
`;
