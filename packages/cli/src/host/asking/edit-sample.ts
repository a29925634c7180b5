import type { Question } from 'omniport/host'
import type { SampleContent, SampleMessage, SampleParams, SampleResult } from 'omniport/protocol'
import type { Choice, Prompts } from '../screen/prompts.js'

type SampleConsentRequest = Extract<Question, { readonly type: 'sample' }>

/**
 * Lets a person change the texts that a model is asked with, or those that it answered. What is no text stays as it is.
 *
 * spec: client/sampling#user-interaction-model
 */
export async function editSample(prompts: Prompts, request: SampleConsentRequest): Promise<SampleConsentRequest> {
  const { params, result } = request
  const texts = result === undefined ? textsOf(params) : answersOf(result)
  if (texts.length === 0) {
    await prompts.say('warning', 'There is no text in it to change.')
    return request
  }
  const options = texts.map(
    (place): Choice<Place> => ({ value: place, label: place.label, hint: place.text.slice(0, 60) }),
  )
  const [only] = texts
  const place = texts.length === 1 ? only : await prompts.select({ message: 'Which text', options })
  if (place === undefined) return request
  const text = await prompts.text({ message: place.label, initial: place.text, isLong: true })
  if (text === undefined || text === place.text) return request
  const changed = place.replace(text)
  return 'messages' in changed ? { ...request, params: changed } : { ...request, result: changed }
}

/** A text within what is asked, or answered. */
interface Place {
  readonly label: string
  readonly text: string
  readonly replace: (text: string) => SampleParams | SampleResult<SampleContent>
}

function textsOf(params: SampleParams): readonly Place[] {
  const { systemPrompt, messages } = params
  const system: Place = {
    label: 'The system prompt',
    text: systemPrompt ?? '',
    replace: (text) => ({ ...params, systemPrompt: text }),
  }
  return [
    ...(systemPrompt === undefined ? [] : [system]),
    ...messages.flatMap((message, at) => ofMessage(params, message, at)),
  ]
}

function ofMessage(params: SampleParams, message: SampleMessage, at: number): readonly Place[] {
  const label = `Message ${at + 1}, of the ${message.role}`
  const replaced = (content: SampleMessage['content']): SampleParams => ({
    ...params,
    messages: params.messages.with(at, { ...message, content }),
  })
  const { content } = message
  if (typeof content === 'string') return [{ label, text: content, replace: replaced }]
  return inBlocks([content].flat(), label).map(({ blocks, ...place }) => ({
    ...place,
    replace: (text) => replaced(blocks(text)),
  }))
}

function answersOf(result: SampleResult<SampleContent>): readonly Place[] {
  return inBlocks(result.content, 'The answer').map(({ blocks, ...place }) => ({
    ...place,
    replace: (text) => ({ ...result, content: blocks(text) }),
  }))
}

interface TextBlock {
  readonly label: string
  readonly text: string
  /** All blocks, with this one replaced. */
  readonly blocks: (text: string) => SampleContent[]
}

function inBlocks(content: readonly SampleContent[], label: string): readonly TextBlock[] {
  return content.flatMap((block, at) => {
    if (block.type !== 'text') return []
    return [{ label, text: block.text, blocks: (text: string) => [...content].with(at, { ...block, text }) }]
  })
}
