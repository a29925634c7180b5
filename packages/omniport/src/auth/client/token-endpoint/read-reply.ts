import { chunksOf } from '../../../async/streams/chunks-of.js'
import { readText } from '../../../async/streams/read-bytes.js'
import { isObject } from '../../../values/json/is-object.js'
import { tryParseJson } from '../../../values/json/text/parse-json.js'

/** The members of the JSON object in a reply; undefined for a reply without one. Replies have at most 256 KiB. */
export async function readReply({ body }: Response): Promise<Readonly<Record<string, unknown>> | undefined> {
  const value = tryParseJson(await readText(chunksOf(body?.getReader()), maxBytes))
  return isObject(value) ? value : undefined
}

/** True for the members of an error reply. Some servers have `error: null`, or an empty one, in all others. */
export function isError(reply: Readonly<Record<string, unknown>> | undefined): boolean {
  return Boolean(reply?.['error'])
}

const maxBytes = 262_144
