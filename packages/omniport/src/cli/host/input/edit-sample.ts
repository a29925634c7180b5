import type { SampleConsent } from '../../../entries/host.js'
import type { SampleContent, SampleMessage, SampleParams, SampleResult } from '../../../entries/protocol.js'
import type { Choice, Prompts } from '../screen/prompts.js'

/** Lets the user edit the texts of a prompt or an answer. spec: client/sampling#user-interaction-model */
export async function editSample(prompts: Prompts, request: SampleConsent): Promise<SampleConsent> {
  const { params, result } = request
  const texts = result === undefined ? requestTexts(params) : resultTexts(result)
  if (texts.length === 0) {
    await prompts.print('warning', 'There is no text in it to change.')
    return request
  }
  const options = texts.map(
    (editable): Choice<EditableText> => ({ value: editable, label: editable.label, hint: editable.text.slice(0, 60) }),
  )
  const [only] = texts
  const editable = texts.length === 1 ? only : await prompts.select({ message: 'Which text', options })
  if (editable === undefined) return request
  const text = await prompts.text({ message: editable.label, initial: editable.text, isLong: true })
  if (text === undefined || text === editable.text) return request
  const changed = editable.replace(text)
  return 'messages' in changed ? { ...request, params: changed } : { ...request, result: changed }
}

interface EditableText {
  readonly label: string
  readonly text: string
  readonly replace: (text: string) => SampleParams | SampleResult<SampleContent>
}

function requestTexts(params: SampleParams): readonly EditableText[] {
  const { systemPrompt, messages } = params
  const system: EditableText = {
    label: 'The system prompt',
    text: systemPrompt ?? '',
    replace: (text) => ({ ...params, systemPrompt: text }),
  }
  return [
    ...(systemPrompt === undefined ? [] : [system]),
    ...messages.flatMap((message, at) => messageTexts(params, message, at)),
  ]
}

function messageTexts(params: SampleParams, message: SampleMessage, at: number): readonly EditableText[] {
  const label = `Message ${at + 1}, of the ${message.role}`
  const replaced = (content: SampleMessage['content']): SampleParams => ({
    ...params,
    messages: params.messages.with(at, { ...message, content }),
  })
  const { content } = message
  if (typeof content === 'string') return [{ label, text: content, replace: replaced }]
  return blockTexts([content].flat(), label).map(({ blocks, ...editable }) => ({
    ...editable,
    replace: (text) => replaced(blocks(text)),
  }))
}

function resultTexts(result: SampleResult<SampleContent>): readonly EditableText[] {
  return blockTexts(result.content, 'The answer').map(({ blocks, ...editable }) => ({
    ...editable,
    replace: (text) => ({ ...result, content: blocks(text) }),
  }))
}

interface TextBlock extends Pick<EditableText, 'label' | 'text'> {
  /** Returns all blocks with this one replaced. */
  readonly blocks: (text: string) => SampleContent[]
}

function blockTexts(content: readonly SampleContent[], label: string): readonly TextBlock[] {
  return content.flatMap((block, at) => {
    if (block.type !== 'text') return []
    return [{ label, text: block.text, blocks: (text: string) => [...content].with(at, { ...block, text }) }]
  })
}
