import { z } from "zod";

// Compiled schemas need eval, which the Content-Security-Policy refuses; even trying is reported as a violation. Must be the
// first import: the session is parsed when its module loads.
z.config({ jitless: true });
