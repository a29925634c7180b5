import { readBounded } from '../../../async/streams/read-bounded.js'
import { isObject } from '../../../values/json/is-object.js'

/** The members of the JSON object in a reply; undefined where there is none. No reply is larger than 256 KiB. */
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
