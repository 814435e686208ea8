import { vi } from "vitest";

interface StoredPut {
  url: string;
  headers: Record<string, string>;
  body: Blob;
}

/**
 * Fake storage behind signed URLs. `statuses` are those of its PUTs in order; 200 after the last one, 0 for a lost network, "stalled" for a
 * connection that takes the bytes and never answers.
 */
export function fakeStorage(...statuses: (number | "stalled")[]): StoredPut[] {
  const puts: StoredPut[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload: { onprogress?: (event: object) => void } = {};
      status = 0;
      statusText = "";
      #put: StoredPut = { url: "", headers: {}, body: new Blob() };
      onload?: () => void;
      onerror?: () => void;
      onabort?: () => void;
      onloadend?: () => void;
      open(_: string, url: string) {
        this.#put.url = url;
      }
      setRequestHeader(name: string, value: string) {
        this.#put.headers[name] = value;
      }
      getResponseHeader() {
        return `"tag-${puts.indexOf(this.#put) + 1}"`;
      }
      abort() {
        this.onabort?.();
        this.onloadend?.();
      }
      send(body: Blob) {
        this.#put.body = body;
        puts.push(this.#put);
        const status = statuses.shift() ?? 200;
        queueMicrotask(() => {
          this.upload.onprogress?.({ loaded: body.size });
          if (status === "stalled") return;
          this.status = status;
          if (this.status === 0) this.onerror?.();
          else this.onload?.();
          this.onloadend?.();
        });
      }
    },
  );
  return puts;
}
