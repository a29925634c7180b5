import type { ConnectOptions } from '../../client/connect-options.js'
import { toBlocks } from '../../protocol/input/to-blocks.js'
import type { SampleContent, SampleParams, SampleResult } from '../../protocol/model/sampling.js'
import type { Sample } from '../sampling/sample.js'
import { SampleRefused } from '../sampling/sample-refused.js'
import { toSampleResult } from '../sampling/to-sample-result.js'
import type { InputHandlerOptions } from './input-handler-options.js'
import { requestConsent } from './request-consent.js'

/** How often the model of one conversation may have asked for tools. spec: client/sampling#security-considerations */
export const maxToolRounds = 32

/**
 * Asks the model for one server: what is asked, and what the model answers, pass a person, who may change either. It is asked for
 * no more than the server and its budget allow, whoever changes what, and gets no context that the server did not write.
 *
 * Rejects with SampleRefused, with OmniportError `invalid_result` for what is no answer, and with what the model throws.
 *
 * spec: client/sampling#user-interaction-model
 */
export function createSampleHandler(
  options: InputHandlerOptions,
  sample: Sample,
): NonNullable<ConnectOptions['sample']> {
  const { server, audit, budget } = options
  return async (requested, { signal }) => {
    checkToolRounds(requested)
    const { maxTokens, settle } = budget.sample(requested.maxTokens)
    const params = await reviewParams(options, { ...requested, maxTokens }, signal).catch((reason: unknown) => {
      settle(0)
      throw reason
    })
    settle(params.maxTokens)
    const tools = toolsIn(params, requested)
    const sampled = toSampleResult(await sample(params, { signal, server }), tools)
    const result = toSampleResult(await reviewResult(options, { params, result: sampled }, signal), tools)
    const { model, stopReason } = result
    await audit.append({ type: 'sample', server, model, maxTokens: params.maxTokens, stopReason })
    return result
  }
}

/** What the model is asked, as a person lets it. Whatever they change, it is not more tokens than it was. */
async function reviewParams(
  options: InputHandlerOptions,
  shown: SampleParams,
  signal: AbortSignal,
): Promise<SampleParams> {
  const own = withoutContext(shown)
  const { server } = options
  const { answer, params = own } = await requestConsent(options, { type: 'sample', server, params: own }, signal)
  if (answer !== 'allow') throw new SampleRefused('denied', `What ${server} asks of the model was denied`)
  return withoutContext({ ...params, maxTokens: Math.min(params.maxTokens, own.maxTokens) })
}

/** What the server gets, as a person lets it. */
async function reviewResult(
  options: InputHandlerOptions,
  shown: { readonly params: SampleParams; readonly result: SampleResult<SampleContent> },
  signal: AbortSignal,
): Promise<SampleResult<SampleContent>> {
  const { server } = options
  const { answer, result = shown.result } = await requestConsent(options, { type: 'sample', server, ...shown }, signal)
  if (answer === 'allow') return result
  throw new SampleRefused('denied', `What the model answered to ${server} was denied`)
}

/** A server gets nothing of what others said. spec: client/sampling#context-inclusion */
function withoutContext({ includeContext: _includeContext, ...params }: SampleParams): SampleParams {
  return params
}

/** What the model may ask for: what the server offered and a person left. */
function toolsIn({ tools = [], toolChoice }: SampleParams, requested: SampleParams): ReadonlySet<string> {
  const offered = new Set(requested.tools?.map(({ name }) => name))
  if (toolChoice?.mode === 'none') return new Set()
  return new Set(tools.map(({ name }) => name).filter((name) => offered.has(name)))
}

function checkToolRounds({ messages }: SampleParams): void {
  const rounds = messages.filter(({ content }) => toBlocks(content).some(({ type }) => type === 'tool_use')).length
  if (rounds <= maxToolRounds) return
  throw new SampleRefused(
    'limit',
    `The model used tools ${rounds} times; the limit is ${maxToolRounds} (maxToolRounds)`,
  )
}
