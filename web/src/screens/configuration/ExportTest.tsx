import { ShareIcon } from "@primer/octicons-react";
import { Button, FormControl, TextInput } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
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
import { requiredRef } from "#ui/select/requiredRef.ts";
import { ExportTestResult } from "./ExportTestResult.tsx";

const rememberedAs = "exportConfigurationTest.documentation";
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** /exportConfiguration/test/{id} (3§2): what would be sent for a documentation. Nothing is sent. */
export default function ExportTest() {
  const { t } = useTranslation("configuration");
  const { id = "" } = useParams();
  const item = useItem(exportConfiguration, id);
  if (item.error instanceof ApiError && item.error.status === 404)
    return <EmptyState as="h1" icon={ShareIcon} title={t("test.notFound")} action={<ToList />} />;
  return <QueryContent query={item}>{({ name }) => <Tested key={id} id={id} name={name} />}</QueryContent>;
}

function ToList() {
  const { t } = useTranslation();
  return <Link to="/exportConfiguration">{t("routes.exportConfiguration")}</Link>;
}

function Tested({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation("configuration");
  const customerId = useCustomerId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => readStorage(rememberedAs) ?? "");
  const [asked, setAsked] = useState<{ documentation: string | null } | null>(null);
  const documentation = asked?.documentation ?? null;
  const tested = useQuery({
    queryKey: [customerId, exportConfiguration.name, "test", id, documentation],
    queryFn: ({ signal }) =>
      call(testExportConfiguration, { params: { id }, query: { documentation: documentation! }, signal }),
    enabled: documentation !== null,
    staleTime: 0,
    retry: false,
    meta: { ownErrors: true },
  });
  const failure = tested.error instanceof ApiError && !tested.isFetching ? tested.error : null;
  const unknown = failure?.fields.documentation !== undefined;
  const fault = asked && !documentation ? t("test.noId") : unknown ? t("test.unknown") : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    // Accepts a pasted address, which contains the id.
    const found = uuid.exec(typed)?.[0].toLowerCase() ?? null;
    setAsked({ documentation: found });
    if (!found) return input.current?.focus();
    writeStorage(rememberedAs, found);
    setTyped(found);
    if (found === documentation) void tested.refetch();
  }
  return (
    <Page title={t("test.title", { name })} lead={t("test.lead")} context={<ToList />}>
      <Form onSubmit={submit} noValidate>
        <FormControl required>
          <FormControl.Label>{t("test.documentation")}</FormControl.Label>
          <TextInput
            ref={(element) => {
              input.current = element;
              requiredRef(true)(element);
            }}
            block
            monospace
            name="documentation"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            {...(fault && { validationStatus: "error" as const })}
          />
          <FormControl.Caption>{t("test.documentationHint")}</FormControl.Caption>
          {fault && <FormControl.Validation variant="error">{fault}</FormControl.Validation>}
        </FormControl>
        <div>
          <Button type="submit" variant="primary" loading={tested.isFetching}>
            {t("test.show")}
          </Button>
        </div>
      </Form>
      <div aria-live="polite">
        {failure && !unknown && <LoadError failure={failure} onRetry={() => tested.refetch()} />}
        {documentation !== null && tested.isPending && !failure && <Loading />}
        {tested.data && !failure && <ExportTestResult result={tested.data} />}
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
