import { Button, FormControl, Radio, TextInput } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { minFilterDay } from "#domain/core/calendar/days.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { activityKinds } from "#domain/endpoints/documentation/activity.ts";
import { Choices, FilterButton, Panel } from "#features/documentationList/filter/FilterButton.tsx";
import { DayRangeForm } from "#ui/form/DayRangeForm.tsx";
import { ActionBar, OverlayButtons, OverlayForm } from "#ui/layout/boxes.ts";
import { ActiveChips, Chip } from "#ui/select/Chips.tsx";
import type { ActivityFilter, ActivityFilterChange } from "./activityFilter.ts";

interface ActivityFilterBarProps {
  filter: ActivityFilter;
  change: (changes: ActivityFilterChange) => void;
  /** The name of the documentation that the feed is filtered by, taken from the first activity. */
  documentationName: string | undefined;
}

/** The filters of the feed, with a removable chip for each active one. */
export function ActivityFilterBar({ filter, change, documentationName }: ActivityFilterBarProps) {
  const { t } = useTranslation(["activity", "documentationList"]);
  const { kind, person, documentationId, from, to } = filter;
  const addLabel = (label: string, text: string) => `${label}: ${text}`;
  const kindName = activityKinds.find((value) => value === kind);
  const chips: { text: string; removal: ActivityFilterChange }[] = [
    ...(kindName ? [{ text: addLabel(t("kind"), t(`kinds.${kindName}`)), removal: { kind: "" } }] : []),
    ...(person ? [{ text: addLabel(t("person"), person), removal: { person: "" } }] : []),
    ...(documentationId
      ? [
          {
            text: addLabel(t("documentation"), documentationName ?? documentationId.slice(0, 8)),
            removal: { documentationId: "" },
          },
        ]
      : []),
    ...(from || to
      ? [{ text: addLabel(t("period"), `${from ?? ""} – ${to ?? ""}`), removal: { from: "", to: "" } }]
      : []),
  ];
  return (
    <>
      <ActionBar role="group" aria-label={t("documentationList:filters.label")}>
        <FilterButton label={t("kind")} active={Boolean(kind)}>
          {(close) => (
            <Panel>
              <Choices role="radiogroup" aria-label={t("kind")}>
                {(["", ...activityKinds] as const).map((value) => (
                  <FormControl key={value}>
                    <Radio
                      name="kind"
                      value={value}
                      checked={(kind ?? "") === value}
                      onChange={() => {
                        change({ kind: value });
                        close();
                      }}
                    />
                    <FormControl.Label>{value ? t(`kinds.${value}`) : t("allKinds")}</FormControl.Label>
                  </FormControl>
                ))}
              </Choices>
            </Panel>
          )}
        </FilterButton>
        <FilterButton label={t("person")} active={Boolean(person)}>
          {(close) => (
            <PersonForm
              person={person ?? ""}
              onApply={(value) => {
                change({ person: value });
                close();
              }}
            />
          )}
        </FilterButton>
        <FilterButton label={t("period")} active={Boolean(from || to)}>
          {(close) => (
            <DayRangeForm
              range={{ startDate: from ?? "", endDate: to ?? "" }}
              labels={{
                startDate: t("documentationList:filters.from"),
                endDate: t("documentationList:filters.until"),
              }}
              hint={t("documentationList:filters.datesHint", { day: minFilterDay })}
              onApply={({ startDate, endDate }) => {
                change({ from: startDate, to: endDate });
                close();
              }}
            />
          )}
        </FilterButton>
      </ActionBar>
      {chips.length > 0 && (
        <ActiveChips aria-label={t("documentationList:filters.active")}>
          {chips.map(({ text, removal }) => (
            <Chip
              key={text}
              removeLabel={t("documentationList:filters.remove", { filter: text })}
              onRemove={() => change(removal)}
            >
              <span>{text}</span>
            </Chip>
          ))}
        </ActiveChips>
      )}
    </>
  );
}

function PersonForm({ person, onApply }: { person: string; onApply: (person: string) => void }) {
  const { t } = useTranslation("activity");
  const { t: tCommon } = useTranslation();
  const [text, setText] = useState(person);
  return (
    <OverlayForm
      onSubmit={(event) => {
        event.preventDefault();
        onApply(text.trim());
      }}
    >
      <FormControl>
        <FormControl.Label>{t("person")}</FormControl.Label>
        <TextInput
          block
          value={text}
          maxLength={maxNameLength}
          onChange={({ target }) => setText(target.value)}
        />
        <FormControl.Caption>{t("personHint")}</FormControl.Caption>
      </FormControl>
      <OverlayButtons>
        <Button type="submit" variant="primary">
          {tCommon("actions.apply")}
        </Button>
      </OverlayButtons>
    </OverlayForm>
  );
}
