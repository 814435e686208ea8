import { useEffect, useState } from "react";
import styled from "styled-components";
import { hasExtension, photoExtensions } from "#domain/task/fileExtensions.ts";

/** Previews a JPEG file (2§2). Renders nothing for other files, or if the browser cannot decode it. */
export function FilePreviewImage({ file }: { file: File }) {
  const isJpeg = hasExtension(file.name, photoExtensions);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!isJpeg) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file, isJpeg]);
  if (!url) return null;
  return <Picture src={url} alt="" onError={() => setUrl(null)} />;
}

const Picture = styled.img`
  flex: 0 0 auto;
  width: 56px;
  height: 56px;
  border-radius: var(--borderRadius-medium);
  object-fit: cover;
  background: var(--bgColor-muted);
`;
