import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useItem } from "#api/resource.ts";
import { acceptsDeviceUploads } from "#domain/documentation/completion.ts";
import { isReadOnlyForStaff } from "#domain/documentation/status.ts";
import { listTemplatesOfCustomer } from "#domain/endpoints/configuration/templateCalls.ts";
import { template } from "#domain/resources/index.ts";
import { StatusLabel } from "#features/documentation/StatusLabel.tsx";
import { useDetails, useFiles, usePhotos, useTasks } from "#features/documentation/useDocumentation.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";
import { MappingForm } from "./MappingForm.tsx";

/** /changeTemplate/{id} [super admin] (2§2): maps a documentation's tasks and photos to another template. */
export default function ChangeTemplate() {
  const { uuid = "" } = useParams();
  const { t } = useTranslation("tools");
  const { t: tCommon } = useTranslation();
  const details = useDetails(uuid);
  const title = tCommon("routes.changeTemplateOf");
  const row = details.data;
  return (
    <Page
      title={row ? (row.alias ?? row.name) : title}
      context={<Link to="/changeTemplate">{tCommon("routes.changeTemplate")}</Link>}
      lead={t("change.matchLead")}
      trailing={row && <StatusLabel {...row} />}
    >
      {details.error && !row ? (
        <LoadError failure={details.error} onRetry={() => details.refetch()} />
      ) : !row ? (
        <Loading />
      ) : acceptsDeviceUploads(row.status) || isReadOnlyForStaff(row.status) ? (
        <Banner kind="warning">{t("change.notCompletedYet")}</Banner>
      ) : (
        <TemplateStep key={`${row.id}/${row.version}`} row={row} />
      )}
    </Page>
  );
}

function TemplateStep({ row }: { row: NonNullable<ReturnType<typeof useDetails>["data"]> }) {
  const { t } = useTranslation("tools");
  const [selectedOption, setSelectedOption] = useState<Option | null>(null);
  const target = useItem(template, selectedOption?.id ?? null);
  const tasks = useTasks(row.id);
  const photos = usePhotos(row.id, Math.max(row.numberOfPhotos, row.uploadedPhotos) + 1, row.uploadedPhotos);
  const files = useFiles(row.id);
  const error = target.error ?? tasks.error ?? photos.error ?? files.error;
  const retry = () => Promise.all([target.refetch(), tasks.refetch(), photos.refetch(), files.refetch()]);
  const fetchTemplates = async (q: string, signal: AbortSignal): Promise<Option[]> =>
    (await call(listTemplatesOfCustomer, { params: { id: String(row.customerId) }, signal })).items
      .filter(({ name }) => name.toLocaleLowerCase().includes(q.toLocaleLowerCase()))
      .map(({ id, name }) => ({ id, label: name }));
  return (
    <Column>
      <SelectColumn>
        <ServerSelect
          name="template"
          label={t("change.template")}
          caption={t("change.currentTemplate", { template: row.templateName })}
          required
          value={selectedOption}
          queryKey={`templatesOf/${row.customerId}`}
          find={fetchTemplates}
          onChange={setSelectedOption}
        />
      </SelectColumn>
      {selectedOption &&
        (error ? (
          <LoadError failure={error} onRetry={retry} />
        ) : !target.data || !tasks.data || photos.loading || !files.data ? (
          <Loading />
        ) : (
          <MappingForm
            key={selectedOption.id}
            documentation={row}
            source={{ tasks: tasks.data, photos: photos.photos, files: files.data }}
            template={target.data}
          />
        ))}
    </Column>
  );
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  max-width: 1040px;
`;

const SelectColumn = styled.div`
  max-width: 480px;
`;
