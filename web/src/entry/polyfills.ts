import "core-js/modules/es.array.to-reversed.js";
import "core-js/modules/es.array.to-sorted.js";
import "core-js/modules/es.array.to-spliced.js";
import "core-js/modules/es.array.with.js";
import "core-js/modules/es.map.group-by.js";
import "core-js/modules/es.promise.with-resolvers.js";
import "core-js/modules/es.string.is-well-formed.js";
import "core-js/modules/es.string.to-well-formed.js";
import { anySignal } from "./anySignal.ts";

/* The polyfills of `polyfilledBuiltIns`, which support.ts loads before any other script. core-js has no AbortSignal.any. */
AbortSignal.any ??= anySignal;
