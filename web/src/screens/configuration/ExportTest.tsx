import { ShareIcon } from "@primer/octicons-react";
import { Button, FormControl, TextInput } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { useItem } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import { testExportConfiguration } from "#domain/endpoints/exports/exportConfigurationCalls.ts";
import { exportConfiguration } from "#domain/resources/index.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { createRequiredRef } from "#ui/select/requiredRef.ts";
import { ExportTestResult } from "./ExportTestResult.tsx";

const storageKey = "exportConfigurationTest.documentation";
const uuidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** /exportConfiguration/test/{id} (3§2): previews what would be sent for a documentation. Nothing is sent. */
export default function ExportTest() {
  const { t } = useTranslation("configuration");
  const { id = "" } = useParams();
  const item = useItem(exportConfiguration, id);
  if (item.error instanceof ApiError && item.error.status === 404)
    return <EmptyState as="h1" icon={ShareIcon} title={t("test.notFound")} action={<ListLink />} />;
  return <QueryContent query={item}>{({ name }) => <TestForm key={id} id={id} name={name} />}</QueryContent>;
}

function ListLink() {
  const { t } = useTranslation();
  return <Link to="/exportConfiguration">{t("routes.exportConfiguration")}</Link>;
}

function TestForm({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation("configuration");
  const customerId = useCustomerId();
  const input = useRef<HTMLInputElement>(null);
  const [inputText, setInputText] = useState(() => readStorage(storageKey) ?? "");
  const [submission, setSubmission] = useState<{ documentation: string | null } | null>(null);
  const submittedId = submission?.documentation ?? null;
  const testQuery = useQuery({
    queryKey: [customerId, exportConfiguration.name, "test", id, submittedId],
    queryFn: ({ signal }) =>
      call(testExportConfiguration, { params: { id }, query: { documentation: submittedId! }, signal }),
    enabled: submittedId !== null,
    staleTime: 0,
    retry: false,
    meta: { handlesErrors: true },
  });
  const failure = testQuery.error instanceof ApiError && !testQuery.isFetching ? testQuery.error : null;
  const isUnknown = failure?.fields.documentation !== undefined;
  const fieldError =
    submission && !submittedId ? t("test.invalidId") : isUnknown ? t("test.documentationUnknown") : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    // Accepts a pasted URL, which contains the id.
    const documentationId = uuidPattern.exec(inputText)?.[0].toLowerCase() ?? null;
    setSubmission({ documentation: documentationId });
    if (!documentationId) return input.current?.focus();
    writeStorage(storageKey, documentationId);
    setInputText(documentationId);
    if (documentationId === submittedId) void testQuery.refetch();
  }
  return (
    <Page title={t("test.title", { name })} lead={t("test.lead")} context={<ListLink />}>
      <Form onSubmit={submit} noValidate>
        <FormControl required>
          <FormControl.Label>{t("test.documentation")}</FormControl.Label>
          <TextInput
            ref={(element) => {
              input.current = element;
              createRequiredRef(true)(element);
            }}
            block
            monospace
            name="documentation"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            value={inputText}
            onChange={({ target }) => setInputText(target.value)}
            {...(fieldError && { validationStatus: "error" as const })}
          />
          <FormControl.Caption>{t("test.documentationHint")}</FormControl.Caption>
          {fieldError && <FormControl.Validation variant="error">{fieldError}</FormControl.Validation>}
        </FormControl>
        <div>
          <Button type="submit" variant="primary" loading={testQuery.isFetching}>
            {t("test.show")}
          </Button>
        </div>
      </Form>
      <div aria-live="polite">
        {failure && !isUnknown && <LoadError failure={failure} onRetry={() => testQuery.refetch()} />}
        {submittedId !== null && testQuery.isPending && !failure && <Loading />}
        {testQuery.data && !failure && <ExportTestResult result={testQuery.data} />}
      </div>
    </Page>
  );
}

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  max-width: 560px;
  margin-bottom: var(--base-size-24);
`;
