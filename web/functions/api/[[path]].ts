/** Passes every /api call on to the Worker over the service binding, body and stream untouched. */
export const onRequest: PagesFunction<{ API: Fetcher }> = ({ request, env }) => env.API.fetch(request);
