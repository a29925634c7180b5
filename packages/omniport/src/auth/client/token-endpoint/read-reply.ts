import { readBounded } from '../../../async/streams/read-bounded.js'
import { isObject } from '../../../values/json/is-object.js'

/** Reads the JSON object in a reply of at most 256 KiB; undefined if there is none. */
export async function readReply({ body }: Response): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (body === null) return undefined
  const bytes = await readBounded(body, maxBytes)
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const maxBytes = 262_144
