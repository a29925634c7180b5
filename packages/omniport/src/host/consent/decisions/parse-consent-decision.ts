import { checkSampleParams } from '../../../protocol/input/check-sample-params.js'
import type { SampleContent, SampleParams, SampleResult } from '../../../protocol/model/sampling.js'
import { booleanValue, objectValue, oneOf, positiveCount } from '../../../protocol/options/option-checks.js'
import { isObject } from '../../../values/json/is-object.js'
import { mustBe } from '../../../values/options/check-options.js'
import { checkSampleResult } from '../../sampling/check-sample-result.js'
import { isApprovalMemorable } from '../requests/bind-consent-request.js'
import type { ConsentRequest } from '../requests/consent-request.js'
import type { ConsentDecision } from './consent-decision.js'

export interface ParsedConsentDecision {
  readonly answer: 'allow' | 'deny'
  readonly remember?: RememberOptions | undefined
  readonly params?: SampleParams | undefined
  readonly result?: SampleResult<SampleContent> | undefined
}

export interface RememberOptions {
  readonly scope: 'session' | 'always'
  /** True: only for these arguments. */
  readonly args: boolean
  readonly forMs?: number | undefined
}

/**
 * Checks and normalises a person's decision.
 *
 * @throws TypeError for an invalid decision, or one that does not suit the request: `params` suits a prompt, `result` an
 * answer of the model, and `args` a call; an edited decision cannot be remembered.
 */
export function parseConsentDecision(decision: ConsentDecision, request: ConsentRequest): ParsedConsentDecision {
  if (decision === 'allow' || decision === 'deny') return { answer: decision }
  if (!isObject(decision)) throw mustBe('ask: its result', '"allow", "deny" or an object with an answer', decision)
  const { answer, remember, params, result } = decision
  oneOf('allow', 'deny')('ask: answer', answer)
  const edit = { ...parseParams(params, request), ...parseResult(result, request) }
  if (remember === undefined) return { answer, ...edit }
  if (Object.keys(edit).length > 0) throw new TypeError('ask: remember must be left out of an edited decision')
  const parsed = parseRemember(remember, request)
  return answer === 'deny' || isApprovalMemorable(request) ? { answer, remember: parsed } : { answer }
}

function parseRemember(remember: unknown, { type }: ConsentRequest): RememberOptions {
  if (remember === 'session' || remember === 'always') return { scope: remember, args: false }
  if (!isObject(remember)) throw mustBe('ask: remember', '"session", "always" or an object', remember)
  const { scope, args = false, forMs } = remember
  oneOf('session', 'always')('ask: remember.scope', scope)
  booleanValue('ask: remember.args', args)
  if (args === true && type !== 'call')
    throw new TypeError(
      `ask: remember.args must be left out unless the request is a call, got a request of type "${type}"`,
    )
  if (forMs !== undefined) positiveCount('ask: remember.forMs', forMs)
  // Every member was checked above.
  return { scope, args, forMs } as RememberOptions
}

function parseParams(params: unknown, request: ConsentRequest): Pick<ParsedConsentDecision, 'params'> {
  if (params === undefined) return {}
  if (request.type !== 'sample' || request.result !== undefined) {
    throw new TypeError('ask: params must be left out unless the request is a prompt (type "sample" without result)')
  }
  objectValue('ask: params', params)
  const problem = checkSampleParams({ ...(params as object) })
  if (problem !== undefined) throw new TypeError(`ask: params.${problem}`)
  return { params: params as SampleParams } // checked above
}

function parseResult(result: unknown, request: ConsentRequest): Pick<ParsedConsentDecision, 'result'> {
  if (result === undefined) return {}
  if (request.type !== 'sample' || request.result === undefined) {
    throw new TypeError('ask: result must be left out unless the request has one (type "sample" with result)')
  }
  if (!isObject(result)) throw mustBe('ask: result', 'an object', result)
  const problem = checkSampleResult(result)
  if (problem !== undefined) throw new TypeError(`ask: result${problem}`)
  return { result: result as object as SampleResult<SampleContent> } // checked above
}
