import { z } from "zod";

// Compiled schemas need eval, which the Content-Security-Policy refuses; even trying is reported as a violation. Imported
// before everything else, because the session is parsed when its module is.
z.config({ jitless: true });
