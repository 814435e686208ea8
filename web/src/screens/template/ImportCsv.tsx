import { DownloadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { fetchList } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import { getImportCSVTemplate, importCSV } from "#domain/endpoints/configuration/templateCalls.ts";
import { template } from "#domain/resources/index.ts";
import type { CsvSeparator } from "#domain/template/templateCsv.ts";
import { fetchCustomers } from "#features/customer/CustomerField.tsx";
import { useDownload } from "#features/useDownload.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { SelectControl } from "#ui/input/labelledControls.tsx";
import { Inline, Stack } from "#ui/layout/boxes.ts";
import { Page } from "#ui/layout/Page.tsx";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";
import { CsvFile } from "./import/CsvFile.tsx";
import { CsvPreview } from "./import/CsvPreview.tsx";
import type { CsvContent } from "./import/readCsv.ts";

/** /importCSV [super admin] (3§2): previews the file before anything is written. */
export default function ImportCsv() {
  const { t } = useTranslation("template");
  const { t: tCommon } = useTranslation();
  const queryClient = useQueryClient();
  const sessionCustomerId = useCustomerId();
  const download = useDownload();
  const [customer, setCustomer] = useState<Option | null>(null);
  const [selectedTemplate, setSelectedTemplate] = useState<Option | null>(null);
  const [file, setFile] = useState<CsvContent | null>(null);
  const [separator, setSeparator] = useState<CsvSeparator>(",");
  const [isSubmitted, setIsSubmitted] = useState(false);
  // A preview belongs to one file, template and separator; changing any of them discards it.
  const request = { id: selectedTemplate?.id ?? "", data: file?.data ?? "", columnSeparator: separator };
  const previewedRequest = useRef(request);

  const preview = useMutation({
    mutationFn: () => {
      previewedRequest.current = request;
      return call(importCSV, { body: { ...request, preview: true } });
    },
    meta: { handlesErrors: true },
  });
  const importTasks = useMutation({
    mutationFn: (skipFaulty: boolean) =>
      call(importCSV, { body: { ...previewedRequest.current, skipFaulty } }),
    meta: { handlesErrors: true },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [sessionCustomerId, "template"] }),
  });
  const createChangeHandler =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      preview.reset();
      importTasks.reset();
    };
  const failure = [importTasks.error, preview.error].find((error) => error instanceof ApiError);
  const getRequiredError = (value: unknown) =>
    isSubmitted && !value ? tCommon("field.required") : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsSubmitted(true);
    if (customer && selectedTemplate && file?.data && !preview.isPending) preview.mutate();
  }

  return (
    <Page title={tCommon("routes.importCSV")} lead={t("csv.lead")}>
      <Form onSubmit={submit} noValidate>
        <ServerSelect
          name="customer"
          label={t("csv.customer")}
          placeholder={tCommon("form.chooseCustomer")}
          required
          message={getRequiredError(customer)}
          value={customer}
          queryKey="customerOptions"
          find={fetchCustomers}
          onChange={createChangeHandler((next: Option | null) => {
            setCustomer(next);
            setSelectedTemplate(null);
          })}
        />
        <ServerSelect
          key={customer?.id}
          name="template"
          label={t("csv.template")}
          placeholder={t("chooseSearch")}
          required
          disabled={!customer}
          message={getRequiredError(selectedTemplate)}
          value={selectedTemplate}
          queryKey={`templatesOf${customer?.id}`}
          find={async (q, signal) =>
            (await fetchList(template, { q, max: 100, customerId: Number(customer?.id) }, signal)).map(
              ({ id, name }) => ({ id, label: name }),
            )
          }
          onChange={createChangeHandler(setSelectedTemplate)}
        />
        <CsvFile
          file={file}
          missing={isSubmitted && !file}
          separator={separator}
          onChange={createChangeHandler((next: CsvContent | null) => {
            setFile(next);
            if (next?.separator) setSeparator(next.separator);
          })}
        />
        <SelectControl
          label={t("csv.separator")}
          value={separator}
          options={[
            { value: ",", label: t("csv.comma") },
            { value: ";", label: t("csv.semicolon") },
            { value: "\t", label: t("csv.tab") },
          ]}
          onChange={createChangeHandler(setSeparator)}
        />
        <Inline>
          <Button type="submit" variant="primary" loading={preview.isPending}>
            {t("csv.preview")}
          </Button>
          <Button
            leadingVisual={DownloadIcon}
            onClick={() =>
              download.mutate({ path: getImportCSVTemplate.path, query: { columnSeparator: separator } })
            }
          >
            {t("csv.sample")}
          </Button>
        </Inline>
      </Form>
      <Stack role="status">
        {failure instanceof ApiError && (
          <Banner kind="danger">{alertText(failure) ?? problemText(failure)}</Banner>
        )}
        {importTasks.data?.written ? (
          <Banner
            kind="success"
            action={
              <Link to={`/template/details/${previewedRequest.current.id}`}>{t("csv.showTemplate")}</Link>
            }
          >
            {t("csv.importSuccess", { count: importTasks.data.imported })}
          </Banner>
        ) : (
          preview.data && (
            <CsvPreview
              // The template may have changed between preview and import: shows the current errors.
              result={importTasks.data ?? preview.data}
              isImporting={importTasks.isPending}
              onImport={(skipFaulty) => importTasks.mutate(skipFaulty)}
            />
          )
        )}
      </Stack>
    </Page>
  );
}

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  max-width: 640px;
  margin-bottom: var(--base-size-24);
`;
