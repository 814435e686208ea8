/**
 * Answers 404 for a build file that is not there. Pages would answer any unknown path with the console's page, here under the
 * header that lets browsers keep it for a year: after a deployment a screen of the version before would stay broken.
 */
export const onRequest: PagesFunction = async ({ next }) => {
  const response = await next();
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
  await response.body?.cancel();
  return new Response("Not found", {
    status: 404,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
};
