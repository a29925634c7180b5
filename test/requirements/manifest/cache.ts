import { parseRequirements } from '../parse-requirements.js'

/** Requirements on caching hints. */
export const cache = parseRequirements(`
CACHE-01 | MUST | server | 2026-07-28 | ttlMs and cacheScope are present on every complete result of server/discover, tools/list, prompts/list, resources/list, resources/templates/list, resources/read. | server/utilities/caching#cacheable-results, schema#cacheableresult
CACHE-02 | fact | server | 2026-07-28 | An input_required result carries no cache hints. | server/utilities/caching#cacheable-results
CACHE-03 | MUST | server | 2026-07-28 | ttlMs is never negative. | server/utilities/caching#time-to-live-ttl-field
CACHE-04 | MUST | client | 2026-07-28 | The cache key includes the method and all params that affect the result (uri, cursor and so on); nothing is reused for others. | server/utilities/caching#cache-key
CACHE-05 | SHOULD | client | 2026-07-28 | ttlMs 0, absent or negative: stale at once; positive: fresh for that long after receipt. | server/utilities/caching#time-to-live-ttl-field
CACHE-06 | SHOULD | client | 2026-07-28 | Re-fetch on next use after expiry; do not poll by TTL. | server/utilities/caching#freshness-calculation
CACHE-07 | MUST | client | 2026-07-28 | Clients that poll nevertheless add jitter and back-off. | server/utilities/caching#freshness-calculation
CACHE-08 | MAY | client | 2026-07-28 | Fetching early is allowed; stale data may be served when fetching again fails. | server/utilities/caching#freshness-calculation
CACHE-09 | MUST | both | 2026-07-28 | cacheScope private: never shared between authorization contexts (another token is another cache). | server/utilities/caching#cache-scope-field
CACHE-10 | MAY | both | 2026-07-28 | cacheScope public: any client, gateway or proxy may store and serve to anyone. | server/utilities/caching#cache-scope-field
CACHE-11 | fact | client | 2026-07-28 | list_changed and resources/updated invalidate the entry whatever its TTL. | server/utilities/caching#interaction-with-notifications
CACHE-12 | SHOULD | client | 2026-07-28 | Pages expire separately and are re-fetched by their cursor; an invalid cursor discards all pages and restarts from the first. | server/utilities/caching#interaction-with-pagination
CACHE-13 | MUST | server | 2026-07-28 | All pages of one list carry the same cacheScope. | server/utilities/caching#interaction-with-pagination
CACHE-14 | MUST | server | 2026-07-28 | Access control is checked on the server for every request; cacheScope is no access control. | server/utilities/caching#security-considerations
CACHE-15 | derived | client | all | Results of legacy servers carry no hints: ttl 0 and private, still invalidated by list_changed. | derived
`)
