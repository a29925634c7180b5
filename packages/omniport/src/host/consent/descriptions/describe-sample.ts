import { toBlocks } from '../../../protocol/input/to-blocks.js'
import type { SampleContent, SampleMessage, SampleParams, SampleResult } from '../../../protocol/model/sampling.js'
import type { SampleConsent } from '../requests/consent-request.js'
import type { Description, DescriptionLine } from './description.js'
import { trusted, untrusted, untrustedJson } from './description-lines.js'

/** Describes a sampling request or the answer to it. spec: client/sampling#user-interaction-model */
export function describeSample({ params, result }: SampleConsent, server: string): Description {
  return {
    title: result === undefined ? `Let ${server} ask your model this?` : `Send what your model answered to ${server}?`,
    lines: [...(result === undefined ? [] : describeResult(result)), ...describeParams(params)],
    warnings: isSharing(params) ? ['It wants the model to see what other servers said.'] : [],
  }
}

function isSharing({ includeContext }: SampleParams): boolean {
  return includeContext === 'allServers'
}

function describeResult({ model, content, stopReason }: SampleResult<SampleContent>): readonly DescriptionLine[] {
  return [
    ...describeBlocks('The answer', content),
    ...untrusted('Of the model', model),
    ...(stopReason === undefined ? [] : untrusted('It stopped', stopReason)),
  ]
}

function describeParams(params: SampleParams): readonly DescriptionLine[] {
  const { messages, systemPrompt, maxTokens, tools, ...others } = params
  const settings = Object.entries(others).filter(([, value]) => value !== undefined)
  return [
    ...(systemPrompt === undefined ? [] : untrusted('Told to the model first', systemPrompt)),
    ...messages.flatMap(describeMessage),
    ...trusted('Tokens at most', String(maxTokens)),
    ...(tools ?? []).flatMap(({ name, description = '' }) =>
      untrusted('Tool for the model', description === '' ? name : `${name}: ${description}`),
    ),
    ...settings.flatMap(([name, value]) => untrusted('Setting', `${name}: ${JSON.stringify(value)}`)),
  ]
}

function describeMessage({ role, content }: SampleMessage): readonly DescriptionLine[] {
  return describeBlocks(role === 'user' ? 'Said as the person' : 'Said as the model', toBlocks(content))
}

function describeBlocks(label: string, blocks: readonly SampleContent[]): readonly DescriptionLine[] {
  return blocks.flatMap((block) => describeBlock(label, block))
}

/** Shows a block in full, except images and audio, which text cannot show. */
function describeBlock(label: string, block: SampleContent): readonly DescriptionLine[] {
  switch (block.type) {
    case 'text':
      return untrusted(label, block.text)
    case 'image':
    case 'audio': {
      const { data, mimeType, type } = block
      const size = typeof data === 'string' ? `${data.length} characters of base64` : `${data.length} bytes`
      return untrusted(label, `(${type}, ${mimeType}, ${size})`)
    }
    case 'tool_use':
    case 'tool_result':
      return untrustedJson(label, block)
    default:
      return untrustedJson(label, block satisfies never)
  }
}
