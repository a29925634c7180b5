import type { ConnectOptions } from '../../client/connect-options.js'
import { toBlocks } from '../../protocol/input/to-blocks.js'
import type { SampleContent, SampleParams, SampleResult } from '../../protocol/model/sampling.js'
import type { Sample } from '../sampling/sample.js'
import { SampleRefused } from '../sampling/sample-refused.js'
import { toSampleResult } from '../sampling/to-sample-result.js'
import type { InputHandlerOptions } from './input-handler-options.js'
import { requestConsent } from './request-consent.js'

/** Limit of messages with tool uses in one conversation. spec: client/sampling#security-considerations */
export const maxToolRounds = 32

/**
 * Creates the handler that asks the model for one server. The prompt and the answer need consent, and the person may edit
 * both. The token limit is that of the server and its budget, whatever is edited, and `includeContext` is ignored.
 *
 * Rejects with SampleRefused, with OmniportError `invalid_result` for an invalid answer, and with errors of the model.
 *
 * spec: client/sampling#user-interaction-model
 */
export function createSampleHandler(
  options: InputHandlerOptions,
  sample: Sample,
): NonNullable<ConnectOptions['sample']> {
  const { server, audit, budget } = options
  return async (requested, ctx) => {
    const { signal } = ctx
    checkToolRounds(requested)
    const { maxTokens, settle } = budget.sample(requested.maxTokens)
    const params = await reviewParams(options, { ...requested, maxTokens }, signal).catch((reason: unknown) => {
      settle(0)
      throw reason
    })
    settle(params.maxTokens)
    const tools = toolsIn(params, requested)
    const sampled = toSampleResult(await sample(params, { ...ctx, server }), tools)
    const result = toSampleResult(await reviewResult(options, { params, result: sampled }, signal), tools)
    const { model, stopReason } = result
    await audit.append({ type: 'sample', server, model, maxTokens: params.maxTokens, stopReason })
    return result
  }
}

/** Requests consent to the prompt and returns it, possibly edited, with at most the original number of tokens. */
async function reviewParams(
  options: InputHandlerOptions,
  shown: SampleParams,
  signal: AbortSignal,
): Promise<SampleParams> {
  const own = withoutContext(shown)
  const { server } = options
  const { answer, params = own } = await requestConsent(options, { type: 'sample', server, params: own }, signal)
  if (answer !== 'allow') throw new SampleRefused('denied', `The sampling request of ${server} was denied`)
  return withoutContext({ ...params, maxTokens: Math.min(params.maxTokens, own.maxTokens) })
}

/** Requests consent to the answer and returns it, possibly edited. */
async function reviewResult(
  options: InputHandlerOptions,
  shown: { readonly params: SampleParams; readonly result: SampleResult<SampleContent> },
  signal: AbortSignal,
): Promise<SampleResult<SampleContent>> {
  const { server } = options
  const { answer, result = shown.result } = await requestConsent(options, { type: 'sample', server, ...shown }, signal)
  if (answer === 'allow') return result
  throw new SampleRefused('denied', `The answer of the model to ${server} was denied`)
}

/** Removes `includeContext`: a server gets no context of other servers. spec: client/sampling#context-inclusion */
function withoutContext({ includeContext: _includeContext, ...params }: SampleParams): SampleParams {
  return params
}

/** The names of the tools that the server offered and the person left. */
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
