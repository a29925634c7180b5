/** Tells if a `_meta` key is well-formed: an optional prefix of labels, and a name. spec: basic/index#meta */
export function isMetaKey(key: string): boolean {
  return form.test(key)
}

/**
 * Tells if the protocol reserves the prefix of a `_meta` key: its second label is `modelcontextprotocol` or `mcp`.
 *
 * spec: basic/index#meta
 */
export function isReservedMetaKey(key: string): boolean {
  const slash = key.indexOf('/')
  const second = slash === -1 ? undefined : key.slice(0, slash).split('.')[1]
  return second === 'modelcontextprotocol' || second === 'mcp'
}

const label = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?'
const form = new RegExp(`^(?:${label}(?:\\.${label})*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$`)
