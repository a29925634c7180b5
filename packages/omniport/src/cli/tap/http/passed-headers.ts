import type { IncomingMessage } from 'node:http'

/** Headers as Node has them: names and values in turn. */
export type RawHeaders = readonly string[]

/** The headers of a message by pairs. */
export function* headerPairs(raw: RawHeaders): Generator<readonly [name: string, value: string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) yield [raw[at] ?? '', raw[at + 1] ?? '']
}

/**
 * The headers that are passed on: all but those of one connection, which are named below or by `Connection`. Names in `replaced`
 * are left out as well. spec: RFC 9110 section 7.6.1
 */
export function passedHeaders(
  { rawHeaders, headers }: Pick<IncomingMessage, 'rawHeaders' | 'headers'>,
  replaced: Iterable<string> = [],
): readonly string[] {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const dropped = new Set([...hopByHop, ...named, ...replaced])
  return [...headerPairs(rawHeaders)].filter(([name]) => !dropped.has(name.toLowerCase())).flat()
}

const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]
