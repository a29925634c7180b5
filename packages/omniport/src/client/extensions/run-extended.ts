import { OmniportError } from '../../jsonrpc/omniport-error.js'
import { codecOf } from '../../protocol/codec-of.js'
import type { Extended } from './extended.js'
import { ResultScope, type ResultScopeOptions } from './result-scope.js'

/**
 * Lets the extension that a result belongs to lead it to what its method promises, and checks that.
 *
 * Rejects as `ResultType.run` does, with OmniportError `invalid_result`, or with what ends the call.
 */
export async function runExtended(
  { resultType, result }: Extended,
  options: ResultScopeOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const { request, home, profile } = options
  const { method, mend, options: callOptions = {} } = request
  const known = home.extensions.resultTypes.get(resultType)
  if (known === undefined) throw invalid(method, resultType) // the codec saw to that
  const { signal, maxTimeoutMs = home.maxTimeoutMs } = callOptions
  const given = await new ResultScope(options).run((ctx) => known.run(result, ctx), { signal, maxTimeoutMs })
  const final = codecOf(profile.revision).decodeResult(method, mend === undefined ? given : mend(given))
  if (final['resultType'] !== undefined) throw invalid(method, String(final['resultType']))
  return final
}

function invalid(method: string, resultType: string): OmniportError {
  return new OmniportError('invalid_result', `${method}: a result of the type "${resultType}" leads to none that is final`)
}
