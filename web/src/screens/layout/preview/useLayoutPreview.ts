import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { previewLayout } from "#domain/endpoints/configuration/layout.ts";
import type { LayoutContent } from "#domain/layout/layoutEdit.ts";
import { validateLayout } from "#domain/layout/layoutValidation.ts";
import { type LayoutNode, layoutTree } from "#domain/layout/node.ts";
import { getLanguage } from "#i18n/language.ts";
import { useDebounced } from "#ui/hooks/useDebounced.ts";
import { groupErrorsByNode } from "../errorsByNode.ts";

/** Milliseconds without a change before the preview is rendered again. */
const debounceMs = 250;

interface PreviewOptions {
  content: LayoutContent;
  layoutId: string | null;
  documentation: string | null;
  /** False pauses rendering while the preview is hidden. */
  isVisible: boolean;
}

/**
 * Renders the unsaved layout with a documentation. Nodes with errors are omitted, so that the others stay visible while editing.
 * The last preview stays until the next one is ready.
 */
export function usePreview({ content, layoutId, documentation, isVisible }: PreviewOptions) {
  const customerId = useCustomerId();
  const debouncedContent = useDebounced(content, debounceMs);
  const nodes = useMemo(() => withoutInvalidNodes(debouncedContent, layoutId), [debouncedContent, layoutId]);
  const isEnabled = isVisible && documentation !== null && nodes.length > 0;
  const preview = useQuery({
    queryKey: [customerId, "layoutPreview", documentation, debouncedContent.type, revisionOf(nodes)],
    queryFn: ({ signal }) =>
      call(previewLayout, {
        body: {
          documentation: documentation!,
          layout: {
            id: layoutId,
            name: debouncedContent.name,
            type: debouncedContent.type,
            nodes: [...nodes],
          },
          language: getLanguage(),
        },
        signal,
      }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Previews are large, and only the last one is needed.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { handlesErrors: true },
  });
  // A failed call has no data, but the last preview stays.
  const [last, setLast] = useState(preview.data);
  if (preview.data && preview.data !== last) setLast(preview.data);
  return {
    isEnabled,
    visiblePreview: documentation !== null && nodes.length > 0 ? (preview.data ?? last) : undefined,
    failure: isEnabled && !preview.isFetching ? preview.error : null,
    drawing: isEnabled && (preview.isFetching || debouncedContent !== content),
    retry: preview.refetch,
  };
}

/** The nodes without errors, and without descendants of nodes with errors. */
function withoutInvalidNodes({ type, nodes }: LayoutContent, id: string | null): readonly LayoutNode[] {
  const nodeErrors = groupErrorsByNode(validateLayout({ id, type, nodes })).nodes;
  if (nodeErrors.size === 0) return nodes;
  let validNodes: readonly LayoutNode[] = nodes;
  for (const node of nodeErrors.keys()) validNodes = layoutTree.replace(validNodes, node, () => []);
  return validNodes;
}

/** Numbers that serve as cache keys of trees, whose JSON may hold megabytes of images. */
const revisions = new WeakMap<readonly LayoutNode[], number>();
let lastRevision = 0;

function revisionOf(nodes: readonly LayoutNode[]): number {
  const revision = revisions.get(nodes);
  if (revision !== undefined) return revision;
  lastRevision += 1;
  revisions.set(nodes, lastRevision);
  return lastRevision;
}
