import { toFailure } from '../to-failure.js'

/** What went wrong, in words. */
export function failureText(reason: unknown): string {
  const { error } = toFailure(reason)
  return error.rpcCode === undefined ? error.message : `The server answered: ${error.message} (${error.rpcCode})`
}
