/**
 * The `_meta` member: whatever a peer or an extension adds. Keys are prefixed (`com.example/key`); `mcp` and
 * `modelcontextprotocol` prefixes belong to the protocol. Carried through, never interpreted.
 *
 * spec: basic/index#meta
 */
export type Meta = Readonly<Record<string, unknown>>
