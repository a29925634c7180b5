import type { SampleContent, SampleResult, ToolUse } from '../../../protocol/model/sampling.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import { truncate } from '../../../values/text/truncate.js'
import { type ChatCall, ChatCalls } from './chat-calls.js'
import { parseJson } from './parse-json.js'
import { textOfError } from './text-of-error.js'
import type { ToolNames } from './tool-names.js'

/** What an answer is made a result with. */
export interface ChatResultOptions {
  /** The model that was asked, where the answer does not say which it was. */
  readonly model: string
  readonly names: ToolNames
  /** An id for a tool use that has none. */
  readonly newId: () => string
}

/** Puts the answer of a model together: from the chunks of a stream, or from the one that is all of it. */
export class ChatAnswer {
  readonly #texts: string[] = []
  readonly #calls = new ChatCalls()
  #model: string | undefined
  #finish: string | undefined
  #hasMessage = false

  /** Whether the model said why it stopped. */
  get isFinished(): boolean {
    return this.#finish !== undefined
  }

  /** @throws OmniportError `invalid_result` with what the provider says went wrong, or for what is no chunk; or `limit`. */
  add(chunk: unknown): void {
    if (!isObject(chunk)) throw invalid('is no JSON object')
    const { error, choices, model } = chunk
    if (error !== undefined && error !== null) throw invalid(`ended with an error: ${textOfError(chunk)}`)
    if (typeof model === 'string' && model !== '') this.#model ??= truncate(model)
    if (!Array.isArray(choices)) return
    for (const choice of choices) if (isObject(choice) && (choice['index'] ?? 0) === 0) this.#addChoice(choice)
  }

  /** @throws OmniportError `invalid_result` where nothing was said, or a tool is asked for with what is no JSON object. */
  toResult({ model, names, newId }: ChatResultOptions): SampleResult<SampleContent> {
    if (!this.#hasMessage) throw invalid('holds no message')
    const isCut = this.#finish === 'length'
    const uses = this.#calls.all.flatMap((call) => {
      const input = parseInput(call)
      // Where the answer was cut, so was the last call.
      if (input === undefined && isCut) return []
      if (input === undefined) throw invalid(`asks for the tool ${truncate(call.name, 64)} with what is no JSON object`)
      const use: ToolUse = { type: 'tool_use', id: call.id || newId(), name: names.fromSent(call.name), input }
      return [use]
    })
    const text = this.#texts.join('')
    const content: SampleContent[] = text === '' && uses.length > 0 ? uses : [{ type: 'text', text }, ...uses]
    const stopReason = toStopReason(this.#finish, uses.length > 0)
    return { role: 'assistant', content, model: this.#model ?? model, ...(stopReason !== undefined && { stopReason }) }
  }

  #addChoice({ delta, message, finish_reason: finish }: Readonly<Record<string, unknown>>): void {
    if (typeof finish === 'string' && finish !== '') this.#finish = finish
    const chatMessage = delta ?? message
    if (!isObject(chatMessage)) return
    this.#hasMessage = true
    const { content, refusal, tool_calls: calls } = chatMessage
    this.#texts.push(...textsOf(content), ...textsOf(refusal))
    if (Array.isArray(calls)) for (const call of calls) this.#calls.add(call)
  }
}

/** Text, or parts of which some are text. */
function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((part) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
}

/** Nothing at all is an object without members. */
function parseInput({ input }: ChatCall): Readonly<Record<string, unknown>> | undefined {
  const parsed = input.trim() === '' ? {} : parseJson(input)
  return isObject(parsed) ? parsed : undefined
}

const stopReasons: ReadonlyMap<string, string> = new Map([
  ['stop', 'endTurn'],
  ['length', 'maxTokens'],
  ['tool_calls', 'toolUse'],
  ['function_call', 'toolUse'],
])

/** spec: client/sampling#result-fields */
function toStopReason(finish: string | undefined, usesTools: boolean): string | undefined {
  if (finish === undefined) return undefined
  if (finish === 'stop' && usesTools) return 'toolUse'
  return stopReasons.get(finish) ?? truncate(finish, 64)
}

function invalid(problem: string): OmniportError {
  return new OmniportError('invalid_result', `The answer of the model ${problem}`)
}
