/** Forwards every /api call to the Worker over the service binding, with body and stream untouched. */
export const onRequest: PagesFunction<{ API: Fetcher }> = ({ request, env }) => env.API.fetch(request);
