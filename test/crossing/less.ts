/**
 * The direct answer at the revision of the client, without what the revision of the upstream leaves out: members that the direct
 * answer there lacks, and content that is text there. `isOlder`: the upstream is older than the client.
 */
export function less(direct: unknown, upstream: unknown, isOlder: boolean): unknown {
  if (Array.isArray(direct)) {
    if (!Array.isArray(upstream) || upstream.length !== direct.length) return direct
    return direct.map((item, index) => less(item, upstream[index], isOlder))
  }
  if (!isObject(direct) || !isObject(upstream)) return direct
  if (direct['type'] !== upstream['type']) return isOlder ? upstream : direct
  const members = Object.entries(direct).filter(([name]) => name in upstream || ofTheHop.has(name))
  return Object.fromEntries(members.map(([name, value]) => [name, less(value, upstream[name], isOlder)]))
}

/** What each server adds because the revision that it is asked in wants it. */
const ofTheHop: ReadonlySet<string> = new Set(['resultType', 'mode', 'elicitationId'])

/** Without what says which server answered, and for how long the answer holds. */
export function normalised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalised)
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([name, member]) => !ofTheServer.has(name) && member !== undefined)
  return Object.fromEntries(
    members.flatMap(([name, member]) => (isEmptyMeta(name, member) ? [] : [[name, normalised(member)]])),
  )
}

const ofTheServer: ReadonlySet<string> = new Set(['ttlMs', 'cacheScope', 'io.modelcontextprotocol/serverInfo'])

function isEmptyMeta(name: string, value: unknown): boolean {
  return name === '_meta' && isObject(value) && Object.keys(value).every((key) => ofTheServer.has(key))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
