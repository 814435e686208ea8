import { RedoIcon, TrashIcon, UndoIcon } from "@primer/octicons-react";
import { Button, TextInput } from "@primer/react";
import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import {
  type Markup,
  type MarkupColor,
  type MarkupShape,
  markupColors,
  markupInk,
} from "#domain/media/markup.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { ViewerTool } from "../ViewerTool.tsx";
import { MarkupCanvas } from "./MarkupCanvas.tsx";
import type { PictureSize } from "./MarkupShapes.tsx";
import { createMarkupHistory, markupReducer } from "./markupHistory.ts";
import {
  Color,
  Colors,
  Editor,
  EndButtons,
  Group,
  MarkupActions,
  SaveErrorArea,
  TextEntry,
  Tools,
} from "./markupStyles.ts";
import { buildShape, markupTools, moveShape, resizeShape } from "./markupTools.ts";

interface MarkupEditorProps {
  /** The URL of the picture without markup, with its rotation applied. */
  src: string;
  size: PictureSize;
  markup: Markup | null;
  /** False for drawings that are shown over a photo, which they cannot hide. */
  canBlur?: boolean;
  /** Resolves when saved; on an ApiError the editor shows the reason and stays open. */
  onSave: (markup: Markup | null) => Promise<unknown>;
  onClose: () => void;
}

/** Maximum shapes per photo. */
const maxShapes = 100;
/** Distance that an arrow key moves or stretches, as a fraction of the picture. */
const nudgeFraction = 0.01;

/** Draws on a photo by mouse, by touch or by keyboard alone. */
export function MarkupEditor({ src, size, markup, canBlur = true, onSave, onClose }: MarkupEditorProps) {
  const { t } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const [state, dispatch] = useReducer(markupReducer, markup ?? [], createMarkupHistory);
  const [tool, setTool] = useState<MarkupShape["type"]>("ARROW");
  const [color, setColor] = useState<MarkupColor>("red");
  const [isSaving, setIsSaving] = useState(false);
  const [saveError, setSaveError] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const textInput = useRef<HTMLInputElement>(null);
  const tools = markupTools.filter(({ type }) => canBlur || type !== "BLUR");
  const { shapes, selectedIndex } = state;
  const shape = selectedIndex === null ? undefined : shapes[selectedIndex];
  const isChanged = state.past.length > 0;
  const isFull = shapes.length >= maxShapes;
  const createShape = (from: readonly [number, number], to: readonly [number, number]) =>
    buildShape({ type: tool, color, text: t("markup.newText") }, from, to);

  useEffect(() => root.current?.focus(), []);
  const isText = shape?.type === "TEXT";
  /** Focuses the input of a text that was placed or selected. */
  const focusTextInput = () => {
    textInput.current?.focus();
    textInput.current?.select();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: selecting another text focuses its input too
  useEffect(() => {
    if (isText) focusTextInput();
  }, [isText, selectedIndex]);
  /** Selects a tool. Starting a new shape clears the selection. */
  const selectTool = (type: MarkupShape["type"]) => {
    setTool(type);
    dispatch({ type: "choose", index: null });
  };

  async function save() {
    if (isSaving) return;
    if (!isChanged) return onClose();
    setIsSaving(true);
    try {
      await onSave(shapes.length > 0 ? [...shapes] : null);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setSaveError(alertText(error) ?? problemText(error));
      setIsSaving(false);
    }
  }

  function selectColor(next: MarkupColor) {
    setColor(next);
    if (shape && "color" in shape)
      dispatch({ type: "change", shape: { ...shape, color: next }, step: crypto.randomUUID() });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target instanceof Element && event.target.closest("input")) {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      dispatch({ type: "end" });
      return root.current?.focus();
    }
    const action = findKeyAction(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  function findKeyAction({
    key,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
    target,
  }: KeyboardEvent): (() => void) | undefined {
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() === "z") return () => dispatch({ type: shiftKey ? "redo" : "undo" });
      return key === "y" ? () => dispatch({ type: "redo" }) : undefined;
    }
    if (altKey) return;
    const keyTool = tools.find((candidate) => candidate.key === key.toLowerCase());
    if (keyTool) return () => selectTool(keyTool.type);
    const keyColor = markupColors[Number(key) - 1];
    if (keyColor) return () => selectColor(keyColor);
    if (key === "Escape") return () => (shape ? dispatch({ type: "choose", index: null }) : onClose());
    if (key === "Delete" || key === "Backspace") return () => dispatch({ type: "remove" });
    if (key === "s") return () => void save();
    if (key === "Enter" && target === root.current && !isFull)
      return () => dispatch({ type: "add", shape: createShape([0.4, 0.6], [0.6, 0.4]) });
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-nudgeFraction, 0],
      ArrowRight: [nudgeFraction, 0],
      ArrowUp: [0, -nudgeFraction],
      ArrowDown: [0, nudgeFraction],
    };
    const step = steps[key];
    if (!step || !shape) return;
    const changeTo = (next: MarkupShape) => () =>
      dispatch({ type: "change", shape: next, step: `key ${selectedIndex}` });
    return shiftKey && shape.type !== "TEXT"
      ? changeTo(resizeShape(shape, "to", [shape.to[0] + step[0], shape.to[1] + step[1]]))
      : changeTo(moveShape(shape, step));
  }

  return (
    <Editor
      ref={root}
      tabIndex={-1}
      role="group"
      aria-label={t("markup.title")}
      data-own-keys
      onKeyDown={onKeyDown}
    >
      <Tools role="toolbar" aria-label={t("markup.tools")}>
        <Group>
          {tools.map(({ type, key, icon }) => (
            <ViewerTool
              key={type}
              icon={icon}
              label={t(`markup.shape.${type}`)}
              shortcut={key.toUpperCase()}
              pressed={tool === type}
              onClick={() => selectTool(type)}
            />
          ))}
        </Group>
        <Colors role="group" aria-label={t("markup.color")}>
          {markupColors.map((option, index) => (
            <Color
              key={option}
              type="button"
              aria-label={t(`markup.colors.${option}`)}
              title={`${t(`markup.colors.${option}`)} (${index + 1})`}
              aria-keyshortcuts={String(index + 1)}
              aria-pressed={color === option}
              style={{ background: markupInk[option].color }}
              onClick={() => selectColor(option)}
            />
          ))}
        </Colors>
      </Tools>
      <MarkupActions>
        <ViewerTool
          icon={UndoIcon}
          label={t("markup.undo")}
          shortcut="Control+Z"
          disabled={!isChanged}
          onClick={() => dispatch({ type: "undo" })}
        />
        <ViewerTool
          icon={RedoIcon}
          label={t("markup.redo")}
          shortcut="Control+Shift+Z"
          disabled={state.future.length === 0}
          onClick={() => dispatch({ type: "redo" })}
        />
        <ViewerTool
          icon={TrashIcon}
          label={t("markup.remove")}
          shortcut="Delete"
          disabled={!shape}
          onClick={() => dispatch({ type: "remove" })}
        />
      </MarkupActions>
      <EndButtons>
        <Button onClick={onClose}>{tCommon("actions.cancel")}</Button>
        <Button variant="primary" loading={isSaving} onClick={() => void save()}>
          {tCommon("actions.save")}
        </Button>
      </EndButtons>
      {shape?.type === "TEXT" && (
        <TextEntry>
          <TextInput
            ref={textInput}
            block
            aria-label={t("markup.shape.TEXT")}
            value={shape.text}
            maxLength={200}
            onChange={({ target }) =>
              dispatch({
                type: "change",
                shape: { ...shape, text: target.value },
                step: `text ${selectedIndex}`,
              })
            }
            onBlur={() =>
              shape.text.trim() === "" ? dispatch({ type: "remove" }) : dispatch({ type: "end" })
            }
          />
        </TextEntry>
      )}
      {saveError !== null && (
        <SaveErrorArea>
          <Banner kind="danger">
            {t("markup.notSaved")} {saveError}
          </Banner>
        </SaveErrorArea>
      )}
      <MarkupCanvas
        src={src}
        size={size}
        state={state}
        dispatch={dispatch}
        createShape={isFull ? null : createShape}
        onBegin={() => root.current?.focus()}
        onEnd={focusTextInput}
      />
    </Editor>
  );
}
