import { isObject } from '../../../values/json/is-object.js'

/** Returns a provider's error message, in any of the common shapes; empty if there is none. */
export function textOfError(body: unknown): string {
  if (!isObject(body)) return ''
  const { error, message, detail } = body
  const candidates = [isObject(error) ? error['message'] : error, message, detail]
  return candidates.find((text) => typeof text === 'string') ?? ''
}
