import { isObject } from '../../../values/json/is-object.js'

/** What a provider says went wrong, in any of the shapes that are in use; empty where it says nothing. */
export function textOfError(body: unknown): string {
  if (!isObject(body)) return ''
  const { error, message, detail } = body
  const candidates = [isObject(error) ? error['message'] : error, message, detail]
  return candidates.find((text) => typeof text === 'string') ?? ''
}
