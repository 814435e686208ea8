import { Hono } from "hono";
import { problem } from "../domain/problem";
import { mountCapture } from "./features/capture/routes";
import { mountCustomer } from "./features/customer/routes";
import { mountDownloads } from "./features/export/routes";
import { mountJobs } from "./features/job/routes";
import { mountLogs } from "./features/log/routes";
import { mountProfile } from "./features/profile/routes";
import { mountReview } from "./features/review/routes";
import { mountService } from "./features/service/routes";
import { mountSession } from "./features/session/routes";
import { mountUsers } from "./features/user/routes";
import type { AppEnv } from "./http/context";
import { answerProblem } from "./http/problems";
import { request } from "./http/request";
import { bindings } from "./resources";
import { mountResource } from "./resources/standard";

export const app = new Hono<AppEnv>().basePath("/api");

app.use(request);
app.onError(answerProblem);

mountService(app);
mountSession(app);
mountProfile(app);
mountUsers(app);
mountCapture(app);
mountReview(app);
mountDownloads(app);
mountCustomer(app);
mountLogs(app);
mountJobs(app);
for (const binding of bindings) mountResource(app, binding);

app.notFound((c) => answerProblem(problem("notFound"), c));
