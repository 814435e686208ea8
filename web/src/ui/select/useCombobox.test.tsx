import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { createDeferred } from "#testing/deferred.ts";
import { renderPart } from "#testing/renderApp.tsx";
import { byMatch } from "./matchRank.ts";
import { OptionList } from "./OptionList.tsx";
import { type Option, useCombobox } from "./useCombobox.ts";

const optionsOf = (...labels: string[]): Option[] => labels.map((label) => ({ id: label, label }));

/** A combobox whose search results the test supplies. */
function show(offersTypedText = false) {
  const answers = new Map<string, ReturnType<typeof createDeferred<Option[]>>>();
  const find = (q: string) => {
    const answer = createDeferred<Option[]>();
    answers.set(q, answer);
    return answer.promise;
  };
  const onSelect = vi.fn();
  function TestBox() {
    const [typedText, setTypedText] = useState("");
    const search = useCombobox({ queryKey: "mark", find, typedText, onSelect, offersTypedText });
    return (
      <>
        <input
          aria-label="Box"
          {...search.comboboxProps}
          value={typedText}
          onChange={(event) => {
            setTypedText(event.target.value);
            search.setOpen(true);
          }}
          onKeyDown={search.onKeyDown}
        />
        <OptionList label="Options" search={search} isSelected={() => false} onSelect={onSelect} />
      </>
    );
  }
  renderPart(<TestBox />);
  const answer = async (q: string, ...labels: string[]) => {
    await waitFor(() => expect(answers.has(q)).toBe(true));
    answers.get(q)!.settle(optionsOf(...labels));
  };
  return { answer, onChoose: onSelect };
}
const box = () => screen.getByRole("combobox");
const labels = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
const activeLabel = () =>
  document.getElementById(box().getAttribute("aria-activedescendant") ?? "")?.textContent ?? null;

test("C5 kendo-ui-core#6443 the active option stays active when the server responds, and Enter selects it", async () => {
  const { answer, onChoose } = show();
  await userEvent.type(box(), "a");
  await answer("a", "Alfa", "Beta", "Gamma");
  await waitFor(() => expect(activeLabel()).toBe("Alfa"));
  // Until the response arrives, the matching options of the previous text stay.
  await userEvent.type(box(), "l");
  expect([labels(), activeLabel()]).toEqual([["Alfa"], "Alfa"]);
  await answer("al", "Al", "Alba", "Alfa", "Kvantal");
  await waitFor(() => expect(labels()).toEqual(["Al", "Alba", "Alfa", "Kvantal"]));
  expect(activeLabel()).toBe("Alfa");
  await userEvent.keyboard("{Enter}");
  expect(onChoose).toHaveBeenLastCalledWith({ id: "Alfa", label: "Alfa" });
});

test("C5 an option that the user moved to stays active while the text changes; without it the first one is active", async () => {
  const { answer } = show();
  await userEvent.type(box(), "a");
  await answer("a", "Alfa", "Beta", "Gamma");
  await waitFor(() => expect(labels()).toHaveLength(3));
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(activeLabel()).toBe("Gamma");
  await userEvent.type(box(), "m");
  await answer("am", "Amma", "Gamma");
  await waitFor(() => expect(labels()).toEqual(["Amma", "Gamma"]));
  expect(activeLabel()).toBe("Gamma");
  await userEvent.type(box(), "b");
  await answer("amb", "Ambra");
  await waitFor(() => expect(activeLabel()).toBe("Ambra"));
});

test("C5 free text stays active when suggestions arrive, unless it is one of them", async () => {
  const { answer, onChoose } = show(true);
  await userEvent.type(box(), "Mast");
  expect([labels(), activeLabel()]).toEqual([["Mast"], "Mast"]);
  await answer("Mast", "Mast 1", "Mast 2");
  await waitFor(() => expect(labels()).toEqual(["Mast", "Mast 1", "Mast 2"]));
  expect(activeLabel()).toBe("Mast");
  await userEvent.keyboard("{Enter}");
  expect(onChoose).toHaveBeenLastCalledWith({ id: "", label: "Mast" });
  await userEvent.type(box(), " 2");
  await answer("Mast 2", "Mast 20", "Mast 2");
  await waitFor(() => expect(labels()).toEqual(["Mast 2", "Mast 20"]));
  await userEvent.keyboard("{Enter}");
  expect(onChoose).toHaveBeenLastCalledWith({ id: "Mast 2", label: "Mast 2" });
});

test("C5 simple-svelte-autocomplete#149 visible matches come first, otherwise in the order of the service", () => {
  const order = (...labels: string[]) => byMatch(labels, (label) => label, "an");
  expect(order("Kabel 3", "Kanal", "Stor andel", "Anka", "AN", "Bok")).toEqual([
    "AN",
    "Anka",
    "Stor andel",
    "Kanal",
    "Kabel 3",
    "Bok",
  ]);
  expect(byMatch(["A\u030angö", "Ånge"], (label) => label, "ång")).toEqual(["A\u030angö", "Ånge"]);
  expect(byMatch(["b", "a"], (label) => label, "")).toEqual(["b", "a"]);
});

test("3§5 fomantic#1850 of options that differ only in case, or only in diacritics, the typed one comes first", () => {
  expect(byMatch(["m", "M", "ma"], (label) => label, "M")).toEqual(["M", "m", "ma"]);
  expect(byMatch(["Malmö", "malmo", "Malmo"], (label) => label, "Malmo")).toEqual([
    "Malmo",
    "malmo",
    "Malmö",
  ]);
});

test("Semantic-UI#3577 İ, ı and ß are found as i and ss", () => {
  expect(byMatch(["Ankara", "İzmir", "izmirli"], (label) => label, "izm")).toEqual([
    "İzmir",
    "izmirli",
    "Ankara",
  ]);
  expect(byMatch(["Graz", "Großweg"], (label) => label, "gross")).toEqual(["Großweg", "Graz"]);
});
