/** The methods whose complete results carry cache hints at 2026-07-28. spec: server/utilities/caching#cacheable-results */
export const cacheableMethods: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
])
