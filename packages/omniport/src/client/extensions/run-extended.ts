import type { CallOptions } from '../call-options.js'
import type { Home } from '../home.js'
import type { Extended } from './extended.js'
import type { ResultScope } from './result-scope.js'

/**
 * Lets the extension that a result belongs to lead it to what its method promises.
 *
 * Rejects as `ResultType.run` does, with OmniportError `invalid_result`, or with what ends the call.
 */
export async function runExtended(
  { resultType, result }: Extended,
  scope: ResultScope,
  { home, options = {} }: { readonly home: Home; readonly options: CallOptions | undefined },
): Promise<Readonly<Record<string, unknown>>> {
  const { signal } = options
  const known = home.extensions.resultTypes.get(resultType)
  if (known === undefined) throw new TypeError(`No extension has results of the type "${resultType}"`) // the codec saw to that
  const maxTimeoutMs = options.maxTimeoutMs ?? (known.mayTakeLong === true ? undefined : home.maxTimeoutMs)
  return scope.toFinal(await scope.run((ctx) => known.run(result, ctx), { signal, maxTimeoutMs }))
}
