/**
 * Returns 404 for missing build files. Pages would serve the console's page for any unknown path, with the header that lets
 * browsers cache it for a year: after a deployment, a screen of the previous version would stay broken.
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
